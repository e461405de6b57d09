"""`python -m sasl` is the same as `sasl`."""

from sasl.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
