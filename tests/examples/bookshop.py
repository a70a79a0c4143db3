"""A bookshop. An order is taken in a moment; the bank, which is slow, hears of it by a job."""

import asyncio
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

from shared import outbox, tx

ORDER = "insert into orders (isbn) values (%(isbn)s) returning id"
RESERVE = "update books set stock = stock - 1 where isbn = %(isbn)s and stock > 0"
STATUS = "select status from orders where id = %(id)s"
PAID = "update orders set status = 'paid' where id = %(id)s and status = 'new'"


@dataclass(frozen=True)
class ChargeCard:
    kind: ClassVar[str] = "bookshop.charge-card"
    queue: ClassVar[str] = "interactive"
    order_id: int


async def order(isbn: str) -> None:
    """Write the order, its job and the smaller stock: all three, or none of them."""
    async with tx.run():
        order_id = await tx.scalar(int, ORDER, isbn=isbn)
        await outbox.enqueue(ChargeCard(order_id), dedup_key=f"charge-{order_id}")
        if not await tx.execute(RESERVE, isbn=isbn):
            raise LookupError(f"{isbn} is sold out")


async def charge_card(job: ChargeCard) -> None:
    """Charge for an order once, however often the job runs, and never inside a transaction."""
    async with tx.run():
        if await tx.scalar(str, STATUS, id=job.order_id) != "new":
            return
    await asyncio.sleep(0.01)  # the bank, which knows the order and charges once
    print(f"charged 20 for order-{job.order_id}")
    async with tx.run():
        await tx.execute(PAID, id=job.order_id)
        await outbox.succeed()  # in the same transaction: paid and done, or neither


async def main(url: str) -> None:
    tx.use(tx.Pool(url))
    with suppress(LookupError):
        await order("one left")
        await order("one left")
    report = await outbox.tick(outbox.Handlers([outbox.Handler(ChargeCard, charge_card)]))
    print(f"{report.succeeded} of {report.claimed} jobs succeeded")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
