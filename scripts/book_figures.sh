#!/usr/bin/env bash
# Makes the figures of the book anew: runs the commands of its pages, then takes pictures of the reports.
# Needs chromium, and python3 with Pillow to make the pictures small.
# usage: book_figures.sh        the commands are those of tests/book, which leave their folders behind
set -euo pipefail
cd "$(dirname "$0")/.."
cargo test --release -p taufit-cli --test book commands_print_what_is_shown
pages=target/tmp/book
figures=book/src/figures
mkdir -p "$figures"
frame=$(mktemp -d)
trap 'rm -rf "$frame"' EXIT

# picture PAGE FOLDER_OR_FILE ANCHOR HEIGHT NAME [WIDTH]: the part of a report below an anchor.
picture() {
    local report width=${6:-1000}
    report=$(realpath "$pages/$1/work/$2")
    cat > "$frame/frame.html" <<HTML
<body style="margin:0;overflow:hidden">
<iframe src="file://$report#$3" style="border:0;width:${width}px;height:$4px"></iframe>
</body>
HTML
    chromium --headless --no-sandbox --hide-scrollbars --allow-file-access-from-files --enable-unsafe-swiftshader \
        --virtual-time-budget=3000 --window-size="$width,$4" \
        --screenshot="$frame/large.png" "file://$frame/frame.html" 2> "$frame/log"
    python3 -c 'import sys; from PIL import Image
Image.open(sys.argv[1]).convert("RGB").quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(sys.argv[2], optimize=True)' \
        "$frame/large.png" "$figures/$5.png"
}

picture quickstart taufit-demo/ur5.taufit/report.html torques 800 demo-torques 1100
picture quickstart ur5.taufit/report.html verdict 450 report-verdict
picture quickstart ur5.taufit/report.html identifiability 660 report-identifiability
picture tutorials-000-motors-index ur5.motors/report.html groups 975 motors-friction
picture tutorials-001-elastic-index arm.taufit/report.html deflections 900 elastic-deflections
picture tutorials-002-stiffness-index kr500.taufit/report.html lines 640 stiffness-lines
picture tutorials-003-uses-payload gripper.taufit/report.html verdict 700 payload-verdict
picture tutorials-003-uses-gravity gravity.taufit/report.html joints 900 gravity-joints
picture tutorials-003-uses-collisions contacts.taufit/report.html residuals 680 collisions-residuals
picture tutorials-004-ur5-index motion.html robot 700 ur5-preview
picture tutorials-004-ur5-index ur5.taufit/report.html errors 480 ur5-errors
du -cb "$figures"/*.png | tail -1
