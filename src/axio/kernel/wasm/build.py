"""Builds a module: each function's LLVM code, retargeted, with an entry that reads its arguments from memory.

An entry takes one pointer, to the block of call.py. The module imports its memory and `expf`. LLVM optimises
the code for a CPU before it is retargeted, so a process of its own builds it for a CPU that is the same on
every machine: then so is the module.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from llvmlite import binding

from axio.kernel.host.cache import family_folder
from axio.kernel.host.families import loop_of
from axio.kernel.host.plans import plan_of
from axio.rules import game as game_of

from .call import OWN
from .signatures import signatures

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
STACK = 1 << 20  # bytes
GAMES = {"grid": "axio", "display": "rota"}  # any game of the family: all have the same types


def module(family: str, *names: str) -> bytes:
    """The module of a family, with all functions or some. It is built once, and kept with the CPU's code."""
    kept = family_folder(family) / f"{'-'.join(names) or 'all'}-{_stamp()}.wasm"
    if not kept.is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        plain = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
        words = [sys.executable, "-m", "axio.kernel.wasm.build", str(kept), family, *names]
        subprocess.run(words, env={**os.environ, **plain}, check=True)
    return kept.read_bytes()


def _stamp() -> str:
    """What a module depends on beside the kernel's sources."""
    digest = sha256(version("llvmlite").encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def main(path: Path, family: str, *names: str) -> None:
    wanted = signatures(plan_of(game_of(GAMES[family], 2)))
    machine = _machine()
    whole = _linked({name: _object(family, name, wanted[name], machine) for name in names or wanted})
    beside = path.with_suffix(f".{os.getpid()}")
    beside.write_bytes(whole)
    beside.replace(path)


def _machine() -> Any:
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    target = binding.Target.from_triple(TRIPLE)
    return target.create_target_machine(opt=3, features=FEATURES, reloc="static")


def _object(family: str, name: str, signature: Any, machine: Any) -> bytes:
    dispatcher = loop_of(family, f"{name}_game", no_cpython_wrapper=True, no_cfunc_wrapper=True)
    dispatcher.compile(signature)
    code = dispatcher.overloads[signature.args]
    module = binding.parse_assembly(_retargeted(code.library.get_llvm_str(), machine))
    compiled = code.fndesc.llvm_func_name
    entry = _entry(name, compiled, [str(arg.type) for arg in module.get_function(compiled).arguments])
    whole = binding.parse_assembly(_retargeted(f"{module}\n{entry}", machine))
    whole.get_function(compiled).linkage = "internal"
    whole.verify()
    object_code: bytes = machine.emit_object(whole)
    return object_code


def _retargeted(code: str, machine: Any) -> str:
    """The code as if it had been made for WebAssembly."""
    for name, value in (("datalayout", machine.target_data), ("triple", TRIPLE)):
        code = re.sub(rf"^target {name} = .*$", f'target {name} = "{value}"', code, flags=re.M)
    code = re.sub(r'"target-(cpu|features)"="[^"]*"', "", code)
    return re.sub(r"= common (\w+ )?global", "= internal global", code)


def _entry(name: str, compiled: str, kinds: list[str]) -> str:
    """A function that loads what `compiled` takes from a block, and returns what it returns."""
    lines = [f"define i32 @{name}(ptr %block) {{"]
    for slot, kind in enumerate(kinds):
        lines.append(f"  %at{slot} = getelementptr i8, ptr %block, i32 {8 * slot}")
        if slot >= OWN:
            lines.append(f"  %is{slot} = load {kind}, ptr %at{slot}, align 8")
    values = [f"{kind} %{'at' if slot < OWN else 'is'}{slot}" for slot, kind in enumerate(kinds)]
    lines += [f'  %status = call i32 @"{compiled}"({", ".join(values)})', "  ret i32 %status", "}"]
    return "\n".join(lines)


def _linked(objects: dict[str, bytes]) -> bytes:
    with TemporaryDirectory() as folder:
        paths = []
        for name, code in objects.items():
            path = Path(folder, f"{name}.o")
            path.write_bytes(code)
            paths.append(str(path))
        module = Path(folder, "kernel.wasm")
        options = ["--no-entry", "--import-memory", "--gc-sections", "--strip-all", "--allow-undefined"]
        exports = [f"--export={name}" for name in objects] + ["--export=__heap_base"]
        words = [sys.executable, "-m", "ziglang", "wasm-ld", *paths, "-o", str(module), *options, *exports]
        subprocess.run([*words, "-z", f"stack-size={STACK}"], check=True)
        return module.read_bytes()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
