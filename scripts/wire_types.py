"""Generate the page's types from the protocol: `python scripts/wire_types.py [--check]`."""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any, get_args

import msgspec
from msgspec import inspect as types

from quincunx import wire
from quincunx.core.records import record

TARGET = Path(__file__).parent.parent / "web" / "src" / "wire.ts"

SENT: tuple[Any, ...] = (
    wire.GuestName,
    wire.NewBotAccount,
    wire.NewTable,
    wire.PlayNow,
    wire.PlayOn,
    wire.PlaySameDeal,
    wire.SeekGame,
    wire.Register,
    wire.LogIn,
    wire.NewPassword,
    wire.ReportPerson,
    wire.RenewRecoveryCodes,
    wire.NewVacation,
    wire.Recover,
    wire.UsePasswordLink,
    wire.NewMailAddress,
    wire.ConfirmMailAddress,
    wire.RemoveMailAddress,
    wire.SendPasswordLink,
    wire.StartPasskey,
    wire.NewPasskey,
    wire.LogInWithPasskey,
    wire.RenamePasskey,
    wire.RemovePasskey,
    wire.DeleteMe,
    wire.ChangeRelation,
    wire.InvitePerson,
    wire.SubscribePush,
    wire.RenewPush,
    wire.UnsubscribePush,
    wire.AnswerPuzzle,
    wire.CheckPuzzleDraft,
    wire.FromClient,
)
RECEIVED: tuple[Any, ...] = (
    wire.OwnMailAddress,
    wire.OwnPasskey,
    wire.PasskeyCreation,
    wire.PasskeyChallenge,
    wire.GameInfo,
    wire.SeatRange,
    wire.SiteInfo,
    wire.Person,
    wire.TableOpened,
    wire.PrivateNotes,
    wire.YourSeat,
    wire.Me,
    wire.PushKey,
    wire.PushMessage,
    wire.Registered,
    wire.Recovered,
    wire.RecoveryCodes,
    wire.RecoveryCodesLeft,
    wire.VacationPlan,
    wire.BotToken,
    wire.Profile,
    wire.OwnResult,
    wire.Relation,
    wire.Contacts,
    wire.News,
    wire.LobbySnapshot,
    wire.LobbyChanged,
    wire.PairingOffer,
    wire.SeekUpdate,
    wire.PersonRating,
    wire.RatingHistory,
    wire.HeadToHead,
    wire.Leaderboard,
    wire.Daily,
    wire.DailyMonth,
    wire.PuzzleStreak,
    wire.ShownMistake,
    wire.NextMistake,
    wire.ShownPuzzle,
    wire.AnsweredPuzzle,
    wire.CheckedPuzzleDraft,
    wire.FromTable,
    wire.GameReview,
    record.Record,
)
UNIONS = {"FromClient": wire.FromClient, "FromTable": wire.FromTable}
RENAMED: dict[type, str] = {record.Record: "GameRecord"}
"""`Record` is a built-in utility type in TypeScript."""

HEAD = """\
// Generated from src/quincunx/wire by scripts/wire_types.py. Do not edit.
"""


def generate() -> str:
    """Return the content of the file."""
    parts = [HEAD]
    known: set[type] = set()
    for roots, sent in ((SENT, True), (RECEIVED, False)):
        for root in roots:
            for struct in _structs(types.type_info(root)):
                if struct.cls not in known:
                    known.add(struct.cls)
                    parts.append(_interface(struct, sent=sent))
    for name, union in UNIONS.items():
        members = "".join(f"\n  | {_name(member)}" for member in get_args(union))
        parts.append(f"export type {name} ={members};\n")
    return "\n".join(parts)


def _structs(kind: types.Type) -> Iterator[types.StructType]:
    """Yield the structs that a type is made of, each after those it depends on."""
    seen: set[type] = set()

    def visit(kind: types.Type) -> Iterator[types.StructType]:
        match kind:
            case types.StructType(cls=cls, fields=fields):
                if cls not in seen:
                    seen.add(cls)
                    for field in fields:
                        yield from visit(field.type)
                    yield kind
            case types.UnionType(types=members):
                for member in members:
                    yield from visit(member)
            case types.TupleType(item_types=items):
                for item in items:
                    yield from visit(item)
            case types.ListType(item_type=item) | types.VarTupleType(item_type=item):
                yield from visit(item)
            case types.DictType(value_type=value):
                yield from visit(value)
            case _:
                pass

    yield from visit(kind)


def _interface(struct: types.StructType, *, sent: bool) -> str:
    """Declare a struct. Clients may omit defaults; the server does so only with `omit_defaults`."""
    docs = _field_docs(struct.cls)
    omits = sent or struct.cls.__struct_config__.omit_defaults
    lines = [
        *_comment(inspect.getdoc(struct.cls) or "", ""),
        f"export interface {_name(struct.cls)} {{",
    ]
    if struct.tag is not None:
        lines.append(f"  {struct.tag_field}: {_literal(struct.tag)};")
    for field in struct.fields:
        mark = "?" if omits and not field.required else ""
        lines += _comment(docs.get(field.name, ""), "  ")
        lines.append(f"  {field.encode_name}{mark}: {_type(field.type)};")
    return "\n".join([*lines, "}", ""])


def _type(kind: types.Type) -> str:
    match kind:
        case types.StructType(cls=cls):
            return _name(cls)
        case types.NoneType():
            return "null"
        case types.BoolType():
            return "boolean"
        case types.IntType() | types.FloatType():
            return "number"
        case types.StrType():
            return "string"
        case types.LiteralType(values=values):
            return " | ".join(map(_literal, values))
        case types.ListType(item_type=item) | types.VarTupleType(item_type=item):
            either = isinstance(item, types.UnionType | types.LiteralType)
            return f"({_type(item)})[]" if either else f"{_type(item)}[]"
        case types.TupleType(item_types=items):
            return f"[{', '.join(map(_type, items))}]"
        case types.DictType(key_type=key, value_type=value):
            return f"{{ [key: {_type(key)}]: {_type(value)} }}"
        case types.UnionType(types=members):
            return " | ".join(dict.fromkeys(map(_type, sorted(members, key=_is_none))))
        case types.AnyType():
            return "unknown"
        case _:
            raise TypeError(f"no TypeScript type for {kind}")


def _is_none(kind: types.Type) -> bool:
    return isinstance(kind, types.NoneType)


def _literal(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


def _name(cls: type) -> str:
    return RENAMED.get(cls, cls.__name__)


@cache
def _field_docs(cls: type[msgspec.Struct]) -> dict[str, str]:
    """Return the docstrings of the fields, by field."""
    (tree,) = ast.parse(dedent(inspect.getsource(cls))).body
    assert isinstance(tree, ast.ClassDef)
    docs = {}
    for field, below in zip(tree.body, tree.body[1:], strict=False):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(
                value=ast.Constant(value=str(doc))
            ):
                docs[name] = doc
            case _:
                pass
    return docs


def _comment(text: str, indent: str) -> list[str]:
    return [f"{indent}/** {' '.join(text.split())} */"] if text else []


def main() -> int:
    text = generate()
    if "--check" not in sys.argv[1:]:
        TARGET.write_text(text, "utf-8")
    elif not TARGET.is_file() or TARGET.read_text("utf-8") != text:
        print(f"{TARGET.name} is stale: run `python scripts/wire_types.py`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
