"""Writes the bill of materials in CycloneDX 1.6. Everything in it comes from the build, so equal builds have equal bills."""

import datetime
import json
import uuid


def bill(name, version, license, revision, program_hash, epoch, components):
    """The bill of a program: text in JSON. `epoch` is the time of the commit in seconds."""
    program = {
        "type": "application", "bom-ref": name, "name": name, "version": version, "purl": f"pkg:generic/{name}@{version}",
        "licenses": [{"expression": license}], "hashes": [{"alg": "SHA-256", "content": program_hash}],
    }
    if revision:
        program["pedigree"] = {"commits": [{"uid": revision}]}
    parts = [part(component) for component in components]
    whole = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, program_hash)}",
        "metadata": {
            "timestamp": datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "tools": {"components": [{"type": "application", "name": "Tools/Release", "version": version}]},
            "component": program,
        },
        "components": parts,
        "dependencies": [{"ref": name, "dependsOn": [one["bom-ref"] for one in parts]}] + [{"ref": one["bom-ref"]} for one in parts],
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def part(component):
    linked = "shared" if component.isShared else "static"
    written = {
        "type": "library", "bom-ref": f"{component.purl}#{linked}", "name": component.name, "version": component.version,
        "licenses": [{"expression": component.license}], "purl": component.purl,
        "externalReferences": [{"type": "distribution", "url": component.source}],
        "properties": [{"name": "tally:linked", "value": linked}],
    }
    if component.revision:
        # A package in source form. The commit names its content.
        written["hashes"] = [{"alg": "SHA-1", "content": component.revision}]
        written["pedigree"] = {"commits": [{"uid": component.revision}]}
    files = sorted(component.files.items())
    if len(files) == 1:
        written["hashes"] = [{"alg": "SHA-256", "content": files[0][1]}]
    if files:
        written["components"] = [
            {"type": "file", "bom-ref": f"{component.purl}#{linked}/{name}", "name": name, "hashes": [{"alg": "SHA-256", "content": found}]}
            for name, found in files
        ]
    return written
