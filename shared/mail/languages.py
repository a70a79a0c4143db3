"""The languages that mails and pages are written in."""

LANGUAGES = ("en", "zh-Hant")  # the first is for readers whose language we do not speak
