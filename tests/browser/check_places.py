"""States of the page that checks a deal, for the tables of places.py."""

from collections.abc import Callable, Mapping
from typing import Any

from app.days import reveals_ms
from app.web.check_view import check_page, sealed_page
from app.web.words import moment
from tests.browser.drawn import Drawn
from tests.deals import vectors

Show = Callable[[Drawn], None]

# What the page's module has found, as it writes it.
_FOUND = """(wrong) => {
  const proof = document.getElementById("proof");
  proof.querySelector(".other").hidden = false;
  for (const line of proof.querySelectorAll("[data-step]")) {
    const right = !wrong.includes(line.dataset.step);
    line.dataset.found = right ? "right" : "wrong";
    const differs = proof.dataset.differs.replace("{found}", "5b".repeat(32));
    line.querySelector(".found").textContent = right ? proof.dataset.right
      : differs.replace("{stated}", "5a".repeat(32));
  }
  const first = wrong.length && proof.querySelector(`[data-step="${wrong[0]}"]`);
  document.getElementById("verdict").textContent =
    first ? first.dataset.means : proof.dataset.all;
}"""


def _played(vector: str) -> dict[str, Any]:
    """A vector's deal, as if a game had come of it."""
    deal = vectors()[vector]
    counts = [52, *[0] * (len(deal["seats"]) - 1)]
    result = {"winner": 0, "reason": "all_cards", "counts": counts}
    return {**deal, "actions": ["close"], "events": [[]], "result": result}


def _checked(vector: str, wrong: tuple[str, ...] | None) -> Show:
    def show(drawn: Drawn) -> None:
        drawn.draw(drawn.templates.page_html("check", check_page(_played(vector))))
        if wrong is not None:
            drawn.page.evaluate(_FOUND, list(wrong))

    return show


def _sealed(drawn: Drawn) -> None:
    deal = vectors()["V3"]
    page = sealed_page(deal["id"], deal["commitment"], moment(reveals_ms(deal["date"])))
    drawn.draw(drawn.templates.page_html("check", page))


CHECK: Mapping[str, Show] = {
    "without a script": _checked("V1", None),
    "right": _checked("V1", ()),
    "a daily, right": _checked("V3", ()),
    "broken": _checked("V1", ("seed", "deck", "cards")),
    "not yet": _sealed,
}
