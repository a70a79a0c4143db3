"""Notes that the letters of the tests tell of: with all that is known of one, and with little."""

from markupsafe import Markup

GARDEN = "https://garden.example.com"

NOTE = {
    "title": "Overwintering",
    "url": f"{GARDEN}/overwintering",
    "excerpt": "Why a seedling needs a winter before it needs a spring.",
    "mail_html": Markup(
        '<p>An <a href="https://garden.example.com/oak">oak &amp; its acorn</a> wait under snow, '
        "and nothing at all seems to happen for a very long time.</p><h2>What to do</h2>"
        "<ul><li>water little</li><li>wait<ul><li>then wait</li></ul></li></ul>"
        "<blockquote><p>Patience is a tool.</p></blockquote>"
        "<pre><code>def wait():\n    return spring\n</code></pre>"
        '<p><img src="https://garden.example.com/oak.png" alt="An oak in snow" width="320"></p>'
    ),
    "planted_at": "2024-11-02",
    "budding_at": "2025-06-14",
    "evergreen_at": "2026-11-20",
    "minutes": 6,
    "why": "Two winters have passed over it, and the part on frost is now as I wanted it.",
    "grew_out_of": [
        {"title": "Soil & patience", "url": f"{GARDEN}/soil"},
        {"title": "First frost", "url": f"{GARDEN}/frost"},
    ],
}
# Nobody knows more of this one.
SECOND = {
    "title": "Pruning",
    "url": f"{GARDEN}/pruning",
    "excerpt": "Cut above a bud.",
    "mail_html": "",
}
THIRD = NOTE | {
    "title": "Leaf mould",
    "url": f"{GARDEN}/leaf-mould",
    "excerpt": "A heap of leaves asks for nothing but two years.",
    "why": "",
    "budding_at": None,
    "minutes": 3,
    "grew_out_of": [],
}
CHINESE = NOTE | {
    "why": "兩個冬天過去了，關於霜凍的那一段終於寫成我想要的樣子。",
    "grew_out_of": [{"title": "土壤", "url": f"{GARDEN}/soil"}],
    "title": "扦插的魔法",
    "url": f"{GARDEN}/cuttings",
    "excerpt": "剪下一段枝條，插進土裡，等待它自己長出根來。",
    "mail_html": Markup(
        "<p>扦插，是最接近魔法的園藝：剪下一段枝條，插進土裡，等待它自己長出根來。每一次都像第一次"
        '那樣令人不安，也同樣令人歡喜。參見<a href="https://garden.example.com/soil">土壤</a>。</p>'
    ),
}
