"""A trader with the Python client: signs in as a program, follows prices, opens a position and closes it.

API_PASSWORD='...' PYTHONPATH=client/python python3 docs/examples/trader_client.py

API_PASSWORD is the API password of the account (docs/clients.md). BASE and LOGIN choose another server and
account. PYTHONPATH is the folder of openfloor.py."""

import os

from openfloor import OpenfloorError, Trader

trader = Trader(os.environ.get("BASE", "http://127.0.0.1:8080"))
trader.sign_in(int(os.environ.get("LOGIN", "100")), os.environ["API_PASSWORD"], terminal="api")
print("balance", trader.request("GET", "/trader/v1/account")["money"]["balance"])

with trader.live() as live:
    live.subscribe(["EURUSD"], 4)
    # If the connection fails, the library finds out what became of the order. It never places it twice.
    opened = live.place({"kind": "open", "symbol": "EURUSD", "side": "buy", "volume": "0.01"})
    if opened.end != "done":
        raise SystemExit(f"{opened.end} {opened.code}: {opened.message}")
    print("opened", opened.data["price"])
    closed = live.place({"kind": "close", "position_id": opened.data["position_id"]})
    print("closed", closed.end, live.quotes.get("EURUSD"))

try:
    trader.request("GET", "/trader/v1/deals", query={"limit": 0})
except OpenfloorError as error:
    print("refused", error.code)
trader.sign_out()
