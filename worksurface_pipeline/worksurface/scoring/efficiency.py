"""Efficiency: tokens against the task's budget."""

from __future__ import annotations


def score_efficiency(tokens: int, budget_tokens: int | None) -> float:
    """Q = max(0, 1 - t / 2b); 1 without a positive budget, which the score record then shows."""
    if budget_tokens is None or budget_tokens <= 0:
        return 1.0
    return max(0.0, 1.0 - tokens / (2 * budget_tokens))
