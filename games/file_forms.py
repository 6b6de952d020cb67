"""A match from a file: chosen by its reader, or the text of it that the page before was made from."""

import hashlib
from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.core.signing import BadSignature, Signer
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.file_faults import BadFile
from games.engine.match_file import LONGEST, from_file

MOST_BYTES: Final = 2 * LONGEST


class OpenFileForm(forms.Form):
    """Reads a match; nothing of it is stored. A text that we have signed was held to the rules by us before."""

    file = forms.FileField(label=gettext_lazy("File"), required=False)
    text = forms.CharField(
        label=gettext_lazy("Or its text"), required=False, strip=False, widget=forms.Textarea(attrs={"rows": 7})
    )
    seal = forms.CharField(required=False, widget=forms.HiddenInput)

    bad: BadFile | None = None  # why it is no match

    def __init__(self, *args: Any, may_replay: Callable[[], object] = lambda: True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.may_replay = may_replay

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        text = self._read(found.get("file")) if found.get("file") else found.get("text", "")
        if not text:
            raise forms.ValidationError(_("Choose a file, or put its text here."))
        found["text"] = text = text.replace("\r\n", "\n")
        ours = _is_ours(text, found.get("seal", ""))
        if not ours and not self.may_replay():
            raise forms.ValidationError(_("Too many files at once. Try again in a minute."))
        try:
            found["match"] = from_file(text, replayed=ours)
        except BadFile as bad:
            self.bad = bad
        return found

    def _read(self, file: Any) -> str:
        if file.size > MOST_BYTES:
            raise forms.ValidationError(_("This file is too big to be a match."))
        try:
            return str(file.read().decode("utf-8"))
        except UnicodeDecodeError as error:
            raise forms.ValidationError(_("This file is no text in UTF-8.")) from error


def seal(text: str) -> str:
    """What shows that this text was read and replayed here."""
    return Signer(salt="match-file").sign(hashlib.sha256(text.encode()).hexdigest())


def _is_ours(text: str, sealed: str) -> bool:
    try:
        return Signer(salt="match-file").unsign(sealed) == hashlib.sha256(text.encode()).hexdigest()
    except BadSignature:
        return False
