#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A network of its own with dnsmasq as its server, as tools/lab/network configures it, and one board on it:
#
#   unshare --map-root-user --net tests/suite/rack.sh DIRECTORY [ARGUMENT OF tools/boot]...
set -eu
directory=$1
shift
ip tuntap add rack mode tap
ip address add 192.168.77.1/24 dev rack
ip link set rack up
# Without a look whether an address is in use, which takes seconds: nobody else is there.
dnsmasq --no-daemon --no-ping --user=root --conf-file=tools/lab/network/dnsmasq.conf --interface=rack --tftp-root="$directory" \
    --dhcp-leasefile="$directory/leases" >"$directory/dnsmasq.log" 2>&1 &
trap 'kill $!' EXIT
tools/boot --network tap,ifname=rack,script=no,downscript=no "$@"
