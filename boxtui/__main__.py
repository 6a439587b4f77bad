"""`python -m boxtui` is the command `boxtui`."""

from boxtui.commands.main import main

if __name__ == "__main__":
    raise SystemExit(main())
