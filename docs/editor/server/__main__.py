"""Language server for Dedalus programs, specifications and configs of ldfi-farm, on stdin and stdout: python3 server"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from rpc import Stream  # noqa: E402
from server import Server  # noqa: E402


def main():
    if len(sys.argv) > 1 and sys.argv[1:] != ["--stdio"]:
        print(__doc__, file=sys.stderr if sys.argv[1] not in ("-h", "--help") else sys.stdout)
        return 0 if sys.argv[1] in ("-h", "--help") else 64
    return Server(Stream(sys.stdin.buffer, sys.stdout.buffer)).serve()


if __name__ == "__main__":
    sys.exit(main())
