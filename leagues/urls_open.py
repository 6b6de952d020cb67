"""The addresses of leagues for everybody and for their entrants."""

from django.urls import path

from leagues import views_feeds, views_files, views_league, views_mail, views_owning, views_play, views_weeks

urlpatterns = [
    path("ligi/", views_league.index, name="index"),
    path("ligi/cod/", views_league.by_code, name="code_form"),
    path("ligi/cod/<slug:code>/", views_league.by_code, name="code"),
    path("ligi/scrisori/", views_mail.mail, name="mail"),
    path("ligi/scrisori/gata/<token>/", views_mail.unsubscribe, name="unsubscribe"),
    path("ligi/timp/", views_weeks.week, name="week"),
    path("ligi/calendar/", views_feeds.feeds, name="feeds"),
    path("ligi/calendar/<token>.ics", views_feeds.personal, name="feed_personal"),
    path("ligi/oferta/<int:offer>/", views_play.offer, name="offer"),
    path("ligi/preluare/<int:offer>/", views_owning.take_over, name="take_over"),
    path("liga/<slug:slug>/", views_league.league, name="league"),
    path("liga/<slug:slug>/clasament/", views_league.table, name="standings"),
    path("liga/<slug:slug>/clasament/<int:entrant>/", views_league.sums, name="sums"),
    path("liga/<slug:slug>/etape/", views_league.rounds, name="rounds"),
    path("liga/<slug:slug>/jucatori/", views_league.people, name="people"),
    path("liga/<slug:slug>/reguli/", views_league.rules, name="rules"),
    path("liga/<slug:slug>/jurnal/", views_league.public_log, name="public_log"),
    path("liga/<slug:slug>/fa/<slug:verb>/", views_league.act, name="act"),
    path("liga/<slug:slug>/calendar.ics", views_feeds.league, name="feed_league"),
    path("liga/<slug:slug>/date/<slug:what>.<slug:kind>", views_files.export, name="export"),
    path("liga/<slug:slug>/import/", views_files.take_in, name="import"),
    path("liga/<slug:slug>/masa/<int:table>/", views_play.table, name="table"),
    path("liga/<slug:slug>/masa/<int:table>/aseaza/", views_play.sit, name="sit"),
    path("liga/<slug:slug>/masa/<int:table>/fa/<slug:verb>/", views_play.act, name="table_act"),
]
