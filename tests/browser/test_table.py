"""The table: two clicks, dragging, turning, the loupe, undo, hints, hot-seat, watching, lessons."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import PHONE, Opening
from .driver import Finger, Mouse, bot, person


def test_two_clicks_to_a_game(opened: Opening) -> None:
    """From the welcome page to a tile in the hand: Play, Start."""
    player = Mouse(opened())
    player.page.goto("/")
    player.page.get_by_role("link", name="Play hex AXIO").click()
    player.page.get_by_role("button", name="Start").click()
    player.page.wait_for_url("**/table/*")
    assert player.asked() == "place"
    expect(player.page.locator(".seat")).to_have_count(2)
    player.page.goto("/")
    expect(player.page.locator(".going .table-link").first).to_contain_text("hex AXIO")


def test_a_newcomer_is_three_clicks_from_a_first_move(opened: Opening) -> None:
    """The welcome page says what this is and leads into the lesson, where two clicks lay a tile."""
    player = Mouse(opened())
    page = player.page
    page.goto("/")
    expect(page.locator(".look-line")).to_contain_text("only your lowest one counts")
    expect(page.locator(".look-stage .ghost")).to_have_count(1)
    page.locator("#first-lesson").click()
    page.wait_for_url("**/learn/*")
    page.locator("axio-rack button").first.click()
    x, y = page.evaluate(
        """() => {
            const board = document.querySelector("axio-board"), { spots, layout } = board.state;
            const lying = spots.find(([cells]) => layout.direction(...cells) === 0);
            const [a, b] = lying[0].map(layout.centre);
            return board.toScreen([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
        }"""
    )
    page.mouse.click(x, y)
    expect(page.locator("#guide h2")).to_have_text("Score")


def test_a_bot_is_chosen_by_its_card(opened: Opening) -> None:
    """Faces with a name and a strength; whoever is chosen says what they are like, and sits down."""
    player = Mouse(opened())
    page = player.page
    page.goto("/new/axio")
    expect(page.locator(".bot-card input:checked")).to_have_value("sprout")
    page.locator(".bot-card", has_text="Greedy").click()
    expect(page.locator(".character")).to_have_text("Takes the best scores one move can give.")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".seat .who").last).to_have_text("Greedy")


def test_a_level_is_chosen_on_the_dial(opened: Opening) -> None:
    """The slider goes from the gentlest bot to the strongest; its levels sit down as anybody does."""
    player = Mouse(opened())
    page = player.page
    page.goto("/new/axio")
    dial = page.get_by_role("slider", name="Level")
    expect(dial).to_have_value("1")
    dial.fill("4")
    expect(page.locator(".bot-dial output")).to_have_text("Level 4 of 10")
    expect(page.locator(".bot-card input:checked")).to_have_count(0)
    dial.fill("10")
    expect(page.locator(".bot-card input:checked")).to_have_value("master")
    page.locator(".bot-card", has_text="Sprout").click()
    expect(dial).to_have_value("1")
    page.locator(".bot-card", has_text="Careful").click()
    expect(page.locator(".bot-dial output")).to_have_text("Careful")
    dial.fill("3")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".seat .who").last).to_have_text("Level 3")


def test_every_page_is_in_reach_on_a_phone(opened: Opening) -> None:
    """Daily, ratings and the account are one tap away where the bar has no room for them."""
    page = opened(phone=True)
    page.goto("/")
    page.locator("#site-menu").click()
    for name in ("Lobby", "Daily", "Ratings", "Scores", "Account"):
        expect(page.get_by_role("dialog").get_by_role("link", name=name)).to_be_visible()


def test_a_tile_can_be_dragged_and_shows_its_points(opened: Opening) -> None:
    """Dragging from the rack shows the ghost on the way and places where it is let go."""
    player = Mouse(opened())
    page = player.page
    player.new_table("hex", [person("Ada"), bot("random")])
    player.asked()
    plan = player.plan()
    tile = page.locator("axio-rack button").nth(plan["index"])
    box = tile.bounding_box()
    assert box is not None
    for _ in range(1 + player.steps_to(plan)):
        tile.click()
    seq = player.seq
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(plan["x"] - 3, plan["y"] - 30, steps=4)
    page.mouse.move(plan["x"], plan["y"], steps=2)
    expect(page.locator(".ghost")).to_have_count(1)
    page.mouse.up()
    player.moved(seq)


def test_the_wheel_and_the_key_turn_the_tile(opened: Opening) -> None:
    """Click again, R, the wheel and the right button all turn what is in the hand."""
    player = Mouse(opened())
    page = player.page
    player.new_table("rota", [person("Ada")])
    player.asked()
    turn = "document.querySelector('axio-board').state.held.turn"
    page.keyboard.press("r")
    assert page.evaluate(turn) == 1
    page.locator("axio-rack button").click()
    assert page.evaluate(turn) == 2
    page.mouse.move(700, 400)
    page.mouse.wheel(0, 100)
    page.wait_for_timeout(50)
    assert page.evaluate(turn) == 3
    page.mouse.click(700, 400, button="right")
    assert page.evaluate(turn) == 0
    page.locator("axio-rack button").click(button="right")
    assert page.evaluate(turn) == 1


def test_the_last_look_stays_for_the_button(opened: Opening) -> None:
    """A mouse that goes from a spot to Place keeps that spot, whatever it crosses on the way."""
    player = Mouse(opened())
    page = player.page
    player.new_table("axio", [person("Ada"), bot("random")])
    player.asked()
    seq, plan = player.seq, player.plan()
    for _ in range(player.steps_to(plan) + (plan["held"] != plan["index"])):
        page.locator("axio-rack button").nth(plan["index"]).click()
    page.mouse.move(plan["x"], plan["y"])
    page.evaluate("new Promise((done) => setTimeout(done, 300))")  # long enough to be a look
    box = page.locator("#place").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20, steps=12)
    assert page.evaluate("document.querySelector('axio-board').state.ghost.spot[0]") == plan["cells"]
    page.locator("#place:not([disabled])").click()
    player.moved(seq)
    page.locator("#pane-log code").first.wait_for()
    first = page.locator("#pane-log code").first.inner_text()
    assert all(cell in first for cell in plan["cells"])


def test_a_carried_tile_is_whole_outside_the_board(opened: Opening) -> None:
    """On its way from the rack a tile is not cut at the board's edge."""
    player = Mouse(opened())
    page = player.page
    player.new_table("rota", [person("Ada")])
    player.asked()
    box = page.locator("axio-rack button").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] - 20, steps=3)
    expect(page.locator("axio-board .floating")).to_have_count(1)
    shown = "getComputedStyle(document.querySelector('axio-board .over')).overflow"
    assert page.evaluate(shown) == "visible"
    assert page.evaluate("getComputedStyle(document.querySelector('axio-board')).overflow") == "visible"
    page.mouse.up()
    assert page.evaluate(shown) == "hidden"


