"""What a page may load and where its forms may go: a Content-Security-Policy that it obeys."""

FOREIGN = ' src="http'  # pictures, films and sounds that a note shows from elsewhere


def policy(functions_url: str, *, is_foreign: bool) -> str:
    """Return the policy of a page (W3C, CSP Level 3); nothing inline, and no stranger.

    `is_foreign` lets pictures, films and sounds come from elsewhere. Without functions there is
    nobody else to speak with.
    """
    newsletter, search = f" {functions_url}/newsletter/", f" {functions_url}/garden/search"
    if not functions_url:
        newsletter = search = ""
    media = " https: data:" if is_foreign else ""
    return (
        f"default-src 'self'; img-src 'self'{media}; media-src 'self'{media}; object-src 'none'; "
        f"base-uri 'none'; connect-src 'self'{newsletter}; "
        f"form-action 'self'{newsletter}{search}"
    )
