"""Callouts: the kinds that Obsidian knows, their other names, and what they are called."""

from html import escape

from shared.garden.words import CHINESE, words_for

# kind: every name of it, in English and in Traditional Chinese
KINDS: dict[str, dict[str, tuple[str, str]]] = {
    "note": {"note": ("Note", "筆記")},
    "abstract": {
        "abstract": ("Abstract", "摘要"),
        "summary": ("Summary", "摘要"),
        "tldr": ("TL;DR", "一句話"),
    },
    "info": {"info": ("Info", "資訊")},
    "todo": {"todo": ("To do", "待辦")},
    "tip": {
        "tip": ("Tip", "訣竅"),
        "hint": ("Hint", "提示"),
        "important": ("Important", "重要"),
    },
    "success": {
        "success": ("Success", "成功"),
        "check": ("Check", "確認"),
        "done": ("Done", "完成"),
    },
    "question": {
        "question": ("Question", "問題"),
        "help": ("Help", "求助"),
        "faq": ("FAQ", "常見問題"),
    },
    "warning": {
        "warning": ("Warning", "警告"),
        "caution": ("Caution", "當心"),
        "attention": ("Attention", "注意"),
    },
    "failure": {
        "failure": ("Failure", "失敗"),
        "fail": ("Fail", "失敗"),
        "missing": ("Missing", "缺漏"),
    },
    "danger": {"danger": ("Danger", "危險"), "error": ("Error", "錯誤")},
    "bug": {"bug": ("Bug", "臭蟲")},
    "example": {"example": ("Example", "範例")},
    "quote": {"quote": ("Quote", "引文"), "cite": ("Cite", "引文")},
}
KIND_OF = {name: kind for kind, names in KINDS.items() for name in names}


def kind_of(written: str) -> str:
    """Return the kind that a name means, safe in an attribute; one of the gardener's stays."""
    name = written.strip().lower()
    return KIND_OF.get(name) or escape(name)


def title_of(written: str, language: str) -> str:
    """Return what a callout without a title is called."""
    name = written.strip().lower()
    kind = KIND_OF.get(name)
    if kind is None:
        return written.strip().replace("-", " ").capitalize()
    english, chinese = KINDS[kind][name]
    return chinese if words_for(language) is CHINESE else english
