"""Files that are programs where they are opened: on a page's own origin they could do what it may.

A browser runs HTML, and XML in which there is HTML; a server may run files by their endings. As
text they can be read by whoever has the link, and do nothing.
"""

import codecs

ENDINGS = {
    "asa", "asax", "ashx", "asmx", "asp", "aspx", "bat", "cer", "cfm", "cgi", "cjs", "class",
    "cmd", "css", "do", "dtd", "exe", "fcgi", "hta", "htaccess", "htc", "htm", "html", "inc",
    "jar", "js", "jse", "jsp", "jspf", "jspx", "jsx", "lua", "mht", "mhtml", "mjs", "msi",
    "phar", "php", "php3", "php4", "php5", "php7", "php8", "phps", "pht", "phtml", "pl", "pm",
    "ps1", "py", "rb", "sh", "shtm", "shtml", "stm", "svgz", "swf", "tcl", "vbs", "wasm",
    "webmanifest", "wsf", "xbl", "xht", "xhtm", "xhtml", "xml", "xsl", "xslt", "xul",
}  # fmt: skip
BEGINS = 512  # bytes, in which it shows whether a file is HTML or XML
MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
REMEDY = "could act where it is opened, so it is published as text; in a .zip it stays as it is"


def acts(ending: str, begins: bytes) -> bool:
    """Tell whether a file, by its ending in small letters or by how it begins, may be a program."""
    mark = next((mark for mark in MARKS if begins.startswith(mark)), b"")
    text = begins[len(mark) :].replace(b"\0", b"").lstrip()  # so UTF-16 is read as well
    return ending in ENDINGS or text.startswith(b"<")
