"""The templates: pages, and the fragments of pictures, which are drawn once and kept.

Everything is escaped, and a name that was not given is an error. A region, a card or a chip is a
pure function of its view, so equal views share one piece of `Markup`: a picture draws only what no
picture has shown before, and nothing is escaped twice. What a page alone shows (a board, a replay,
how long it is to the next deal) is drawn for it and forgotten: kept, it would push the tables' out.
"""

import re
from collections.abc import Callable
from dataclasses import fields
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension
from markupsafe import Markup, escape

from app.table.picture import Picture
from app.web import words
from app.web.new_view import NewPage
from app.web.page_views import ErrorPage
from app.web.preferences import USUAL, Preferences
from app.web.views import Regions, regions

TEMPLATES = Path(__file__).parents[2] / "templates"
KEPT = 8192  # fragments; a few hundred bytes each
CHANGES_ALWAYS = "state"  # its version never comes twice, so keeping it would only push others out

LINK_ONLY = {"room", "here"}  # regions that only the page of a link match has

_BETWEEN_TAGS = re.compile(r"(?<=[>}])\s*\n\s*(?=[<{])")
_LINE_END = re.compile(r"\s*\n\s*")
# What is isolated is somebody's name (words.isolated): its brackets are its own.
_SHORTENABLE = re.compile("\u2068[^\u2069]*\u2069|\\[([^\\[\\]]*)\\]")


class OneLine(Extension):
    """Partials are one line: a message of the stream is, and no space is between their tags."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        if name is None or not name.startswith("partials/"):
            return source
        return _LINE_END.sub(" ", _BETWEEN_TAGS.sub("", source.strip()))


def environment(
    asset: Callable[[str], str], fragment: Callable[[str, object], Markup]
) -> Environment:
    """Jinja as every template here expects it; `asset` gives the address of a static file."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=[OneLine],
    )
    made.globals.update(asset=asset, fragment=fragment, say=words.say, count=words.count)
    made.filters.update(shortenable=shortenable, isolated=words.isolated)
    return made


def shortenable(text: str) -> Markup:
    """`text` escaped, its [bracketed] parts marked so that narrow pages may leave them out."""
    return Markup(_SHORTENABLE.sub(_roomy, str(escape(text))))  # noqa: S704


def _roomy(part: re.Match[str]) -> str:
    return part[0] if part[1] is None else f'<span class="roomy">{part[1]}</span>'


class Templates:
    """Draws pages and pictures. With `keep=False` nothing is kept; the bytes are the same."""

    def __init__(self, asset: Callable[[str], str], keep: bool = True) -> None:
        self.kept = lru_cache(KEPT)(self._draw) if keep else self._draw
        self._pages = environment(asset, self.fragment)
        self._pictures = environment(asset, self.kept)

    def fragment(self, name: str, view: object) -> Markup:
        """partials/`name`.html for a page, with its one variable, which has the partial's name."""
        return _drawn(self._pages, name, view)

    def _draw(self, name: str, view: object) -> Markup:
        return _drawn(self._pictures, name, view)

    def picture_html(self, picture: Picture, epoch: str) -> str:
        """A picture as the stream sends it: every region as an `<hx-partial>`, on one line."""
        drawn = regions(picture, epoch)
        return "".join(
            f'<hx-partial id="{name}" hx-swap="{swap}">{self._region(name, drawn)}</hx-partial>'
            for name, swap in SWAPS.items()
            if name not in LINK_ONLY or picture.mode == "link"
        )

    def _region(self, name: str, drawn: Regions) -> Markup:
        draw = self._draw if name == CHANGES_ALWAYS else self.kept
        return draw(name, getattr(drawn, name))

    def changes_html(self, new: NewPage, anew: bool) -> str:
        """What a change of the set-up form alters on its page, as partials of htmx.

        `anew`: its controls too, because another preset has brought their values.
        """
        template = self._pages.get_template("partials/changes.html")
        return template.render(new=new, anew=anew)

    def error_html(self, error: ErrorPage) -> str:
        """Any error; it asks no database, so it looks as usual."""
        return self.page_html("error", error)

    def page_html(self, name: str, view: object, preferences: Preferences = USUAL) -> str:
        """pages/`name`.html, whose one variable has its name, as a browser sees it that chose
        `preferences`.
        """
        template = self._pages.get_template(f"pages/{name}.html")
        return template.render({name: view, "attributes": preferences.attributes})


def _drawn(environment: Environment, name: str, view: object) -> Markup:
    template = environment.get_template(f"partials/{name}.html")
    return Markup(template.render({name: view}))  # noqa: S704  escaped by the template


# Lines of text are new elements with each picture: one element whose words change would count as
# moving, as centred words begin elsewhere. What has focus, or an animation that must not begin
# again, is morphed.
_MORPHED = {"state", "pile", "bar", "cover", "handover", "result", "room", "here"}
SWAPS = {
    field.name: "innerMorph" if field.name in _MORPHED else "innerHTML" for field in fields(Regions)
}
