"""What a build used it gives back: `thistledown dev` builds all day in one process."""

import subprocess
import sys

PARSE_ALL_DAY = """
import resource
from shared.garden.markdown.parser import parse

parts = [f"## Part {n}\\n\\nA [[link {n}]] and **words** and `code`." for n in range(200)]
note = "\\n\\n".join(parts)


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


for _ in range(50):
    parse(note)
settled = peak()
for _ in range(150):
    parse(note)
print((peak() - settled) // 1024)
"""


def test_parsing_the_same_note_all_day_takes_no_more_memory():
    grown = subprocess.run(
        [sys.executable, "-c", PARSE_ALL_DAY], capture_output=True, text=True, check=True
    )

    assert int(grown.stdout) < 10  # MiB; it was 59
