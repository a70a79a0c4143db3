"""Grow a garden of any size for measuring: the same notes every time, with all that notes hold."""

import random
from datetime import date, timedelta
from pathlib import Path

PLANTS = (
    "fern",
    "moss",
    "oak",
    "ivy",
    "thyme",
    "sage",
    "mint",
    "clover",
    "heather",
    "yarrow",
    "flax",
)
DOINGS = ("watering", "pruning", "grafting", "mulching", "sowing", "weeding", "staking", "drying")
CHINESE = ("苔蘚與陰影", "種子的等待", "修剪的時機", "土壤裡的網路", "慢慢長大的樹", "四季的筆記")
SENTENCES = (
    "What grows as slowly as {plant} is rarely in anybody's way.",
    "The **roots** of {plant} go *deeper* than the `{number} cm` that were measured.",
    "Nobody knows why, though =={number} books== claim to; see <https://example.org/{plant}>.",
    "第 {number} 株植物有自己的步調，急不得。",
    "雨後的泥土最適合移栽 {plant}，{number} 天內根就會展開。",
    "The {plant} was ~~dead~~ asleep for {number} days.",
)
TAGS = ("soil", "water", "light", "tools", "方法", "season/spring", "season/autumn")
MATURITIES = ("seedling", "budding", "evergreen")

CODE = """```python
def water(plant: str, litres: float = 0.5) -> str:
    # {plant}
    return f"{{plant}} gets {{litres * {number}:.1f}} litres"
```"""
TABLE = """| plant | litres | 日照 |
|---|--:|:-:|
| {plant} | {number} | 足 |
| {other} | 2 | 半 |"""
CALLOUT = "> [!tip] Before the frost\n> Cover the {plant}. {sentence}"
TASKS = "- [x] {plant}\n- [ ] {other}\n  - with compost"
FOOTNOTE = "Some disagree.[^{number}]\n\n[^{number}]: {sentence}"
FORMULA = "It loses $w = {number} t^2$ of its water:\n\n$$\n\\sum_{{i=1}}^n w_i\n$$"
EXTRAS = (CODE, TABLE, CALLOUT, TASKS, FOOTNOTE, FORMULA)


def grow_vault(folder: Path, count: int, seed: int = 7) -> None:
    """Write `count` notes of some 3 KB each, linked with each other, into a garden."""
    chance = random.Random(seed)
    names = [name(number) for number in range(count)]
    (folder / "notes").mkdir(parents=True)
    (folder / "garden.toml").write_text('title = "A measured garden"\npublish = "all"\n', "utf-8")
    for number, title in enumerate(names):
        place = folder / "notes" / PLANTS[number % len(PLANTS)]
        place.mkdir(exist_ok=True)
        text = front_matter(chance, title) + body(chance, names)
        (place / f"{title}.md").write_text(text, encoding="utf-8")


def name(number: int) -> str:
    """Return a title that no other note has."""
    if number % 3 == 0:
        return f"{CHINESE[number % len(CHINESE)]} {number}"
    plant = PLANTS[number * 7 % len(PLANTS)]
    return f"{DOINGS[number % len(DOINGS)].title()} the {plant} {number}"


def front_matter(chance: random.Random, title: str) -> str:
    """Return what stands at the head of a note."""
    planted = date(2024, 1, 1) + timedelta(days=chance.randrange(600))
    tended = planted + timedelta(days=chance.randrange(300))
    tags = ", ".join(chance.sample(TAGS, chance.randrange(4)))
    maturity = chance.choice(MATURITIES)
    return (
        f'---\ntitle: "{title}"\nmaturity: {maturity}\nplanted: {planted}\ntended: {tended}\n'
        f"tags: [{tags}]\n---\n"
    )


def sentence(chance: random.Random) -> str:
    """Return a sentence that hardly ever comes twice: nobody gains by remembering it."""
    said = chance.choice(SENTENCES)
    return said.format(plant=chance.choice(PLANTS), number=chance.randrange(10_000))


def body(chance: random.Random, names: list[str]) -> str:
    """Return four sections of paragraphs with links, and something out of the ordinary in each."""
    blocks: list[str] = []
    for section in range(4):
        blocks.append(f"## {chance.choice(CHINESE)}, {section}")
        blocks += [paragraph(chance, names) for _ in range(chance.randint(2, 3))]
        blocks.append("\n".join(f"- {sentence(chance)}" for _ in range(3)))
        blocks.append(extra(chance, section))
    return "\n\n".join(blocks) + "\n"


def paragraph(chance: random.Random, names: list[str]) -> str:
    """Return a few sentences, every other time with a link to another note."""
    sentences = [sentence(chance) for _ in range(chance.randint(2, 5))]
    if chance.random() < 0.5:
        target = chance.choice(names)
        shown = chance.choice(("", f"|{chance.choice(PLANTS)}"))
        sentences.append(f"More of it in [[{target}{shown}]].")
    return " ".join(sentences)


def extra(chance: random.Random, section: int) -> str:
    """Return code, a table, a callout, tasks, a footnote or a formula."""
    return chance.choice(EXTRAS).format(
        plant=chance.choice(PLANTS),
        other=chance.choice(PLANTS),
        number=10 * chance.randrange(10_000) + section,  # a footnote's must not come twice
        sentence=sentence(chance),
    )
