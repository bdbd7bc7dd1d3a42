"""Chooses the half of the set that is run only at the end: python split.py SEED"""
import os
import random
import re
import sys

if len(sys.argv) != 2:
    sys.exit(__doc__)
seed = sys.argv[1]
here = os.path.dirname(os.path.abspath(__file__))
designs = sorted(d for d in os.listdir(os.path.join(here, "designs"))
                 if os.path.exists(os.path.join(here, "designs", d, "good.py")))
programs = sorted(p[:-3] for p in os.listdir(os.path.join(here, "programs")) if p.endswith(".py"))
chooser = random.Random("blind " + seed)
last = {"designs": sorted(chooser.sample(designs, 5)),
        "programs": sorted(chooser.sample(programs, chooser.choice([2, 3])))}
first = {"designs": [d for d in designs if d not in last["designs"]],
         "programs": [p for p in programs if p not in last["programs"]]}
print("seed", seed)
for title, half in (("first half", first), ("last half, run only at the end", last)):
    print(title)
    total = 0
    for design in half["designs"]:
        text = open(os.path.join(here, "designs", design, "flaws.yaml")).read()
        ids = re.findall(r"^- id: (\S+)", text, re.M)
        total += len(ids)
        print("  design", design + ":", ", ".join(ids))
    for program in half["programs"]:
        print("  program", program)
    print(" ", total, "flaws")
