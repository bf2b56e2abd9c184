"""Output and input of a command: on a terminal of any kind, or a pipe."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

MARKS = {True: ("✓", "ok"), False: ("✗", "FAILED")}
SCROLLBACK = "\x1b[3J"
PLAINER = str.maketrans({"→": "->", "·": "-", "×": "x", "…": "...", "–": "-"})


class Screen:
    """Prints and reads lines. Uses colour only where the terminal shows it."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, markup=False, emoji=False)
        if sys.stdin is not None and sys.stdin.isatty():
            _edit_lines()

    @property
    def colour(self) -> bool:
        return self.console.color_system is not None and not self.console.no_color

    def say(self, text: str | Text = "", style: str = "", indent: int = 0) -> None:
        """Print a line: wrapped at words on a terminal, unchanged in a pipe."""
        line = text if isinstance(text, Text) else Text(text, style)
        if not self.can_show(line.plain):
            line = Text(line.plain.translate(PLAINER), style)
        if self.console.is_terminal:
            self.console.print(Padding(line, (0, 0, 0, indent), expand=False) if indent else line)
        else:
            self.console.print(Text(" " * indent) + line, soft_wrap=True)

    def picture(self, drawn: str) -> None:
        """Print a drawing without wrapping. Rich gives colours to old Windows consoles too."""
        self.console.print(Text.from_ansi(drawn) if self.colour else drawn, soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """Read a line. Raises EOFError at the end of input. A line from a pipe is echoed."""
        line = input(prompt)
        if not sys.stdin.isatty():
            print(line)
        return line.strip()

    def clear(self) -> None:
        """Clear the screen and its scrollback before the next person looks."""
        console = self.console
        if console.is_dumb_terminal:
            print("\n" * console.height)
        elif console.is_terminal:
            console.clear()
            if not console.legacy_windows:
                console.file.write(SCROLLBACK)
                console.file.flush()

    def mark(self, good: bool) -> str:
        """A symbol for success or failure, or a word where it cannot be shown."""
        symbol, word = MARKS[good]
        return symbol if self.can_show(symbol) else word

    def can_show(self, text: str) -> bool:
        """Whether the terminal's encoding has all characters of a text."""
        try:
            text.encode(self.console.encoding)
        except (UnicodeError, LookupError):
            return False
        return True


def _edit_lines() -> None:
    """Enable arrow keys and history at the prompt, where Python has readline."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return


def soften() -> None:
    """Replace characters that a stream cannot encode by question marks, instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
