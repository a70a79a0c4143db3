"""Eleventy: where we think that pages are, against the files that a real Eleventy writes."""

TITLED = """title: "Don't & Won't: Fifty (50) Tales"
permalink: "/{{ title | slugify }}/\""""
HEADS = {
    "static permalink": "permalink: /over here/",
    "permalink to a file": "permalink: over/there.html",
    "permalink to an index": "permalink: /over/index/index.html",
    "no slash": "permalink: bare/path/",
    "filled slug": 'permalink: "/notes/{{ page.fileSlug }}/"',
    "2024-05-06-filled stem": 'permalink: "/x{{ page.filePathStem }}/index.html"',
    "filled title": TITLED,
    "folder/index": "",
    "folder/2024-01-02-index": "",
    "2024-01-02-folder/2024-01-02-folder": "",
    "index": "",
    "index.en": "",
}
