"""Every address of the site × who asks: what they get, and that no form takes more than its own fields.

To add an address is to add a line to ROUTES: its name, what GET gives to each of the roles, and what POST
gives that sends the name of every field of every model. An address without a name is called by its path.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.engine.ruleset import rules_from
from games.models import Match, Player, Rating, Report
from games.services import company, moderation
from tests import kept
from tests.leagues.services.league import ids, published, tables_of
from tests.services.table import open_table, player
from tests.services.test_matches import bots_only, play_out

pytestmark = pytest.mark.django_db

ROLES = ("anonymous", "player", "other", "moderator", "staff")
ROUTES = """
# The site
/healthz                                          200 200 200 200 200 | 405 405 405 405 405
/metrics                                          404 404 404 404 404 | 405 405 405 405 405
/favicon.ico                                      302 302 302 302 302 | 405 405 405 405 405
/robots.txt                                       200 200 200 200 200 | 405 405 405 405 405
/.well-known/security.txt                         404 404 404 404 404 | 405 405 405 405 405
set_language                                      302 302 302 302 302 | 302 302 302 302 302
/worker.js                                        200 200 200 200 200 | 405 405 405 405 405
# Accounts: ours, and allauth's
accounts:settings                                 302 200 200 200 200 | 405 405 405 405 405
accounts:preferences                              405 405 405 405 405 | 302 302 302 302 302
accounts:free_text                                405 405 405 405 405 | 302 302 302 302 302
accounts:keep                                     302 302 302 302 302 | 302 302 302 302 302
accounts:rename                                   302 200 200 200 200 | 302 302 302 302 302
accounts:download                                 405 405 405 405 405 | 302 302 302 302 302
accounts:leave                                    302 200 200 200 200 | 302 302 302 302 302
accounts:warning_read                             405 405 405 405 405 | 302 302 302 302 302
accounts:recovery_code                            302 200 200 200 200 | 302 302 302 302 302
accounts:recover                                  200 200 200 200 200 | 200 200 200 200 200
account_login                                     200 302 302 302 302 | 200 302 302 302 302
account_logout                                    302 200 200 200 200 | 302 302 302 302 302
account_inactive                                  200 200 200 200 200 | 405 405 405 405 405
account_signup                                    200 302 302 302 302 | 200 302 302 302 302
account_reauthenticate                            302 200 200 200 200 | 302 200 200 200 200
account_request_reauthentication_code             302 403 403 403 403 | 302 403 403 403 403
account_confirm_reauthentication_code             302 403 403 403 403 | 302 403 403 403 403
account_email                                     302 200 200 200 200 | 302 302 302 302 302
account_email_verification_sent                   200 200 200 200 200 | 405 405 405 405 405
account_change_password                           302 200 200 200 200 | 302 200 200 200 200
account_set_password                              302 302 302 302 302 | 302 302 302 302 302
account_reset_password                            200 200 200 200 200 | 302 302 302 302 302
account_confirm_login_code                        302 302 302 302 302 | 302 302 302 302 302
account_confirm_email                             200 200 200 200 200 | 404 404 404 404 404
account_reset_password_from_key_done              200 200 200 200 200 | 405 405 405 405 405
account_reset_password_from_key                   200 200 200 200 200 | 200 200 200 200 200
account_reset_password_done                       200 200 200 200 200 | 405 405 405 405 405
mfa_index                                         302 200 200 200 200 | 302 405 405 405 405
mfa_authenticate                                  302 302 302 302 302 | 302 302 302 302 302
mfa_reauthenticate                                302 302 302 302 302 | 302 302 302 302 302
mfa_activate_totp                                 302 302 302 302 302 | 302 302 302 302 302
mfa_deactivate_totp                               302 404 404 404 404 | 302 404 404 404 404
mfa_view_recovery_codes                           302 404 404 404 404 | 302 405 405 405 405
mfa_generate_recovery_codes                       302 302 302 302 302 | 302 302 302 302 302
mfa_download_recovery_codes                       302 404 404 404 404 | 302 404 404 404 404
mfa_list_webauthn                                 302 200 200 200 200 | 302 405 405 405 405
mfa_add_webauthn                                  302 302 302 302 302 | 302 302 302 302 302
mfa_reauthenticate_webauthn                       302 302 302 302 302 | 302 302 302 302 302
mfa_remove_webauthn                               302 302 302 302 302 | 302 302 302 302 302
mfa_edit_webauthn                                 302 302 302 302 302 | 302 302 302 302 302
mfa_login_webauthn                                302 302 302 302 302 | 302 302 302 302 302
usersessions_list                                 302 200 200 200 200 | 302 302 302 302 302
# Games, people, ranked play, moderation
games:home                                        200 200 200 200 200 | 405 405 405 405 405
games:open                                        302 200 200 200 200 | 302 422 422 422 422
games:estimate                                    200 200 200 200 200 | 405 405 405 405 405
games:sentence                                    200 200 200 200 200 | 405 405 405 405 405
games:join                                        200 200 200 200 200 | 405 405 405 405 405
games:games                                       200 200 200 200 200 | 405 405 405 405 405
games:my_games                                    302 200 200 200 200 | 405 405 405 405 405
games:profile                                     302 200 404 404 200 | 405 405 405 405 405
games:player_statistics                           302 200 404 404 200 | 405 405 405 405 405
games:statistics                                  200 200 200 200 200 | 405 405 405 405 405
games:board                                       200 200 200 200 200 | 405 405 405 405 405
games:friends                                     302 200 200 200 200 | 405 405 405 405 405
games:friend_ask                                  405 405 405 405 405 | 302 302 302 302 302
games:friend_accept                               405 405 405 405 405 | 302 302 302 302 302
games:friend_refuse                               405 405 405 405 405 | 302 302 302 302 302
games:friend_remove                               405 405 405 405 405 | 302 302 302 302 302
games:match                                       200 200 200 200 200 | 405 405 405 405 405
games:replay                                      200 200 200 200 200 | 405 405 405 405 405
games:replay_picture                              200 200 200 200 200 | 405 405 405 405 405
games:analysis                                    200 200 200 200 200 | 302 302 302 302 302
games:export_json                                 200 200 200 200 200 | 405 405 405 405 405
games:export_text                                 200 200 200 200 200 | 405 405 405 405 405
games:proof                                       200 200 200 200 200 | 405 405 405 405 405
games:proof_json                                  200 200 200 200 200 | 405 405 405 405 405
games:about_proof                                 200 200 200 200 200 | 405 405 405 405 405
games:proof_script                                200 200 200 200 200 | 405 405 405 405 405
games:open_file                                   200 200 200 200 200 | 422 422 422 422 422
games:about_files                                 200 200 200 200 200 | 405 405 405 405 405
games:ranked                                      200 200 200 200 200 | 405 405 405 405 405
games:queue_join                                  405 405 405 405 405 | 302 302 302 302 302
games:queue_leave                                 405 405 405 405 405 | 302 302 302 302 302
games:offer_accept                                405 405 405 405 405 | 302 302 302 302 302
games:queue_note                                  200 200 200 200 200 | 405 405 405 405 405
games:rules                                       200 200 200 200 200 | 405 405 405 405 405
games:lesson                                      200 200 200 200 200 | 405 405 405 405 405
games:lesson_command                              405 405 405 405 405 | 200 200 200 200 200
games:lesson_state                                200 200 200 200 200 | 405 405 405 405 405
games:lesson_follow                               200 200 200 200 200 | 405 405 405 405 405
games:lesson_begin                                405 405 405 405 405 | 302 302 302 302 302
games:moderation                                  302 403 403 200 200 | 405 405 405 405 405
games:moderation_report                           302 403 403 200 200 | 405 405 405 405 405
games:moderation_decide                           405 405 405 405 405 | 302 403 403 422 422
games:moderation_note                             405 405 405 405 405 | 302 403 403 302 302
games:moderation_player                           302 403 403 200 200 | 405 405 405 405 405
games:moderation_lift                             405 405 405 405 405 | 302 403 403 302 302
games:moderation_pairs                            302 403 403 200 200 | 405 405 405 405 405
games:moderation_pair                             302 403 403 200 200 | 405 405 405 405 405
games:moderation_pair_decide                      405 405 405 405 405 | 302 403 403 422 422
games:guest                                       200 302 302 302 302 | 302 302 302 302 302
games:theme                                       405 405 405 405 405 | 302 302 302 302 302
games:push_on                                     405 405 405 405 405 | 302 422 422 422 422
games:push_off                                    405 405 405 405 405 | 302 204 204 204 204
games:manifest                                    200 200 200 200 200 | 405 405 405 405 405
games:table                                       200 200 200 200 200 | 405 405 405 405 405
games:command                                     405 405 405 405 405 | 401 200 200 200 200
games:deal                                        405 405 405 405 405 | 401 200 200 200 200
games:state                                       200 200 200 200 200 | 405 405 405 405 405
games:follow                                      200 200 200 200 200 | 405 405 405 405 405
games:seat_take                                   405 405 405 405 405 | 302 302 302 302 302
games:seat_leave                                  405 405 405 405 405 | 302 302 302 302 302
games:seat_free                                   405 405 405 405 405 | 302 302 302 302 302
games:bot_add                                     405 405 405 405 405 | 302 302 302 302 302
games:bot_remove                                  405 405 405 405 405 | 302 302 302 302 302
games:ready                                       405 405 405 405 405 | 302 302 302 302 302
games:start                                       405 405 405 405 405 | 302 302 302 302 302
games:table_rules                                 200 200 200 200 200 | 405 405 405 405 405
games:rules_change                                302 200 403 403 403 | 302 422 403 403 403
games:rematch                                     405 405 405 405 405 | 302 302 302 302 302
games:pause                                       405 405 405 405 405 | 302 302 302 302 302
games:say                                         405 405 405 405 405 | 302 302 302 302 302
games:report                                      405 405 405 405 405 | 302 302 302 302 302
games:mute                                        405 405 405 405 405 | 302 302 302 302 302
games:block                                       405 405 405 405 405 | 302 302 302 302 302
games:invite                                      302 200 403 403 403 | 302 302 403 403 403
games:invitation_decline                          405 405 405 405 405 | 302 302 302 302 302
games:back                                        405 405 405 405 405 | 302 302 302 302 302
games:resume                                      405 405 405 405 405 | 302 302 302 302 302
# Leagues and paper cards
leagues:new                                       302 200 200 200 200 | 302 422 422 422 422
leagues:desk                                      302 200 403 403 200 | 405 405 405 405 405
leagues:desk_entrants                             302 200 403 403 200 | 405 405 405 405 405
leagues:desk_plan                                 302 200 403 403 200 | 302 422 403 403 422
leagues:desk_running                              302 200 403 403 200 | 405 405 405 405 405
leagues:log                                       302 200 403 403 200 | 405 405 405 405 405
leagues:desk_act                                  405 405 405 405 405 | 302 404 404 404 404
leagues:board                                     302 200 403 403 200 | 405 405 405 405 405
leagues:board_act                                 405 405 405 405 405 | 302 404 404 404 404
leagues:desk_result                               302 200 403 403 200 | 302 409 403 403 409
leagues:desk_table                                302 200 403 403 200 | 405 405 405 405 405
leagues:desk_table_act                            405 405 405 405 405 | 302 404 404 404 404
leagues:desk_postpone                             405 405 405 405 405 | 302 302 403 403 302
leagues:desk_ladder                               302 404 403 403 404 | 405 405 405 405 405
leagues:ladder_act                                405 405 405 405 405 | 302 404 404 404 404
leagues:hall                                      200 200 200 200 200 | 405 405 405 405 405
leagues:index                                     200 200 200 200 200 | 405 405 405 405 405
leagues:code_form                                 302 302 302 302 302 | 405 405 405 405 405
leagues:code                                      302 302 302 302 302 | 405 405 405 405 405
leagues:mail                                      302 200 200 200 200 | 302 302 302 302 302
leagues:unsubscribe                               404 404 404 404 404 | 404 404 404 404 404
leagues:week                                      302 200 200 200 200 | 302 422 422 422 422
leagues:feeds                                     302 200 200 200 200 | 405 405 405 405 405
leagues:feed_personal                             404 404 404 404 404 | 405 405 405 405 405
leagues:feed_league                               200 200 200 200 200 | 405 405 405 405 405
leagues:offer                                     405 405 405 405 405 | 302 404 404 404 404
leagues:take_over                                 405 405 405 405 405 | 302 404 404 404 404
leagues:league                                    200 200 200 200 200 | 405 405 405 405 405
leagues:standings                                 200 200 200 200 200 | 405 405 405 405 405
leagues:sums                                      200 200 200 200 200 | 405 405 405 405 405
leagues:rounds                                    200 200 200 200 200 | 405 405 405 405 405
leagues:people                                    200 200 200 200 200 | 405 405 405 405 405
leagues:rules                                     200 200 200 200 200 | 405 405 405 405 405
leagues:public_log                                200 200 200 200 200 | 405 405 405 405 405
leagues:act                                       405 405 405 405 405 | 302 404 404 404 404
leagues:export                                    404 404 404 404 404 | 405 405 405 405 405
leagues:import                                    302 200 403 403 200 | 302 422 403 403 422
leagues:table                                     200 200 200 200 200 | 405 405 405 405 405
leagues:sit                                       405 405 405 405 405 | 302 302 302 302 302
leagues:table_act                                 405 405 405 405 405 | 302 404 404 404 404
leagues:paper                                     200 200 200 200 200 | 422 422 422 422 422
leagues:paper_empty                               200 200 200 200 200 | 405 405 405 405 405
leagues:paper_view                                404 404 404 404 404 | 405 405 405 405 405
leagues:paper_sheet                               404 404 404 404 404 | 405 405 405 405 405
leagues:paper_write                               405 405 405 405 405 | 404 404 404 404 404
leagues:paper_remove                              405 405 405 405 405 | 404 404 404 404 404
leagues:paper_close                               405 405 405 405 405 | 404 404 404 404 404
leagues:paper_sync                                405 405 405 405 405 | 400 400 400 400 400
# Administration
admin:index                                       302 302 302 302 200 | 302 302 302 302 200
admin:login                                       302 403 403 403 302 | 302 403 403 403 200
admin:logout                                      302 302 302 302 200 | 302 302 302 302 302
admin:password_change                             302 302 302 302 200 | 302 302 302 302 200
admin:password_change_done                        302 302 302 302 200 | 302 302 302 302 405
admin:autocomplete                                302 302 302 302 403 | 302 302 302 302 405
admin:jsi18n                                      302 302 302 302 200 | 302 302 302 302 405
admin:view_on_site                                302 302 302 302 404 | 302 302 302 302 404
admin:auth_group_changelist                       302 302 302 302 200 | 302 302 302 302 200
admin:auth_group_add                              302 302 302 302 200 | 302 302 302 302 302
admin:auth_group_history                          302 302 302 302 200 | 302 302 302 302 200
admin:auth_group_delete                           302 302 302 302 200 | 302 302 302 302 302
admin:auth_group_change                           302 302 302 302 200 | 302 302 302 302 302
/admin/auth/group/<path:object_id>/               302 302 302 302 302 | 302 302 302 302 302
admin:mfa_authenticator_changelist                302 302 302 302 200 | 302 302 302 302 200
admin:mfa_authenticator_add                       302 302 302 302 403 | 302 302 302 302 403
admin:mfa_authenticator_history                   302 302 302 302 302 | 302 302 302 302 302
admin:mfa_authenticator_delete                    302 302 302 302 302 | 302 302 302 302 302
admin:mfa_authenticator_change                    302 302 302 302 302 | 302 302 302 302 302
/admin/mfa/authenticator/<path:object_id>/        302 302 302 302 302 | 302 302 302 302 302
admin:games_maskedword_changelist                 302 302 302 302 200 | 302 302 302 302 200
admin:games_maskedword_add                        302 302 302 302 200 | 302 302 302 302 302
admin:games_maskedword_history                    302 302 302 302 302 | 302 302 302 302 302
admin:games_maskedword_delete                     302 302 302 302 302 | 302 302 302 302 302
admin:games_maskedword_change                     302 302 302 302 302 | 302 302 302 302 302
/admin/games/maskedword/<path:object_id>/         302 302 302 302 302 | 302 302 302 302 302
admin:games_report_changelist                     302 302 302 302 200 | 302 302 302 302 200
admin:games_report_add                            302 302 302 302 403 | 302 302 302 302 403
admin:games_report_history                        302 302 302 302 200 | 302 302 302 302 200
admin:games_report_delete                         302 302 302 302 200 | 302 302 302 302 302
admin:games_report_change                         302 302 302 302 200 | 302 302 302 302 200
/admin/games/report/<path:object_id>/             302 302 302 302 302 | 302 302 302 302 302
admin:games_ledgeract_changelist                  302 302 302 302 200 | 302 302 302 302 200
admin:games_ledgeract_add                         302 302 302 302 200 | 302 302 302 302 200
admin:games_ledgeract_history                     302 302 302 302 302 | 302 302 302 302 302
admin:games_ledgeract_delete                      302 302 302 302 403 | 302 302 302 302 403
admin:games_ledgeract_change                      302 302 302 302 302 | 302 302 302 302 302
/admin/games/ledgeract/<path:object_id>/          302 302 302 302 302 | 302 302 302 302 302
admin:games_pairs                                 302 302 302 302 200 | 302 302 302 302 200
admin:games_pair                                  302 302 302 302 200 | 302 302 302 302 200
admin:games_pairdecision_changelist               302 302 302 302 200 | 302 302 302 302 200
admin:games_pairdecision_add                      302 302 302 302 403 | 302 302 302 302 403
admin:games_pairdecision_history                  302 302 302 302 302 | 302 302 302 302 302
admin:games_pairdecision_delete                   302 302 302 302 403 | 302 302 302 302 403
admin:games_pairdecision_change                   302 302 302 302 302 | 302 302 302 302 302
/admin/games/pairdecision/<path:object_id>/       302 302 302 302 302 | 302 302 302 302 302
admin:games_settlement_changelist                 302 302 302 302 200 | 302 302 302 302 200
admin:games_settlement_add                        302 302 302 302 403 | 302 302 302 302 403
admin:games_settlement_history                    302 302 302 302 302 | 302 302 302 302 302
admin:games_settlement_delete                     302 302 302 302 403 | 302 302 302 302 403
admin:games_settlement_change                     302 302 302 302 302 | 302 302 302 302 302
/admin/games/settlement/<path:object_id>/         302 302 302 302 302 | 302 302 302 302 302
admin:auth_user_password_change                   302 302 302 302 200 | 302 302 302 302 200
admin:games_player_changelist                     302 302 302 302 200 | 302 302 302 302 200
admin:games_player_add                            302 302 302 302 200 | 302 302 302 302 200
admin:games_player_history                        302 302 302 302 200 | 302 302 302 302 200
admin:games_player_delete                         302 302 302 302 403 | 302 302 302 302 403
admin:games_player_change                         302 302 302 302 200 | 302 302 302 302 200
/admin/games/player/<path:object_id>/             302 302 302 302 302 | 302 302 302 302 302
admin:games_secretreading_changelist              302 302 302 302 200 | 302 302 302 302 200
admin:games_secretreading_add                     302 302 302 302 403 | 302 302 302 302 403
admin:games_secretreading_history                 302 302 302 302 200 | 302 302 302 302 200
admin:games_secretreading_delete                  302 302 302 302 403 | 302 302 302 302 403
admin:games_secretreading_change                  302 302 302 302 200 | 302 302 302 302 403
/admin/games/secretreading/<path:object_id>/      302 302 302 302 302 | 302 302 302 302 302
admin:games_match_changelist                      302 302 302 302 200 | 302 302 302 302 200
admin:games_match_add                             302 302 302 302 403 | 302 302 302 302 403
admin:games_match_history                         302 302 302 302 200 | 302 302 302 302 200
admin:games_match_delete                          302 302 302 302 403 | 302 302 302 302 403
admin:games_match_change                          302 302 302 302 200 | 302 302 302 302 403
/admin/games/match/<path:object_id>/              302 302 302 302 302 | 302 302 302 302 302
admin:django_ox_oxtask_overview                   302 302 302 302 200 | 302 302 302 302 405
admin:django_ox_oxtask_changelist                 302 302 302 302 200 | 302 302 302 302 200
admin:django_ox_oxtask_add                        302 302 302 302 403 | 302 302 302 302 403
admin:django_ox_oxtask_history                    302 302 302 302 302 | 302 302 302 302 302
admin:django_ox_oxtask_delete                     302 302 302 302 403 | 302 302 302 302 403
admin:django_ox_oxtask_change                     302 302 302 302 302 | 302 302 302 302 302
/admin/django_ox/oxtask/<path:object_id>/         302 302 302 302 302 | 302 302 302 302 302
admin:django_ox_oxschedule_changelist             302 302 302 302 200 | 302 302 302 302 200
admin:django_ox_oxschedule_add                    302 302 302 302 200 | 302 302 302 302 200
admin:django_ox_oxschedule_history                302 302 302 302 302 | 302 302 302 302 302
admin:django_ox_oxschedule_delete                 302 302 302 302 302 | 302 302 302 302 302
admin:django_ox_oxschedule_change                 302 302 302 302 302 | 302 302 302 302 302
/admin/django_ox/oxschedule/<path:object_id>/     302 302 302 302 302 | 302 302 302 302 302
admin:account_emailaddress_changelist             302 302 302 302 200 | 302 302 302 302 200
admin:account_emailaddress_add                    302 302 302 302 200 | 302 302 302 302 302
admin:account_emailaddress_history                302 302 302 302 302 | 302 302 302 302 302
admin:account_emailaddress_delete                 302 302 302 302 302 | 302 302 302 302 302
admin:account_emailaddress_change                 302 302 302 302 302 | 302 302 302 302 302
/admin/account/emailaddress/<path:object_id>/     302 302 302 302 302 | 302 302 302 302 302
admin:usersessions_usersession_changelist         302 302 302 302 200 | 302 302 302 302 200
admin:usersessions_usersession_add                302 302 302 302 200 | 302 302 302 302 200
admin:usersessions_usersession_history            302 302 302 302 302 | 302 302 302 302 302
admin:usersessions_usersession_delete             302 302 302 302 302 | 302 302 302 302 302
admin:usersessions_usersession_change             302 302 302 302 302 | 302 302 302 302 302
/admin/usersessions/usersession/<path:object_id>/ 302 302 302 302 302 | 302 302 302 302 302
admin:app_list                                    302 302 302 302 200 | 302 302 302 302 200
/admin/(?P<url>.*)$                               302 302 302 302 404 | 302 302 302 302 404
"""


class Row(NamedTuple):
    """What each role gets."""

    get: tuple[int, ...]
    post: tuple[int, ...]


@cache
def rows() -> dict[str, Row]:
    found = {}
    for line in ROUTES.strip().splitlines():
        if line.startswith("#"):
            continue
        name, *statuses = line.replace("|", " ").split()
        numbers = tuple(map(int, statuses))
        assert len(numbers) == 2 * len(ROLES), line
        assert name not in found, f"{name} has two rows"
        found[name] = Row(numbers[: len(ROLES)], numbers[len(ROLES) :])
    return found


def routes(resolver: URLResolver, namespace: str = "", path: str = "") -> Iterator[tuple[str, str]]:
    """Name and path of every address; those without a name are called by their path."""
    for pattern in resolver.url_patterns:
        whole = path + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, f"{pattern.namespace}:" if pattern.namespace else namespace, whole)
        elif isinstance(pattern, URLPattern):
            yield f"{namespace}{pattern.name}" if pattern.name else f"/{whole}", whole


def all_routes() -> dict[str, str]:
    """One path a name: of several that differ in their places the longest."""
    found: dict[str, str] = {}
    for name, path in routes(get_resolver()):
        found[name] = max(found.get(name, ""), path, key=len)
    return found


PLACE = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:\[[^]]*\][+*]?|\.[+*]|[^)])*\)")


def first_of(path: str) -> int:
    """The key of the first row that an administrator's address could be about: databases count on from test to test."""
    parts = path.split("/")
    if parts[0] != "admin" or len(parts) < 3 or parts[1] not in apps.app_configs:
        return 1
    model = apps.app_configs[parts[1]].models.get(parts[2])
    first = model and model._default_manager.order_by("pk").values_list("pk", flat=True).first()
    return first or 1


