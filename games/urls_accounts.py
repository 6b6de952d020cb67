from django.urls import path

from games import views_accounts as views
from games import views_company, views_guests, views_own

app_name = "accounts"

urlpatterns = [
    path("setari/", views.settings, name="settings"),
    path("preferinte/", views.preferences, name="preferences"),
    path("scris-liber/", views_company.free_text, name="free_text"),
    path("pastreaza/", views_guests.keep, name="keep"),
    path("nume/", views_own.rename, name="rename"),
    path("datele-mele/", views_own.download, name="download"),
    path("stergere/", views_own.leave, name="leave"),
    path("avertisment/", views_own.warning_read, name="warning_read"),
    path("cod/", views.recovery_code, name="recovery_code"),
    path("recuperare/", views.recover, name="recover"),
]
