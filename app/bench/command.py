"""`python -m app bench page`: the pages' speed against the bars that they must keep."""

import os
import shutil
import sys
from contextlib import nullcontext

from app.bench.figures import as_json, as_table
from app.bench.server import NotServed, own_server

NO_PLAYWRIGHT = "Pages are measured in a browser, driven by Playwright: `make setup` installs it."
NO_CHROMIUM = "Pages are measured in Chromium: install it, or name one by SLAPBACK_CHROMIUM."
NO_MEASURE = 2
BAR_MISSED = 1


def page(url: str | None, samples: int, as_program: bool) -> int:
    """Measure the pages at `url`, or those of a server of its own, and print the figures.

    Returns 0 when every bar is kept, 1 when one is missed, 2 when nothing could be measured.
    """
    try:
        from playwright.sync_api import Error

        from app.bench.page import measure
    except ImportError:
        return _told(NO_PLAYWRIGHT)
    chromium = shutil.which(os.environ.get("SLAPBACK_CHROMIUM") or "chromium")
    if chromium is None:
        return _told(NO_CHROMIUM)
    try:
        with nullcontext(url.rstrip("/")) if url else own_server() as address:
            figures = measure(address, chromium, samples)
    except NotServed as error:
        return _told(str(error))
    except Error as error:
        return _told(f"The pages could not be used: {str(error).splitlines()[0]}")
    print(as_json(figures) if as_program else as_table(figures))
    return 0 if all(figure.kept for figure in figures) else BAR_MISSED


def _told(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return NO_MEASURE
