"""Proximal policy optimisation: learn a little from what was played, then play anew."""

from __future__ import annotations

from collections import defaultdict

import torch
from torch import Tensor
from torch.nn import functional

from .field import Reading
from .network import Network
from .returns import Lessons
from .rollout import autocast
from .settings import Settings


class Learner:
    """A network with its optimiser."""

    def __init__(self, network: Network, settings: Settings, device: str) -> None:
        self.network, self.settings, self.device = network, settings, device
        self.optimiser = torch.optim.AdamW(
            network.parameters(), settings.rate, weight_decay=1e-4, eps=1e-5, fused=device == "cuda"
        )

    def learn(self, lessons: Lessons, rules: Reading, done: float) -> dict[str, float]:
        """All lessons, some times over. What was lost on the mean, by name."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.settings.rate_at(done)
        spread = lessons.advantages.std() + 1e-6
        lessons = lessons._replace(advantages=(lessons.advantages - lessons.advantages.mean()) / spread)
        sums: dict[str, Tensor] = defaultdict(lambda: torch.zeros((), device=self.device))
        count, size = len(lessons.actions), self.settings.batch
        parts = max(1, count // size)  # all of one size: the GPU tunes itself to a size
        for _ in range(self.settings.epochs):
            order = torch.randperm(count, device=self.device)[: parts * size]
            for rows in order.chunk(parts):
                for name, value in self._step(lessons.take(rows), rules, done).items():
                    sums[name] += value
        return {name: float(value) / (parts * self.settings.epochs) for name, value in sums.items()}

    def _step(self, some: Lessons, rules: Reading, done: float) -> dict[str, Tensor]:
        losses = self._losses(some, rules)
        settings = self.settings
        loss = (
            losses["policy"]
            - settings.entropy_at(done) * losses["entropy"]
            + settings.value_weight * losses["value"]
            + settings.score_weight * losses["scores"]
        )
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        norm = torch.nn.utils.clip_grad_norm_(self.network.parameters(), settings.grad_norm)
        self.optimiser.step()
        return {**{name: value.detach() for name, value in losses.items()}, "norm": norm.detach()}

    def _losses(self, some: Lessons, rules: Reading) -> dict[str, Tensor]:
        with autocast(self.device):
            said = self.network(some.seen.planes, some.seen.vector)
        every = rules.logits(said, some.seen.allowed).log_softmax(1)
        chances = every.gather(1, some.actions[:, None]).squeeze(1)
        change = chances - some.chances
        ratio = change.exp()
        near = ratio.clamp(1 - self.settings.clip, 1 + self.settings.clip)
        policy = -torch.minimum(ratio * some.advantages, near * some.advantages).mean()
        entropy = -(every.exp() * every.clamp(min=-50)).sum(1).mean()
        seats = some.shares.shape[1]
        expected = said.wins.float()[:, :seats].log_softmax(1)
        scores = said.scores.float()[:, : some.scores.shape[1]]
        off = functional.smooth_l1_loss(scores, some.scores, reduction="none", beta=0.2).mean((1, 2))
        known = some.known.float()
        return {
            "policy": policy,
            "entropy": entropy,
            "value": -(some.shares * expected).sum(1).mean(),
            "scores": (off * known).sum() / known.sum().clamp(min=1),
            "changed": (ratio - 1 - change).mean().detach(),  # how far from the policy that played
            "clipped": ((ratio - 1).abs() > self.settings.clip).float().mean().detach(),
        }
