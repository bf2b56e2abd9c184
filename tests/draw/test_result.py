"""The picture of a solo result shows the tracks, and nothing that would help somebody who has yet to play."""

import pytest

from axio.draw.palette import THEMES, ThemeName
from axio.draw.result import Caption, result
from axio.rules import game_names

from .positions import played
from .test_svg import ELEMENTS, HOSTILE, SVG, drawn, of_class, symbols

END = 999


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", game_names())
def test_a_result_shows_every_track_and_no_tile(name: str, theme: ThemeName) -> None:
    """One marker for each colour where it stands, the lowest lit; no board, no tile, no pyramid."""
    position, _ = played(name, 1, END)
    tracks = position.tracks[0]
    root = drawn(result(position, Caption("Title", "2030-01-02", "Lowest", "Line", "Told"), theme=theme))
    assert symbols(root) == dict.fromkeys(position.game.colours, 1)
    assert len(of_class(root, "lit")) == tracks.count(min(tracks))
    assert not [each for part in ("tile", "board", "pyramid", "rack") for each in of_class(root, part)]
    texts = [node.text for node in root.iter(f"{SVG}text")]
    assert {"Title", "2030-01-02", "Lowest", "Line", *map(str, tracks)} <= {*texts}


def test_hostile_words_stay_words() -> None:
    """A caption is text: it makes no element, no attribute and no line."""
    position, _ = played("axio", 1, END)
    root = drawn(result(position, Caption(*[HOSTILE] * 5)))
    assert {node.tag.removeprefix(SVG) for node in root.iter()} <= ELEMENTS
    assert not [key for node in root.iter() for key in node.attrib if key.startswith("on")]
