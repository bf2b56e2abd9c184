"""Tests of learning run beside others: one thread each, or their threads wait for one another."""

from __future__ import annotations

import os

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
