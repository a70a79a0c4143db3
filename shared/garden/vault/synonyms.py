"""Words for a note that stays at home or in no list: ours, of other programs and languages."""

from shared.garden.vault.front_matter import plain

YES = {"true", "yes", "on", "y", "1"}
NO = {"false", "no", "off", "n", "0"}
AT_HOME = {
    "draft", "drafts", "drafting", "private", "unpublished", "hidden", "secret", "confidential",
    "草稿", "私人", "私密", "未發布", "未公開", "不公開", "未发布", "未公开", "不公开",
    "下書き", "非公開", "초안", "비공개", "مسودة", "خاص",
    "entwurf", "privat", "geheim", "vertraulich", "brouillon", "privé", "borrador", "privado",
}  # fmt: skip
UNLISTED = {"unlisted"}
PUBLIC = "public"

# A key that says yes: of Flowershow, Hexo, Jekyll, Hugo's bundles, and plugins that lock pages.
# `draft` and `private`, which must say yes or no, are ours.
HIDES = (
    "hidden", "hide", "secret", "confidential", "unpublished", "is_draft", "is_private",
    "is_hidden", "is_secret", "draft_mode", "no_publish", "do_not_publish", "dont_publish",
    "never_publish", "exclude_from_site", "local_only", "encrypt", "encrypted", "headless",
    *sorted(AT_HOME - {"draft", "private", "hidden", "secret", "confidential", "unpublished"}),
)  # fmt: skip
# A key that says no: of Jekyll, Digital Garden, Enveloppe, Logseq, Zola and Eleventy.
SHOWS = ("published", "dg-publish", "share")  # some write a date there
SHOWS_TOO = (
    "is_published", "is_public", "shared", "publishable", "visible", "is_visible", "render",
)  # fmt: skip
NO_PAGE = "permalink"  # where Eleventy lets a note say `false`
LOCKS = "password"  # of plugins that lock pages; ours could not
# A key with a word: of Ghost, WordPress and others.
NAMES_IT = (
    "access", "access_level", "privacy", "visibility_level", "audience", "confidentiality",
    "classification", "sensitivity", "publish_status", "publishing_status", "publication_status",
    "post_status", "state",
)  # fmt: skip
FEW = {"members", "paid", "subscribers", "restricted", "internal", "personal", "nobody", "me"}
# A key that takes a page off the lists when it says yes, or no.
LISTS_NOT = ("no_index", "noindex", "dg-hide", "search_hidden", "hidden_in_home_list",
             "exclude_from_search", "eleventy_exclude_from_collections")  # fmt: skip
LISTS = ("listed", "is_listed", "indexed", "searchable", "sitemap")

ROBOTS = "robots"  # a list of words for search engines

KEYS = (*HIDES, *SHOWS, *SHOWS_TOO, *NAMES_IT, *LISTS_NOT, *LISTS, NO_PAGE, LOCKS, ROBOTS)
OF_OTHERS = frozenset(map(plain, KEYS))
