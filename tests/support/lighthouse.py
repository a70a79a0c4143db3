"""Let Lighthouse look at every kind of page of a garden, served as a static host would serve it.

`python -m tests.support.lighthouse PROGRAM [FOLDER]` prints the scores, and fails when one is lower
than it should be.
"""

import gzip
import json
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from shared.garden.build import build
from tests.support.browser import chromium
from tests.support.garden_pages import PAGES, plant
from tests.support.hosting import Host, hosted

LEAST = {"performance": 99, "accessibility": 100, "best-practices": 100, "seo": 100}
# What nobody should find by a search engine says so, and Lighthouse takes it for a mistake.
UNINDEXED = {"not-found", "search"}
PATIENCE = 300


class Compressing(Host):
    """A host of static files that compresses texts and lets what has a hashed name be kept."""

    protocol_version = "HTTP/1.1"

    def send_head(self) -> BytesIO | None:
        """Send the headers of a file, and return its content."""
        path = Path(self.translate_path(self.path))
        file = path / "index.html" if path.is_dir() else path
        if not file.is_file():
            self.send_error(404)
            return None
        content, kind = file.read_bytes(), self.guess_type(str(file))
        is_text = kind.startswith("text/") or "svg" in kind or "json" in kind
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if is_text else kind)
        if is_text:
            content = gzip.compress(content, 6)
            self.send_header("Content-Encoding", "gzip")
        age = "public, max-age=31536000, immutable" if "/assets/" in self.path else "no-cache"
        self.send_header("Cache-Control", age)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return BytesIO(content)


def scores(program: str, url: str, folder: Path) -> dict[str, int]:
    """Return what Lighthouse gives a page, and print what costs it points."""
    report = folder / "report.json"
    command = [
        *(program, url, "--quiet", "--output=json", f"--output-path={report}"),
        "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
        f"--only-categories={','.join(LEAST)}",
    ]
    known = {**os.environ, "CHROME_PATH": chromium()}
    subprocess.run(command, check=True, timeout=PATIENCE, env=known)
    found = json.loads(report.read_text("utf-8"))
    for name, audit in found["audits"].items():
        if audit["score"] is not None and audit["score"] < 0.9:
            print(f"    {name}: {audit.get('displayValue', audit['title'])}")
    return {name: round(each["score"] * 100) for name, each in found["categories"].items()}


def main(program: str, garden: Path | None) -> int:
    """Look at every kind of page; return 0 when all are as good as they should be."""
    with TemporaryDirectory() as made, hosted(Path(made) / "out", Compressing) as url:
        folder, out = Path(made), Path(made) / "out"
        if garden is None:
            plant(folder / "garden", "en")
        build(garden or folder / "garden", out, site_url=url, functions_url=url)
        paths = {"index": "index.html"} if garden else PAGES
        too_low = 0
        for name, path in paths.items():
            found = scores(program, f"{url}/{path.removesuffix('index.html')}", folder)
            print(f"{name}: {', '.join(f'{each} {score}' for each, score in found.items())}")
            least = {**LEAST, "seo": 0} if name in UNINDEXED else LEAST
            too_low += any(found[each] < lowest for each, lowest in least.items())
    return min(too_low, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else None))
