"""Schema and seed files, as the server gets them: it sees their contents only."""

from __future__ import annotations

import base64
import json
import os
import re
from decimal import Decimal
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

File = Union[str, "os.PathLike[str]"]

Schema = Union[File, Mapping[str, Any], Sequence[Union[File, Mapping[str, Any]]]]
"""What defines the tables: files, or the directory ``cdk.out``, or CreateTable requests."""

Seed = Union[File, Sequence[File], Mapping[str, Sequence[Mapping[str, Any]]]]
"""Items: files, also as ``TABLE=FILE`` with the table of their items, or for each table a list of
items as the resources of boto3 have them."""

_MAX_FILES = 90
_MENTIONED = re.compile(r"[\w.@-][\w./@-]*\.(?:ya?ml|json)\b", re.ASCII)


def read(
    schema: Optional[Schema] = None,
    seed: Optional[Seed] = None,
    parameters: Optional[Mapping[str, str]] = None,
    directory: Optional[File] = None,
) -> Dict[str, Dict[str, str]]:
    """Returns the body of a request that loads files.

    :param directory: what names of files are relative to; the working directory by default
    """
    root = Path(directory or os.getcwd())
    upload: Dict[str, Dict[str, str]] = {}
    if schema is not None:
        upload["schema"] = _schema(schema, root)
    if seed is not None:
        upload["seed"] = _seed(seed, root)
    if parameters is not None:
        upload["parameters"] = dict(parameters)
    return upload


def _schema(schema: Schema, root: Path) -> Dict[str, str]:
    files: Dict[str, str] = {}
    tables: List[Mapping[str, Any]] = []
    for each in [schema] if isinstance(schema, (str, os.PathLike, Mapping)) else schema:
        if isinstance(each, Mapping):
            tables.append(each)
        else:
            file = root / each
            if file.is_dir():
                _add_assembly(files, file, "")
                continue
            text = file.read_text("utf-8")
            _add(files, file.name, text)
            _add_references(files, Path(os.path.normpath(file.parent)), file, text)
    if tables:
        _add(files, "tables.json", json.dumps(tables))
    return files


def _seed(seed: Seed, root: Path) -> Dict[str, str]:
    files: Dict[str, str] = {}
    if isinstance(seed, Mapping):
        for table, items in seed.items():
            if items:
                lines = (json.dumps({"Item": marshal(item)["M"]}) for item in items)
                files[f"{table}.json"] = "\n".join(lines)
        return files
    for each in [seed] if isinstance(seed, (str, os.PathLike)) else seed:
        table, equals, name = os.fspath(each).partition("=")
        if not (table and equals) or (root / each).exists():
            # A file whose name contains an equals sign is found first.
            table, equals, name = "", "", os.fspath(each)
        file = root / name
        _add(files, table + equals + file.name.replace("=", "_"), file.read_text("utf-8"))
    return files


def _add_assembly(files: Dict[str, str], directory: Path, prefix: str) -> None:
    """Adds a cloud assembly, such as ``cdk.out``, and those in it."""
    for file in sorted(directory.iterdir()):
        # A name with a slash is not loaded by itself.
        within = prefix or "./"
        if file.name.startswith("assembly-"):
            _add_assembly(files, file, f"{within}{file.name}/")
        elif file.name == "manifest.json":
            _add(files, prefix + file.name, file.read_text("utf-8"))
        elif file.name.endswith(".template.json"):
            _add(files, within + file.name, file.read_text("utf-8"))


def _add_references(files: Dict[str, str], root: Path, file: Path, text: str) -> None:
    """Adds the files that a file mentions, if they exist in its directory or below."""
    for mentioned in _MENTIONED.findall(text):
        for base in (file.parent, root):
            found = Path(os.path.normpath(base / mentioned))
            if root not in found.parents or not found.is_file():
                continue
            # A name with a slash is not loaded by itself.
            name = "./" + found.relative_to(root).as_posix()
            if name in files or name[2:] in files:
                continue
            if len(files) >= _MAX_FILES:
                raise ValueError(f"{file} refers to more than {_MAX_FILES} files")
            content = found.read_text("utf-8")
            _add(files, name, content)
            _add_references(files, root, found, content)


def _add(files: Dict[str, str], name: str, content: str) -> None:
    if files.get(name, content) != content:
        raise ValueError(f"two files have the name {name}")
    files[name] = content


def marshal(value: Any) -> Dict[str, Any]:
    """Returns a value in DynamoDB JSON, with the types of the resources of boto3."""
    if value is None:
        return {"NULL": True}
    if isinstance(value, bool):
        return {"BOOL": value}
    if isinstance(value, str):
        return {"S": value}
    if isinstance(value, (int, float, Decimal)):
        return {"N": str(value)}
    # The type Binary of boto3 keeps its bytes in `value`.
    content = getattr(value, "value", value)
    if isinstance(content, (bytes, bytearray)):
        return {"B": base64.b64encode(content).decode()}
    if isinstance(value, Mapping):
        return {"M": {name: marshal(member) for name, member in value.items()}}
    if isinstance(value, (set, frozenset)):
        members = [marshal(member) for member in value]
        kind = next(iter(members[0])) if members else "S"
        return {kind + "S": [member[kind] for member in members]}
    if isinstance(value, (list, tuple)):
        return {"L": [marshal(member) for member in value]}
    raise TypeError(f"an item cannot hold a {type(value).__name__}")