def test_while_points_fly_the_page_says_whose(opened: Opening) -> None:
    """A bot whose points travel is not thinking: the line names it and what it scores."""
    page = opened(still=False)
    page.add_init_script(
        """addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
            const said = document.querySelector("#status")?.textContent;
            if (document.querySelector(".spark")) (window.said ??= []).push(said);
        }).observe(document.body, { childList: true, subtree: true }))"""
    )
    player = Mouse(page)
    player.new_table("rota", [person("Ada"), bot("greedy")])
    player.asked()
    player.place()
    player.asked(seconds=30)
    assert [text for text in page.evaluate("window.said") if text.startswith("Greedy: ")]


def test_nothing_moves_where_no_motion_is_wished(opened: Opening) -> None:
    """With reduced motion nothing flies, rains or blinks, and no animation runs on without an end."""
    page = opened(phone=True, still=False, reduced_motion="reduce", settings={"confirm": True})
    page.add_init_script(
        """window.moved = [];
        addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
            for (const each of document.querySelectorAll(".spark, .flourish")) moved.push(each.className);
            for (const each of document.getAnimations()) {
                const { duration, iterations } = each.effect.getTiming();
                if (duration > 160 || iterations > 1) moved.push(each.animationName ?? duration);
            }
        }).observe(document.body, { childList: true, subtree: true, attributes: true }))"""
    )
    player = Finger(page)
    player.new_table("rota", [person("Ada"), bot("greedy")])
    for _ in range(3):
        player.asked()
        player.place()
    player.asked()
    assert page.evaluate("moved") == []


