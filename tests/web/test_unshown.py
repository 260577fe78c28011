"""Which names boards do not show, and which they do although they look a little like those."""

import pytest

from app.table.names import clean_name
from app.web.unshown import unshown


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "Player 4821",
            "player4821",
            "PLAYER  1",
            "Player-4821",
            "Player #48",
            "P l a y e r 4821",
        ),
        *("Ｐｌａｙｅｒ ４８２１", "Pläyer 4821", "Player ٤٨٢١"),
        *("PIayer 4821", "P1ayer 4821", "Plаyеr 4821", "Рlayer 4821", "Player 482l", "Player 4O21"),
        *("Ada (you).", "(you) Ada", "Ada [you]", "Ada (уоu)", "Ada (y0u)"),
        *("Ada (you)", "Ada(YOU)", "( you )", "Ada （you）"),
    ],
)
def test_who_poses_as_another_player(typed: str) -> None:
    assert unshown(clean_name(typed)) == "posing"


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "fuck",
            "FUCK YOU",
            "f u c k",
            "F.U.C.K",
            "fück",
            "fuckface",
            "Mr Fuckwit",
            "sh1t",
            "$hit",
        ),
        *("Ｆｕｃｋ", "a cunt", "Scheiße", "Arschloch", "merde", "enculé", "hijo puta"),
        *("kurwa", "хуй", "ХУЙ", "orospu", "n1gger"),
    ],
)
def test_who_swears(typed: str) -> None:
    assert unshown(clean_name(typed)) == "swearing"


@pytest.mark.parametrize(
    "typed",
    [
        *("Ada", "Zoë", "مريم", "李雷", "😀", "Player", "Players 12", "Player One", "My Player 1"),
        *("Player Lo", "Player I", "Players 1", "Игрок 12", "Ada [young]"),
        *("you", "You Two", "Ada (yours)", "4821"),
        *("Scunthorpe", "Essex", "Sussex", "Penistone", "Lightwater", "Dick van Dyke", "Hancock"),
        *("Gay", "Fanny", "Willy", "Randy", "Wang", "Hitchcock", "Cassandra", "Bassist", "Assad"),
        *("Shiitake", "Nazir", "Nazia", "Rapunzel", "Therapist", "Grape", "Putnam", "Pakistan"),
        *("Suka", "Niger", "Huret", "Wankel", "Kurt", "Saku", "Retta", "A 55", "1 2 3 4"),
    ],
)
def test_whose_name_only_looks_like_it(typed: str) -> None:
    assert unshown(clean_name(typed)) is None
