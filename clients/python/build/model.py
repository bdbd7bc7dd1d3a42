"""Writes src/monotable/_model.py, the types of the control API, from docs/openapi.json."""

import json
import keyword
import textwrap
from pathlib import Path

HOME = Path(__file__).parent.parent
FILE = HOME / "src" / "monotable" / "_model.py"


def model() -> str:
    """Returns the content of _model.py."""
    api = json.loads((HOME.parent.parent / "docs" / "openapi.json").read_text("utf-8"))
    lines = [
        '"""The types of the control API, generated from docs/openapi.json by build/model.py."""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import Any, Dict, List, Literal, TypedDict",
    ]
    for name, schema in api["components"]["schemas"].items():
        members = schema.get("properties", {})
        required = schema.get("required", [])
        optional = [member for member in members if member not in required]
        if any(keyword.iskeyword(member) for member in members):
            # Only this form can have such a member.
            lines += ["", "", f"{name} = TypedDict(", f'    "{name}",', "    {"]
            lines += [f'        "{member}": {type_of(members[member])},' for member in members]
            lines += ["    },", "    total=False,", ")"]
            if required:
                raise ValueError(f"{name} has members that are required")
            continue
        base = "TypedDict"
        if optional and required:
            base = f"_{name}Required"
            lines += ["", "", f"class {base}(TypedDict):"]
            lines += [f"    {member}: {type_of(members[member])}" for member in required]
        total = "" if required and not optional else ", total=False"
        lines += ["", "", f"class {name}({base}{total}):"]
        lines += textwrap.wrap(
            f'"""{schema["description"]}"""', 96, initial_indent="    ", subsequent_indent="    "
        )
        lines.append("")
        lines += [f"    {member}: {type_of(members[member])}" for member in optional or required]
    return "\n".join(lines) + "\n"


def type_of(schema: dict) -> str:
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[-1]
    if "enum" in schema:
        return "Literal[" + ", ".join(json.dumps(value) for value in schema["enum"]) + "]"
    kind = schema["type"]
    if kind == "array":
        return f"List[{type_of(schema['items'])}]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Dict[str, {type_of(values) if isinstance(values, dict) else 'Any'}]"
    return {"integer": "int", "number": "float", "string": "str", "boolean": "bool"}[kind]


if __name__ == "__main__":
    FILE.write_text(model(), "utf-8")
