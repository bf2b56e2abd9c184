"""What an operator relies on: health, counts, logs, TLS, proxies, and an end that loses nothing."""

from __future__ import annotations

import json
import re
import signal
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from .bad_bots import bad_bots
from .browsing import Browser
from .postgres import Postgres
from .running import Running

pytestmark = pytest.mark.long

PUBLIC = "https://play.example.org"
FAR = {"Host": "play.example.org", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}


def counted(text: str, name: str) -> float:
    """A number out of the metrics."""
    return float(next(line.rpartition(" ")[2] for line in text.splitlines() if line.startswith(name + " ")))


@pytest.mark.xdist_group("postgres")
def test_health_follows_the_database(postgres: Postgres, tmp_path: Path) -> None:
    """Well, then 503 in one sentence while the database is away, then well again without a restart."""
    with Running(tmp_path, "--url", postgres.database()) as server:
        with httpx.Client(base_url=server.url, verify=False, timeout=30) as http:
            assert (http.get("/health").status_code, http.get("/health").json()) == (200, {"status": "ok"})
            http.get("/api/me")
            postgres.server.stop()
            assert http.get("/health").status_code == 503
            away = http.get("/api/tables")
            assert (away.status_code, away.json()["reason"]) == (503, "outage")
            postgres.server.start()
            assert http.get("/health").status_code == 200
            assert http.get("/api/tables").status_code == 200
        server.stop()
        assert not [line for line in server.complaints if "Traceback" in line]


def test_metrics_count_and_name_nobody(tmp_path: Path) -> None:
    """Moves, commits and sockets are counted; no name, tile, seed, table or address is in the text."""
    with Running(tmp_path) as server, Browser(server.url) as browser:
        table = browser.new("axio", "Zaphod")
        place = browser.open(table)
        for seed in range(3):
            place.until_my_turn()
            assert place.play(place.any_move(Random(seed)))["kind"] == "step"
        found = browser.http.get("/metrics")
        assert found.headers["content-type"].startswith("text/plain")
        text = found.text
    assert counted(text, 'axio_rows_total{kind="move"}') == 3
    assert counted(text, "axio_sockets") == 1
    assert counted(text, "axio_acknowledgement_seconds_count") == 3
    own = "\n".join(line for line in text.splitlines() if line.startswith(("axio", "# HELP axio")))
    for secret in ("Zaphod", table, "127.0.0.1", *place.view["rack"], *place.view["tiles"]):
        assert secret not in own


def test_metrics_from_elsewhere_need_the_token(tmp_path: Path) -> None:
    """With a token, only who shows it reads; without one, only this machine, and no visitor of a proxy."""
    with (
        Running(tmp_path, "--metrics-token", "tell me") as server,
        httpx.Client(base_url=server.url, verify=False) as http,
    ):
        for shown in ("", "Bearer tell", "tell me"):
            assert http.get("/metrics", headers={"Authorization": shown}).status_code == 404
        assert http.get("/metrics", headers={"Authorization": "Bearer tell me"}).status_code == 200
    with (
        Running(tmp_path, "--proxy", "127.0.0.1") as server,
        httpx.Client(base_url=server.url, verify=False) as http,
    ):
        assert http.get("/metrics").status_code == 200
        assert http.get("/metrics", headers=FAR).status_code == 404


def test_behind_a_proxy_the_public_address_counts(tmp_path: Path) -> None:
    """Its origin may change things and gets secure cookies; another site may not; visitors are apart."""
    with Running(tmp_path, "--proxy", "127.0.0.1", "--public-url", PUBLIC) as server:
        with httpx.Client(base_url=server.url, verify=False, headers=FAR) as http:
            cookie = http.get("/api/me").headers["set-cookie"]
            assert "Secure" in cookie and "HttpOnly" in cookie
            shown = {"Cookie": cookie.partition(";")[0]}
            wanted = {"game": "axio", "seats": [{"kind": "person"}]}
            made = http.post("/api/tables", json=wanted, headers={"Origin": PUBLIC, **shown})
            assert made.status_code == 201
            upstream = {"Host": "127.0.0.1:8417", "Origin": PUBLIC, **shown}
            assert http.post("/api/tables", json=wanted, headers=upstream).status_code == 201
            evil = http.post("/api/tables", json=wanted, headers={"Origin": "https://evil.example", **shown})
            assert (evil.status_code, evil.json()["reason"]) == (403, "wrong_origin")
            assert len(http.get("/api/tables", headers=shown).json()) == 2
        with httpx.Client(base_url=server.url, verify=False, headers=FAR) as other:
            assert other.get("/api/tables").json() == []


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for this machine that nobody signed, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    cert, private = folder / "cert.pem", folder / "key.pem"
    cert.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    kinds = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    private.write_bytes(key.private_bytes(serialization.Encoding.PEM, *kinds))
    return cert, private


