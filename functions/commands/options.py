"""Options that many commands share: which garden, which data folder, JSON for machines."""

from pathlib import Path

import click

from functions.commands.called import CHECKOUT


def default_data() -> Path:
    """Return `.thistledown` in a checkout, else the user's own data folder."""
    if (CHECKOUT / "bin" / "dev").is_file():
        return CHECKOUT / ".thistledown"
    import platformdirs  # seldom needed, and slow to load

    return Path(platformdirs.user_data_dir("thistledown"))


data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=default_data,
    help="Data folder of `thistledown dev`; not used where DATABASE_URL is set.",
)

site_option = click.option(
    "--site",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The garden: a folder with garden.toml and notes/, or just notes. By default that of "
    "`dev`, else the folder you are in, if it has a garden.toml.",
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
