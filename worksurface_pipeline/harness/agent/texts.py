"""What the loop says to the model, as values: the wording belongs to whoever owns the prompts."""

from __future__ import annotations

from worksurface_pipeline.kernel.model import Frozen


class LoopTexts(Frozen):
    """Texts of the loop. Marks in braces are replaced: {problem}, {tool}, {text}."""

    observation: str
    repair: str
    last_request: str

    def observed(self, tool: str, text: str) -> str:
        """The message that hands an observation to the model."""
        return self.observation.replace("{tool}", tool).replace("{text}", text)

    def repairing(self, problem: str) -> str:
        """The message after a reply that was neither a call nor an answer."""
        return self.repair.replace("{problem}", problem)


class NativeTexts(Frozen):
    """Texts of the loop under function calling; {problem} is replaced.

    `answer_tool` describes the tool by which the answer is given, `unused_call` answers a call
    that stood beside the one that was run.
    """

    answer_tool: str
    repair: str
    last_request: str
    unused_call: str

    def repairing(self, problem: str) -> str:
        """What is told after a reply that was neither a call nor an answer."""
        return self.repair.replace("{problem}", problem)