def test_confirm_holds_a_tile_until_it_is_confirmed(opened: Opening) -> None:
    """With confirming on, the first click only sets the tile down; undo lifts it again for free."""
    player = Mouse(opened(settings={"confirm": True}))
    page = player.page
    player.new_table("rota", [person("Ada")])
    player.asked()
    seq, plan = player.seq, player.plan()
    page.mouse.click(plan["x"], plan["y"])
    expect(page.locator(".ghost.pinned")).to_have_count(1)
    assert player.seq == seq
    page.keyboard.press("Escape")
    expect(page.locator(".ghost")).to_have_count(0)
    page.mouse.click(plan["x"], plan["y"])
    page.locator("#place").click()
    player.name()
    player.moved(seq)


def test_a_finger_drags_with_a_loupe_above_it(opened: Opening) -> None:
    """Under a finger the tile floats above it, a glass shows the place, and lifting pins the tile."""
    player = Finger(opened(phone=True))
    page = player.page
    player.new_table("hex", [person("Ada"), bot("random"), bot("random"), bot("random")])
    player.asked()
    plan = player.plan()
    player.take(plan)
    line = page.context.new_cdp_session(page)

    def touch(kind: str, x: float, y: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", plan["x"], plan["y"] + 20)
    touch("touchMove", plan["x"] + 4, plan["y"] + 50)
    touch("touchMove", plan["x"], plan["y"] + 64)
    expect(page.locator(".loupe")).to_be_visible()
    expect(page.locator("axio-board .ghost")).to_have_count(1)
    touch("touchEnd", 0, 0)
    expect(page.locator(".loupe")).to_have_count(0)
    expect(page.locator("axio-board .ghost.pinned")).to_have_count(1)
    seq = player.seq
    player.confirm(seq)


def test_undo_makes_it_practice(opened: Opening) -> None:
    """One person against a bot may take back freely; the game is then marked practice."""
    player = Mouse(opened())
    page = player.page
    player.new_table("axio", [person("Ada"), bot("greedy")])
    player.asked()
    player.place()
    player.asked()
    page.locator("#undo").click()
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator("axio-board .tiles .tile")).to_have_count(0)
    expect(page.locator("body.practice")).to_have_count(1)
    expect(page.locator("#practice")).to_be_visible()
    assert player.asked() == "place"


def test_a_hint_shows_a_move_and_its_reason(opened: Opening) -> None:
    """The hint points at a placement on the board and says why in one sentence."""
    player = Mouse(opened())
    page = player.page
    player.new_table("axio", [person("Ada"), bot("greedy")])
    player.asked()
    player.place()
    player.asked()
    page.keyboard.press("h")
    expect(page.locator(".toast")).to_contain_text("Try ", timeout=20_000)
    expect(page.locator(".hint-ring")).to_have_count(1)
    hinted = page.evaluate("document.querySelector('axio-board').state.hint")
    assert hinted not in (page.locator(".toast").inner_text())


def test_a_row_of_the_log_shows_its_move(opened: Opening) -> None:
    """A click on a move in the log points it out on the board."""
    player = Mouse(opened())
    page = player.page
    player.new_table("hex", [person("Ada"), bot("greedy")])
    for _ in range(2):
        player.asked()
        player.place()
    player.asked()
    page.locator(".log-row").first.click()
    move = page.locator(".log-row code").first.inner_text()
    expect(page.locator(".told")).to_have_count(1)
    expect(page.locator(".told")).to_have_attribute("data-place", move)
    page.locator(".log-row").first.click()
    last = page.locator(".log-row code").last.inner_text()
    expect(page.locator(".told")).to_have_attribute("data-place", last)
    page.set_viewport_size(PHONE)
    page.locator("#side-toggle").click()
    page.locator(".log-row").first.click()
    expect(page.locator("#side")).not_to_be_visible()
    expect(page.locator(".told")).to_have_attribute("data-place", move)


def test_unseen_tiles_are_counted_by_colour(opened: Opening) -> None:
    """For each colour: how many of the tiles nobody has shown yet carry it."""
    player = Mouse(opened())
    page = player.page
    player.new_table("hex", [person("Ada"), bot("greedy")])
    player.asked()
    page.locator("#tab-unseen").click()
    tiles: list[tuple[list[str], int]] = page.evaluate(
        """() => [...document.querySelectorAll(".unseen-tile")].map((tile) => [
            [...tile.querySelectorAll("use")].map((use) => use.getAttribute("href").at(-1)),
            Number(tile.querySelector("b").textContent)])"""
    )
    counts = [int(text) for text in page.locator(".by-colour b").all_inner_texts()]
    assert counts == [sum(n for marks, n in tiles if colour in marks) for colour in "RGBOPY"]


