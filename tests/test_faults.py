"""Faults publicly reported against other systems of this kind, each with the test that would fail if we had it.

A case of the rule book is named by its file and its id, everything else by its file and its function.
"""

import ast
from functools import cache
from pathlib import Path

import pytest
import yaml

HERE = Path(__file__).parent

CASES = "cases/faults.yaml"
CLOCK, CONFLICTS = "services/test_clock.py", "services/test_conflicts.py"
PLAY, PRESENCE = "services/test_play.py", "services/test_presence.py"
LEDGER, LEDGER_CONFLICTS = "services/test_ledger.py", "services/test_ledger_conflicts.py"
ABUSE = "ratings/test_r3_abuse.py"
SLEEPING, TABLES = "services/test_sleeping.py", "services/test_tables.py"
ROUNDS, STANDING_UP = "services/test_rounds.py", "services/test_standing_up.py"
QUEUE, ABSENCE = "services/test_queueing.py", "services/test_absence.py"
HTTP, SOCKET = "live/test_http.py", "live/test_socket.py"
SEASON, UNHAPPY = "leagues/services/test_season.py", "leagues/services/test_unhappy.py"
UNHAPPY_ROWS, SUBSTITUTES = "leagues/services/test_unhappy_rows.py", "leagues/services/test_substitutes.py"
C1, C2 = "leagues/services/test_c1_at_once.py", "leagues/services/test_c2_killed.py"
FAREWELL, OPEN_SEATS = "leagues/services/test_farewell.py", "leagues/services/test_open_seats.py"
SWISS = "leagues/test_p4_swiss.py"

