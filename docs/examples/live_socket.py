"""A trader's live socket in Python without packages: signs in, takes a snapshot, follows prices and opens a position.
Then it closes the connection on purpose, resumes on a new one and closes the position.

PASSWORD='...' python3 live_socket.py

You can use a package like `websockets` instead of the class Line. The frames are the same."""

import base64
import json
import os
import socket
import struct
import urllib.request
from urllib.parse import urlsplit

BASE = os.environ.get("BASE", "http://127.0.0.1:8080")
LOGIN = int(os.environ.get("LOGIN", "100"))
PASSWORD = os.environ["PASSWORD"]
TERMINAL = os.environ.get("TERMINAL", "desktop")  # or api, with the API password as PASSWORD


class Line:
    """A WebSocket connection over plain ws:// with the subprotocol openfloor.json."""

    def __init__(self, base, path):
        url = urlsplit(base)
        self.socket = socket.create_connection((url.hostname, url.port or 80), timeout=30)
        self.read = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {url.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Protocol: openfloor.json\r\n\r\n".encode()
        )
        if b" 101 " not in self.read.readline():
            raise ConnectionError("the server refused the socket")
        while self.read.readline() not in (b"\r\n", b""):
            pass
        self.last_id = 0
        self.events = []

    def write(self, opcode, payload):
        size = len(payload)
        head = struct.pack("!BB", 0x80 | opcode, 0x80 | min(size, 126) if size < 126 else 0xFE)
        if size > 65535:
            head = struct.pack("!BBQ", 0x80 | opcode, 0xFF, size)
        elif size > 125:
            head += struct.pack("!H", size)
        mask = os.urandom(4)
        self.socket.sendall(head + mask + bytes(b ^ mask[i & 3] for i, b in enumerate(payload)))

    def frame(self):
        """Returns the next message of the server. Joins its frames, and answers pings of the server."""
        message = b""
        while True:
            first, second = self.exactly(2)
            size = second & 0x7F
            if size == 126:
                (size,) = struct.unpack("!H", self.exactly(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", self.exactly(8))
            payload = self.exactly(size)
            opcode = first & 0x0F
            if opcode == 8:
                raise ConnectionError(f"closed with {payload[:2].hex()}")
            if opcode == 9:
                self.write(10, payload)
            elif opcode < 3:
                message += payload
                if first & 0x80:
                    return json.loads(message)

    def exactly(self, size):
        data = self.read.read(size)
        if len(data) < size:
            raise ConnectionError("the connection was lost")
        return data

    def ask(self, op, args=None):
        """Sends a request and returns its answer. Keeps events that arrive before the answer."""
        self.last_id += 1
        self.write(1, json.dumps({"id": self.last_id, "op": op, "args": args or {}}).encode())
        while True:
            frame = self.frame()
            if frame.get("id") == self.last_id:
                return frame
            self.events.append(frame)

    def event(self, name):
        while True:
            frame = self.events.pop(0) if self.events else self.frame()
            if frame.get("event") == name:
                return frame


def sign_in():
    body = json.dumps({"login": LOGIN, "password": PASSWORD, "terminal": TERMINAL}).encode()
    request = urllib.request.Request(f"{BASE}/trader/v1/auth/login", body)
    request.add_header("content-type", "application/json")
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["data"]["access_token"]


def connect(token):
    line = Line(BASE, "/trader/v1/socket")
    reply = line.ask("auth", {"access_token": token})
    if reply["code"] != "ok":
        raise PermissionError(reply["message"])
    return line


token = sign_in()
line = connect(token)
snapshot = line.ask("snapshot")["data"]
print("seq", snapshot["seq"], "balance", snapshot["account"]["money"]["balance"])

line.ask("subscribe", {"symbols": ["EURUSD"], "max_per_sec": 4})
quote = line.event("quote")["data"]
print("quote", quote["s"], quote["b"], quote["a"])

# The name makes a repeat safe. If the answer is lost, `outcome` returns it.
name = f"python-{os.urandom(6).hex()}"
order = {"kind": "open", "symbol": "EURUSD", "side": "buy", "volume": "0.01", "client_order_id": name}
answer = line.ask("trade", order)
if answer["code"] != "ok":
    raise SystemExit(f"trade {answer['code']}: {answer['message']}")
print("trade", answer["code"], answer["data"]["price"])

line.socket.close()
line = connect(token)
outcome = line.ask("outcome", {"client_order_id": name})
print("outcome", outcome["code"], outcome["data"]["position_id"] == answer["data"]["position_id"])
resumed = line.ask("resume", {"seq": snapshot["seq"]})["data"]
seqs = [int(line.event(name)["seq"]) for name in ("order", "deal", "position")]
print("resumed", resumed["from"], "to", resumed["to"], "without a gap", seqs == list(range(seqs[0], seqs[0] + 3)))
closed = line.ask("trade", {"kind": "close", "position_id": answer["data"]["position_id"]})
print("closed", closed["code"])
line.ask("logout")
