"""`python -m inspector` is the command `memory-inspector`."""

import sys

from inspector.cli import main

sys.exit(main())
