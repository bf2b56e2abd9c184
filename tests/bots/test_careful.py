"""`careful` minds what it should: low colours, the next player, its rack, a bonus, the end."""

from dataclasses import replace
from typing import Any

from axio.bots import USUAL, Careful, Work
from axio.bots.careful import rack_value
from axio.bots.placement_value import BestGains, PlacementEvaluator, service
from axio.bots.placements import curve
from axio.rules import Exchange, Keep, Observation, Place, deal, game, parse_move
from axio.rules.data import observation_data, read_observation

from .games import TABLES, TOY, states, views

SLOPE = Careful().slope


def place(text: str) -> Place:
    move = parse_move(text)
    assert isinstance(move, Place)
    return move


def position(**changes: Any) -> Observation:
    """Seat 0's view in AXIO, two seats, both first tiles laid apart; changed as given."""
    view = observation_data(deal("axio", 2, "7").observe(0))
    view |= {"placed": [1, 1], "tiles": ["Ra4-Gb4", "Ge2-Rf2"]} | changes
    view["rack_sizes"] = [len(view["rack"]), 5]
    view["bag_size"] = 100 - len(view["tiles"]) - sum(view["rack_sizes"])
    return read_observation(view)


def evaluator(view: Observation) -> PlacementEvaluator:
    return PlacementEvaluator(view, curve(SLOPE, view.game), b"key")


def test_a_low_colour_needs_points_most() -> None:
    """A point counts the more, the lower its colour stands; a full track gains nothing."""
    worths = curve(SLOPE, game("axio", 2)).worths((0, 5, 17, 18, 9))
    assert worths["R"][1] > worths["G"][1] > worths["P"][1] > worths["B"][1] > worths["O"][1] == 0
    assert worths["B"][5] == worths["B"][1]


def test_the_outlook_is_what_playing_gives() -> None:
    """The best gain of a tile with two colours is the best that any legal placement of it gives."""
    for seed in range(3):
        for view in views("hex", 2, str(seed))[1::7]:
            if view.asked or view.first:
                continue
            tracks, world = view.tracks[view.seat], view.sample(b"world")
            worth = curve(SLOPE, view.game)
            kinds = tuple({tile for tile in view.rack if len(set(tile)) == len(tile)})
            best = dict.fromkeys(kinds, 0.0)
            for move in view.legal_moves:
                assert isinstance(move, Place)
                tile = min(move.marks, move.marks[::-1], key=lambda marks: [*map("RGBOPY".index, marks)])
                gain = worth.value(world.play(move).after.tracks[view.seat]) - worth.value(tracks)
                if tile in best:
                    best[tile] = max(best[tile], gain)
            seen = BestGains(kinds, worth.worths(tracks)).best(view.board.prospects(first=False))
            assert [round(gain, 9) for gain in seen] == [round(best[kind], 9) for kind in kinds]


def test_it_leaves_less_to_the_next_player() -> None:
    """Of two placements that gain the same, the one that closes a long run leaves the next player less."""
    tiles = ["Ra4-Gb4", "Ba7-Bb7", "Bc7-Bd7", "Ge2-Rf2"]
    view = position(tiles=tiles, rack=["OO"], tracks=[[3, 3, 3, 18, 3], [3, 3, 0, 3, 3]], placed=[2, 2])
    closing, apart = evaluator(view).evaluate(place("Oe7-Oe8")), evaluator(view).evaluate(place("Og8-Oh8"))
    assert closing.tracks == apart.tracks
    assert closing.left < apart.left


def test_the_weight_decides() -> None:
    """Without weights it takes the most; with all weight on the next player, it leaves the least."""
    for view in views("axio", 2)[2::7]:
        if view.asked:
            continue
        evaluated = [evaluator(view).evaluate(place) for place in evaluator(view).best_by_gain(12)]
        most, least = max(each.gain for each in evaluated), min(each.left for each in evaluated)
        selfish = Careful(weight=0.0, rack=0.0).choose(view, USUAL, b"key")
        spoiling = Careful(weight=1e6, rack=0.0).choose(view, USUAL, b"key")
        assert selfish.move in [each.place for each in evaluated if each.gain == most]
        assert spoiling.move in [each.place for each in evaluated if each.left == least]


