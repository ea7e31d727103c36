"""A bot that you may kill at any moment: it holds one EURUSD position at a time and replaces it every HOLD_SEC seconds.

API_PASSWORD='...' PYTHONPATH=client/python python3 docs/examples/restart_safe_bot.py

docs/build/restart-safe-bot.md explains it. The bot must be the only program that trades EURUSD on the account."""

import json
import os
import time
import uuid
from datetime import datetime, timezone

from openfloor import OpenfloorError, Trader

FILE = os.path.abspath(os.environ.get("ORDER_FILE", "order.json"))
HOLD_SEC = float(os.environ.get("HOLD_SEC", "10"))


def store(order):
    """Writes the order to disk before the bot sends it; None means that no order is open."""
    with open(FILE + ".new", "w") as file:
        json.dump(order, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(FILE + ".new", FILE)


def place(live, request):
    not_after = datetime.fromtimestamp(live.server_now() + 5, timezone.utc).isoformat(timespec="milliseconds")
    order = {**request, "client_order_id": str(uuid.uuid4()), "not_after": not_after}
    store(order)
    finish(live.place(order))


def finish(end):
    print(end.end, end.client_order_id, end.code, flush=True)
    store(None)
    if end.end != "done":
        time.sleep(1)


trader = Trader(os.environ.get("BASE", "http://127.0.0.1:8080"))
while True:
    try:
        trader.sign_in(int(os.environ.get("LOGIN", "100")), os.environ["API_PASSWORD"], terminal="api")
        break
    except OpenfloorError as error:
        if error.code not in ("network", "protocol", "unavailable", "too_many_requests"):
            raise
        time.sleep(2)

with trader.live() as live:
    if os.path.exists(FILE):
        with open(FILE) as file:
            order = json.load(file)
        if order is not None:
            finish(live.settle(order["client_order_id"], order["not_after"]))
    while True:
        live.wait_live()
        position = next((row for row in live.positions.values() if row["symbol"] == "EURUSD"), None)
        if any(row["symbol"] == "EURUSD" for row in live.orders.values()):
            time.sleep(1)  # An order still waits at a provider.
        elif position is None:
            place(live, {"kind": "open", "symbol": "EURUSD", "side": "buy", "volume": "0.01"})
        else:
            time.sleep(HOLD_SEC)
            place(live, {"kind": "close", "position_id": position["id"]})
