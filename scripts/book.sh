#!/usr/bin/env bash
# Builds the book into target/book; installs mdbook into target/tools where it is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
mdbook=$(command -v mdbook || echo target/tools/bin/mdbook)
if [ ! -x "$mdbook" ]; then
    cargo install --locked mdbook --root target/tools
fi
"$mdbook" build book
echo "target/book/index.html"
