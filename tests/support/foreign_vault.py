"""A Quartz folder with its site, and the functions that it is announced to."""

from dataclasses import dataclass
from pathlib import Path

from click.testing import Result

from tests.support.cli import invoke
from tests.support.foreign import write
from tests.support.settings import ANNOUNCE_TOKEN
from tests.support.site import Site

TOML = 'title = "Marginalia"\npublish = "all"\ngenerator = "quartz"\n'
NOTE = "---\ntitle: On {name}\nmaturity: {maturity}\n---\nWhat {name} is.\n"


@dataclass
class Vault:
    """A Quartz folder, its site, and functions that listen."""

    folder: Path
    site: Site
    functions_url: str

    def mature(self, name: str, maturity: str) -> None:
        write(self.folder / "content", {f"{name}.md": NOTE.format(name=name, maturity=maturity)})

    def list(self, *paths: str) -> None:
        """Put these pages into the site's sitemap."""
        pages = "".join(f"<url><loc>{self.site.url}{path}</loc></url>" for path in paths)
        self.site.pages["/sitemap.xml"] = f"<urlset>{pages}</urlset>"

    def announce(self, *words: str, **env: str | None) -> Result:
        given = {
            "SITE_URL": self.site.url,
            "FUNCTIONS_URL": self.functions_url,
            "ANNOUNCE_TOKEN": ANNOUNCE_TOKEN,
        }
        return invoke("announce", "--site", self.folder, *words, **{**given, **env})
