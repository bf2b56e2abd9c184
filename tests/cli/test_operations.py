"""What docs/maintainers/operations.md tells an operator to type can be typed."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml

from axio.cli import app

PAGE = (Path(__file__).parents[2] / "docs" / "maintainers" / "operations.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def compose() -> dict[str, Any]:
    (found,) = blocks("yaml")
    services: dict[str, Any] = yaml.safe_load(found)["services"]
    return services


def understood(words: list[str]) -> dict[str, Any]:
    """The options as the command line reads them; nothing is carried out."""
    command: Any = typer.main.get_command(app)
    while hasattr(command, "commands"):
        command, words = command.commands[words[0]], words[1:]
    told: dict[str, Any] = command.make_context(command.name, words).params
    return told


def commands() -> list[str]:
    """Every command line of the page that begins with axio, settings before it left out."""
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    unit = re.findall(r"^ExecStart=\S*/(axio .*)$", PAGE, re.MULTILINE)
    plain = [re.sub(r"^(\w+=\S+ )+|\$\(.*?\)", "", line) for line in lines]
    return [line for line in [*plain, *unit] if line.startswith("axio ")]


@pytest.mark.parametrize("line", commands())
def test_commands_are_understood(line: str) -> None:
    """In the examples and in the unit of systemd, every option is one there is."""
    assert understood(shlex.split(line)[1:])


def test_the_container_is_started_with_what_there_is() -> None:
    """The compose file is one, its options are ours, and it can be asked if it is well."""
    service = compose()["axio"]
    (entry,) = re.findall(r"^ENTRYPOINT (.*)$", service["build"]["dockerfile_inline"], re.MULTILINE)
    told = understood([*yaml.safe_load(entry), *service["command"]][1:])
    assert (told["host"], told["port"], told["workers"]) == ("0.0.0.0", 8417, 4)
    assert set(service["depends_on"]) <= set(compose())
    assert f":{told['port']}/health" in " ".join(service["healthcheck"]["test"])


def test_every_command_of_admin_is_on_the_page() -> None:
    """The table of `axio admin` names what there is, and nothing else."""
    whole: Any = typer.main.get_command(app)
    table = PAGE[PAGE.index("## Administration") :].partition("\n## ")[0]
    cells = re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)
    named = [word.split()[0] for cell in cells for word in re.findall(r"`(.*?)`", cell)]
    assert sorted(named) == sorted(whole.commands["admin"].commands)
