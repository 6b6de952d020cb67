"""What a warned player reads."""

from django import template

from games.presenters import moderation

register = template.Library()
register.filter("why_sentence", moderation.warning)
