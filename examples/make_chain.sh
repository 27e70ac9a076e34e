#!/bin/sh
# Writes the mechanism file of a chain of N links to standard output:
#   make_chain.sh 128 > chain128.xml
# Links of 1 m, 1 kg and unit moments of inertia on spherical joints lie along the x axis, at rest.
set -eu
n=${1:?usage: make_chain.sh LINKS}
case $n in
  '' | *[!0-9]* | 0*)
    echo "make_chain.sh: the number of links must be a positive whole number, found '$n'" >&2
    exit 2
    ;;
esac

cat <<END
<?xml version="1.0" encoding="UTF-8"?>
<!-- Chain of $n links of 1 m on spherical joints, released from rest along the x axis.
     Written by make_chain.sh $n. -->
<mechanism name="chain$n" gravity="0 -9.81 0" description="Chain of $n links on spherical joints">
  <solver step="0.01"/>
  <experiment stop="10" step="0.01"/>

END
i=1
while [ "$i" -le "$n" ]; do
  printf '  <body name="L%d" mass="1" inertia="1 1 1" at="%d.5 0 0"/>\n' "$i" $((i - 1))
  i=$((i + 1))
done
echo
parent=ground
i=1
while [ "$i" -le "$n" ]; do
  printf '  <joint name="J%d" type="spherical" parent="%s" child="L%d" at="%d 0 0"/>\n' \
    "$i" "$parent" "$i" $((i - 1))
  parent=L$i
  i=$((i + 1))
done
echo '</mechanism>'
