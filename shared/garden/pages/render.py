"""Pages from templates: one environment, in which nothing is undefined and all text escaped."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

from markupsafe import Markup

from shared.garden.garden import Garden
from shared.garden.graph import page
from shared.garden.graph.net import Net
from shared.garden.history import growth
from shared.garden.history.growth import Transition
from shared.garden.letters import public
from shared.garden.note import Maturity, Note
from shared.garden.pages.assets import hashed, read_assets
from shared.garden.pages.beds import SHOWN, beds, recently_tended
from shared.garden.pages.leaves import Leaf
from shared.garden.pages.meadow import meadow
from shared.garden.pages.policy import FOREIGN, policy
from shared.garden.pages.site import Crest, Site
from shared.garden.pages.theme import Templates
from shared.garden.problem import Problems
from shared.garden.search import titles
from shared.garden.vault.dates import Moment, day
from shared.garden.vault.languages import direction, locale
from shared.garden.words import Words, words_for
from shared.garden.woven.folders import Branch, Crumb, Folder
from shared.garden.woven.movers import Lead
from shared.garden.woven.slugs import HOME
from shared.garden.woven.tags import Tag

PLANT = Markup('<span class="plant" aria-hidden="true">{0}</span> {1}')
BADGE = Markup('<span class="badge {0}">{1}</span>')
LETTERS = "/letters/"
PLACES = {"/": "home", "/tags/": "tags", "/graph/": "graph", "/grown/": "grown", LETTERS: "letters"}


class Pages:
    """Renders every page of one garden."""

    def __init__(
        self,
        garden: Garden,
        site_url: str,
        functions_url: str,
        *,
        card: str,
        privacy: str,
        worn: Crest,
        theme: Path | None,
        problems: Problems,
        cache: Path | None,
    ) -> None:
        config = self.config = garden.config
        self.assets = read_assets(theme)
        at = functions_url if config.newsletter else ""
        self.policies = [policy(at, is_foreign=each) for each in (False, True)]
        root = urlsplit(site_url).path.rstrip("/")
        self.site = Site(
            title=config.title,
            description=config.description,
            language=config.language,
            url=site_url,
            root=root,
            subscribe_url=f"{at}/newsletter/subscribe" if at else "",
            search_url=f"{at}/garden/search" if at else f"{root}/search/",
            assets={
                name: f"{root}/assets/{hashed(name, content)}"
                for name, content in self.assets.items()
            },
            has_letters=bool(public(garden.letters)),
            has_graph=bool(garden.net.notes),
            has_grown=bool(garden.grown),
            card=card,
            privacy_url=root + privacy if privacy.startswith("/") else privacy,
            logo=worn.logo,
            icon=worn.icon,
        )
        known = {"site": self.site, "day": iso_day, "direction": direction, "locale": locale}
        self.templates = Templates(theme, known, problems, cache)
        self.chrome = lru_cache(maxsize=64)(self.make_chrome)
        self.plants = lru_cache(maxsize=64)(self.make_plants)
        self.badges = lru_cache(maxsize=64)(self.make_badges)

    def files(self) -> dict[str, bytes]:
        """Return the stylesheet and the mark under names that change with their content."""
        return {hashed(name, content): content for name, content in self.assets.items()}

    def index(
        self,
        notes: Sequence[Note],
        home: Note | None,
        body: str,
        tags: Sequence[Tag],
        grown: Sequence[Transition],
        branches: Sequence[Branch],
    ) -> str:
        """Return the home page: the gardener's own words, then all notes, evergreens first."""
        title = home.title if home else self.config.title
        language = home.language if home else self.config.language
        listed = [note for note in notes if note.slug != HOME]
        more = {
            "groups": beds(listed, self.config),
            "recently_tended": recently_tended(listed, self.config),
            "recent_grown": grown,
            "meadow": meadow(listed),
            "most": SHOWN,
            "home": home,
            "body": safe(body),
            "tags": tags,
            "branches": branches,
        }
        return self.page("index", title, "/", language, **more)

    def bed(self, maturity: Maturity, leaf: Leaf) -> str:
        """Return one of the pages of a large bed."""
        title = leaf.titled(self.word(maturity, words_for(self.config.language)))
        return self.page(
            "bed", title, leaf.path, self.config.language, leaf=leaf, maturity=maturity
        )

    def note(
        self, note: Note, body: str, tag_pages: Mapping[str, str], beside: Mapping[str, object]
    ) -> str:
        """Return the page of a note; `beside` goes to the template as it is."""
        more = {"note": note, "body": safe(body), "tag_pages": tag_pages, **beside}
        return self.page("note", note.title, note.href, note.language, **more)

    def letter(self, note: Note, body: str) -> str:
        """Return the page of a letter."""
        more = {"note": note, "body": safe(body)}
        return self.page("letter", note.title, note.href, note.language, **more)

    def letters(self, letters: Sequence[Note]) -> str:
        """Return the page that lists the letters."""
        title, language = words_for(self.config.language).letters, self.config.language
        return self.page("letters", title, LETTERS, language, letters=letters)

    def tag(self, tag: Tag, others: Sequence[Crumb], leaf: Leaf) -> str:
        """Return a page of a tag; `others` often stand with it."""
        more = {"tag": tag, "others": others, "leaf": leaf, "groups": beds(leaf.notes, self.config)}
        return self.page("tag", leaf.titled(tag.name), leaf.path, self.config.language, **more)

    def folder(self, folder: Folder, around: Mapping[str, object], leaf: Leaf) -> str:
        """Return a page of a folder; `around` goes to the template as it is."""
        groups, title = beds(leaf.notes, self.config), leaf.titled(folder.name)
        more = {"folder": folder, "leaf": leaf, "groups": groups, **around}
        return self.page("folder", title, leaf.path, self.config.language, **more)

    def tags(self, tags: Sequence[Tag]) -> str:
        """Return the page that lists all tags."""
        title = words_for(self.config.language).tags
        return self.page("tags", title, "/tags/", self.config.language, tags=tags)

    def grown(self, leaf: growth.Leaf, leaves: Sequence[growth.Leaf]) -> str:
        """Return the page of transitions, or one of its years."""
        title = leaf.place.titled(words_for(self.config.language).grown_title)
        return self.page("grown", title, leaf.path, self.config.language, leaf=leaf, leaves=leaves)

    def graph(self, net: Net, leads: page.Leads) -> str:
        """Return the page on which the whole garden is drawn."""
        language = self.config.language
        words = words_for(language)
        named = {each: self.word(each, words) for each in Maturity}
        view = page.view(net, self.site.root, language, named, leads)
        more = {"view": view, "plant_words": named}
        return self.page("graph", words.graph_title, page.PATH, language, **more)

    def search(self) -> str:
        """Return the page of the search; its results come by script, else from the functions."""
        language = self.config.language
        return self.page("search", words_for(language).search, "/search/", language)

    def titles(self, letters: Sequence[titles.Group]) -> str:
        """Return the page of all titles by their first letters."""
        title, language = words_for(self.config.language).all_titles, self.config.language
        return self.page("titles", title, titles.PATH, language, letters=letters)

    def not_found(self) -> str:
        """Return the page for an address at which nothing grows."""
        title = words_for(self.config.language).not_found_title
        return self.page("not-found", title, "", self.config.language)

    def moved(self, lead: Lead) -> str:
        """Return the page at an old address."""
        known = {"note": lead} if isinstance(lead, Note) else {}
        return self.page("moved", lead.title, lead.href, lead.language, lead=lead, **known)

    def page(self, name: str, title: str, path: str, language: str, **context: object) -> str:
        """Render one template; `path` is the canonical one, empty when there is none."""
        is_foreign = FOREIGN in str(context.get("body", ""))
        known = {
            "page_title": title,
            "path": path,
            "language": language,
            "words": words_for(language),
            "policy": self.policies[is_foreign],
            "chrome": self.chrome(language, PLACES.get(path, ""), title == self.site.title),
            "plants": self.plants(language),
            "badges": self.badges(language),
        }
        return self.templates.render(f"{name}.html", known | context)

    def make_chrome(self, language: str, place: str, is_titled: bool) -> dict[str, Markup]:
        """Return what is the same above and below all pages of one language."""
        known = {"language": language, "place": place, "is_titled": is_titled}
        words = words_for(language)
        return {
            name: safe(self.templates.render(f"{name}.html", {"words": words, **known}))
            for name in ("header", "form", "footer")
        }

    def make_plants(self, language: str) -> dict[Maturity, Markup]:
        """Return each maturity in one language: a plant and a word, never a colour alone."""
        words = words_for(language)
        return {each: PLANT.format(each.emoji, self.word(each, words)) for each in Maturity}

    def make_badges(self, language: str) -> dict[Maturity, Markup]:
        """Return the badge of each maturity in one language."""
        return {each: BADGE.format(each, said) for each, said in self.plants(language).items()}

    def word(self, maturity: Maturity, words: Words) -> str:
        """Return the garden's own word for a maturity, else ours."""
        own = self.config.maturity.get(maturity, ())
        return own[0] if own else words.of(maturity)


def safe(body: str) -> Markup:
    """Tell the templates that our own printer has made this."""
    return Markup(body)  # noqa: S704 - which escapes what gardeners write


def iso_day(moment: Moment) -> str:
    """Write a day."""
    return day(moment).isoformat()
