"""Import, undo and export on the test's own database, as the commands do."""

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from shared import tx
from shared.newsletter.moving import exporting, importing, layouts, undoing
from shared.newsletter.moving.files import Asked
from shared.newsletter.moving.importing import Tally
from tests.support.exports import saved
from tests.support.jobs import on

KEY = "a key of forty characters, for the tests"


@dataclass
class Move:
    """Files go in, tables come out."""

    database: str
    folder: Path

    def bring_in(self, text: str | bytes, name: str = "readers.csv", **options: Any) -> Tally:
        return self.imported(importing.bring_in, text, name, **options)

    def look(self, text: str | bytes, name: str = "readers.csv", **options: Any) -> Tally:
        return self.imported(importing.look, text, name, **options)

    def imported(
        self,
        act: Callable[..., Any],
        text: str | bytes,
        name: str,
        *,
        only_no: bool = False,
        **asked: Any,
    ) -> Tally:
        path = saved(self.folder, name, text)
        return on(self.database, lambda: act(path, Asked(**asked), [KEY], only_no=only_no))

    def run(self, block: Callable[[], Awaitable[Any]]) -> Any:
        async def story() -> Any:
            async with tx.run():
                return await block()

        return on(self.database, story)

    def undo(self, import_id: int) -> Counter[str]:
        return Counter(one.fate for one in on(self.database, lambda: undoing.undo(import_id)))

    def export(self) -> str:
        async def written() -> str:
            text = layouts.header(layouts.OURS)
            async for page in exporting.pages():
                text += layouts.lines(layouts.OURS, page)[0]
            return text

        return on(self.database, written)


@pytest.fixture
def move(database: str, tmp_path: Path) -> Move:
    return Move(database, tmp_path)
