"""The gate for searches: who asks much lets others pass, and nobody waits without end."""

import threading
import time

import pytest
from flask import Flask

from tests.waiting import DEADLINE
from webapp.core.errors import BusyError
from webapp.play import search_gate
from webapp.play.search_gate import SearchGate


def test_a_place_goes_to_another_address_than_the_one_that_had_it() -> None:
    app, gate, order = Flask(__name__), SearchGate(1), list[str]()

    def ask(address: str) -> None:
        with app.test_request_context(environ_base={"REMOTE_ADDR": address}), gate.place():
            order.append(address)

    with app.test_request_context(environ_base={"REMOTE_ADDR": "192.0.2.1"}), gate.place():
        threads = []
        for address in ("192.0.2.1", "192.0.2.1", "198.51.100.7", "192.0.2.1"):
            threads.append(threading.Thread(target=ask, args=(address,)))
            threads[-1].start()
            until = time.monotonic() + DEADLINE
            while len(gate._waiting) < len(threads) and time.monotonic() < until:
                time.sleep(0.001)
    for thread in threads:
        thread.join(DEADLINE)
    assert ["198.51.100.7", "192.0.2.1", "192.0.2.1", "192.0.2.1"] == order
    with gate.place():
        pass


def test_who_waits_too_long_is_told_so_and_takes_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_gate, "PATIENCE", 0.01)
    gate = SearchGate(1)
    with gate.place(), pytest.raises(BusyError), gate.place():
        pass
    for _ in range(2):
        with gate.place():
            pass
