"""What becomes of deliveries, as their rows and their jobs tell it together."""

from typing import LiteralString

# A row says how its last attempt ended. It has failed for good only while its job is a dead letter:
# one that somebody has released is pending again, and one whose worker was killed at the seventh
# attempt waits for nothing, whatever its row says. Who gets no letter now, but will hear of its
# notes in another, is postponed and not skipped. The parameter `kind` is that of the jobs.
MARKED: LiteralString = """
    with marked as (
        select deliveries.*,
               id::text in (select payload ->> 'delivery_id'
                              from background_jobs
                             where status = 'dead' and kind = %(kind)s) as is_dead
          from deliveries
         where """

JUDGED: LiteralString = """
    ), fates as (
        select marked.*,
               case when status = 'skipped'
                         and (starts_with(reason, 'waits for ') or reason = 'joins the next letter')
                    then 'postponed'
                    when status in ('sent', 'skipped') or (status <> 'failed' and not is_dead)
                    then status
                    when not exists (select from background_jobs
                                      where dedup_key = 'newsletter-evergreen-' || marked.id
                                        and status in ('pending', 'running'))
                    then 'failed'
                    when status = 'failed' then 'pending'
                    else status
               end as fate
          from marked
    )
"""

FATES: LiteralString = MARKED + "notification_id = %(notification_id)s" + JUDGED

FATES_OF_A_READER: LiteralString = MARKED + "subscriber_id = %(subscriber_id)s" + JUDGED