def test_it_keeps_tiles_of_its_lowest_colours() -> None:
    """Tiles that show the colours that need points serve better, and more of the same add less."""
    worths = curve(SLOPE, game("axio", 2)).worths((0, 9, 9, 9, 9))
    one, two, none = (service(rack, worths) for rack in (("RG",), ("RG", "RG"), ("GB",)))
    assert one > none
    assert 0 < two - one < one


def test_a_bonus_placement_counts() -> None:
    """Coming to the end of a track is worth what the placement it earns will bring."""
    view = position(rack=["RB", "GO"], tracks=[[17, 6, 6, 6, 6], [6, 6, 6, 6, 6]])
    reaching = evaluator(view).evaluate(place("Ra3-Bb3"))
    assert reaching.tracks[0] == 18
    value = curve(SLOPE, view.game).value
    assert reaching.gain > value(reaching.tracks) - value(view.tracks[0])


def test_it_takes_the_win() -> None:
    """A placement that completes every colour is chosen before anything else."""
    view = position(rack=["RB", "RR"], tracks=[[17, 18, 18, 18, 18], [9, 9, 9, 9, 9]])
    choice = Careful().choose(view, USUAL, b"key")
    assert str(choice.reason) == "it completes every colour and ends the game"
    assert view.sample(b"world").play(choice.move).after.outcome is not None


def test_it_ends_a_game_that_it_wins_and_no_other() -> None:
    """Where a placement can end the game, it does so as the winner, and otherwise plays on."""
    tables = [(game, str(seed)) for game in (TOY, "hex") for seed in range(60)]
    late = (state for game, seed in tables for state in states(game, 2, seed) if len(state.legal_moves) < 40)
    tried = set()
    for state in late:
        after = {move: state.play(move).after for move in state.legal_moves}
        ending = {move: each.outcome for move, each in after.items() if each.outcome is not None}
        winning = [move for move, outcome in ending.items() if state.seat in outcome.winners]
        if 0 < len(ending) < len(after):
            chosen = Careful(width=1000).choose(state.observe(state.seat), USUAL, b"key").move
            assert chosen in winning if winning else chosen not in ending
            tried.add(bool(winning))
    assert tried == {True, False}


def test_the_richer_rack_wins() -> None:
    """It keeps tiles that fit the board as it is, and exchanges those that do not."""
    tracks = [[9, 9, 0, 9, 9], [9, 9, 9, 9, 9]]
    tiles = ["Ra4-Gb4", "Rc7-Rd7", "Re7-Rf7", "Ge2-Rf2"]
    asked = {"asked": True, "placed": [2, 2], "tracks": tracks, "rack_sizes": [4, 5], "bag_size": 89}
    poor = position(tiles=tiles, rack=["OO", "OO", "PP", "PP"], **asked)
    rich = position(tiles=tiles, rack=["RR", "RR", "RP", "RO"], **asked | {"tracks": [[1, 9, 0, 9, 9]] * 2})
    assert Careful().choose(poor, USUAL, b"key").move == Exchange()
    assert Careful().choose(rich, USUAL, b"key").move == Keep()


def test_promise_counts_the_best_tile_most() -> None:
    """The order of a rack does not matter, and later tiles count less."""
    assert rack_value([1.0, 4.0, 2.0]) == rack_value([4.0, 2.0, 1.0]) == 4.0 + 1.0 + 0.25


def test_work_bounds_the_width() -> None:
    """With work for one placement it looks at one: the most on the tracks."""
    for seats in (1, 2):
        for view in views("axio", seats)[::9]:
            if not view.asked:
                narrow = replace(Careful(), width=1).choose(view, USUAL, b"key")
                assert Careful().choose(view, Work(1), b"key").move == narrow.move
                assert len(narrow.candidates) == 1


def test_it_says_what_it_gave_up() -> None:
    """Where another move gains more, the reason names that move."""
    reasons = [
        Careful().choose(view, USUAL, b"key").reason
        for _, seats in TABLES[1:3]
        for view in views("axio", seats)
    ]
    told = [reason for reason in reasons if reason.key == "leaves"]
    assert told
    assert all(str(parse_move(str(reason.values["other"]))) in reason.text for reason in told)
