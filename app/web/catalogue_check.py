"""The catalogue's words of provable deals: the seal of a result, and the page that checks it."""

from collections.abc import Mapping
from types import MappingProxyType

CHECK_WORDS: Mapping[str, str] = MappingProxyType(
    {
        # the result's seal
        "check_deal": "Check this deal",
        "check_after": "Everybody plays this day's cards, so its seed is shown from {moment} on.",
        "moment_utc": "{date}, {time}\N{NO-BREAK SPACE}UTC",
        # the page
        "check_lead": (
            "Before the shuffle the server gave a promise. With what it shows now, anybody can "
            "work out the whole deal again, and see that nobody chose the cards."
        ),
        "check_lead_sealed": (
            "The server has given a promise for this deal. Once its seed is shown, anybody can "
            "work out the whole deal again, and see that nobody chose the cards."
        ),
        "check_steps": "Step by step",
        "check_step_promise": "The promise",
        "check_says_promise": (
            "The server had drawn a secret seed, and showed its fingerprint (SHA-256) before it "
            "took anybody else's. The seed that it shows now must have that fingerprint."
        ),
        "check_says_promise_daily": (
            "A week before its day the fingerprint (SHA-256) of the day's seed was public. The "
            "seed that is shown now must have that fingerprint."
        ),
        "check_says_promise_daily_since": (
            "From {moment} on, before its day began, the fingerprint (SHA-256) of the day's seed "
            "was public. The seed that is shown now must have that fingerprint."
        ),
        "check_says_promise_daily_none": (
            "This day's seed was drawn only after its day had begun, so nothing was promised "
            "before. The seed that is shown now must have the fingerprint (SHA-256) of the one "
            "that was drawn."
        ),
        "check_means_promise": (
            "The promise does not agree: this is not the seed that was promised before the "
            "shuffle, or one of the two was changed since."
        ),
        "check_step_seed": "The deal's seed",
        "check_says_seed": (
            "The server's seed and everybody's own are mixed (HMAC-SHA256) with the game's name "
            "and number. Whoever gave a seed knows that the server could not choose what comes out."
        ),
        "check_says_seed_daily": (
            "It is made (HMAC-SHA256) of the day's seed, the date and the number of seats, and of "
            "nobody's own, so that everybody plays the same cards."
        ),
        "check_means_seed": (
            "The deal's seed does not agree: the deal does not come from these seeds, or not in "
            "this game."
        ),
        "check_step_deck": "The shuffle",
        "check_says_deck": "The deal's seed alone says in which order the deck lies.",
        "check_means_deck": (
            "The shuffle does not agree: the cards were not shuffled as promised."
        ),
        "check_step_dealer": "The dealer",
        "check_says_dealer": "The deal's seed draws the dealer by lot.",
        "check_says_dealer_turn": (
            "The deal moves on from the game before: to the next seat whose player is still there. "
            "Who sat where is what the server says."
        ),
        "check_means_dealer": "The dealer does not agree: another seat should have dealt.",
        "check_step_cards": "The cards in play",
        "check_says_cards": (
            "From the deal on, each reveal must turn the top card of its stack. Burned cards go "
            "under the pile, and whoever collects takes exactly that pile."
        ),
        "check_means_cards": (
            "The cards in play do not agree: what is written down is no game with these cards."
        ),
        "check_step_result": "The result",
        "check_says_result": "The stacks at the end, and the winner who follows from them.",
        "check_means_result": "The result does not agree: the game did not end as it says.",
        # what is found
        "check_right": "Agrees.",
        "check_differs": "It is {found}, the file says {stated}.",
        "check_card": "Card {at} is {found}, the file says {stated}.",
        "check_action": "The cards cannot follow action {at}: {stated}.",
        "check_all": "Everything agrees.",
        "check_malformed": "This is no deal file of ours, or not a whole one.",
        "check_insecure": (
            "This browser lets a page check only at an address with https. The command below "
            "checks everywhere."
        ),
        "check_no_script": (
            "Checking here takes JavaScript, which is off. The command below checks without it."
        ),
        # beyond
        "check_beyond": "What this page does not check",
        "check_beyond_body": (
            "The page follows every card. Whose turn it was, whether a slap was right, and when a "
            "challenge was lost are for the rules. The program plays every action by them:"
        ),
        "check_command": "python -m app check deal slapback-{game}.json",
        "check_download": "Download the deal file",
        "check_other": "Check a deal file from this device",
        "check_other_hint": "It is read here and sent nowhere.",
        # what is shown
        "check_values": "What the server shows",
        "check_commitment": "Promise (commitment)",
        "check_server_seed": "Server's seed",
        "check_day_seed": "Day's seed",
        "check_date": "Day",
        "check_id": "The game's name",
        "check_number": "Deal of its table",
        "check_deal_seed": "Deal's seed",
        "check_dealer": "Dealer",
        "check_seat": "Seat {seat}",
        "check_seat_person": "Seat {seat}, a person",
        "check_seat_computer": "Seat {seat}, a computer",
        "check_seed_none": "none",
        "check_seed_drawn": "{seed} (drawn by the server)",
        "check_deck": "Deck, dealt from its front",
        "check_outcome": "Result",
        "check_won": "Seat {seat} won. {reason} Cards: {cards}.",
        "check_draw": "A draw. {reason} Cards: {cards}.",
        "check_count": "seat {seat} {number}",
        "check_not_yet": (
            "Everybody plays this day's cards, so its seed and its deal are shown from {moment} on."
        ),
        "check_replay": "Replay",
    }
)
