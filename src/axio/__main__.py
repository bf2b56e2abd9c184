"""`python -m axio` is the command `axio`."""

from axio.cli import main

if __name__ == "__main__":
    main()
