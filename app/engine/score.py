"""What a daily game is worth (RULES, "Score of a daily game")."""

WIN, A_SECOND, A_FALSE_SLAP, WIN_MIN = 2000, 2, 20, 500
A_PILE = 25


def daily_score(won: bool, play_ms: int, false_slaps: int, piles_slapped: int) -> int:
    """The points of a person who has finished a daily; a draw is not won.

    `play_ms` is the play time of FAIRNESS 1.4, of which whole seconds count.
    """
    if not won:
        return A_PILE * piles_slapped
    return max(WIN_MIN, WIN - A_SECOND * (play_ms // 1000) - A_FALSE_SLAP * false_slaps)
