"""The addresses of who runs a league."""

from django.urls import path

from leagues import views_board, views_desk, views_desk_acts, views_desk_table, views_hall, views_new, views_results

urlpatterns = [
    path("liga/noua/", views_new.new, name="new"),
    path("liga/<slug:slug>/birou/", views_desk.desk, name="desk"),
    path("liga/<slug:slug>/birou/jucatori/", views_desk.entrants_page, name="desk_entrants"),
    path("liga/<slug:slug>/birou/plan/", views_new.plan_page, name="desk_plan"),
    path("liga/<slug:slug>/birou/administrare/", views_desk.running_page, name="desk_running"),
    path("liga/<slug:slug>/birou/jurnal/", views_desk.log_page, name="log"),
    path("liga/<slug:slug>/birou/fa/<slug:verb>/", views_desk_acts.act, name="desk_act"),
    path("liga/<slug:slug>/etapa/<int:number>/propunere/", views_board.board, name="board"),
    path("liga/<slug:slug>/etapa/<int:number>/propunere/<slug:verb>/", views_board.act, name="board_act"),
    path("liga/<slug:slug>/masa/<int:table>/rezultat/", views_results.result, name="desk_result"),
    path("liga/<slug:slug>/masa/<int:table>/birou/", views_desk_table.table, name="desk_table"),
    path("liga/<slug:slug>/masa/<int:table>/birou/<slug:verb>/", views_desk_table.act, name="desk_table_act"),
    path("liga/<slug:slug>/masa/<int:table>/amana/", views_results.postpone, name="desk_postpone"),
    path("liga/<slug:slug>/sala/", views_hall.hall, name="hall"),
]
