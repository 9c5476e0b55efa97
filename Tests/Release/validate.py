"""Checks bills of materials with the public validator of CycloneDX, and with rules that a schema cannot state.

    python3 Tests/Release/validate.py BILL…
"""

import json
import pathlib
import sys

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator


def main():
    validator = JsonStrictValidator(SchemaVersion.V1_6)
    for path in map(pathlib.Path, sys.argv[1:]):
        text = path.read_text()
        if problem := validator.validate_str(text):
            sys.exit(f"{path}: {problem}")
        told = json.loads(text)
        for part in told["components"]:
            missing = [field for field in ("version", "purl", "licenses") if not part.get(field)]
            if missing or not (part.get("hashes") or part.get("components")):
                sys.exit(f"{path}: {part['name']} lacks {', '.join(missing) or 'a hash'}")
        print(f"{path.name}: valid, {len(told['components'])} components")
    # A validator that accepts everything would pass, too.
    told["components"][0]["type"] = "book"
    if not validator.validate_str(json.dumps(told)):
        sys.exit("the validator accepts a wrong bill")


if __name__ == "__main__":
    main()
