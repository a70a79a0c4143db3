"""The table of contents: every route, every job, and the application made of them."""

from collections.abc import Sequence

from starlette.applications import Starlette
from starlette.routing import BaseRoute

from functions.edge import exception_handlers, middleware
from functions.jobs import announce as announce_job
from functions.jobs import confirm_mail, evergreen_mail
from functions.routes import announce, confirm, health, subscribe, unsubscribe
from shared import tx
from shared.newsletter.caps import Caps
from shared.outbox import Handlers
from shared.settings import Settings, use

ROUTES = [
    subscribe.route,
    confirm.route,
    unsubscribe.route,
    announce.route,
    health.route,
]

JOBS = Handlers(
    [
        confirm_mail.handler,
        announce_job.handler,
        evergreen_mail.handler,
    ]
)


def create_app(
    settings: Settings, *, more_routes: Sequence[BaseRoute] = (), caps: Caps | None = None
) -> Starlette:
    """Make the application and configure this process for it: settings and database.

    Nothing is connected until the first request, so this may run at import time on Lambda.
    """
    use(settings)
    tx.use(tx.Pool(settings.database_url))
    app = Starlette(
        routes=[*ROUTES, *more_routes],
        middleware=middleware(settings),
        exception_handlers=exception_handlers,
    )
    # Its redirect to the address with a slash is absolute, and plain http behind a proxy.
    app.router.redirect_slashes = False
    app.state.settings = settings
    app.state.caps = caps or Caps()
    return app
