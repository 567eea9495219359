"""The code of the library kernel uses neither thread-local storage nor wide registers: both belong to the guest while it runs.

  test_code.py KERNEL
"""

import re
import subprocess
import sys
import unittest

KERNEL = sys.argv[1]


class Code(unittest.TestCase):
    def setUp(self) -> None:
        self.code = subprocess.run(["objdump", "-d", KERNEL], check=True, capture_output=True, text=True).stdout

    def test_has_instructions(self) -> None:
        self.assertGreater(len(re.findall(r"\tsyscall", self.code)), 10)

    def test_uses_no_thread_local_storage(self) -> None:
        self.assertEqual([], re.findall(r".*%[fg]s:.*", self.code))

    def test_uses_no_wide_registers(self) -> None:
        self.assertEqual([], re.findall(r".*%[xyz]mm\d.*|.*%st\b.*", self.code))

    def test_needs_no_library(self) -> None:
        headers = subprocess.run(["readelf", "-lW", KERNEL], check=True, capture_output=True, text=True).stdout
        self.assertNotIn("INTERP", headers)
        self.assertNotIn("DYNAMIC", headers)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
