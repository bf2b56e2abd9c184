"""The picture of the packages: `axio`, and beside it `axio.server`, each in layers."""

from __future__ import annotations

import ast

from .layered_svg import Picture
from .package_graph import Graph, siblings
from .sources import paragraph, tree

_PARTS = ("axio", "axio.server")
_LEFT_OUT = ("axio.__main__",)
_EDGE, _TITLE, _BETWEEN = 24, 36, 72
_STYLE = """\
text { font: 13px ui-monospace, Menlo, Consolas, monospace; text-anchor: middle; fill: #222 }
.title { font: 600 16px system-ui, sans-serif; text-anchor: start }
.node { fill: #fff; stroke: #555 }
.edge { fill: none; stroke: #7a8ca3; stroke-width: 1.2; marker-end: url(#tip) }
.cycle { stroke: #c22; stroke-dasharray: 4 3 }
"""
_TIP = (
    '<marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path d="M0 0 8 4 0 8z" fill="#7a8ca3"/></marker>'
)


def picture() -> str:
    """The whole picture as SVG, the parts side by side."""
    body, x, deepest = [], float(_EDGE), 0.0
    for package in _PARTS:
        part = _drawn(package)
        body.append(f'<text class="title" x="{x:.0f}" y="{_EDGE + 16}">{package}</text>')
        place = f"translate({x:.0f} {_EDGE + _TITLE})"
        body.append(f'<g transform="{place}">\n{part.markup(_titles(part.graph))}\n</g>')
        x += part.width + _BETWEEN
        deepest = max(deepest, part.height)
    return _document(x - _BETWEEN + _EDGE, deepest + _TITLE + 2 * _EDGE, "\n".join(body))


def _document(width: float, height: float, body: str) -> str:
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n<style>\n{_STYLE}</style>\n<defs>{_TIP}</defs>'
    return f'{head}\n<rect width="100%" height="100%" fill="#f6f5f1"/>\n{body}\n</svg>\n'


def _drawn(package: str) -> Picture:
    graph = {node: below for node, below in siblings(package).items() if node not in _LEFT_OUT}
    return Picture(graph, {node: node.rpartition(".")[2] for node in graph})


def _titles(graph: Graph) -> dict[str, str]:
    return {node: f"{node}: {paragraph(ast.get_docstring(tree(node)))}" for node in graph}
