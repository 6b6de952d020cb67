"""The addresses under which other devices of the same private network reach this machine."""

import socket
from contextlib import suppress
from ipaddress import ip_address

# One address in each private range: the system names the interface that would reach it.
# Nothing is sent.
PROBES = ("192.168.255.254", "10.255.255.254", "172.31.255.254")


def lan_addresses() -> list[str]:
    found = [address for probe in PROBES if (address := outgoing_address(probe))]
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return list(dict.fromkeys(filter(is_lan, found)))


def outgoing_address(probe: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probing, suppress(OSError):
        probing.connect((probe, 9))
        address: str = probing.getsockname()[0]
        return address
    return None


def is_lan(address: str) -> bool:
    ip = ip_address(address)
    return ip.is_private and not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)
