"""How strong a player is, as openskill has it: a guess (mu) and how unsure it is (sigma).

Plackett and Luce's model takes whole rankings, so games of two, three and four seats make one scale.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()
_START = 1000  # shown for whoever has not played yet
_SCALE = 30  # points shown for one of mu: a hundred points more win about two games of three, as in chess
_UNSURE = 6.0  # a sigma above this is provisional: about a dozen games


@dataclass(frozen=True, slots=True)
class Skill:
    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def shown(self) -> int:
        """The whole number people see. It is what the player surely is, so it rises as doubt goes."""
        sure = self.mu - 2 * self.sigma
        newcomer = _MODEL.mu - 2 * _MODEL.sigma
        return max(0, round(_START + _SCALE * (sure - newcomer)))

    @property
    def provisional(self) -> bool:
        return self.sigma > _UNSURE


def rated(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Everyone's skill after a game in which they came to these places; equal places are shared."""
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Skill(player.mu, player.sigma) for (player,) in after]


def mean(skills: Sequence[Skill]) -> Skill:
    """One skill out of several: of a bot that sat at more than one seat."""
    count = len(skills)
    return Skill(sum(each.mu for each in skills) / count, sum(each.sigma for each in skills) / count)
