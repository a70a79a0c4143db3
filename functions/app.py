"""The table of contents: every route, and the application made of them.

The other half, every job, is the list in `functions.jobs`: neither loads the other on Lambda.
"""

from collections.abc import Sequence

from starlette.applications import Starlette
from starlette.routing import BaseRoute

from functions.edge import exception_handlers, middleware
from functions.routes import (
    announce,
    bounces_mail,
    bounces_mailgun,
    bounces_postmark,
    bounces_sns,
    confirm,
    erase,
    health,
    letter,
    not_me,
    preferences,
    reader_data,
    search,
    settings_link,
    short_link,
    subscribe,
    unsubscribe,
)
from shared import tx
from shared.newsletter.readers.caps import Caps
from shared.settings import Settings, use

ROUTES = [
    subscribe.route,
    confirm.route,
    not_me.route,
    unsubscribe.route,
    settings_link.route,
    preferences.route,
    reader_data.route,
    erase.route,
    announce.route,
    letter.route,
    search.route,
    short_link.route,
    bounces_mail.route,
    bounces_sns.route,
    bounces_postmark.route,
    bounces_mailgun.route,
    health.route,
]


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
