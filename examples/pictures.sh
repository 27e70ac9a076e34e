#!/bin/sh
# Draws the examples anew, from real runs, into docs/pictures/. Needs build/, which ./demo makes.
set -eu
cd "$(dirname "$0")/.."
build=${1:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p docs/pictures

# draw NAME STOP STEP [--input FILE] -- [options of lw_picture]
draw() {
  name=$1 stop=$2 step=$3 input=
  shift 3
  if [ "$1" = --input ]; then
    input=$2
    shift 2
  fi
  shift
  "$build/linkwork" run "examples/$name.xml" --stop "$stop" --step "$step" \
    ${input:+--input "$input"} \
    --select '*.r*,*.quat*' -o "$work/$name.csv"
  "$build/lw_picture" "examples/$name.xml" "$work/$name.csv" "$@" -o "docs/pictures/$name.svg"
}

draw andrews 0.03 0.0002 --input examples/andrews_drive.csv -- --snapshots 6 --trace K2
draw bricard 1.5 0.01 -- --snapshots 7 --trace P2P3
draw chain128 6 0.02 -- --snapshots 13
draw double_four_bar 0.7 0.01 -- --snapshots 8 --trace P3P5
draw double_pendulum 5 0.02 -- --snapshots 5
draw double_wishbone 1.5 0.01 --input examples/double_wishbone_drive.csv -- \
  --snapshots 2 --view yz --trace none
draw four_bar 1.38 0.01 -- --snapshots 12
draw heavy_top 2 0.004 -- --snapshots 7
draw hmmwv 0.5 0.01 -- --snapshots 1 --view iso --trace none
draw ladder40 0.7 0.01 -- --snapshots 5 --trace none
draw planetary 0.3 0.01 --input examples/planetary_drive.csv -- --snapshots 2 --trace planet1
draw rocker_bogie 1.76 0.02 --input examples/rocker_bogie_drive.csv -- \
  --snapshots 2 --view iso --trace none
draw slider_crank 0.9 0.01 -- --snapshots 9 --trace rod
draw stewart 1.25 0.01 --input examples/stewart_drive.csv -- --snapshots 2 --view iso --trace none

# the order of elimination: topology, blocks before and after
"$build/linkwork" check "examples/hmmwv.xml" --svg docs/pictures/hmmwv > "$work/order.txt"