class Scene:
    """Ana hosts a table, has played, and runs a league; Dan is another one; Mara moderates; the chief may all."""

    def __init__(self) -> None:
        self.people = {
            "player": player("ana"),
            "other": player("dan"),
            "moderator": player("mara"),
            "staff": Player.objects.create_superuser("chief", password="un cal mare"),
        }
        moderation.appoint(player=self.people["moderator"])
        ana, bogdan = self.people["player"], player("bogdan")
        self.over = play_out(bots_only(ana, bogdan, rules=rules_from({"ending": "single"})))
        self.open = open_table(ana, bogdan)
        self.day = published(4, owner="ana")
        self.report = company.report(match=self.open, reporter=ana, other=bogdan, why="insult")

    def address(self, name: str, path: str) -> str:
        places = {"number": 1, "move": 1, "username": "bogdan", "uidb36": "1", "key": "1-1", "id": 1, "url": "nothing"}
        places |= {"pk": self.report.pk, "content_type_id": 1, "app_label": "games"}
        places["object_id"] = places["id"] = first_of(path)
        places |= {"slug": self.day.division.season.league.slug, "table": tables_of(self.day)[0].pk, "verb": "x"}
        places["entrant"] = ids(tables_of(self.day)[0])[0]
        places |= {"helper": self.people["player"].pk, "helped": self.people["other"].pk}
        places["code"] = self.over.code if path.startswith("joc/") else self.open.code
        filled = PLACE.sub(lambda place: str(places.get(place[1] or place[2], 1)), path)
        return "/" + re.sub(r"[\^$\\]", "", filled)

    def client(self, role: str) -> Client:
        client = Client()
        if role in self.people:
            client.force_login(self.people[role])
        return client

    def guarded(self) -> list[tuple[Any, ...]]:
        """What no form may change by a field that is not its own."""
        people = Player.objects.filter(pk__in=[person.pk for person in self.people.values()]).order_by("pk")
        columns = (
            *("pk", "is_staff", "is_superuser", "is_active", "is_guest", "is_demo", "gone_at", "date_joined"),
            *("password", "recovery_hash", "age_band", "warned_for", "chat_closed_until", "groups"),
        )
        matches = Match.objects.order_by("pk").values_list("pk", "kind", "code", "created_at", "preset")[:2]
        reports = Report.objects.order_by("pk").values_list("pk", "player", "reporter", "match")
        hosts = Match.objects.filter(pk=self.over.pk).values_list("host")
        return [*people.values_list(*columns), *matches, *hosts, *reports, *Rating.objects.values_list()]


