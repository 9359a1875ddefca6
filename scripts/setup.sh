#!/usr/bin/env bash
# Installs what tests need besides Rust and Python, where it is missing and can be had: Chromium, from Debian's packages as root.
set -eu
if ! command -v chromium chromium-browser google-chrome > /dev/null && [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    echo "installing chromium"
    if ! { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium > /dev/null; }; then
        echo "chromium cannot be installed: tests that need a browser are not run"
    fi
fi
