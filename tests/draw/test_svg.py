"""Pictures show what is there, as often as it is there, and nothing else."""

from collections import Counter
from xml.etree import ElementTree

import pytest

from axio.draw import svg
from axio.draw.palette import ThemeName
from axio.rules import Place, Position, deal
from axio.rules.tiles import EMPTY

from .positions import GAMES, MOMENTS, played

HOSTILE = '"><script>alert(1)</script><a href="javascript:x" onload=\'x\'>&amp;\x00\x1b[31m\u202eevil'
SVG = "{http://www.w3.org/2000/svg}"
PAINT = {"defs", "linearGradient", "radialGradient", "stop"}
ELEMENTS = PAINT | {"svg", "title", "desc", "g", "use", "path", "rect", "circle", "text"}
MIDDLE = MOMENTS["middle"]

Node = ElementTree.Element


def drawn(picture: str) -> Node:
    return ElementTree.fromstring(picture)


def of_class(root: Node, *names: str) -> list[Node]:
    return [node for node in root.iter() if set(names) <= set(node.get("class", "").split())]


def part(root: Node, name: str) -> Node:
    (found,) = of_class(root, name)
    return found


def symbols(root: Node) -> Counter[str]:
    return Counter(node.get("class", "").split()[1] for node in of_class(root, "symbol"))


def expected_symbols(position: Position) -> Counter[str]:
    marks = Counter("".join(place.marks for place in position.board.tiles).replace(EMPTY, ""))
    grid = getattr(position.board, "grid", None)
    return marks + Counter(grid.printed.values() if grid else ())


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_everything_on_the_board_is_drawn_once(name: str, seats: int, moment: str) -> None:
    """Tiles, symbols, printed spaces and pyramids are as many as in the position."""
    state, last = played(name, seats, MOMENTS[moment])
    board = part(drawn(svg(state, last=last)), "board")
    grid = getattr(state.board, "grid", None)
    assert len(of_class(board, "tile")) == len(state.board.tiles)
    assert symbols(board) == expected_symbols(state)
    assert len(of_class(board, "printed")) == (len(grid.printed) if grid else 0)
    assert len(of_class(board, "pyramid")) == len(state.board.pyramids)
    assert len(of_class(board, "cell")) == (len(grid.cells) if grid else 0)
    assert len(of_class(board, "last")) == isinstance(last, Place)


@pytest.mark.parametrize(("name", "seats"), GAMES)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [None, 360, 1200])
def test_scores_are_all_there(name: str, seats: int, theme: ThemeName, width: int | None) -> None:
    """Every seat has every track, and exactly its lowest are lit."""
    state, _ = played(name, seats, MIDDLE)
    scores = part(drawn(svg(state, theme=theme, width=width)), "scores")
    boards = 1 if width == 360 else len(state.game.stops)
    assert len(of_class(scores, "card")) == seats * boards
    assert len(of_class(scores, "track")) == seats * boards * len(state.game.colours)
    assert len(of_class(scores, "symbol")) == seats * len(state.game.colours)
    assert len(of_class(scores, "lit")) == sum(tracks.count(min(tracks)) for tracks in state.tracks)
    assert len(of_class(scores, "moving")) == boards
    shown = Counter(node.text for node in scores.iter(f"{SVG}text") if (node.text or "").isdecimal())
    assert shown == Counter(str(points) for tracks in state.tracks for points in tracks)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_rack_is_drawn_only_for_who_knows_it(name: str, seats: int) -> None:
    """An observation shows its viewer's rack and nobody else's; a state the one asked for."""
    state, _ = played(name, seats, 6)
    for seat in range(seats):
        rack = part(drawn(svg(state, seat=seat)), "rack")
        assert symbols(rack) == Counter("".join(state.racks[seat]).replace(EMPTY, ""))
        for viewer in (*range(seats), None):
            shown = of_class(drawn(svg(state.observe(viewer), seat=seat)), "rack")
            assert bool(shown) == (viewer == seat)
    assert not of_class(drawn(svg(state)), "rack")
    assert svg(state.observe(0)) == svg(state.observe(0), seat=0)
    assert not of_class(drawn(svg(state.observe(0), board_only=True)), "rack")


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_spots_are_those_the_rules_allow(name: str, seats: int) -> None:
    """First tiles have few spots, later ones all that are free; after the end there are none."""
    for plies in MOMENTS.values():
        state, _ = played(name, seats, plies)
        free = 0 if state.over or state.asked else len(state.board.spots(state.first))
        assert len(of_class(drawn(svg(state, spots=True)), "spot")) == free
        assert not of_class(drawn(svg(state)), "spot")


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_the_end_shows_places(name: str, seats: int) -> None:
    """When the game is over every seat of several has its place, and none is to move."""
    state, _ = played(name, seats, MOMENTS["end"])
    scores = part(drawn(svg(state)), "scores")
    assert len(of_class(scores, "place")) == (seats if seats > 1 else 0)
    assert not of_class(scores, "moving")


