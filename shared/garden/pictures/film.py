"""What is known of a picture once it was looked at, and the names of the files made of it."""

from msgspec import Struct, field


class Film(Struct, array_like=True):
    """A picture: its size as it is seen, and the files that show it."""

    mark: str  # changes with the content, and with how files are made of it
    ending: str  # of the whole picture, without what its camera wrote: jpg, png, gif, webp, svg
    is_whole: bool = False  # that it can be published as a whole
    width: int = 0  # in pixels; 0 where a drawing does not say it
    height: int = 0
    widths: list[int] = field(default_factory=list[int])  # of WebP files; none: shown whole
    still: str = ""  # the ending of the file for mail and old browsers: jpg or png
    still_width: int = 0
    trouble: str = ""  # why it is not shown

    @property
    def whole(self) -> str:
        """Return the name of the whole picture."""
        return f"{self.mark}.{self.ending}"

    @property
    def still_name(self) -> str:
        """Return the name of the file for mail and old browsers."""
        return f"{self.mark}-{self.still_width}.{self.still}"

    @property
    def narrow_to_wide(self) -> list[str]:
        """Return the names of the WebP files."""
        return [f"{self.mark}-{width}.webp" for width in self.widths]

    def parts(self, *, is_linked: bool) -> list[str]:
        """Return the names of all files that pages need; a link leads to the whole picture."""
        needs_whole = is_linked or not self.widths
        return [
            *([self.whole] if self.is_whole and needs_whole else []),
            *self.narrow_to_wide,
            *([self.still_name] if self.still else []),
        ]
