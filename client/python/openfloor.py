"""A client for Openfloor servers in one file, for Python from version 3.9 on, with the standard library alone.

    from openfloor import Trader

    trader = Trader("http://127.0.0.1:8080")
    trader.sign_in(100, "the api password", terminal="api")
    with trader.live() as live:
        live.subscribe(["EURUSD"])
        end = live.place({"kind": "open", "symbol": "EURUSD", "side": "buy", "volume": "0.01"})
        print(end.end, end.code, end.data)

A program of the broker, such as a CRM, works with an API key:

    from openfloor import Staff, verify_webhook

    staff = Staff("https://trade.example.com", "ofk_...")
    for event in staff.events(after=cursor, kinds=["deal"]):
        print(event["id"], event["data"])

Where the package `websockets` (13 or newer) is installed the line is made by it, and else by the class PlainSocket below.
docs/build/trading-program.md of the server says what goes over the line, and why an order is placed as it is here.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import http.client
import json
import os
import queue
import random
import socket
import ssl
import struct
import threading
import time
import traceback
import urllib.error
import urllib.request
import uuid
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Protocol, Sequence, Set, Tuple, TypedDict, Union, cast
from urllib.parse import quote, urlencode, urlsplit

REQUEST_SEC = 20.0
#: Tries after the first one of a request that may be repeated, and the longest wait that a repeat takes.
RETRIES, WAIT_MAX_SEC = 3, 10.0
#: Events in one read, and the time for which the server waits for the next one.
EVENTS_LIMIT, EVENTS_WAIT_SEC = 500, 25
#: How far the time of a webhook may be from now.
TOLERANCE_SEC = 300.0
#: A token lives 15 minutes; one that ends sooner than a minute is refreshed before it is used.
TOKEN_SEC = 14 * 60.0
PING_SEC = 5.0
#: The silence after which a line is given up.
LOST_SEC = 12.0
FIRST_PAUSE_SEC, MOST_PAUSE_SEC = 0.25, 8.0
HEAD_BYTES_MAX = 16 * 1024
MESSAGE_BYTES_MAX = 256 * 1024 * 1024
#: Events that wait for listeners; more of them end the live line.
UNHEARD_MAX = 100_000


class TradeAsk(TypedDict, total=False):
    """A trade request; amounts, prices and volumes are text. `kind` says which of the others it needs."""

    kind: str  # open, place, close, close_by, stops, change, delete
    symbol: str
    side: str  # buy, sell
    order_kind: str  # market, limit, stop, stop_limit
    volume: str
    price: str
    trigger_price: str
    deviation_pts: int
    stop_loss: str
    take_profit: str
    trailing_pts: int
    price_was: str
    trigger_price_was: str
    stop_loss_was: str
    take_profit_was: str
    trailing_pts_was: int
    filling: str  # fok, ioc, return
    expiration: str  # gtc, day, specified, specified_day
    expires_at: str
    position_id: int
    by_position_id: int
    order_id: int
    oco_order_id: int
    quote_id: str
    comment: str
    client_order_id: str
    not_after: str


class Quote(TypedDict):
    s: str  # the symbol
    b: str  # bid
    a: str  # ask
    t: str  # when the provider said so


class Reply(TypedDict):
    id: int
    code: str
    message: str
    data: Any


class Pending(TypedDict):
    client_order_id: Optional[str]
    order_id: Optional[int]  # None where the request has made no order yet
    kind: str  # dealer, provider, delay
    until: str  # the request waits until then at most


class Event(TypedDict, total=False):
    event: str
    seq: str  # the account's number, of the events that have one
    data: Any


#: A position and an open order as the server tells them: `id`, `symbol`, `side`, `volume`, and more (/asyncapi.json).
Row = Dict[str, Any]
Listener = Callable[[Any], None]


@dataclass(frozen=True)
class OrderEnd:
    """The one end of an order. `end` is `done` (on the server's disk), `refused`, or `not-placed`: the server never saw
    it and its time is over, so nothing was placed and nothing can be."""

    end: str
    client_order_id: str
    code: str
    message: str
    data: Any


class OpenfloorError(Exception):
    """`code` is the server's, or of the way to it: `network`, `timeout`, `protocol`, `signed_out`, `closed`. A webhook
    that must not be trusted has `webhook_signature` or `webhook_timestamp`."""

    def __init__(
        self,
        code: str,
        message: str,
        data: Any = None,
        status: int = 0,
        retry_after_sec: Optional[float] = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code, self.message, self.data, self.status = code, message, data, status
        #: The time that the server asks the client to wait.
        self.retry_after_sec = retry_after_sec

    @property
    def is_unknown(self) -> bool:
        """Nobody knows whether it was done: the request may have come through."""
        return self.code in ("network", "timeout", "protocol", "trade.timeout")


class Rest:
    """Requests to one server."""

    def __init__(self, base: str, context: Optional[ssl.SSLContext] = None) -> None:
        if not base.startswith(("http://", "https://")):
            raise ValueError(f"{base!r} is no address of a server: it begins with https:// or http://")
        self.base = base.rstrip("/")
        self._context = context

    def _send(self, method: str, path: str, body: Any, headers: Dict[str, str], more_sec: float = 0.0) -> Any:
        return _data_of(*self._answer(method, path, body, headers, more_sec))

    def _answer(
        self, method: str, path: str, body: Any, headers: Dict[str, str], more_sec: float = 0.0
    ) -> Tuple[bytes, int, Optional[str]]:
        """The bytes of an answer, its status, and how long to wait."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, headers, method=method)
        if data is not None:
            request.add_header("Content-Type", "application/json")
        try:
            with self._opened(request, REQUEST_SEC + more_sec) as answer:
                return answer.read(MESSAGE_BYTES_MAX), answer.status, answer.headers.get("Retry-After")
        except (OSError, http.client.HTTPException) as error:
            raise OpenfloorError("network", f"The server could not be reached: {error}") from error

    def _opened(self, request: urllib.request.Request, timeout_sec: float) -> Any:
        try:
            return urllib.request.urlopen(request, timeout=timeout_sec, context=self._context)
        except urllib.error.HTTPError as error:
            # A refusal is an answer, too.
            return error


class Trader(Rest):
    """A trader's session: REST, and the live line. May be used by several threads."""

    def __init__(self, base: str, context: Optional[ssl.SSLContext] = None) -> None:
        super().__init__(base, context)
        self.login = 0
        self._lock = threading.RLock()
        self._tokens: Optional[Dict[str, Any]] = None
        self._fresh_until = 0.0

    def sign_in(
        self, login: int, password: str, otp: Optional[str] = None, terminal: str = "desktop"
    ) -> None:
        """`terminal` is `api` for the api password, which a program should use, and `desktop` for the master one."""
        body: Dict[str, Any] = {"login": login, "password": password, "terminal": terminal}
        if otp is not None:
            body["otp"] = otp
        with self._lock:
            self._take(self._send("POST", "/trader/v1/auth/login", body, {}))
            self.login = login

    def sign_out(self) -> None:
        self.request("POST", "/trader/v1/auth/logout")
        self._tokens = None

    def request(
        self,
        method: str,
        path: str,
        body: Optional[Any] = None,
        query: Optional[Dict[str, Any]] = None,
        key: Optional[str] = None,
    ) -> Any:
        """The data of the answer; whatever else comes raises OpenfloorError. `key` is its Idempotency-Key. Nothing is
        repeated: who gets an error with `is_unknown` asks again under the same key, or looks first."""
        asked = f"{path}?{urlencode(query)}" if query else path
        headers = {} if key is None else {"Idempotency-Key": key}
        token = self.access_token()
        try:
            return self._send(method, asked, body, {**headers, **self._proofs(token)})
        except OpenfloorError as error:
            if error.code != "auth.session_expired":
                raise
        self._refresh(token)
        return self._send(method, asked, body, {**headers, **self._proofs(self.access_token())})

    def outcome(self, client_order_id: str) -> Any:
        """What an order was answered first; `trade.order_unknown` is raised where the account has not seen it."""
        return self.request("GET", f"/trader/v1/orders/by-client-id/{quote(client_order_id, safe='')}")

    def live(self) -> Live:
        return Live(self)

    def access_token(self) -> str:
        """The token to use now, refreshed where it ends soon."""
        with self._lock:
            if self._tokens is None:
                raise OpenfloorError("signed_out", "There is no session. Sign in.")
            if time.monotonic() > self._fresh_until:
                self._refresh(self._tokens["access_token"])
            return cast(str, self._tokens["access_token"])

    def _refresh(self, used: str) -> None:
        """A refresh token works once: there is one refresh at a time, and who waited for it takes the new tokens."""
        with self._lock:
            if self._tokens is None:
                raise OpenfloorError("signed_out", "There is no session. Sign in.")
            if self._tokens["access_token"] != used:
                return
            body = {"refresh_token": self._tokens["refresh_token"]}
            headers = {"X-CSRF-Token": self._tokens["csrf_token"], "X-APP-Account": str(self.login)}
            try:
                self._take(self._send("POST", "/trader/v1/auth/refresh", body, headers))
            except OpenfloorError as error:
                # An answer that was lost does not end the session: only the server's word does.
                if error.code.startswith("auth."):
                    self._tokens = None
                raise

    def _take(self, tokens: Dict[str, Any]) -> None:
        self._tokens = tokens
        self._fresh_until = time.monotonic() + TOKEN_SEC

    def _proofs(self, token: str) -> Dict[str, str]:
        return {"Authorization": f"Bearer {token}", "X-APP-Account": str(self.login)}


class Staff(Rest):
    """The back office by an API key, for a program such as a CRM. May be used by several threads."""

    def __init__(self, base: str, api_key: str, context: Optional[ssl.SSLContext] = None) -> None:
        super().__init__(base, context)
        self._headers = {"Authorization": f"Bearer {api_key}"}

    def request(
        self,
        method: str,
        path: str,
        body: Optional[Any] = None,
        query: Optional[Dict[str, Any]] = None,
        key: Optional[str] = None,
        retries: int = RETRIES,
    ) -> Any:
        """The data of the answer; whatever else comes raises OpenfloorError. `key` is its Idempotency-Key.

        A request that only reads, one with a key, and a payment with its `request_id` are repeated if the answer is
        lost: the server carries them out once. A request that the server refused unread is repeated, too."""
        path = f"{path}?{urlencode(query)}" if query else path
        headers = self._headers if key is None else {**self._headers, "Idempotency-Key": key}
        is_repeatable = method == "GET" or key is not None or _is_payment(body)
        pause_sec = FIRST_PAUSE_SEC
        for tries in range(retries + 1):
            try:
                return self._send(method, path, body, headers)
            except OpenfloorError as error:
                wait_sec = error.retry_after_sec or 0.0
                lost = error.code in ("network", "unavailable") and is_repeatable
                if tries == retries or wait_sec > WAIT_MAX_SEC or not (lost or error.code == "too_many_requests"):
                    raise
            time.sleep(max(wait_sec, pause_sec * random.uniform(0.5, 1.0)))
            pause_sec *= 2
        raise AssertionError("the last try returns or raises")

    def download(self, path: str, query: Optional[Dict[str, Any]] = None) -> bytes:
        """The bytes of a file, such as a statement."""
        path = f"{path}?{urlencode(query)}" if query else path
        content, status, wait = self._answer("GET", path, None, self._headers)
        if status >= 400:
            _data_of(content, status, wait)
        return content

    def events(
        self,
        after: Optional[str] = None,
        latest: bool = False,
        kinds: Sequence[str] = (),
        group: Optional[str] = None,
        logins: Sequence[int] = (),
        limit: int = EVENTS_LIMIT,
        wait_sec: int = EVENTS_WAIT_SEC,
        retry_for_sec: Optional[float] = None,
    ) -> Events:
        """The event stream after a cursor that the program stored: the `id` of the last event that it handled.

        With `wait_sec=0` the iteration ends at the newest event."""
        selected = {"kinds": ",".join(kinds), "group": group, "logins": ",".join(map(str, logins))}
        query: Dict[str, Any] = {name: value for name, value in selected.items() if value}
        return Events(self, after, latest, {**query, "limit": limit}, wait_sec, retry_for_sec)


class Events:
    """The event stream as an iterator. It waits out outages, restarts of the server and its limits, and raises what
    waiting does not help against, such as `resume_gone`."""

    def __init__(
        self,
        staff: Staff,
        after: Optional[str],
        latest: bool,
        query: Dict[str, Any],
        wait_sec: int,
        retry_for_sec: Optional[float],
    ) -> None:
        #: Moves only after the program took an event and came back for the next. A program that goes on here misses
        #: nothing, and may see the last event a second time.
        self.cursor = after
        self._staff, self._latest, self._query = staff, latest, query
        self._wait_sec, self._retry_for_sec = wait_sec, retry_for_sec
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Ends the iteration, at the latest when the server answers the read that is under way."""
        self._stopped.set()

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        while not self._stopped.is_set():
            page = self._read()
            if page is None:
                return
            for event in page["items"]:
                if self._stopped.is_set():
                    return
                yield event
                self.cursor = event["id"]
            self.cursor = page["next"]
            if self._wait_sec == 0 and not page["has_more"]:
                return

    def _read(self) -> Optional[Dict[str, Any]]:
        ends_at = None if self._retry_for_sec is None else time.monotonic() + self._retry_for_sec
        pause_sec = FIRST_PAUSE_SEC
        while not self._stopped.is_set():
            try:
                return self._page()
            except OpenfloorError as error:
                is_passing = error.code in ("network", "unavailable", "too_many_requests")
                if not is_passing or (ends_at is not None and time.monotonic() >= ends_at):
                    raise
                wait_sec = max(error.retry_after_sec or 0.0, pause_sec * random.uniform(0.5, 1.0))
            self._stopped.wait(wait_sec)
            pause_sec = min(pause_sec * 2, MOST_PAUSE_SEC)
        return None

    def _page(self) -> Dict[str, Any]:
        is_first = self.cursor is None
        # Without a cursor, the place after the newest event is another one at each try: it is fetched first.
        wait_sec = 0 if is_first and self._latest else self._wait_sec
        begin = {"latest": str(self._latest).lower()} if is_first else {"after": self.cursor}
        path = f"/admin/v1/events?{urlencode({**begin, **self._query, 'wait_sec': wait_sec})}"
        return cast(Dict[str, Any], self._staff._send("GET", path, None, self._staff._headers, wait_sec))


def _is_payment(body: Any) -> bool:
    """The server books each `request_id` once. A bulk request has one for each payment."""
    if not isinstance(body, dict):
        return False
    items = body.get("items")
    return all(map(_is_payment, items)) if items else isinstance(body.get("request_id"), str)


def verify_webhook(
    secrets: Union[str, Sequence[str]],
    headers: Mapping[str, str],
    body: Union[str, bytes],
    tolerance_sec: float = TOLERANCE_SEC,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """The message of a webhook whose signature is right (Standard Webhooks, version 1), with its `id`: handle each `id`
    once. Else it raises OpenfloorError with `webhook_signature` or `webhook_timestamp`. `body` is the raw body. During a
    rotation, pass both secrets."""
    named = {name.lower(): value for name, value in headers.items()}
    values = [named.get(f"webhook-{name}") for name in ("id", "timestamp", "signature")]
    if not all(values):
        raise OpenfloorError("webhook_signature", "The webhook lacks one of its three headers.")
    name, sent_at, signatures = cast(List[str], values)
    is_time = sent_at.isascii() and sent_at.isdigit() and len(sent_at) <= 12
    if not is_time or abs((time.time() if now is None else now) - int(sent_at)) > tolerance_sec:
        why = f"The time of the webhook is more than {tolerance_sec:g} s from now. Check the clock."
        raise OpenfloorError("webhook_timestamp", why)
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{name}.{sent_at}.".encode() + raw
    given = [one[3:].encode() for one in signatures.split(" ") if one.startswith("v1,")]
    is_right = False
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        expected = base64.b64encode(hmac.new(_webhook_secret(secret), signed, hashlib.sha256).digest())
        for signature in given:
            is_right = hmac.compare_digest(signature, expected) or is_right
    if not is_right:
        raise OpenfloorError("webhook_signature", "No signature of the webhook is right.")
    try:
        return {**json.loads(raw), "id": name}
    except (ValueError, TypeError) as error:
        raise OpenfloorError("protocol", "The body of the webhook is no JSON object.") from error


def _webhook_secret(text: str) -> bytes:
    try:
        secret = base64.b64decode(text[6:] if text.startswith("whsec_") else text, validate=True)
    except binascii.Error:
        secret = b""
    if not secret:
        raise ValueError("A webhook secret is whsec_ and base64.")
    return secret


def _data_of(text: bytes, status: int, wait: Optional[str] = None) -> Any:
    try:
        envelope = json.loads(text)
        code, is_done = envelope["code"], envelope["success"]
    except (ValueError, KeyError, TypeError):
        # A proxy that could not reach the server says so in its own words.
        code = "network" if status in (502, 503, 504) else "protocol"
        raise OpenfloorError(code, f"The answer with status {status} is none of this server.", None, status) from None
    if is_done:
        return envelope["data"]
    data = envelope.get("data")
    wait_sec = float(wait) if wait is not None and wait.isdigit() else None
    if isinstance(data, dict) and isinstance(data.get("retry_after_ms"), (int, float)):
        wait_sec = data["retry_after_ms"] / 1000
    raise OpenfloorError(code, envelope.get("message", ""), data, status, wait_sec)


class Line(Protocol):
    """A WebSocket connection. Both raise OSError when it is lost; `code` is then that of its end, 1006 without one."""

    code: int

    def send(self, text: str) -> None: ...

    def receive(self) -> str: ...

    def close(self) -> None: ...


def open_line(url: str, context: Optional[ssl.SSLContext] = None) -> Line:
    """By the package where it is there, and new enough to be called as it is below."""
    try:
        from websockets.version import version
    except ImportError:
        return PlainSocket(url, context)
    return PackageSocket(url, context) if int(version.split(".")[0]) >= 13 else PlainSocket(url, context)


class PackageSocket:
    """A line of the package `websockets`."""

    def __init__(self, url: str, context: Optional[ssl.SSLContext]) -> None:
        from websockets.exceptions import ConnectionClosed, WebSocketException
        from websockets.sync.client import connect
        from websockets.typing import Subprotocol

        self.code = 1006
        self._closed = ConnectionClosed
        ours: Dict[str, Any] = {} if context is None else {"ssl": context}
        try:
            self._socket = connect(
                url,
                subprotocols=[Subprotocol("openfloor.json")],
                open_timeout=LOST_SEC,
                max_size=MESSAGE_BYTES_MAX,
                **ours,
            )
        except WebSocketException as error:
            raise ConnectionError(f"the server refused the socket: {error}") from error

    def send(self, text: str) -> None:
        try:
            self._socket.send(text)
        except self._closed as error:
            raise ConnectionError("the line was lost") from error

    def receive(self) -> str:
        try:
            return cast(str, self._socket.recv(timeout=LOST_SEC))
        except self._closed as error:
            self.code = error.rcvd.code if error.rcvd is not None else 1006
            raise ConnectionError(f"closed with {self.code}") from error

    def close(self) -> None:
        # Closing as the package does it waits for the server.
        try:
            self._socket.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class PlainSocket:
    """A line of the standard library: what RFC 6455 asks of a client that sends and hears text."""

    GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    def __init__(self, url: str, context: Optional[ssl.SSLContext]) -> None:
        self.code = 1006
        self._lock = threading.Lock()
        at = urlsplit(url)
        is_secure = at.scheme == "wss"
        address = (at.hostname or "", at.port or (443 if is_secure else 80))
        plain = socket.create_connection(address, timeout=LOST_SEC)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = plain
        try:
            if is_secure:
                tls = context if context is not None else ssl.create_default_context()
                self._socket = tls.wrap_socket(plain, server_hostname=at.hostname)
            self._read = self._socket.makefile("rb")
            self._upgrade(at.netloc, at.path)
        except BaseException:
            self._socket.close()
            raise

    def _upgrade(self, host: str, path: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        asked = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: openfloor.json\r\n\r\n"
        )
        self._socket.sendall(asked.encode())
        head: List[bytes] = []
        while not head or head[-1] not in (b"\r\n", b"\n"):
            head.append(self._read.readline(HEAD_BYTES_MAX))
            if head[-1] == b"" or sum(map(len, head)) > HEAD_BYTES_MAX:
                raise ConnectionError("the answer to the upgrade has no end")
        if not head[0].startswith(b"HTTP/1.1 101 "):
            raise ConnectionError(f"the server refused the socket: {head[0].decode('latin-1').strip()}")
        accept = base64.b64encode(hashlib.sha1((key + self.GUID).encode()).digest()).decode()
        said = [line.decode("latin-1").partition(":") for line in head[1:]]
        if accept not in [value.strip() for name, _, value in said if name.lower() == "sec-websocket-accept"]:
            raise ConnectionError("the upgrade is none")

    def send(self, text: str) -> None:
        self._write(1, text.encode())

    def receive(self) -> str:
        message = bytearray()
        while True:
            first, second = self._exactly(2)
            size = second & 0x7F
            if size > 125:
                (size,) = struct.unpack(*(("!H", self._exactly(2)) if size == 126 else ("!Q", self._exactly(8))))
            opcode = first & 0x0F
            if first & 0x70 or second & 0x80 or opcode == 2 or size + len(message) > MESSAGE_BYTES_MAX:
                raise ConnectionError("what came is no frame of text")
            payload = self._exactly(size)
            if opcode == 8:
                self.code = struct.unpack("!H", payload[:2])[0] if size > 1 else 1005
                self._write(8, payload[:2])
                raise ConnectionError(f"closed with {self.code}")
            if opcode == 9:
                self._write(10, payload)
            elif opcode < 2:
                message += payload
                if first & 0x80:
                    return message.decode()

    def close(self) -> None:
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def _write(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        if size < 126:
            head = struct.pack("!BB", 0x80 | opcode, 0x80 | size)
        elif size < 65536:
            head = struct.pack("!BBH", 0x80 | opcode, 0xFE, size)
        else:
            head = struct.pack("!BBQ", 0x80 | opcode, 0xFF, size)
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[i & 3] for i, byte in enumerate(payload))
        with self._lock:
            self._socket.sendall(head + mask + masked)

    def _exactly(self, size: int) -> bytes:
        data = self._read.read(size)
        if len(data) < size:
            raise ConnectionError("the line was lost")
        return data


DONE = ("ok", "trade.placed", "trade.partial", "trade.pending")
#: Answers after which the client asks the server for the outcome: it says whether the request was refused or waits.
UNDECIDED = ("trade.timeout", "trade.busy", "unavailable", "internal")
#: Answers to a request that the server did not look at.
UNREAD = ("trade.too_many_requests", "too_many_requests")
#: What a session may be told to do before it may have a line.
BARS = ("auth.password_change_required", "auth.otp_enrol_required")


class _Limit:
    """How long a caller waits; None is without a limit."""

    def __init__(self, sec: Optional[float]) -> None:
        self._ends_at = None if sec is None else time.monotonic() + sec

    def left(self) -> Optional[float]:
        return None if self._ends_at is None else max(0.0, self._ends_at - time.monotonic())

    def is_over(self) -> bool:
        return self.left() == 0.0


class Live:
    """A live line that stays: it comes back by itself, and what was missed meanwhile is made up for by `seq`.

    Listeners run one at a time on a thread of their own, and may place orders. `state` is connecting, live, resuming,
    signed-out or closed."""

    def __init__(self, trader: Trader) -> None:
        self.state, self.why = "closed", "not started"
        self.seq: Optional[int] = None
        self.account: Optional[Dict[str, Any]] = None
        self.money: Optional[Dict[str, Any]] = None
        #: Snapshots taken, and gaps found: after each gap the line is given up and resumed from `seq`.
        self.snapshots = self.gaps = 0
        self._trader = trader
        self._changed = threading.Condition()
        self._positions: Dict[int, Row] = {}
        self._orders: Dict[int, Row] = {}
        self._quotes: Dict[str, Quote] = {}
        self._unheard: Set[str] = set()
        self._listeners: Dict[str, List[Listener]] = {}
        self._told: queue.Queue[Event] = queue.Queue(UNHEARD_MAX)
        self._stopped = threading.Event()
        self._line: Optional[Line] = None
        self._waiting: Dict[int, queue.SimpleQueue[Optional[Reply]]] = {}
        self._last_id = 0
        self._rates: Dict[str, Optional[int]] = {}
        self._is_synced = False
        self._until = 0
        self._ahead_sec = 0.0

    def __enter__(self) -> Live:
        self.start()
        self.wait_live()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def positions(self) -> Dict[int, Row]:
        with self._changed:
            return dict(self._positions)

    @property
    def orders(self) -> Dict[int, Row]:
        with self._changed:
            return dict(self._orders)

    @property
    def quotes(self) -> Dict[str, Quote]:
        """The newest of each symbol."""
        with self._changed:
            return dict(self._quotes)

    def on(self, event: str, listener: Listener) -> None:
        """Before `start`. Events of the server by their names, with their data; `state`, and `problem` (an OpenfloorError).

        `pending` (a `Pending`) tells that a request waits for a dealer, a provider or a delay; `place` returns when it is
        decided."""
        self._listeners.setdefault(event, []).append(listener)

    def start(self) -> None:
        self._enter("connecting", "started")
        for run in (self._stay, self._tell, self._beat):
            threading.Thread(target=run, name=f"openfloor {run.__name__}", daemon=True).start()

    def stop(self) -> None:
        self._end("closed", "stopped")

    def wait_live(self, timeout_sec: Optional[float] = None) -> None:
        ends = ("live", "signed-out", "closed")
        with self._changed:
            if not self._changed.wait_for(lambda: self.state in ends, timeout_sec):
                raise OpenfloorError("timeout", f"The live socket is not live yet: {self.why}")
            if self.state != "live":
                raise OpenfloorError(self.state.replace("-", "_"), f"The line is {self.state}: {self.why}")

    def server_now(self) -> float:
        """The server's clock, in seconds since 1970, as near as pings tell it."""
        return time.time() + self._ahead_sec

    def subscribe(self, symbols: Sequence[str], max_per_sec: Optional[int] = None) -> None:
        """Quotes of these symbols beside those of before, on every line that comes."""
        with self._changed:
            before = dict(self._rates)
            self._rates.update({symbol: max_per_sec for symbol in symbols})
        reply = self.try_ask("subscribe", _subscription(list(symbols), max_per_sec))
        if reply is not None and reply["code"] != "ok":
            with self._changed:
                self._rates = before
            raise OpenfloorError(reply["code"], reply["message"], reply["data"])

    def ask(self, op: str, args: Optional[Dict[str, Any]] = None) -> Any:
        """The data of the reply; a refusal, and a line that is lost before it, raise OpenfloorError."""
        reply = self.try_ask(op, args or {})
        if reply is None:
            raise OpenfloorError("network", "The line was lost.")
        if reply["code"] not in DONE:
            raise OpenfloorError(reply["code"], reply["message"], reply["data"])
        return reply["data"]

    def try_ask(self, op: str, args: Dict[str, Any], timeout_sec: Optional[float] = None) -> Optional[Reply]:
        """None where the line was lost first, or is not there, or time is up: then nobody knows what came of it."""
        box: queue.SimpleQueue[Optional[Reply]] = queue.SimpleQueue()
        with self._changed:
            line = self._line
            if line is None:
                return None
            self._last_id += 1
            asked = self._last_id
            self._waiting[asked] = box
        try:
            line.send(json.dumps({"id": asked, "op": op, "args": args}))
        except OSError:
            line.close()
        try:
            return box.get(timeout=timeout_sec)
        except queue.Empty:
            with self._changed:
                self._waiting.pop(asked, None)
            return None

    # Orders

    def place(
        self,
        order: TradeAsk,
        client_order_id: Optional[str] = None,
        life_sec: float = 5.0,
        if_unseen: str = "give-up",
        timeout_sec: Optional[float] = None,
    ) -> OrderEnd:
        """Places an order once or not at all, and answers its one end, however often the line is lost meanwhile.

        It has a name and a time until which it may be decided. After a lost line the server is asked what came of the
        name, which never places anything. With `send-again` what it has not seen is sent again while its time lasts. An
        order that could not be sent within its life is never sent.
        Raises if the line is stopped or signed out first, and `timeout` after `timeout_sec`: keep the name and the time,
        and `settle` it later."""
        name = client_order_id or order.get("client_order_id") or str(uuid.uuid4())
        limit = _Limit(timeout_sec)
        not_after = self._life_end(order.get("not_after"), life_sec, limit)
        if not_after is None:
            why = "The live socket was not live in time, so nothing was sent."
            return OrderEnd("not-placed", name, "trade.order_unknown", why, None)
        asked: TradeAsk = {**order, "client_order_id": name, "not_after": not_after}
        first = self.try_ask("trade", cast(Dict[str, Any], asked), limit.left())
        # It was sent once only, so nothing of it is on its way.
        if first is not None and first["code"] in UNREAD and if_unseen == "give-up":
            return _decided(name, first)
        return _end_of(name, first) or self._settled(asked, if_unseen, limit)

    def settle(self, client_order_id: str, not_after: str, timeout_sec: Optional[float] = None) -> OrderEnd:
        """The end of an order that a program before this one has sent. Raises `timeout` after `timeout_sec`."""
        asked: TradeAsk = {"client_order_id": client_order_id, "not_after": not_after}
        return self._settled(asked, "give-up", _Limit(timeout_sec))

    def _life_end(self, given: Optional[str], life_sec: float, limit: _Limit) -> Optional[str]:
        """When the life of an order ends, once it can be sent; None if its life ends before that."""
        if given is not None:
            life_sec = _seconds(given) - self.server_now()
        ends_at = time.monotonic() + life_sec
        left = limit.left()
        try:
            self.wait_live(max(0.0, life_sec if left is None else min(life_sec, left)))
        except OpenfloorError as error:
            if error.code == "timeout":
                return None
            raise
        return given or _time_text(self.server_now() + ends_at - time.monotonic())

    def _settled(self, asked: TradeAsk, if_unseen: str, limit: _Limit) -> OrderEnd:
        wait_sec = 0.1
        while True:
            self.wait_live(limit.left())
            end = self._looked(asked, if_unseen, limit)
            if end is not None:
                return end
            if limit.is_over():
                raise OpenfloorError("timeout", "The order has no end yet. Keep its name and its time, and settle it later.")
            self._stopped.wait(wait_sec)
            wait_sec = min(wait_sec * 2, 1.0)

    def _looked(self, asked: TradeAsk, if_unseen: str, limit: _Limit) -> Optional[OrderEnd]:
        """None where nobody knows yet."""
        name = asked["client_order_id"]
        # The time first, and then the outcome: what is on its way in between is refused by the server.
        ping = self.try_ask("ping", {}, limit.left())
        told = None if ping is None else self.try_ask("outcome", {"client_order_id": name}, limit.left())
        if ping is None or told is None or ping["code"] != "ok":
            return None
        data = told["data"]
        if data is not None and data.get("client_order_id") == name:
            return _decided(name, told)
        if told["code"] != "trade.order_unknown" or data is not None:
            return None
        if _seconds(ping["data"]["at"]) > _seconds(asked["not_after"]):
            return OrderEnd("not-placed", name, told["code"], "The server never saw it, and its time is over.", None)
        if if_unseen != "send-again":
            return None
        return _end_of(name, self.try_ask("trade", cast(Dict[str, Any], asked), limit.left()))

    # The line, on its thread

    def _stay(self) -> None:
        pause_sec = FIRST_PAUSE_SEC
        while not self._stopped.is_set():
            line: Optional[Line] = None
            why = "stopped"
            try:
                token = self._trader.access_token()
                url = "ws" + self._trader.base[len("http") :] + "/trader/v1/socket"
                line = open_line(url, self._trader._context)
                self._begin(line, token)
                pause_sec = FIRST_PAUSE_SEC
                while not self._stopped.is_set():
                    self._take(line.receive())
            except (OSError, ValueError, KeyError, TypeError) as error:
                # Lost, given up, or what came is no frame.
                why = str(error)
            except OpenfloorError as error:
                why = str(error)
                if error.code == "signed_out" or error.code.startswith("auth."):
                    self._end("signed-out", why)
            code = self._lost(line, why)
            if code == 4001:
                self._look_at_session()
            if self._stopped.is_set():
                return
            if code in (1013, 4029):  # Too many lines, or a flood: patience.
                pause_sec = MOST_PAUSE_SEC
            self._stopped.wait(pause_sec * random.uniform(0.5, 1.0))
            pause_sec = min(pause_sec * 2, MOST_PAUSE_SEC)

    def _begin(self, line: Line, token: str) -> None:
        reply = self._inline(line, "auth", {"access_token": token})
        if reply["code"].startswith("auth."):
            if reply["code"] in BARS:
                raise OpenfloorError(reply["code"], reply["message"])
            self._trader._refresh(token)
        if reply["code"] != "ok":
            raise ConnectionError(f"{reply['code']}: {reply['message']}")
        sent_at = time.monotonic()
        ping = self._inline(line, "ping", {})
        if ping["code"] == "ok":
            self._clock(ping, time.monotonic() - sent_at)
        with self._changed:
            if self._stopped.is_set():
                raise ConnectionError("stopped")
            self._line = line
        self._subscribe_again(line)
        self._sync(line)

    def _subscribe_again(self, line: Line) -> None:
        with self._changed:
            by_rate: Dict[Optional[int], List[str]] = {}
            for symbol, rate in self._rates.items():
                by_rate.setdefault(rate, []).append(symbol)
        for rate, symbols in by_rate.items():
            self._subscribe_known(line, symbols, rate)

    def _subscribe_known(self, line: Line, symbols: List[str], rate: Optional[int]) -> None:
        refused = self._inline(line, "subscribe", _subscription(symbols, rate))
        if refused["code"] == "ok":
            return
        if refused["code"] == "trade.symbol_unknown" and len(symbols) > 1:
            # One that is gone has the whole list refused: the halves of it tell which one it is.
            middle = len(symbols) // 2
            self._subscribe_known(line, symbols[:middle], rate)
            self._subscribe_known(line, symbols[middle:], rate)
            return
        if refused["code"] == "trade.symbol_unknown":
            with self._changed:
                self._rates.pop(symbols[0], None)
                self._quotes.pop(symbols[0], None)
        problem = OpenfloorError(refused["code"], refused["message"], refused["data"])
        self._hear({"event": "problem", "data": problem})

    def _sync(self, line: Line) -> None:
        wait_sec = 0.05
        while not self._is_synced:
            if self.seq is None:
                reply = self._inline(line, "snapshot", {})
                if reply["code"] == "ok":
                    self._ground(reply["data"])
            else:
                reply = self._inline(line, "resume", {"seq": str(self.seq)})
                self._is_synced = reply["code"] == "ok"
                if self._is_synced:
                    self._until = int(reply["data"]["to"])
            if reply["code"] in ("resume_gone", "invalid_input"):
                self.seq = None
            elif reply["code"] == "trade.too_many_requests":
                # An account makes one of these at a time: another line of it does.
                self._stopped.wait(wait_sec)
                wait_sec = min(wait_sec * 2, 1.0)
            elif reply["code"] != "ok":
                raise ConnectionError(f"{reply['code']}: {reply['message']}")
        self._caught_up()

    def _inline(self, line: Line, op: str, args: Dict[str, Any]) -> Reply:
        """The reply, read on the line's own thread: what comes after it is not read yet."""
        with self._changed:
            self._last_id += 1
            asked = self._last_id
        line.send(json.dumps({"id": asked, "op": op, "args": args}))
        while True:
            reply = self._take(line.receive())
            if reply is not None and reply["id"] == asked:
                return reply

    def _take(self, text: str) -> Optional[Reply]:
        frame = json.loads(text)
        if "event" in frame:
            self._event(frame)
            return None
        reply = cast(Reply, frame)
        with self._changed:
            box = self._waiting.pop(reply["id"], None)
        if box is not None:
            box.put(reply)
        return reply

    def _event(self, event: Event) -> None:
        name, data = event["event"], event["data"]
        if "seq" not in event:
            if name == "money":
                self._money(data)
            if name == "quote":
                with self._changed:
                    self._quotes[data["s"]] = data
                    is_waiting = data["s"] in self._unheard
                    if "quote" in self._listeners:
                        self._unheard.add(data["s"])
                # Newest wins: a quote that waits for listeners is told as it is by then.
                if is_waiting:
                    return
            self._hear(event)
            return
        # What comes before the snapshot is in it.
        if not self._is_synced or self.seq is None or int(event["seq"]) <= self.seq:
            return
        if int(event["seq"]) != self.seq + 1:
            self._miss()
        with self._changed:
            self.seq += 1
            if name in ("position", "correction"):
                _put(self._positions, data, data["volume"] == "0")
            elif name == "order":
                _put(self._orders, data, data.get("done_at") is not None)
        self._hear(event)
        self._caught_up()

    def _money(self, data: Any) -> None:
        # It tells the seq that it stands at; what comes with that was heard before.
        if self._is_synced and self.seq is not None and int(data["seq"]) > self.seq:
            self._miss()
        self.money = data

    def _miss(self) -> None:
        self.gaps += 1
        raise ConnectionError("an event is missing")

    def _ground(self, data: Dict[str, Any]) -> None:
        with self._changed:
            self.account, self.money = data["account"], data["account"]["money"]
            self._positions = {row["id"]: _without_nulls(row) for row in data["positions"]}
            self._orders = {row["id"]: _without_nulls(row) for row in data["orders"]}
            self.seq = self._until = int(data["seq"])
            self.snapshots += 1
            self._is_synced = True

    def _caught_up(self) -> None:
        if self.state != "live" and self.seq is not None and self.seq >= self._until:
            self._enter("live", "nothing is missing")

    def _lost(self, line: Optional[Line], why: str) -> int:
        with self._changed:
            self._line = None
            self._is_synced = False
            boxes = list(self._waiting.values())
            self._waiting.clear()
        if self.state == "live":
            self._enter("resuming", why)
        for box in boxes:
            box.put(None)
        if line is None:
            return 1006
        line.close()
        return line.code

    def _look_at_session(self) -> None:
        """The server closed the line since a session is over: it says itself whether that is this one."""
        try:
            self._trader.request("GET", "/trader/v1/auth/me")
        except OpenfloorError as error:
            if error.code == "signed_out" or error.code.startswith("auth."):
                self._end("signed-out", str(error))

    def _enter(self, state: str, why: str) -> None:
        with self._changed:
            if self._stopped.is_set() or self.state == state:
                return
            self.state, self.why = state, why
            self._changed.notify_all()
        self._hear({"event": "state", "data": {"state": state, "why": why}})

    def _end(self, state: str, why: str) -> None:
        with self._changed:
            if self._stopped.is_set():
                return
            self._enter(state, why)
            self._stopped.set()
            line = self._line
        if line is not None:
            line.close()

    # Listeners and pings, each on a thread

    def _hear(self, event: Event) -> None:
        if event["event"] not in self._listeners:
            return
        try:
            self._told.put_nowait(event)
        except queue.Full:
            # None of them is left out unsaid.
            with self._changed:
                self.state, self.why = "closed", f"listeners are {UNHEARD_MAX} events behind"
                self._stopped.set()
                self._changed.notify_all()

    def _tell(self) -> None:
        while True:
            try:
                event = self._told.get(timeout=1.0)
            except queue.Empty:
                if self._stopped.is_set():
                    return
                continue
            data = event["data"]
            if event["event"] == "quote":
                with self._changed:
                    self._unheard.discard(data["s"])
                    data = self._quotes.get(data["s"], data)
            for listener in self._listeners[event["event"]]:
                try:
                    listener(data)
                except Exception:
                    traceback.print_exc()

    def _beat(self) -> None:
        while not self._stopped.wait(PING_SEC):
            sent_at = time.monotonic()
            reply = self.try_ask("ping", {})
            if reply is not None and reply["code"] == "ok":
                self._clock(reply, time.monotonic() - sent_at)

    def _clock(self, ping: Reply, took_sec: float) -> None:
        self._ahead_sec = _seconds(ping["data"]["at"]) + took_sec / 2 - time.time()


def _subscription(symbols: List[str], rate: Optional[int]) -> Dict[str, Any]:
    return {"symbols": symbols} if rate is None else {"symbols": symbols, "max_per_sec": rate}


def _put(rows: Dict[int, Row], row: Row, is_over: bool) -> None:
    if is_over:
        rows.pop(row["id"], None)
    else:
        rows[row["id"]] = row


def _without_nulls(row: Row) -> Row:
    """A row of a list as an event would tell it."""
    return {name: value for name, value in row.items() if value is not None}


def _end_of(name: str, reply: Optional[Reply]) -> Optional[OrderEnd]:
    return None if reply is None or reply["code"] in UNDECIDED + UNREAD else _decided(name, reply)


def _decided(name: str, reply: Reply) -> OrderEnd:
    end = "done" if reply["code"] in DONE else "refused"
    return OrderEnd(end, name, reply["code"], reply["message"], reply["data"])


def _seconds(text: str) -> float:
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def _time_text(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
