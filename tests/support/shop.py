"""A shop that charges for its orders: one handler as it should be, and many as they should not."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar

import psycopg

from shared import outbox, tx

TABLES = """
    create table orders (id bigint primary key, status text not null default 'new');
    create table ledger (id bigint generated always as identity, order_id bigint, entry text);
    create unique index one_receipt on ledger (order_id) where entry = 'receipt'
"""
ADD = "insert into ledger (order_id, entry) values (%(id)s, %(entry)s)"
PAY = "update orders set status = 'paid' where id = %(id)s and status = 'new'"
IS_NEW = "select status = 'new' from orders where id = %(id)s"
DRIVER_ERROR = psycopg.Error


@dataclass(frozen=True)
class Charge:
    kind: ClassVar[str] = "shop.charge"
    queue: ClassVar[str] = "bulk"

    order_id: int = 1


@dataclass(frozen=True)
class ChargeTheAddress:
    kind: ClassVar[str] = "shop.charge"
    queue: ClassVar[str] = "bulk"

    customer: str = "ada@example.org"


@dataclass(frozen=True)
class ChargeSome:
    kind: ClassVar[str] = "shop.charge"
    queue: ClassVar[str] = "bulk"

    order_ids: tuple[int, ...] = (1,)


class Bank:
    """A server that is told of charges, each by its key, and answers a moment later."""

    address: tuple[str, int]

    def __init__(self) -> None:
        self.charged: list[str] = []
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.address = self._listener.getsockname()

    def serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                with client, contextlib.suppress(OSError):
                    self.charged.append(client.makefile().readline().strip())
                    client.sendall(b"ok\n")

    @contextmanager
    def serving(self) -> Generator[None]:
        thread = threading.Thread(target=self.serve, daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            thread.join()

    @contextmanager
    def elsewhere(self, host: str, port: int) -> Generator[None]:
        """Let the shop speak to another address in this block."""
        before, self.address = self.address, (host, port)
        try:
            yield
        finally:
            self.address = before


class Shop:
    """Handlers of one job. The first keeps every promise; the others break one each."""

    def __init__(self, bank: Bank) -> None:
        self._bank = bank

    async def arrange(self) -> None:
        await tx.execute("truncate orders, ledger")
        await tx.execute("insert into orders (id) values (1)")
        self._bank.charged.clear()

    async def effects(self) -> Any:
        entries = await tx.scalar(list, "select array_agg(entry order by entry) from ledger")
        paid = await tx.scalar(str, "select status from orders where id = 1")
        return paid, entries, sorted(set(self._bank.charged))

    async def tell_the_bank(self, key: str) -> None:
        reader, writer = await asyncio.open_connection(*self._bank.address)
        try:
            writer.write(f"{key}\n".encode())
            await reader.readline()
        finally:
            writer.close()

    async def good(self, job: Charge) -> None:
        async with tx.run():
            if not await tx.scalar(bool, IS_NEW, id=job.order_id):
                return
        await self.tell_the_bank(f"order-{job.order_id}")
        async with tx.run():
            if await tx.execute(PAY, id=job.order_id):
                await tx.execute(ADD, id=job.order_id, entry="receipt")
            await outbox.succeed()

    def good_and_plain(self, job: Charge) -> None:
        with socket.create_connection(self._bank.address, timeout=1) as bank:
            bank.sendall(b"plain\n")
            bank.makefile().readline()

    async def does_nothing(self, job: Charge) -> None:
        pass

    async def deletes_its_job(self, job: Charge) -> None:
        async with tx.run():
            await tx.execute(PAY, id=job.order_id)
            await tx.execute(
                "delete from background_jobs where id = %(id)s", id=outbox.current().id
            )

    async def always_fails(self, job: Charge) -> None:
        raise LookupError("no such order")

    async def counts_every_run(self, job: Charge) -> None:
        async with tx.run():
            await tx.execute(ADD, id=job.order_id, entry="charged")

    async def looks_and_then_writes(self, job: Charge) -> None:
        async with tx.run():
            if not await tx.scalar(bool, IS_NEW, id=job.order_id):
                return
        await asyncio.sleep(0.05)
        async with tx.run():
            await tx.execute("update orders set status = 'paid'")
            await tx.execute(ADD, id=job.order_id, entry="charged")

    async def writes_in_two_transactions(self, job: Charge) -> None:
        async with tx.run():
            if not await tx.execute(PAY, id=job.order_id):
                return
        async with tx.run():
            await tx.execute(ADD, id=job.order_id, entry="receipt")

    async def writes_before_it_speaks(self, job: Charge) -> None:
        async with tx.run():
            if not await tx.execute(PAY, id=job.order_id):
                return
        await self.tell_the_bank(f"order-{job.order_id}")

    async def swallows(self, job: Charge) -> None:
        async with tx.run():
            if not await tx.execute(PAY, id=job.order_id):
                return
            with contextlib.suppress(DRIVER_ERROR):
                async with tx.savepoint():
                    await tx.execute(ADD, id=job.order_id, entry="receipt")

    async def blocks(self, job: Charge) -> None:
        with socket.create_connection(self._bank.address) as bank:
            bank.sendall(f"order-{job.order_id}\n".encode())
            bank.makefile().readline()

    async def stays_when_cancelled(self, job: Charge) -> None:
        telling = asyncio.create_task(self.tell_the_bank(f"order-{job.order_id}"))
        while not telling.done():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.shield(telling)

    async def takes_silence_for_consent(self, job: Charge) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                await self.tell_the_bank(f"order-{job.order_id}")
        async with tx.run():
            if await tx.execute(PAY, id=job.order_id) and self._bank.charged:
                await tx.execute(ADD, id=job.order_id, entry="receipt")

    async def lingers(self, job: Charge) -> None:
        try:
            async with tx.run():
                await tx.execute(PAY, id=job.order_id)
        except asyncio.CancelledError:
            await asyncio.sleep(60)

    async def thinks_in_a_transaction(self, job: Charge) -> None:
        async with tx.run():
            if await tx.execute(PAY, id=job.order_id):
                await asyncio.sleep(0.5)
                await tx.execute(ADD, id=job.order_id, entry="receipt")

    async def waits_in_a_transaction(self, job: Charge) -> None:
        async with tx.run():
            if await tx.execute(PAY, id=job.order_id):
                await self.tell_the_bank(f"order-{job.order_id}")
                await tx.execute(ADD, id=job.order_id, entry="receipt")

    async def fails_the_second_time(self, job: Charge) -> None:
        async with tx.run():
            if not await tx.execute(PAY, id=job.order_id):
                raise LookupError("paid already")

    async def charges_the_address(self, job: ChargeTheAddress) -> None:
        await self.good(Charge())

    async def charges_some(self, job: ChargeSome) -> None:
        await self.good(Charge())
