"""Valid frames whose messages are unreadable, wrong or unusual."""

from __future__ import annotations

DEEP = 4000

UNREADABLE: dict[str, str] = {
    "nothing": "",
    "blanks": "   ",
    "null": "null",
    "a number": "7",
    "a list": "[]",
    "half of it": '{"type":"ping"',
    "two of it": '{"type":"ping"}{"type":"ping"}',
    "a byte order mark": '\ufeff{"type":"ping"}',
    "a nul": '{"type":"ping"}\x00',
    "no type": '{"id":"x"}',
    "an unknown type": '{"type":"drop tables"}',
    "a type that is no text": '{"type":7}',
    "a type twice": '{"type":"ping","type":"pang"}',
    "not a number": '{"type":"echo","number":NaN}',
    "infinity": '{"type":"echo","number":Infinity}',
    "half a number": '{"type":"echo","number":1.5}',
    "a number too large": f'{{"type":"echo","number":{"9" * 5000}}}',
    "a large exponent": '{"type":"echo","number":1e999}',
    "hexadecimal": '{"type":"echo","number":0x10}',
    "half a pair": '{"type":"say","id":"x","text":"\\ud800"}',
    "the other half": '{"type":"say","id":"x","text":"\\udc00x"}',
    "single quotes": "{'type':'ping'}",
    "a comment": '{"type":"ping"/**/}',
    "a comma too many": '{"type":"ping",}',
    "no id": '{"type":"play","version":0,"move":"x"}',
    "an id that is no text": '{"type":"leave","id":7}',
    "an id with a nul": '{"type":"leave","id":"\\u0000"}',
    "a long id": f'{{"type":"leave","id":"{"x" * 65}"}}',
    "a seat that is none": '{"type":"sit","id":"x","seat":"first"}',
    "a wish that is none": '{"type":"propose","id":"x","wish":"win"}',
    "lists in lists": "[" * DEEP,
    "lists in lists, where anything goes": (
        f'{{"type":"draft","id":"x","draft":{"[" * DEEP}{"]" * DEEP}}}'
    ),
    "objects in objects": '{"type":"draft","id":"x","draft":' + '{"a":' * DEEP + "0" + "}" * DEEP,
    "lists in lists, where nobody looks": (f'{{"type":"ping","more":{"[" * DEEP}{"]" * DEEP}}}'),
    "a long text": f'{{"type":"say","id":"x","text":"{"x" * 20_000}"}}',
    "64 kB": f'{{"type":"say","id":"x","text":"{"x" * 65_000}"}}',
    "64 kB of blanks": " " * 65_000 + '{"type":"ping"}',
    "hello again": '{"type":"hello"}',
}
"""Each is refused as `Unreadable`."""

HUGE = 10**300

IMPOSSIBLE: dict[str, str] = {
    "a seat far away": f'{{"type":"sit","id":"x","seat":{HUGE}}}',
    "a seat below": '{"type":"sit","id":"x","seat":-1}',
    "a member far away": f'{{"type":"sit","id":"x","seat":0,"member":{HUGE}}}',
    "a bot far away": f'{{"type":"seat_bot","id":"x","seat":{HUGE},"level":"easy"}}',
    "a bot of no level": '{"type":"seat_bot","id":"x","seat":1,"level":"\\u0000"}',
    "a nonce with a nul": '{"type":"ready","id":"x","nonce":"\\u0000"}',
    "a long nonce": f'{{"type":"ready","id":"x","nonce":"{"x" * 9000}"}}',
    "a move at a version far away": f'{{"type":"play","id":"x","version":{HUGE},"move":"x"}}',
    "a move at a version below": '{"type":"play","id":"x","version":-99,"move":"x"}',
    "a move of nuls": '{"type":"play","id":"x","version":0,"move":"\\u0000"}',
    "a long move": f'{{"type":"play","id":"x","version":0,"move":"{"[" * 9000}"}}',
    "a draft of numbers": f'{{"type":"draft","id":"x","draft":{HUGE}}}',
    "a deep draft": f'{{"type":"draft","id":"x","draft":{"[" * 400}{"]" * 400}}}',
    "a stand-in far away": f'{{"type":"propose","id":"x","wish":"stand_in","seat":{HUGE}}}',
    "an answer to nothing": '{"type":"answer","id":"x","wish":"pause","agree":true}',
    "a report of nothing": f'{{"type":"report","id":"x","number":{HUGE}}}',
    "a report with a nul": '{"type":"report","id":"x","number":0,"why":"\\u0000"}',
    "a word with a nul": '{"type":"say","id":"x","text":"\\u0000"}',
    "a word of controls": '{"type":"say","id":"x","text":"\\u202e\\u200b\\u0007"}',
    "no word": '{"type":"say","id":"x","text":""}',
    "a rematch too early": '{"type":"rematch","id":"x"}',
}
"""Each is refused with the id of its request."""

HARMLESS: dict[str, str] = {
    "keys twice": '{"type":"ping","type":"ping"}',
    "more than is asked for": '{"type":"ping","more":{"a":[1,2,{"b":null}]}}',
    "an echo of nothing": f'{{"type":"echo","number":{HUGE}}}',
    "an echo below": '{"type":"echo","number":-1}',
    "hints below": '{"type":"hints","id":"x","count":-1}',
    "escapes": '{"\\u0074ype":"\\u0070ing"}',
}
"""Unusual messages that harm nothing; the connection stays open."""