def test_tls_serves_pages_and_sockets(tmp_path: Path) -> None:
    """With a certificate: https, secure cookies, and sockets over TLS."""
    cert, key = certificate(tmp_path)
    with Running(tmp_path, "--tls-cert", str(cert), "--tls-key", str(key)) as server:
        assert server.url.startswith("https://")
        with Browser(server.url) as browser:
            assert "Secure" in httpx.get(f"{server.url}/api/me", verify=False).headers["set-cookie"]
            table = browser.new("axio", "Ann")
            trusting = ssl.create_default_context(cafile=str(cert))
            trusting.check_hostname = False
            address = server.url.replace("https", "wss") + f"/api/tables/{table}/socket"
            with connect(address, ssl=trusting, additional_headers={"Cookie": browser.cookie}) as socket:
                socket.send('{"kind":"hello"}')
                assert json.loads(socket.recv(timeout=30))["kind"] == "sync"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--tls-cert", "nothere.pem", "--tls-key", "nothere.pem"], "--tls-cert, --tls-key: cannot be used"),
        (["--tls-cert", "nothere.pem"], "expected both or neither"),
        (["--public-url", "play.example.org"], "expected something like https://play.example.org"),
        (["--public-url", "https://example.org/axio"], "expected something like"),
    ],
)
def test_wrong_settings_are_one_sentence(tmp_path: Path, options: list[str], told: str) -> None:
    """What cannot be served says why before anything is served."""
    with pytest.raises(AssertionError) as raised:
        Running(tmp_path, *options)
    said = str(raised.value)
    assert told in said and said.count("\n") <= 1


def test_logs_are_json_lines_without_secrets(tmp_path: Path) -> None:
    """Every line is one JSON object; a bot that fails is told of without names, tiles or the seed."""
    bots = tmp_path / "bots"
    bots.mkdir()
    with Running(tmp_path, "--log", "json", path=bad_bots(bots)) as server, Browser(server.url) as browser:
        place = browser.open(browser.new("rota", "Zaphod", "bot:breaks"))
        place.play_out(Random(1))
        browser.http.post("/api/tables", content=b"\xff nonsense")
        server.stop()
        lines = [json.loads(line) for line in server.complaints]
    assert [line["message"].split()[0] for line in lines] == ["serving,", "bot", "ending"]
    for line in lines:
        assert set(line) == {"time", "level", "logger", "process", "message"}
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00", line["time"])
    assert (lines[1]["level"], lines[1]["logger"]) == ("warning", "axio.server.bots.worker_pool")
    assert lines[1]["message"].endswith("failed: RuntimeError")  # its text tells what the bot holds
    assert "Zaphod" not in "".join(server.complaints)


def test_asked_to_end_it_tells_browsers_to_come_back(tmp_path: Path) -> None:
    """SIGTERM: sockets are closed with 1012, the process ends by itself, and nothing acknowledged is lost."""
    with Running(tmp_path) as server, Browser(server.url) as browser:
        table = browser.new("axio", "Ann")
        place, watching = browser.open(table), browser.open(table)
        place.until_my_turn()
        move = place.any_move(Random(1))
        place.play(move)
        server.process.send_signal(signal.SIGTERM)
        for each in (place, watching):
            with pytest.raises(ConnectionClosed) as closed:
                each.until("never")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        assert server.process.wait(timeout=30) in (0, -signal.SIGTERM)
        assert server.complaints == []
    with Running(tmp_path) as server, browser.moved(server.url) as again:
        assert again.open(table).until("sync")["view"]["last"] == move
