"""The numbers of readers and of their letters, which links and marks in mails bear for ever.

A database that was restored from a backup would hand out once more what was handed out since, and
somebody's old link would end the subscription of somebody else.
"""

from shared import tx

# More than were mailed since any backup; the numbers have room for billions of such leaps.
LEAP = 1_000_000_000

LEAP_AHEAD = """
    select setval(sequence, nextval(sequence) + %(leap)s)
      from (values (pg_get_serial_sequence('subscribers', 'id')),
                   (pg_get_serial_sequence('deliveries', 'id'))) as named (sequence)
"""


async def leap_ahead() -> None:
    """Let new readers and letters have numbers that no mail has ever borne."""
    await tx.execute(LEAP_AHEAD, leap=LEAP)
