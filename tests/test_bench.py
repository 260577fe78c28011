"""The bench's figures, and what it says where it cannot measure."""

import json
import math
import sys

import pytest

from app.__main__ import main
from app.bench.figures import around, as_json, as_table, at_most, percentile


def test_percentiles_are_values_that_were_measured() -> None:
    values = [float(value) for value in range(1, 101)]
    assert [percentile(values, percent) for percent in (50, 95, 100)] == [50, 95, 100]
    assert percentile([7.0], 95) == 7
    assert math.isnan(percentile([], 50))


def test_a_bar_is_kept_up_to_its_own_number() -> None:
    assert at_most("shift", [0.0], 0).kept
    assert at_most("feedback", [50.0], 50).kept
    assert not at_most("feedback", [*[20.0] * 18, 51, 51], 50).kept
    assert at_most("feedback", [*[20.0] * 19, 51], 50).kept, "one of twenty is beyond p95"
    assert around("press", [381, 419], 400, 20).kept
    assert not around("press", [379.9], 400, 20).kept
    assert not around("press", [420.1], 400, 20).kept


def test_what_was_not_measured_keeps_no_bar() -> None:
    [told] = json.loads(as_json([at_most("verdict", [], 250)]))
    assert (told["kept"], told["n"], told["p50"]) == (False, 0, None)
    assert as_table([at_most("verdict", [], 250)]).splitlines()[1].endswith("no")


def test_the_table_has_one_line_a_figure() -> None:
    figures = [
        at_most("feedback", [20.04, 31], 50),
        at_most("shift, home", [0.0125], 0.01, unit="", rule="worst"),
    ]
    assert as_table(figures).splitlines() == [
        "figure        n    p50    p95  bar           kept",
        "feedback, ms  2     20     31  p95 ≤ 50      yes",
        "shift, home   1  0.013  0.013  worst ≤ 0.01  no",
    ]


def test_the_program_s_form_has_every_value() -> None:
    [told] = json.loads(as_json([around("press", [399.123456, 410], 400, 20)]))
    assert told == {
        "name": "press",
        "unit": "ms",
        "n": 2,
        "p50": 399.1235,
        "p95": 410,
        "judged": 10,
        "bar": 20,
        "rule": "400 ± 20 (p95)",
        "kept": True,
        "values": [399.1235, 410],
    }


def test_without_playwright_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    assert main(["bench", "page"]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    assert "make setup" in output.err
