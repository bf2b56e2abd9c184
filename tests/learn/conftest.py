"""Tests of learning run beside others: one thread each, or their threads wait for one another."""

from __future__ import annotations

import torch

torch.set_num_threads(1)