def every_field(someone: Player) -> dict[str, str]:
    """The name of each field of each model, with a value that would show."""
    fields = {field.name for model in apps.get_models() for field in model._meta.get_fields() if field.concrete}
    special = {"is_staff": "on", "is_superuser": "on", "is_active": "", "password": "prea-mult-1", "groups": "1"}
    special["user"] = str(someone.pk)
    return (
        dict.fromkeys(sorted(fields), "1")
        | special
        | {"username": "intrus", "name": "intrus", "email": "x@example.org"}
    )


def statuses(scene: Scene, address: str, method: str, data: dict[str, str]) -> tuple[int, ...]:
    """What each role gets; whatever was done is undone again."""
    got, before = [], scene.guarded()
    for role in ROLES:
        kept.forget()
        with transaction.atomic():
            got.append(getattr(scene.client(role), method)(address, data).status_code)
            if role != "staff":  # whose forms of the administration are for these very fields
                assert scene.guarded() == before, f"{role} changed something: {method} {address}"
            transaction.set_rollback(True)
    return tuple(got)


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    assert set(all_routes()) == set(rows())


def area_of(name: str) -> str:
    return name.split(":")[0] if ":" in name and not name.startswith("/") else "others"


@pytest.mark.parametrize("area", sorted(set(map(area_of, all_routes()))))
def test_each_role_gets_what_the_table_says(area: str) -> None:
    scene, got = Scene(), {}
    for name, path in all_routes().items():
        if area_of(name) == area:
            address = scene.address(name, path)
            got[name] = Row(
                statuses(scene, address, "get", {}),
                statuses(scene, address, "post", every_field(Player.objects.earliest("pk"))),
            )
    assert {name: row for name, row in got.items() if row != rows().get(name)} == {}
