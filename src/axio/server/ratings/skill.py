"""A player's skill in openskill's model: an estimate (mu) and its uncertainty (sigma).

The Plackett-Luce model takes whole rankings, so games of two, three and four seats share one scale.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()
_START = 1000  # the rating shown for a new player
_SCALE = 30  # points for one unit of mu: 100 points more win about two of three games, as in chess
_UNSURE = 6.0  # a rating with a larger sigma is provisional, for about a dozen games


@dataclass(frozen=True, slots=True)
class Skill:
    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def shown(self) -> int:
        """The rating people see: a lower bound of the skill, so it rises as the uncertainty falls."""
        sure = self.mu - 2 * self.sigma
        newcomer = _MODEL.mu - 2 * _MODEL.sigma
        return max(0, round(_START + _SCALE * (sure - newcomer)))

    @property
    def provisional(self) -> bool:
        return self.sigma > _UNSURE

    def towards(self, other: Skill, share: float) -> Skill:
        """The skill a share of the way from this one to another."""
        if share == 1.0:
            return other
        return Skill(self.mu + share * (other.mu - self.mu), self.sigma + share * (other.sigma - self.sigma))


def after_game(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The players' skills after a game in which they took these places; equal places are ties."""
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Skill(player.mu, player.sigma) for (player,) in after]


def mean(skills: Sequence[Skill]) -> Skill:
    """The mean of several skills, for a bot that had several seats."""
    count = len(skills)
    return Skill(sum(each.mu for each in skills) / count, sum(each.sigma for each in skills) / count)
