"""The forms of an account that are not allauth's own."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.fields import PasswordField
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django import forms
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from games import names
from games.models import Player

PASSWORD_HELP = _("At least 8 characters. A short sentence is easy to remember.")
# A band, asked without a hint of which answer is wanted; nothing else about age is kept.
AGES = [
    (Player.AgeBand.UNDER_16.value, _("Under 16")),
    (Player.AgeBand.OVER_16.value, _("16 or over")),
    (Player.AgeBand.UNKNOWN.value, _("I'd rather not say")),
]


class SignupForm(AllauthSignupForm):  # type: ignore[misc]
    """A name, a password, an e-mail address if there is one, and the age band."""

    age_band = forms.ChoiceField(
        label=_("How old are you?"),
        choices=AGES,
        initial=Player.AgeBand.UNKNOWN.value,
        widget=forms.RadioSelect,
    )
    field_order = ("username", "password1", "email", "age_band")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, password, email = (self.fields[key] for key in self.field_order[:3])
        name.help_text = _("3 to 20 letters (ă, â, î, ș, ț too), digits, - or _. The others see it.")
        name.widget.attrs |= {"maxlength": str(names.LONGEST), "autocapitalize": "none"}
        password.help_text = PASSWORD_HELP
        email.help_text = _("Only for a forgotten password. Without one you get a recovery code to write down.")

    def try_save(self, request: HttpRequest) -> tuple[Player | None, HttpResponse | None]:
        try:
            with transaction.atomic():
                player, response = super().try_save(request)
        except IntegrityError:  # somebody took the name between the check and now
            self.add_error("username", get_adapter().validation_error("username_taken"))
            return None, render(request, "account/signup.html", {"form": self})
        return player, response


class GuestForm(forms.Form):
    """What a guest wants to be called; nothing is a name of the house."""

    name = forms.CharField(
        label=_("A nickname, if you like"),
        required=False,
        max_length=names.LONGEST,
        help_text=_("3 to 20 letters (ă, â, î, ș, ț too), digits, - or _. Left empty, you get a funny one."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        return str(get_adapter().clean_username(name)) if name else ""


class KeepForm(forms.Form):
    """A name, a password and the age band: all it takes to keep what a guest has."""

    username = forms.CharField(
        label=_("Your name"),
        max_length=names.LONGEST,
        help_text=_("3 to 20 letters (ă, â, î, ș, ț too), digits, - or _. The others see it."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = PasswordField(label=_("Password"), autocomplete="new-password", help_text=PASSWORD_HELP)
    age_band = forms.ChoiceField(
        label=_("How old are you?"),
        choices=AGES,
        initial=Player.AgeBand.UNKNOWN.value,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        # The own name is taken, by oneself; whether another one is free the service looks.
        return str(get_adapter().clean_username(name, shallow=True))

    def clean_password(self) -> str:
        someone = Player(username=self.cleaned_data.get("username", ""))
        return str(get_adapter().clean_password(self.cleaned_data["password"], user=someone))


class RenameForm(forms.Form):
    """Another name; whether it is free the service looks."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=names.LONGEST,
        help_text=_("3 to 20 letters (ă, â, î, ș, ț too), digits, - or _. The others see it."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )

    def clean_name(self) -> str:
        return str(get_adapter().clean_username(self.cleaned_data["name"], shallow=True))


class FarewellForm(forms.Form):
    """The own name, typed: nobody deletes an account by a slip of the thumb."""

    name = forms.CharField(
        label=_("Type your name to confirm"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if names.plain(name) != names.plain(self.player.username):
            raise forms.ValidationError(_("That is not your name."))
        return name


class AddPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]
    """A key that signs in by itself, unless its owner wants it only as a second step."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name of the key")
        self.fields["passwordless"].initial = True


class RenamePasskeyForm(EditWebAuthnForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name of the key")


class PreferencesForm(forms.Form):
    """The language, the colours, and who may invite; each may be left out."""

    language = forms.ChoiceField(choices=settings.LANGUAGES, required=False)
    theme = forms.ChoiceField(choices=[(theme, theme) for theme in ("auto", "light", "dark")], required=False)
    invites = forms.ChoiceField(choices=Player.Invites, required=False)


class RecoverForm(forms.Form):
    """A new password for a name and its recovery code."""

    username = forms.CharField(
        label=_("Your name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    code = forms.CharField(
        label=_("Recovery code"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )
    password = PasswordField(
        label=_("New password"),
        autocomplete="new-password",
        help_text=PASSWORD_HELP,
    )

    def clean_password(self) -> str:
        someone = Player(username=self.cleaned_data.get("username", ""))
        cleaned: str = get_adapter().clean_password(self.cleaned_data["password"], user=someone)
        return cleaned
