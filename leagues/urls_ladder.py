"""The addresses of ladders."""

from django.urls import path

from leagues import views_ladder

urlpatterns = [
    path("liga/<slug:slug>/birou/scara/", views_ladder.desk, name="desk_ladder"),
    path("liga/<slug:slug>/scara/<slug:verb>/", views_ladder.act, name="ladder_act"),
]