@pytest.mark.parametrize("width", [None, 360])
def test_a_hostile_name_stays_inert(width: int | None) -> None:
    """A name is text: it makes no element, no attribute, no control character, whatever it holds."""
    state = deal("axio", seats=2, seed="7")
    picture = svg(state, names=[HOSTILE, "\ud800 lone"], width=width)
    root = drawn(picture)
    assert {node.tag.removeprefix(SVG) for node in root.iter()} <= ELEMENTS
    assert not any(key.startswith("on") for node in root.iter() for key in node.attrib)
    assert all(node.get("href", "#").startswith("#") for node in root.iter())
    assert not any(char in picture for char in "\x00\x1b\u202e\ud800")
    assert "<script" not in picture


def test_a_long_name_is_shortened() -> None:
    state = deal("hex", seats=4, seed="7")
    root = drawn(svg(state, names=["A" * 200, "名" * 90, "ok", ""]))
    texts = [node.text or "" for node in part(root, "scores").iter(f"{SVG}text")]
    assert max(map(len, texts)) < 40
    assert "ok" in texts
    assert "Seat 3" in texts


def test_the_same_position_gives_the_same_picture() -> None:
    state, last = played("axio", 2, MIDDLE)
    again = deal("axio", seats=2, seed="3")
    assert svg(state, last=last) == svg(state, last=last)
    assert svg(again) == svg(deal("axio", seats=2, seed="3"))


def test_pictures_on_one_page_do_not_share_ids() -> None:
    """Ids differ between different pictures, and every reference finds its own."""
    positions = [played(name, seats, MIDDLE)[0] for name, seats in GAMES]
    pictures = [svg(each) for each in positions] + [svg(each, theme="dark") for each in positions]
    all_ids: list[str] = []
    for picture in pictures:
        ids = [node.get("id") or "" for node in drawn(picture).iter() if node.get("id")]
        assert len(ids) == len(set(ids))
        used = {node.get("href", "")[1:] for node in drawn(picture).iter() if node.get("href")}
        used |= {piece.split(")")[0] for piece in picture.split("url(#")[1:]}
        assert used <= set(ids)
        all_ids += ids
    assert len(all_ids) == len(set(all_ids))


def test_a_picture_says_what_it_shows() -> None:
    """A screen reader gets the game, whose turn it is, and every score."""
    state, _ = played("axio", 2, MIDDLE)
    root = drawn(svg(state, names=["Ada", "Grace"]))
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert title.text == "axio, 2 seats"
    for name, tracks in zip(("Ada", "Grace"), state.tracks, strict=True):
        assert f"{name}: red {tracks[0]}, green {tracks[1]}" in (description.text or "")


def test_parts_can_be_left_out() -> None:
    state, _ = played("hex", 3, MIDDLE)
    assert of_class(drawn(svg(state)), "coordinates")
    assert not of_class(drawn(svg(state, coordinates=False)), "coordinates")
    assert not of_class(drawn(svg(state, scores=False)), "scores")
    bare = drawn(svg(state, board_only=True, width=200))
    assert not of_class(bare, "scores")
    assert not of_class(bare, "table")
    assert bare.get("width") == "200"
