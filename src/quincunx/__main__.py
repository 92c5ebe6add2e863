"""`python -m quincunx`."""

import sys

from quincunx.cli import main

if __name__ == "__main__":
    sys.exit(main())
