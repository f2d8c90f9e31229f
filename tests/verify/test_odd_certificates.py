"""Whatever the bytes, a certificate holds, or the reader or the checker tells why not."""

import random

import pytest

from tests.verify.odd_certificates import odd_certificate, survives

pytestmark = pytest.mark.native


@pytest.mark.parametrize("hundred", range(6))
def test_odd_certificates(hundred: int) -> None:
    for number in range(100 * hundred, 100 * hundred + 100):
        survives(odd_certificate(random.Random(number)))
