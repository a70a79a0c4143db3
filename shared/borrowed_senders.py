"""Domains in whose name only their own servers may send: a letter from there would be refused.

Mailbox providers tell the world so (DMARC, RFC 7489); since 2024 the large ones refuse it.
"""

import re

from shared.loopback import leaves_this_machine
from shared.variables import BadSettings

FAMILIES = re.compile(
    r"(?:aol|gmx|hotmail|outlook|windowslive|yahoo|yandex|zoho)\.(?:com?\.)?[a-z]{2,3}"
)

# fmt: off
BORROWED = frozenset((
    "126.com", "163.com", "att.net", "bluewin.ch", "bt.com", "btinternet.com", "comcast.net",
    "cox.net", "daum.net", "fastmail.com", "fastmail.fm", "free.fr", "gmail.com", "googlemail.com",
    "hanmail.net", "hey.com", "icloud.com", "laposte.net", "libero.it", "live.co.uk", "live.com",
    "live.de", "live.fr", "live.it", "live.nl", "mac.com", "mail.com", "mail.ru", "mailbox.org",
    "me.com", "msn.com", "naver.com", "o2.pl", "onet.pl", "orange.fr", "pm.me", "posteo.de",
    "proton.me", "protonmail.com", "qq.com", "rediffmail.com", "rocketmail.com", "rogers.com",
    "sbcglobal.net", "seznam.cz", "sfr.fr", "shaw.ca", "sina.com", "t-online.de", "tuta.com",
    "tuta.io", "tutanota.com", "verizon.net", "virgilio.it", "wanadoo.fr", "web.de", "wp.pl",
    "yeah.net", "ymail.com",
))
# fmt: on


def refuse_borrowed_sender(mail_from: str, mail_url: str) -> None:
    """Never send real letters in the name of a mailbox provider.

    Raises:
        BadSettings: naming the domain, and the remedy.

    """
    domain = mail_from.rpartition("@")[2].rstrip("> ").lower()
    if leaves_this_machine(mail_url) and (domain in BORROWED or FAMILIES.fullmatch(domain)):
        raise BadSettings(
            f"MAIL_FROM is at {domain}, which tells the world to refuse letters in its name that "
            "others send. Use an address at a domain of your own, as The gardener "
            "<letters@garden.example.com>; for REPLY_TO and GARDENER_EMAIL it will do."
        )
