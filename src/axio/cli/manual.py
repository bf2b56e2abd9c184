"""The help text of a command: what it does, then examples to copy."""

from __future__ import annotations


def manual(about: str, *examples: str) -> str:
    """Paragraphs filled as the terminal likes, examples line by line; ` # ` begins a remark."""
    paragraphs = [" ".join(paragraph.split()) for paragraph in about.split("\n\n")]
    commands = [example.split(" # ") for example in examples]
    width = max(len(command[0]) for command in commands)
    lines = [
        f"  {command:<{width}}" + "".join(f"  [dim]{remark}[/dim]" for remark in remarks)
        for command, *remarks in commands
    ]
    return "\n\n".join([*paragraphs, "[bold]Examples[/bold]", "\n".join(lines)])
