"""Every address that the application answers, as its router knows them: a new one is covered."""

import re
from typing import Any, NamedTuple

from fastapi import FastAPI

_PARAMETER = re.compile(r"\{(\w+)(?::\w+)?\}")
EXAMPLES = {"name": "app.js"}  # what else there is to put into an address, beside a table's id


class Address(NamedTuple):
    """A method and a path, `{id}` and all."""

    method: str
    template: str

    @property
    def endless(self) -> bool:
        """Whether its answer has no end, so that no test may wait for it."""
        return self.method == "GET" and self.template.endswith("/events")

    def path(self, table: str) -> str:
        """The path, at this table."""
        values = {**EXAMPLES, "id": table}
        return _PARAMETER.sub(lambda found: values.get(found[1], "x"), self.template)


def addresses(app: FastAPI, method: str = "") -> list[Address]:
    """All of them, in order; those of one method where it is named."""
    found: list[Address] = []
    for route in app.router.routes:
        # FastAPI keeps a router that was included as one route, with its own inside.
        inner: Any = getattr(route, "effective_route_contexts", None)
        paths: Any = inner() if inner else (route,)
        for each in paths:
            found += [Address(name, each.path) for name in sorted(each.methods or ())]
    return [each for each in found if method in ("", each.method)]
