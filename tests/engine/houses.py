"""House rules at random: any that RULES allows."""

from hypothesis import strategies as st

from app.engine.conditions import CONDITIONS
from app.engine.rules import Jokers, Rules


@st.composite
def houses(draw: st.DrawFn) -> Rules:
    """Any rules that can be played."""
    jokers: Jokers = draw(st.sampled_from(["none", "slap", "challenge"]))
    challenges = draw(st.booleans())
    slaps = draw(st.frozensets(st.sampled_from(list(CONDITIONS))))
    if "run_wrap" in slaps:
        slaps |= {"run"}
    if jokers == "none":
        slaps -= {"joker"}
    if not challenges and not slaps:
        slaps = frozenset({"double"})
    return Rules(
        seats=draw(st.integers(2, 8)),
        decks=draw(st.integers(1, 2)),
        jokers=jokers,
        joker_chances=draw(st.integers(1, 9)),
        challenges=challenges,
        slaps=slaps,
        burn=draw(st.integers(1, 2)),
        empty_false_slap=draw(st.sampled_from(["free", "out", "strikes"])),
        responder_empty=draw(st.sampled_from(["collect", "carry"])),
        ending=draw(st.sampled_from(["full", "last_chance", "last_window"])),
        reveal_limit=draw(st.none() | st.integers(10, 40) | st.integers(10, 2000)),
        time_limit_s=draw(st.none() | st.integers(30, 7200)),
        repetition_draw=draw(st.booleans()),
        slap_until_covered=draw(st.booleans()),
    )