def test_symbols_carry_letters_for_those_who_wish(opened: Opening) -> None:
    """A setting writes the letter of its colour on every symbol, and holds over a reload."""
    player = Mouse(opened())
    page = player.page
    player.new_table("axio", [person("Ada"), bot("greedy")])
    player.asked()
    shown = "getComputedStyle(document.querySelector('#inlaid-R .letter')).display"
    assert page.evaluate(shown) == "none"
    page.locator("#settings").click()
    page.get_by_label("Letters on symbols").check()
    assert page.evaluate(shown) != "none"
    page.reload()
    player.asked()
    assert page.evaluate(shown) != "none"


def test_sound_is_switched_on_at_the_table(opened: Opening) -> None:
    """The bar has a switch for it, which says how it stands and is the one of the settings."""
    player = Mouse(opened())
    page = player.page
    player.new_table("axio", [person("Ada"), bot("greedy")])
    player.asked()
    switch = page.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.locator("#settings").click()
    expect(page.locator("#set-sound")).to_be_checked()


def test_a_refusal_says_what_would_be_right(opened: Opening) -> None:
    """A typed move that is not allowed is answered with the reason, and the game stands as it was."""
    player = Mouse(opened())
    page = player.page
    player.new_table("axio", [person("Ada"), bot("greedy")])
    player.asked()
    seq = player.seq
    page.keyboard.press("/")
    page.locator("#typed").fill("Re5-Bf5")
    page.keyboard.press("Enter")
    expect(page.locator(".toast.wrong")).not_to_be_empty()
    assert player.seq == seq


def test_between_two_people_the_racks_are_hidden(opened: Opening) -> None:
    """The hand-over screen comes between turns, and no rack is there before it is asked for."""
    player = Mouse(opened())
    page = player.page
    player.new_table("axio", [person("Ada"), person("Grace")])
    if player.asked() == "handover":
        player.answer("handover")
    player.asked(beside="handover")
    player.place()
    assert player.asked() == "handover"
    expect(page.locator("dialog.handover h2")).to_contain_text("Grace")
    expect(page.locator("axio-rack button")).to_have_count(0)
    page.get_by_role("button", name="I am Grace").click()
    expect(page.locator("axio-rack button")).to_have_count(5)


def test_a_solo_game_enters_the_scores(opened: Opening) -> None:
    """A finished solo game stands in the high scores with its name and its lowest colour."""
    player = Mouse(opened())
    page = player.page
    player.new_table("rota", [person("Hypatia")])
    player.play_on()
    low = min(int(text) for text in page.locator(".ranking .score b").all_inner_texts())
    page.goto("/scores")
    page.get_by_role("button", name="AXIO rota").click()
    row = page.locator(".score-table tr", has_text="Hypatia").first
    expect(row.locator(".big-number")).to_have_text(str(low))
    row.get_by_role("link").click()
    page.wait_for_url("**/watch/*")
    page.wait_for_selector("body.ready")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#scrub")).to_have_value("11")
    page.locator("#watch-first").click()
    expect(page.locator("axio-board .tiles .tile")).to_have_count(4)


def test_a_lesson_leads_to_a_first_game(opened: Opening) -> None:
    """The guide checks what is placed, goes on by itself, and ends at a real table."""
    player = Mouse(opened())
    page = player.page
    page.goto("/learn/axio")
    expect(page.locator("#guide h2")).to_have_text("Place a tile")
    plan = player.plan()
    for _ in range(1 + player.steps_to(plan)):
        page.locator("axio-rack button").nth(plan["index"]).click()
    page.mouse.move(plan["x"], plan["y"])
    page.mouse.click(plan["x"], plan["y"])
    expect(page.locator("#guide h2")).to_have_text("Score")
    for _ in range(10):
        if page.locator("dialog.exchange").count():
            page.get_by_role("button", name="Exchange").click()
            break
        page.get_by_role("button", name="Skip this step").click()
    page.get_by_role("button", name="Play a first game").click()
    page.wait_for_url("**/table/*")
    assert player.asked() == "place"


def test_the_rules_are_one_key_away(opened: Opening) -> None:
    """A question mark opens the rules above the table, and the turn is as it was afterwards."""
    player = Mouse(opened())
    page = player.page
    player.new_table("rota", [person("Ada")])
    player.asked()
    page.keyboard.press("?")
    expect(page.locator("dialog.rules-sheet figure")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(page.locator("dialog.rules-sheet")).to_have_count(0)
    player.place()