GUARDS: dict[str, list[str]] = {
    # Attack
    "+4 drew ten": [f"{CASES}::a-plus-four-draws-four-and-not-ten"],
    "an attack counted twice": [f"{CASES}::an-attack-is-drawn-once"],
    "the first +2 opened no stack": [f"{CASES}::the-first-plus-two-opens-a-stack"],
    "a single ordinary card drawn instead of answering": [f"{CASES}::no-single-card-instead-of-the-attack"],
    "a leaver's +4 punished a neighbour": [
        f"{CASES}::a-leavers-plus-four-punishes-nobody-else",
        "cases/interplay.yaml::plus-four-of-one-who-left-stands",
    ],
    "penalty blocked by another option": [
        f"{CASES}::the-attack-may-be-drawn-though-cards-that-fit-must-be-played",
        f"{CASES}::a-catch-under-an-attack-costs-its-cards-and-leaves-the-attack",
    ],
    # Colour
    "the active colour read from the card instead of its own field": [f"{CASES}::the-active-colour-is-the-one-named"],
    "a second +4 refused for the colour": [f"{CASES}::a-second-plus-four-may-follow-whatever-colour-was-named"],
    "the winner still asked for a colour": [f"{CASES}::the-winner-is-asked-for-nothing-more"],
    # Turn
    "reverse with two seats did nothing, or one turn late": [f"{CASES}::reverse-with-two-gives-the-turn-at-once"],
    "after a removal always the first in the list was next": [
        f"{CASES}::after-a-removal-the-next-is-the-neighbour-and-not-the-first",
        f"{CASES}::after-a-removal-against-the-clock-too",
    ],
    "timer and act both moved the turn": [
        f"{CONFLICTS}::test_a_turn_that_runs_out_while_its_player_moves_is_one_move",
        f"{CLOCK}::test_a_row_of_an_earlier_position_does_nothing",
    ],
    "a player removed while choosing left the table stuck": [
        f"{CLOCK}::test_whoever_leaves_while_choosing_the_table_goes_on_by_itself",
        f"{CASES}::who-leaves-in-a-race-leaves-no-table-stuck",
        f"{CASES}::who-leaves-over-a-drawn-card-leaves-no-table-stuck",
        f"{CASES}::who-leaves-before-confirming-leaves-no-table-stuck",
    ],
    # Piles
    "never reshuffled in the middle of a draw": [f"{CASES}::the-discard-is-shuffled-in-the-middle-of-a-draw"],
    "cards of a leaver gone": [
        f"{CASES}::a-leavers-cards-stay-in-the-game",
        "engine/test_machine.py::TestRounds",
        "services/test_matches.py::test_no_card_is_lost_in_a_whole_match",
    ],
    "a round that cannot end when all cards are in hands": [f"{CASES}::a-round-in-which-nobody-can-do-anything-ends"],
    "bots looping": [
        "bots/test_choosing.py::test_bots_that_hold_all_cards_and_can_play_none_end_the_round",
        "bots/test_choosing.py::test_the_seat_to_move_always_has_something_to_do",
        "bots/test_beginner.py::test_it_says_it_on_its_turn_when_nothing_else_may_be_done",
    ],
    # Calls
    "the catch button sat where the colour picker was": [
        "e2e/test_table.py::test_calls_pickers_and_mas_are_big_enough_and_apart"
    ],
    "the call impossible on a phone before a script's catch": [
        "cases/mas.yaml::grace",
        "cases/mas.yaml::said-with-the-card",
        "services/test_judging.py::test_a_mas_on_its_way_wins_when_it_was_said_first",
        f"{CLOCK}::test_a_bot_catches_after_the_grace_and_a_human_delay",
    ],
    "after a swap the wrong seat owed": [f"{CASES}::after-a-swap-the-one-left-with-a-card-owes"],
    # Doubles
    "a double click acted twice": [
        f"{PLAY}::test_the_same_command_twice_is_done_once_and_answered_twice",
        f"{PLAY}::test_a_second_tab_cannot_act_on_what_it_no_longer_shows",
        f"{CONFLICTS}::test_the_same_command_at_once_is_done_once",
        f"{QUEUE}::test_a_double_yes_is_one_yes",
        "services/test_queue_conflicts.py::test_the_same_click_twice_is_one_place",
    ],
    "the same step repeated after reconnecting scored twice": [
        f"{ROUNDS}::test_the_play_that_ended_a_round_scores_once_however_often_it_comes"
    ],
    "a late close event after a good reconnect kicked the player": [
        f"{PRESENCE}::test_a_late_close_after_a_good_reconnect_does_not_count"
    ],
    "a job run twice did everything twice": [
        f"{CONFLICTS}::test_several_clocks_do_each_thing_once",
        f"{CONFLICTS}::test_several_clocks_deal_the_next_round_once",
        f"{ROUNDS}::test_a_next_round_that_is_called_for_twice_is_dealt_once",
        "services/test_queue_conflicts.py::test_several_matchers_never_seat_one_player_twice",
    ],
    "a job run twice made every pairing twice": [
        f"{C1}::test_pair_next_round_pressed_by_twenty_at_once_pairs_once",
        f"{C1}::test_publish_pressed_by_twenty_at_once_publishes_once",
        f"{UNHAPPY}::test_pairing_job_that_runs_twice_makes_one_draft",
        f"{C2}::test_a_job_killed_after_its_end_has_left_a_whole_draft_that_is_not_made_twice",
    ],
    # Authority
    "the host removed bots in mid-hand and won": [
        "views/test_permissions.py::test_who_may_do_what_while_a_round_is_played",
        f"{TABLES}::test_after_the_start_the_table_is_no_longer_open",
        f"{QUEUE}::test_there_is_no_pause_no_rematch_and_nobody_to_rule_over_others",
    ],
    "more cards sent than asked": [f"{CASES}::no-more-cards-are-handed-over-than-asked"],
    "acting for another seat": [
        f"{PLAY}::test_only_who_sits_here_may_act",
        f"{PLAY}::test_who_is_not_to_move_waits",
        f"{HTTP}::test_a_command_is_for_its_senders_own_seat",
        f"{SOCKET}::test_a_malformed_frame_gets_a_sentence_and_the_socket_survives",
    ],
    # Leaks
    "the start state held hidden cards": [
        f"{SOCKET}::test_no_frame_names_a_card_that_its_reader_may_not_see",
        f"{ROUNDS}::test_the_promise_is_stored_and_the_secret_sealed",
    ],
    "the undo log held hidden cards": [
        f"{PLAY}::test_what_others_drew_is_in_the_log_only",
        "views/test_history.py::test_no_hand_is_open_before_the_round_is_over",
        "services/test_matches.py::test_a_running_round_is_not_exported",
    ],
    "the spectator page held hidden cards": [
        f"{HTTP}::test_no_page_of_a_running_table_names_a_hidden_card",
        f"{SOCKET}::test_what_a_seat_cannot_see_does_not_change_its_screen",
        "engine/test_visible.py::test_a_spectator_sees_no_hand_and_may_do_nothing",
        "live/test_ranked.py::test_not_a_byte_of_the_running_round_reaches_who_watches_by_http",
        "live/test_ranked.py::test_no_frame_comes_to_who_watches_while_a_round_is_played",
        "views/test_hidden_everywhere.py::test_no_address_tells_a_hidden_card",
        "views/test_hidden_everywhere.py::test_the_walk_would_see_a_card_that_is_shown",
        "views/test_hidden_everywhere.py::test_every_address_of_a_match_is_walked",
    ],
    "other tabs held hidden cards": [
        f"{SOCKET}::test_who_logged_out_elsewhere_is_shown_nothing_more",
        "site/test_answers.py::test_a_page_is_kept_by_no_cache",
    ],
    # Absence
    "removed for idling while waiting for others": [f"{PRESENCE}::test_waiting_for_the_others_is_no_absence"],
    "one long turn counted as three": [f"{CLOCK}::test_one_long_turn_is_one_missed_turn"],
    "switching apps on a phone kicked": [
        f"{PRESENCE}::test_after_a_minute_a_bot_plays_and_gives_back_at_once",
        f"{PRESENCE}::test_a_page_loaded_again_is_never_shown_as_away",
        "live/test_presence.py::test_looking_at_the_page_takes_the_seat_back",
        f"{ABSENCE}::test_who_is_back_in_time_stays",
    ],
    "dead tables lived for ever": [
        f"{CLOCK}::test_an_open_table_that_nobody_touches_closes",
        f"{SLEEPING}::test_a_deserted_table_falls_asleep_in_the_middle_of_a_round",
        f"{SLEEPING}::test_a_table_that_nobody_comes_back_to_is_closed",
        f"{ABSENCE}::test_when_all_are_gone_the_match_ends_and_does_not_sleep",
    ],
    "the remaining player had to resign": [
        "cases/ends.yaml::last-seat-standing",
        f"{STANDING_UP}::test_the_last_one_there_wins_the_match",
        f"{ABSENCE}::test_the_one_who_stays_has_won_and_the_leaver_is_last",
    ],
    # Ratings
    "a game that ended later used the rating of its start": [
        f"{LEDGER}::test_a_match_that_ends_later_goes_by_the_ratings_at_its_end",
        f"{LEDGER_CONFLICTS}::test_two_matches_of_the_same_players_that_end_at_once_follow_each_other",
    ],
    "forfeits changed ratings": [
        f"{ABUSE}::test_a_duel_left_pays_nothing",
        f"{ABUSE}::test_the_others_change_by_each_other_as_if_nobody_had_left",
        f"{LEDGER}::test_leaving_before_the_first_deal_is_over_counts_for_who_left_alone",
        f"{LEDGER}::test_a_cancelled_match_is_not_rated",
    ],
    "a closed group rated itself up": [
        f"{ABUSE}::test_a_closed_group_does_not_rate_itself_up",
        f"{ABUSE}::test_farming_three_fixed_accounts_brings_little_at_any_pace",
        f"{ABUSE}::test_farming_accounts_that_are_new_in_each_match_brings_nothing",
    ],
    "equal losers lost unequally": [
        f"{LEDGER}::test_equal_losers_lose_equally",
        "ratings/test_r1_update.py::test_of_equals_the_better_place_never_gets_less_and_a_tie_gets_the_same",
    ],
    # Leagues
    "two met in all rounds": [
        "leagues/test_p2_round_robin.py::test_full_tables_meet_without_a_repeat_in_a_tenth_of_a_second",
        "leagues/test_p2_round_robin.py::test_mixed_tables_meet_without_a_repeat_in_a_tenth_of_a_second",
        f"{SWISS}::test_a_season_of_few_meetings_has_no_repeat_and_little_spread",
        f"{SWISS}::test_duels_do_not_repeat_in_seven_rounds",
    ],
    "three byes for one": [
        "leagues/test_p8_fairness.py::test_a_bye_never_comes_twice_before_all_had_one",
        f"{SWISS}::test_the_bye_goes_to_the_fewest_byes_then_to_the_fewest_points",
        f"{UNHAPPY}::test_who_has_the_bye_is_somebody_else_each_time",
    ],
    "a bye without points": [
        f"{UNHAPPY}::test_bye_value_a_pairing_bye_is_worth_a_duel_and_three_quarters_of_a_table",
        f"{UNHAPPY_ROWS}::test_bye_value_of_a_table_is_three_quarters_and_never_twice_before_all_had_one",
        "leagues/test_s1_scoring.py::test_byes_are_worth_three_quarters_or_a_duel_won_and_one_asked_for_half_once",
    ],
    "leave and rejoin to harvest byes": [
        f"{UNHAPPY_ROWS}::test_leave_and_rejoin_creates_no_bye_and_rounds_away_after_the_first_count_nothing",
        f"{SEASON}::test_leaving_and_coming_back_earns_no_bye",
    ],
    "who had withdrawn was listed as the winner": [
        "leagues/test_s1_standings.py::test_who_has_gone_stands_after_all_others",
    ],
    "edits that did not reach later standings": [
        f"{SEASON}::test_a_correction_of_the_first_round_reaches_the_standings_after_the_second",
        f"{SEASON}::test_a_correction_before_the_next_draft_moves_the_standings",
        f"{UNHAPPY}::test_correction_after_next_round_is_published_leaves_its_pairing",
    ],
    "deleting a player deleted pairings": [
        f"{FAREWELL}::test_the_pairings_and_results_of_a_played_round_are_the_same_without_the_account",
        f"{UNHAPPY}::test_account_deleted_leaves_the_season_and_its_results_stay",
    ],
    "promotion undone by balancing": [
        "leagues/test_p10_promotion.py::test_random_seasons_keep_every_promise",
        f"{SEASON}::test_the_first_of_the_lower_division_plays_above_next_time",
    ],
    "a deadline off by an hour half of the year": [
        "leagues/services/test_clock_changes.py::test_weekly_rounds_open_and_close_at_the_hour_of_the_first",
        "leagues/test_wall_clock.py::test_a_week_later_the_clocks_show_the_same_hour",
    ],
    "a substitute who never answers blocked the queue": [
        f"{SUBSTITUTES}::test_who_never_answers_is_followed_by_the_next",
        f"{SUBSTITUTES}::test_nobody_who_stands_by_holds_nothing_up",
        f"{OPEN_SEATS}::test_withdrawal_after_publish_nobody_takes_the_seat_and_the_table_shrinks",
    ],
    "penalties that made seating impossible": [
        f"{SEASON}::test_penalties_larger_than_what_was_won_leave_everybody_with_a_table",
        f"{SEASON}::test_a_late_entrant_comes_in_where_penalties_left_most_below_nothing",
        f"{SWISS}::test_who_lost_more_points_than_they_won_sits_with_the_lowest",
        f"{SWISS}::test_of_duels_the_bye_goes_to_who_lost_most_by_a_penalty",
    ],
    "points for tables of three and four not comparable": [
        "leagues/test_s1_scoring.py::test_the_mean_share_is_a_half_at_every_size",
        "leagues/test_s1_scoring.py::test_a_share_is_what_was_beaten_and_half_of_what_was_tied",
        "leagues/test_s1_standings.py::test_a_win_at_a_smaller_table_weighs_less_and_a_shared_one_is_divided",
    ],
    # Names and words
    "look-alike names": [
        "accounts/test_names.py::test_a_name_that_looks_like_another_is_refused",
        "accounts/test_names.py::test_the_database_refuses_it_too",
    ],
    "one label left in English": [
        "test_catalogues.py::test_every_text_is_translated",
        "test_languages.py::test_no_page_mixes_the_languages",
    ],
    "glued plurals": [
        "test_catalogues.py::test_romanian_counts_as_romanian_does",
        "presenters/test_wording.py::test_drawing_and_catching_count_the_cards",
    ],
    "two colours with one symbol": ["views/test_looks.py::test_each_colour_has_a_sign_and_a_letter_of_its_own"],
    "iOS without sound until touched": [
        "views/test_sound.py::test_sound_wakes_with_the_first_touch_and_again_after_each_pause"
    ],
    "calendar entries doubled on refresh": [
        "leagues/test_calendars.py::test_a_refreshed_calendar_has_the_same_entry_once_with_a_higher_number",
        "leagues/test_calendars.py::test_ones_own_feed_needs_no_session_and_follows_every_change",
    ],
}


@cache
def names_in(path: Path) -> set[str]:
    """What can be named in a file: its cases by id, its tests by function or class."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".yaml":
        return {case["id"] for case in yaml.safe_load(text)}
    names = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return {name for name in names if name.startswith(("test_", "Test"))}


@pytest.mark.parametrize("fault", GUARDS)
def test_a_fault_is_guarded_by_tests_that_are_there(fault: str) -> None:
    assert GUARDS[fault]
    missing = []
    for guard in GUARDS[fault]:
        path, name = guard.split("::")
        if not (HERE / path).is_file() or name not in names_in(HERE / path):
            missing.append(guard)
    assert missing == []


def test_every_case_made_of_a_fault_guards_one() -> None:
    named = {guard.split("::")[1] for guards in GUARDS.values() for guard in guards if guard.startswith(CASES)}
    assert names_in(HERE / CASES) == named
