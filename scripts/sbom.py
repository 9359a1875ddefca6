#!/usr/bin/env python3
"""Writes the software bill of materials of the program `taufit`: CycloneDX 1.5, JSON.

usage: sbom.py [FILE]

Lists every crate that is compiled into the program or runs while it is built, on any platform, with version, licence,
source and SHA-256 from Cargo.lock, and the edges between them. The same Cargo.lock gives the same bytes.
"""

import json
import pathlib
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = "taufit-cli"


def metadata():
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)


def checksums():
    """SHA-256 by name and version."""
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())
    return {(p["name"], p["version"]): p["checksum"] for p in lock["package"] if "checksum" in p}


def edges(resolve):
    """Dependencies of every package, those of its tests left out."""
    def is_built(dependency):
        return any(kind["kind"] in (None, "build") for kind in dependency["dep_kinds"])

    return {node["id"]: sorted(d["pkg"] for d in node["deps"] if is_built(d)) for node in resolve["nodes"]}


def reachable(start, graph):
    found, waiting = set(), [start]
    while waiting:
        package = waiting.pop()
        if package not in found:
            found.add(package)
            waiting += graph[package]
    return found


def component(package, hashes, kind):
    name, version = package["name"], package["version"]
    entry = {"type": kind, "bom-ref": f"pkg:cargo/{name}@{version}", "name": name, "version": version,
             "purl": f"pkg:cargo/{name}@{version}"}
    if package["license"]:
        entry["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    if (name, version) in hashes:
        entry["hashes"] = [{"alg": "SHA-256", "content": hashes[name, version]}]
    if package["repository"]:
        entry["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
    return entry


def bill():
    found, hashes = metadata(), checksums()
    packages = {package["id"]: package for package in found["packages"]}
    start = next(id for id, package in packages.items() if package["name"] == PROGRAM)
    graph = edges(found["resolve"])
    used = reachable(start, graph)
    components = {id: component(packages[id], hashes, "application" if id == start else "library") for id in used}
    ref = {id: entry["bom-ref"] for id, entry in components.items()}
    libraries = [component for id, component in components.items() if id != start]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": components[start]},
        "components": sorted(libraries, key=lambda library: library["bom-ref"]),
        "dependencies": [{"ref": ref[id], "dependsOn": [ref[d] for d in graph[id]]} for id in sorted(used, key=ref.get)],
    }


def main():
    found = bill()
    unsigned = [c["name"] for c in found["components"] if "hashes" not in c and not c["name"].startswith("taufit")]
    if unsigned:
        sys.exit(f"not from a registry: {', '.join(unsigned)}")
    text = json.dumps(found, indent=1) + "\n"
    if len(sys.argv) > 1:
        pathlib.Path(sys.argv[1]).write_text(text)
    print(f"{len(found['components'])} components", file=sys.stderr)
    if len(sys.argv) == 1:
        print(text, end="")


if __name__ == "__main__":
    main()
