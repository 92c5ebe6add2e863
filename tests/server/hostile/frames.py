"""Invalid WebSocket frames, and the codes that the server must close the connection with."""

from __future__ import annotations

from tests.server.hostile.raw_socket import BINARY, CLOSE, PING, PONG, TEXT, frame, text

CONTINUED = 0x0
PROTOCOL, UTF8, TOO_BIG = 1002, 1007, 1009

SPLIT = "é".encode()

BROKEN: dict[str, tuple[bytes, set[int]]] = {
    **{
        f"reserved bits {bits:03b}": (frame(TEXT, b"{}", reserved=bits), {PROTOCOL})
        for bits in range(1, 8)
    },
    **{
        f"opcode {code:x}": (frame(code, b"{}"), {PROTOCOL})
        for code in (0x3, 0x4, 0x5, 0x6, 0x7, 0xB, 0xC, 0xD, 0xE, 0xF)
    },
    "not masked": (frame(TEXT, b"{}", masked=False), {PROTOCOL}),
    "a ping not masked": (frame(PING, masked=False), {PROTOCOL}),
    "a ping in pieces": (frame(PING, b"x", final=False), {PROTOCOL}),
    "a pong in pieces": (frame(PONG, b"x", final=False), {PROTOCOL}),
    "a goodbye in pieces": (frame(CLOSE, b"\x03\xe8", final=False), {PROTOCOL}),
    "a long ping": (frame(PING, b"x" * 126), {PROTOCOL}),
    "a long goodbye": (frame(CLOSE, b"\x03\xe8" + b"x" * 124), {PROTOCOL}),
    "a terabyte": (frame(TEXT, b"{", length=2**40), {TOO_BIG}),
    "more than there is": (frame(TEXT, b"{", length=2**63 + 1), {PROTOCOL, TOO_BIG}),
    "a little too much": (frame(TEXT, b" " * (4 * 16 * 1024 + 1)), {TOO_BIG}),
    "a continuation of nothing": (frame(CONTINUED, b"{}"), {PROTOCOL}),
    "a beginning in the middle": (
        frame(TEXT, b"{", final=False) + frame(TEXT, b"}"),
        {PROTOCOL},
    ),
    "no UTF-8": (frame(TEXT, b"\xff\xfe"), {UTF8}),
    "UTF-8 that is too long": (frame(TEXT, b"\xc0\xaf"), {UTF8}),
    "half a letter": (frame(TEXT, SPLIT[:1]), {UTF8}),
    "a surrogate": (frame(TEXT, b"\xed\xa0\x80"), {UTF8}),
    "no UTF-8, in pieces": (
        frame(TEXT, b"{", final=False) + frame(CONTINUED, b"\xff"),
        {UTF8},
    ),
    "half a code": (frame(CLOSE, b"\x03"), {PROTOCOL}),
    **{
        f"the code {code}": (frame(CLOSE, code.to_bytes(2)), {PROTOCOL})
        for code in (0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65535)
    },
    "a goodbye that is no UTF-8": (frame(CLOSE, b"\x03\xe8\xff"), {UTF8, PROTOCOL}),
    "pieces without end": (
        frame(TEXT, b" " * 8000, final=False) + frame(CONTINUED, b" " * 8000, final=False) * 9,
        {TOO_BIG},
    ),
    "another protocol": (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", {PROTOCOL}),
    "noise": (bytes(range(255, 0, -1)), {PROTOCOL}),
}

ODD: dict[str, bytes] = {
    "letters in pieces": frame(TEXT, b'{"type":"say","id":"' + SPLIT[:1], final=False)
    + frame(CONTINUED, SPLIT[1:] + b'","text":"x"}'),
    "pieces of nothing": frame(TEXT, b'{"type"', final=False)
    + frame(CONTINUED, final=False) * 2000
    + frame(CONTINUED, b':"ping"}'),
    "a ping between pieces": frame(TEXT, b'{"type"', final=False)
    + frame(PING, b"there?")
    + frame(CONTINUED, b':"ping"}'),
    "pongs that nobody asked for": frame(PONG, b"here") * 50,
    "many pings": frame(PING, b"there?") * 50,
    "nothing at all": text(""),
    "bytes instead of text": frame(BINARY, b'{"type":"ping"}'),
    "bytes that are no text": frame(BINARY, b"\xff\xfe"),
    "a length that takes too many bytes": b"\x81\xfe\x00\x02\x00\x00\x00\x00{}",
}
"""Unusual but valid frames, which the server accepts."""

GOODBYES: dict[str, tuple[bytes, set[int | None]]] = {
    "none in particular": (frame(CLOSE), {None, 1000, 1005}),
    "as usual": (frame(CLOSE, b"\x03\xe8"), {1000}),
    "going away": (frame(CLOSE, b"\x03\xe9bye"), {1001, 1000}),
    "our own": (frame(CLOSE, (4999).to_bytes(2)), {4999, 1000}),
}
"""Closing frames, and the codes with which the server may close the connection in answer."""
