"""Exports of other services, with people of every state; made up, in the columns that they have."""

from pathlib import Path
from typing import NamedTuple

from shared.newsletter.moving.states import State

P, C, U, S = State.PENDING, State.CONFIRMED, State.UNSUBSCRIBED, State.SUPPRESSED


class Export(NamedTuple):
    """A file, and where it has people stand, by their addresses; `proven` are the agreements."""

    service: str
    name: str
    text: str
    says: dict[str, State | None]
    proven: frozenset[str] = frozenset()


EXPORTS = [
    Export(
        "buttondown",
        "buttondown-old.csv",
        "id,secondary_id,email,notes,subscriber_type,referrer_url,utm_source,creation_date,"
        "ip_address,subscription_date,unsubscription_date,tags,metadata\n"
        "g1,1,reg@example.org,Met in NYC.,regular,https://x.example,,"
        "2024-03-13 00:03:09.183465+00:00,203.0.113.7,2024-03-13 00:03:09.183465+00:00,,"
        "corporate;nyc,\"{'role': 'writer, maybe'}\"\n"
        "g2,2,by.hand@example.org,,regular,,,2024-03-13 00:03:09+00:00,,,,,\n"
        "g3,3,never@example.org,,unactivated,,,2024-03-13 00:03:09+00:00,203.0.113.8,,,,\n"
        "g4,4,left@example.org,,unsubscribed,,,2024-03-13 00:03:09+00:00,203.0.113.9,"
        "2024-03-13 00:03:09+00:00,2024-04-08 17:09:32.596959+00:00,,\n"
        "g5,5,gone@example.org,,undeliverable,,,2024-03-13 00:03:09+00:00,,,,,\n"
        "g6,6,angry@example.org,,complained,,,2024-03-13 00:03:09+00:00,,,,,\n"
        "g7,7,bot@example.org,,blocked,,,2024-03-13 00:03:09+00:00,,,,,\n",
        {
            "reg@example.org": C,
            "by.hand@example.org": C,
            "never@example.org": P,
            "left@example.org": U,
            "gone@example.org": S,
            "angry@example.org": S,
            "bot@example.org": S,
        },
        frozenset({"reg@example.org", "left@example.org"}),
    ),
    Export(
        "buttondown",
        "buttondown-new.csv",
        "id,email_address,type,creation_date,ip_address,notes,metadata,tags\n"
        "sub_1,reg@example.org,regular,2026-03-13T00:03:09Z,2001:db8:1:2::3,,{},\n"
        "sub_2,paid@example.org,premium,2026-03-13T00:03:09Z,,,{},\n"
        "sub_3,never@example.org,unactivated,2026-03-13T00:03:09Z,,,{},\n"
        "sub_4,removed@example.org,removed,2026-03-13T00:03:09Z,,,{},\n",
        {
            "reg@example.org": C,
            "paid@example.org": C,
            "never@example.org": P,
            "removed@example.org": U,
        },
        frozenset({"reg@example.org"}),
    ),
    Export(
        "substack",
        "email_list.garden.csv",
        "email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at\n"
        "reads@example.org,false,,other,false,2024-01-15T10:00:00.000Z,\n"
        "pays@example.org,true,2026-12-01T00:00:00.000Z,yearly,false,2024-01-15T10:00:00.000Z,\n"
        "off@example.org,false,,other,true,2024-01-15T10:00:00.000Z,\n"
        "x1@deletion-request.substack.com,false,,other,false,2024-01-15T10:00:00.000Z,\n",
        {"reads@example.org": C, "pays@example.org": C, "off@example.org": U},
    ),
    Export(
        "substack",
        "subscribers.csv",
        "Email,Name,Subscription type,Activity,Subscription date,Revenue,Subscriber country\n"
        "reads@example.org,Ann,Free,3,2024-01-15,$0,NZ\n",
        {"reads@example.org": C},
    ),
    Export(
        "mailchimp",
        "subscribed_members_export_1.csv",
        '"Email Address","First Name","Last Name",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,'
        "CONFIRM_IP,LATITUDE,LAST_CHANGED,LEID,EUID,NOTES,TAGS\n"
        'ann@example.org,Ann,Lee,2,"2016-04-18 13:51:00",198.51.100.1,"2016-04-18 13:51:14",'
        '198.51.100.1,,"2016-04-18 14:00:32",1,a,,"""VIP"",""Blog"""\n'
        'brought@example.org,,,2,,,"2015-03-16 14:40:47",,,"2015-03-16 14:40:47",2,b,,\n',
        {"ann@example.org": C, "brought@example.org": C},
        frozenset({"ann@example.org"}),
    ),
    Export(
        "mailchimp",
        "unsubscribed_members_export_1.csv",
        '"Email Address","First Name",MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,CONFIRM_IP,LEID,EUID,'
        "UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON\n"
        "left@example.org,,2,,,,3,c,2020-02-03 04:05:06,Hello,NORMAL\n"
        "angry@example.org,,2,,,,4,d,2020-02-03 04:05:06,Hello,SPAM_COMPLAINT\n",
        {"left@example.org": U, "angry@example.org": S},
    ),
    Export(
        "mailchimp",
        "cleaned_members_export_1.csv",
        '"Email Address","First Name",MEMBER_RATING,LEID,EUID,CLEAN_TIME\n'
        "gone@example.org,,2,5,e,2020-02-03 04:05:06\n",
        {"gone@example.org": S},
    ),
    Export(
        "mailchimp",
        "nonsubscribed_members_export_1.csv",
        '"Email Address","First Name",MEMBER_RATING,CONFIRM_TIME,CONFIRM_IP,LEID,EUID\n'
        "buyer@example.org,,2,2020-02-03 04:05:06,198.51.100.1,6,f\n",
        {"buyer@example.org": P},
    ),
    Export(
        "listmonk",
        "listmonk.csv",
        "uuid,email,name,attributes,status,created_at,updated_at\n"
        'u1,on@example.org,"Lee, Ann","{""city"": ""Oslo""}",enabled,2024-03-13 00:03:09 UTC,\n'
        "u2,off@example.org,Off,{},disabled,2024-03-13T00:03:09Z,\n"
        "u3,never.again@example.org,No,{},blocklisted,2024-03-13T00:03:09Z,\n",
        {"on@example.org": C, "off@example.org": U, "never.again@example.org": S},
    ),
    Export(
        "ghost",
        "members.ghost.csv",
        "id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,"
        "deleted_at,labels,tiers\r\n"
        '1,on@example.org,Ann,,true,false,,2026-01-01T00:00:00.000Z,,"vip,gold",\r\n'
        "2,off@example.org,Bob,,false,false,,2026-01-01T00:00:00.000Z,,,\r\n"
        "3,blank@example.org,Bob,,,false,,2026-01-01T00:00:00.000Z,,,\r\n"
        "4,deleted@example.org,Bob,,true,false,,2026-01-01T00:00:00.000Z,2026-02-01T00:00:00Z,,\r\n",
        {
            "on@example.org": C,
            "off@example.org": U,
            "blank@example.org": None,
            "deleted@example.org": U,
        },
    ),
    Export(
        "keila",
        "keila.csv",
        "Email,First name,Last name,Data,Status,External ID\n"
        'on@example.org,Jane,Doe,"{""age"": 34, ""tags"":[""a""]}",active,\n'
        "off@example.org,Foo,Bar,,unsubscribed,\n"
        "gone@example.org,Foo,Bar,,unreachable,\n"
        "blank@example.org,Foo,Bar,,,\n",
        {
            "on@example.org": C,
            "off@example.org": U,
            "gone@example.org": S,
            "blank@example.org": None,
        },
    ),
    Export(
        "kit",
        "kit.csv",
        "email,first_name,status,created_at\n"
        "on@example.org,Alice,active,2023-01-27 11:43:55 UTC\n"
        "never@example.org,,inactive,2023-01-27 11:43:55 UTC\n"
        "off@example.org,,cancelled,2023-01-27 11:43:55 UTC\n"
        "gone@example.org,,bounced,2023-01-27 11:43:55 UTC\n"
        "angry@example.org,,complained,2023-01-27 11:43:55 UTC\n",
        {
            "on@example.org": C,
            "never@example.org": P,
            "off@example.org": U,
            "gone@example.org": S,
            "angry@example.org": S,
        },
    ),
    Export(
        "kit",
        "kit-other-order.csv",
        "first_name,email,created_at,status\n"
        "Alice,on@example.org,2023-01-27T11:43:55Z,confirmed\n"
        ",cold@example.org,2023-01-27T11:43:55Z,cold\n"
        ",gone@example.org,2023-01-27T11:43:55Z,bounced\n",
        {"on@example.org": C, "cold@example.org": C, "gone@example.org": S},
    ),
    Export(
        "beehiiv",
        "beehiiv.csv",
        "email,First Name,Last Name,status,tier,created_at,stripe_customer_id,Free Tier,"
        "Premium Tier,unsubscribed_at\n"
        "on@example.org,Ann,,active,free,2023-03-24 10:23:10 UTC,,Yes,No,\n"
        "never@example.org,,,pending,free,2023-04-11 14:02:46 UTC,,Yes,No,\n"
        "off@example.org,,,inactive,free,2023-03-24 10:36:48 UTC,,Yes,No,\n"
        "left@example.org,,,active,premium,2023-04-11 14:02:46 UTC,,No,Yes,"
        "2024-03-13 11:33:53 UTC\n",
        {
            "on@example.org": C,
            "never@example.org": P,
            "off@example.org": U,
            "left@example.org": U,
        },
    ),
    Export(
        "mailerlite",
        "mailerlite.csv",
        "Subscriber,Name,Last name,Subscribed,Groups\n"
        "on@example.org,Ann,Lee,2024-02-03 04:05:06,News\n",
        {"on@example.org": None},
    ),
    Export(
        "mailerlite",
        "mailerlite-states.csv",
        "Subscriber,Status,Subscribed,Unsubscribed\n"
        "on@example.org,Active,2024-02-03 04:05:06,\n"
        "never@example.org,Unconfirmed,,\n"
        "off@example.org,Unsubscribed,2024-02-03 04:05:06,2024-03-03 04:05:06\n"
        "gone@example.org,Bounced,2024-02-03 04:05:06,\n"
        "junk@example.org,Junk,2024-02-03 04:05:06,\n",
        {
            "on@example.org": C,
            "never@example.org": P,
            "off@example.org": U,
            "gone@example.org": S,
            "junk@example.org": S,
        },
    ),
    Export(
        "csv",
        "my own.csv",
        "Name;Mail;consent_time;consent_source;language\r\n"
        "Ann;ann@example.org;2025-05-01T10:00:00+02:00;the form at the fair;zh-hant\r\n"
        "Bob;bob@example.org;;;\r\n",
        {"ann@example.org": C, "bob@example.org": None},
        frozenset({"ann@example.org"}),
    ),
]

every = {f"{one.service}: {one.name}": one for one in EXPORTS}


def saved(folder: Path, name: str, text: str | bytes) -> Path:
    """Write a file as it is given, with the ends of its lines."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path
