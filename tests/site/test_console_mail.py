from io import StringIO

from django.core.mail import EmailMessage

from masuno_site.console_mail import EmailBackend

LINK = "http://192.168.1.20:8000/cont/password/reset/key/1a-" + "0123456789abcdef" * 8 + "/?x=1"


def test_links_stay_in_one_piece_on_the_console() -> None:
    console = StringIO()
    EmailBackend(stream=console).send_messages(
        [EmailMessage("Parolă nouă", f"Salut!\n\n{LINK}\n", to=["ana@example.org"])]
    )
    assert f"\n{LINK}\n" in console.getvalue()
    assert "Subject: Parolă nouă\n" in console.getvalue()
