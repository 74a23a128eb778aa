"""The command line of setodds, in this process: ``setodds`` or ``python -m setodds``."""

import signal
import sys

from . import _setodds


def main():
    # The program handles Ctrl-C itself, unless the parent process ignores it.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_setodds.main(sys.argv[1:]))


if __name__ == "__main__":
    main()
