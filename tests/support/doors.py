"""Every door of an application, read from its routes, so that a route added tomorrow is one too."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.routing import Mount, Route

PARAMETER = re.compile(r"\{[^}]*\}")


@dataclass(frozen=True, order=True)
class Door:
    """A method and a path that the application answers."""

    path: str
    method: str

    def knock(self, client: Any, **options: Any) -> Any:
        """Send a request that has nothing to say."""
        return client.request(self.method, self.path, follow_redirects=False, **options)


def doors(app: Starlette) -> list[Door]:
    """Return every door; what stands for a part of a path is the name of nothing."""
    return sorted(set(found(app)))


def found(app: Starlette) -> Iterator[Door]:
    for route in app.routes:
        assert isinstance(route, Route | Mount)
        if isinstance(route, Mount):  # files, which are read
            yield from (Door(f"{route.path}/", method) for method in ("GET", "HEAD"))
        else:
            path = PARAMETER.sub("nothing", route.path)
            yield from (Door(path, method) for method in route.methods or ())


def paths(app: Starlette) -> list[str]:
    """Return the path of every door, and one that leads nowhere."""
    return [*sorted({door.path for door in doors(app)}), "/nowhere"]
