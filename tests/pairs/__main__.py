"""`python -m tests.pairs [--scale [FACTS]]` prints every figure of the pair rule; it ends with 1 when one is missed."""

import sys

from tests.pairs import data as shared
from tests.pairs import measures, scale


def main() -> int:
    data = shared.folder()
    if data is None:
        print("The shared pairs are not here: set MEMORY_INSPECTOR_SHARED to the folder that holds them.")
        return 2
    missed = 0

    def show(lines: list[measures.Line]) -> None:
        nonlocal missed
        for line in lines:
            print(line.text(), flush=True)
            missed += line.missed

    if "--scale" in sys.argv:
        numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
        show(scale.lines(data, numbers[0] if numbers else 100_000))
        return 1 if missed else 0
    shares = {}
    sick = measures.judge(shared.sick(data))
    show(measures.sick_lines(sick))
    shares["SICK"] = sick
    for part in ("train", "val"):
        shares[f"MRPC {part}"] = measures.judge(shared.mrpc(data, part))
        show(measures.mrpc_lines(shares[f"MRPC {part}"], part))
    shares["LCQMC"] = measures.judge(shared.lcqmc(data))
    show(measures.lcqmc_lines(shares["LCQMC"]))
    shares["Koziev"] = measures.judge(shared.koziev(data))
    show(measures.koziev_lines(shares["Koziev"]))
    lines, said = measures.locomo_lines(data)
    show(lines)
    for text in said:
        print(f"  {text}")
    show(measures.profile_lines(data))
    show([measures.speed([pair.first for pair, *_ in sick[:1500]])])
    print("\ndecided by step")
    for name, judged in shares.items():
        print(f"  {name}: {measures.by_rule(judged)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
