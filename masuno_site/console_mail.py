"""Mail on the console, as people read it."""

from django.core.mail import EmailMessage
from django.core.mail.backends import console


class EmailBackend(console.EmailBackend):
    """Django's own shows the message as it travels, which breaks a long link into pieces."""

    def write_message(self, message: EmailMessage) -> None:
        lines = (f"To: {', '.join(message.to)}", f"Subject: {message.subject}", "", str(message.body), "-" * 79, "")
        self.stream.write("\n".join(lines))
