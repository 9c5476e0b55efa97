"""The messages of an adapter: one case a line on standard input, one answer a line on standard output."""
import json
import sys


class Unsupported(Exception):
    """The tool has no way to ask this question."""


class Refused(Exception):
    """The tool refuses this question."""


def serve(answer):
    """Answers each case with the rows of `answer(case)`."""
    for line in sys.stdin:
        case = json.loads(line)
        try:
            message = {"rows": answer(case)}
        except Unsupported as error:
            message = {"unsupported": str(error) or True}
        except Refused:
            message = {"refused": True}
        except Exception as error:  # A tool that fails gives no right answer.
            print(f"{case['id']}: {type(error).__name__}: {error}", file=sys.stderr)
            message = {"rows": f"{type(error).__name__}"}
        print(json.dumps(message), flush=True)
