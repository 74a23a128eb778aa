"""The tests do not depend on their environment."""

import os

# All others might change what the program writes, here and in its processes.
KEPT = ("HOME", "PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "USERPROFILE")
for name in os.environ.keys() - set(KEPT):
    del os.environ[name]
