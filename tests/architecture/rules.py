"""The arrows that must not exist, as functions from a source tree to the violations in it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

LIBRARY = (
    "kernel",
    "readers",
    "retrieval",
    "harness",
    "review",
    "site",
    "worksurface",
    "mmenterprise",
)
MIDDLE = ("readers", "retrieval", "harness", "review", "site")
WINGS = ("worksurface", "mmenterprise")
GOLD_NAMES = {"AtomicTask", "GoldAnswer", "gold_answer", "gold_evidence", "RagEvidence"}
GOLD_MODULES = ("schema.tasks", "schema.scores", "worksurface.tasks", "worksurface.scoring")
PACKAGE = "worksurface_pipeline"


@dataclass(frozen=True, slots=True)
class Module:
    """One parsed source file: dotted name, path, tree."""

    name: str
    path: Path
    tree: ast.Module

    @property
    def area(self) -> str:
        """The part right below the package, "" outside the library."""
        parts = self.name.split(".")
        return parts[1] if parts[0] == PACKAGE and len(parts) > 1 else ""


def modules(root: Path) -> Iterator[Module]:
    """All Python files of the product below `root`, sorted by path."""
    for top in (PACKAGE, "assets", "resources", "schedules"):
        for path in sorted((root / top).rglob("*.py")):
            relative = path.relative_to(root).with_suffix("")
            name = ".".join(part for part in relative.parts if part != "__init__")
            yield Module(name, path, ast.parse(path.read_text(encoding="utf-8")))


def imports(module: Module) -> Iterator[str]:
    """Dotted names that a module imports, also inside functions; relative ones resolved."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _base(module, node)
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _base(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    is_package = module.path.name == "__init__.py"
    parts = module.name.split(".")
    kept = parts[: len(parts) - node.level + is_package]
    return ".".join([*kept, *([node.module] if node.module else [])])


def _hits(module: Module, *prefixes: str) -> Iterator[str]:
    for name in sorted(set(imports(module))):
        if any(name == prefix or name.startswith(prefix + ".") for prefix in prefixes):
            yield f"{module.name} imports {name}"


def library_to_dagster(module: Module) -> Iterator[str]:
    """Arrow 1."""
    if module.area in LIBRARY:
        yield from _hits(module, "dagster", "assets", "resources", "schedules")


def upward(module: Module) -> Iterator[str]:
    """Arrow 2: kernel below the middle, the middle below the wings, wing and wing apart."""
    above = {"kernel": (*MIDDLE, *WINGS), **{name: WINGS for name in MIDDLE}}
    wings = {"worksurface": ("mmenterprise",), "mmenterprise": ("worksurface",)}
    for name in (*above.get(module.area, ()), *wings.get(module.area, ())):
        yield from _hits(module, f"{PACKAGE}.{name}")


def agents_to_gold(module: Module) -> Iterator[str]:
    """Arrow 3, by imports, names and fields."""
    parts = module.name.split(".")
    if module.area != "harness" and not {"agents", "tools"} & set(parts[2:3]):
        return
    for name in sorted(set(imports(module))):
        if any(gold in name for gold in GOLD_MODULES):
            yield f"{module.name} imports {name}"
    for node in ast.walk(module.tree):
        named = {getattr(node, field, None) for field in ("attr", "id", "arg")}
        yield from (f"{module.name} names {name}" for name in sorted(named & GOLD_NAMES, key=str))


def surfaces_to_model(module: Module) -> Iterator[str]:
    """Arrow 5."""
    if module.name.split(".")[2:3] in (["surfaces"], ["scoring"]):
        yield from _hits(module, "litellm", f"{PACKAGE}.harness.llm.gateway", "openai")


_CLOCK = {"time", "monotonic", "perf_counter", "now", "utcnow", "today", "sleep", "time_ns"}
_UNSEEDED = {"random", "randint", "choice", "shuffle", "sample", "uniform", "getrandbits"}


def library_to_world(module: Module) -> Iterator[str]:
    """Arrow 8: environment, clock, unseeded randomness, print; calls only, values may be passed."""
    if module.area not in LIBRARY or module.name.endswith("_worker"):
        return
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute) and _dotted(node) in {"os.environ", "os.getenv"}:
            yield f"{module.name}:{node.lineno} reads the environment"
        if isinstance(node, ast.Call):
            yield from (f"{module.name}:{node.lineno} {fault}" for fault in _call_faults(node))


def _call_faults(node: ast.Call) -> Iterator[str]:
    name = _dotted(node.func)
    head, _, last = name.rpartition(".")
    if name == "print":
        yield "prints"
    if (
        head in {"time", "datetime", "date", "datetime.datetime", "datetime.date"}
        and last in _CLOCK
    ):
        yield f"calls {name}"
    if head in {"random", "np.random", "numpy.random"} and last in _UNSEEDED:
        yield f"calls {name}"
    makers = {"random.Random", "np.random.default_rng", "numpy.random.default_rng"}
    if name in makers and not node.args and not node.keywords:
        yield f"calls {name} without a seed"


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return ""


def asset_to_asset(module: Module) -> Iterator[str]:
    """Arrow 9: asset modules meet by key alone."""
    if module.name.startswith("assets.worksurface."):
        yield from _hits(module, "assets.worksurface")


def product_to_tests(module: Module) -> Iterator[str]:
    """Arrow 10."""
    yield from _hits(module, "tests", "generators", "pytest", "unittest")


RULES: dict[str, Callable[[Module], Iterator[str]]] = {
    "1-library-dagster": library_to_dagster,
    "2-upward": upward,
    "3-agents-gold": agents_to_gold,
    "5-surfaces-model": surfaces_to_model,
    "8-library-world": library_to_world,
    "9-asset-asset": asset_to_asset,
    "10-product-tests": product_to_tests,
}
