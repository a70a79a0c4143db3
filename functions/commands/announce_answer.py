"""How `announce` says what the functions answered: what is told, to how many, and when."""

from datetime import datetime
from pathlib import Path
from typing import Any

from functions.commands import show
from functions.commands.place import command
from functions.commands.show import complain, many, say
from functions.commands.target import Target

UNREAD = "nobody, since nobody has confirmed yet"
UNASKED = 3  # more notes at once need a yes


def refuse(status: int, answer: dict[str, Any], target: Target) -> None:
    """Say why nothing was announced."""
    if status == 401:
        complain(
            f"{target.functions_url} expects another ANNOUNCE_TOKEN than the one you have. "
            "Nothing was announced."
        )
    elif status == 409 and answer.get("renamed"):
        complain(
            "If that is the same note under another name, say it again with --yes: nobody is told "
            "twice. If it is another, with --not-renamed. Nothing was announced."
        )
    elif status == 409:
        count = len(answer["newly_evergreen"])
        complain(
            f"{count} notes would be announced at once, in one letter. If the list above is right, "
            "say it again with --yes. Nothing was announced."
        )
    else:
        complain(f"{answer.get('title', 'Refused')}. {answer.get('detail', f'HTTP {status}')}")


def tell(answer: dict[str, Any], data: Path) -> None:
    """Say in words what was planned."""
    newly = answer["newly_evergreen"]
    if answer["baseline"]:
        show.paragraph(
            f"Welcome: {many(answer['notes'], 'note')} taken in. Evergreen already: "
            f"{answer['evergreen_already']}; nobody is told about those. From now on every note "
            "that becomes evergreen is news."
        )
    elif not newly:
        say("Nothing has become evergreen since the last time: nobody is told anything.")
        tell_held(answer, data)
    tell_doubts(answer)
    for note in newly:
        say(f"  {note['title']}  {note['url']}")
    if newly:
        tell_plan(answer, data)
    elif answer["dry_run"]:
        say("This was a dry run: nothing was changed.")


def tell_doubts(answer: dict[str, Any]) -> None:
    """Say which notes the real call will ask about; older functions ask about none."""
    for pair in answer.get("renamed", []):
        show.paragraph(
            f"Would ask whether {pair['title']} is {pair['was']['title']}, renamed: that one has "
            "gone, and readers were told of it."
        )


def tell_plan(answer: dict[str, Any], data: Path) -> None:
    """Say how many get the letter, when, and how to stop it."""
    readers, number = counted(answer), answer["notification_id"]
    due = datetime.fromisoformat(answer["hold_until"])
    is_held = due > datetime.now(due.tzinfo)
    when = show.distance(due) if is_held else "now"
    if answer["dry_run"]:
        told = f"{readers}, {when}, in one letter" if readers else nobody(answer)
        show.paragraph(
            f"Would tell {told}. {comes_later(answer)}{asked_for(answer)}"
            "This was a dry run: nothing was changed."
        )
        return
    goes = f"One letter to {readers}, {when}. " if readers else "No letter now. "
    show.paragraph(
        f"{goes}{comes_later(answer)}No page was uploaded: letters wait until the garden shows "
        "what they announce."
    )
    if not (readers or postponed(answer)):
        complain(
            f"That tells {UNREAD}, and a note is announced only once. To have it announced later, "
            f"cancel it before it goes out: {command(data, f'announcements cancel {number}')}"
        )
    if is_held:
        say_how_to_stop(answer, data)


def nobody(answer: dict[str, Any]) -> str:
    """Return why no letter goes out now."""
    return "nobody now" if postponed(answer) else UNREAD


def postponed(answer: dict[str, Any]) -> int:
    """Return how many hear of it in another letter; older functions may not count them."""
    return answer.get("later", 0) + answer.get("by_choice", 0)


def counted(answer: dict[str, Any]) -> str:
    """Return who gets this letter, or nothing where nobody does.

    Older functions count no followers, and nobody who hears of it later.
    """
    readers = answer["readers"] - postponed(answer)
    followers = answer.get("followers", 0)
    waiting = f"{followers} who {'follows' if followers == 1 else 'follow'} a note"
    told = [many(readers, "confirmed reader")] if readers else []
    return " and ".join([*told, waiting] if followers else told)


def comes_later(answer: dict[str, Any]) -> str:
    """Return who does not hear of it at once: nobody gets two letters a day about notes."""
    later = answer.get("later", 0)
    had = f"{many(later, 'confirmed reader')} had a letter today already and"
    when = "with the next one, tomorrow at nine at the latest"
    told = f"{had} {'hears' if later == 1 else 'hear'} of it {when}. " if later else ""
    chose = answer.get("by_choice", 0)
    if chose:
        verb = "hears" if chose == 1 else "hear"
        told += f"{many(chose, 'reader')} {verb} of it later, as they chose. "
    return told


def asked_for(answer: dict[str, Any]) -> str:
    """Return what the real call will ask for."""
    count = len(answer["newly_evergreen"])
    return f"{count} notes at once will need --yes. " if count > UNASKED else ""


def tell_held(answer: dict[str, Any], data: Path) -> None:
    """Say that what was announced before has not gone out yet."""
    held = answer.get("waiting")
    if not held:
        return
    due = datetime.fromisoformat(held["hold_until"])
    is_held = due > datetime.now(due.tzinfo)
    goes = show.when(due) if is_held else "once its pages are live"
    show.paragraph(f"Notification {held['notification_id']} still waits: it goes out {goes}.")
    say_how_to_stop(held, data)


def say_how_to_stop(answer: dict[str, Any], data: Path) -> None:
    """Name the command that cancels."""
    stop = command(data, f"announcements cancel {answer['notification_id']}")
    show.paragraph(f"To stop it before: {show.whole(stop)}")
