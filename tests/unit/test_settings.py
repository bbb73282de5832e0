"""Settings: the shipped file is what the defaults say, and every mistake is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from resources.settings import read_settings
from tests.shared_files import ROOT
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.worksurface.plan import cells_of
from worksurface_pipeline.worksurface.settings import Settings

CASES = [
    pytest.param('[source]\npth = "x"\n', "line 2: unknown key 'source.pth'", id="unknown-key"),
    pytest.param('[source]\npth = "x"\n', "did you mean 'path'", id="near-key"),
    pytest.param("[sorce]\n", "line 1: unknown key 'sorce'", id="unknown-table"),
    pytest.param('[condition]\nk = 3\nscope = "all"\n', "line 3: condition.scope", id="value"),
    pytest.param('[condition]\nscope = "all"\n', "'persona' or 'task'", id="allowed-values"),
    pytest.param("[condition]\nepochs = 0\n", "line 2: condition.epochs", id="too-small"),
    pytest.param('[sweep]\nsettings = ["S9"]\n', "'S1', 'S2', 'S3'", id="unknown-setting"),
    pytest.param(
        '[[models]]\nid = "a"\n[[models]]\nid = "b"\nseconds = -1\n', "line 5: models.1", id="model"
    ),
    pytest.param('[[models]]\nid = "a"\n[[models]]\nid = "a"\n', "listed twice: a", id="twice"),
    pytest.param("[scoring.weights]\nanswer = 0.9\n", "must sum to 1", id="weights"),
    pytest.param('[sweep]\nreference = "x"\n', "no model under test", id="reference"),
    pytest.param(
        '[sweep]\nreference = "b"\n[[models]]\nid = "a"\n'
        '[[models]]\nid = "b"\nunder_test = false\n',
        "no model under test of this file; allowed: a",
        id="reference-not-tested",
    ),
    pytest.param('[screening]\nauditors = ["a"]\n', "name 3 different models", id="panel-of-one"),
    pytest.param(
        '[screening]\nauditors = ["a", "b", "c"]\n', "screening.auditors names 'a'", id="auditor"
    ),
    pytest.param('[proposals]\nmodels = ["x/y"]\n', "proposals.models names", id="proposer"),
    pytest.param('[necessity]\nmodel = "x/y"\n', "necessity.model names", id="judge"),
    pytest.param('[tasks]\nreword = "x/y"\n', "tasks.reword names", id="reworder"),
    pytest.param("[tasks.pool]\nsiz = 3\n", "line 2: unknown key 'tasks.pool.siz'", id="pool-key"),
    pytest.param(
        '[[tasks.pool.strata]]\nsurfaces = "rag"\nmost = 1\n[[tasks.pool.strata]]\n'
        'surfaces = "table"\nmost = -1\n',
        "line 6: tasks.pool.strata.1.most",
        id="stratum",
    ),
    pytest.param(
        '[analysis]\nconfirmatory = [["S4", "S9"]]\n',
        "line 2: analysis.confirmatory",
        id="contrast",
    ),
    pytest.param(
        '[analysis]\nconfirmatory = [["S4", "S4"]]\n', "compares S4 with itself", id="no-contrast"
    ),
    pytest.param('[analysis]\nmethod = "t"\n', "'percentile', 'bca' or 'cluster_t'", id="method"),
    pytest.param('[audit]\nannotators = ["a/b"]\n', "can be a file's", id="annotator"),
    pytest.param("[source\n", "not TOML", id="not-toml"),
    pytest.param(
        '[[surfaces.sheets]]\ndrop_rows = [1]\n[[surfaces.sheets]]\nsheet = "a"\nblock = -1\n',
        "line 5: surfaces.sheets.1.block",
        id="rule-value",
    ),
    pytest.param(
        "[[surfaces.sheets]]\nheaders = [1]\n", "did you mean 'header_rows'", id="rule-key"
    ),
    pytest.param('[[surfaces.sheets]]\nfile = "a.csv"\n', "it changes nothing", id="rule-empty"),
    pytest.param(
        "[[surfaces.sheets]]\nheader_rows = [5]\ndata_start = 4\n",
        "header row 5 is not above data_start 4",
        id="rule-header-below-data",
    ),
    pytest.param(
        "[[surfaces.sheets]]\nheader_rows = [5]\ndata_end = 4\n",
        "data_end 4 is above the first data row 6",
        id="rule-no-data",
    ),
    pytest.param('[[surfaces.sheets]]\nencoding = "x"\n', "no such encoding", id="rule-encoding"),
    pytest.param("[[surfaces.sheets]]\nheader_rows = [0]\n", "header_rows", id="rule-row-zero"),
]


def test_the_shipped_file_holds_the_defaults() -> None:
    assert read_settings(ROOT / "worksurface.toml") == Settings()


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_mistakes_are_named_with_their_line(tmp_path: Path, text: str, expected: str) -> None:
    path = tmp_path / "worksurface.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        read_settings(path)
    assert expected in str(caught.value)


def test_all_mistakes_are_listed_at_once(tmp_path: Path) -> None:
    path = tmp_path / "worksurface.toml"
    path.write_text('[source]\npth = "x"\n[condition]\nk = 0\n', encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        read_settings(path)
    assert "source.pth" in str(caught.value)
    assert "condition.k" in str(caught.value)


def test_a_missing_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="--settings"):
        read_settings(tmp_path / "none.toml")


def test_a_sheet_rule_keeps_an_empty_header_apart_from_none(tmp_path: Path) -> None:
    path = tmp_path / "worksurface.toml"
    path.write_text(
        '[[surfaces.sheets]]\nfile = "a.csv"\nheader_rows = []\n'
        '[[surfaces.sheets]]\nsheet = "Q1"\ndrop_rows = [7]\n',
        encoding="utf-8",
    )
    first, second = read_settings(path).surfaces.sheets
    assert (first.header_rows, second.header_rows) == ((), None)
    assert second.drop_rows == (7,)


def test_a_model_that_only_helps_is_in_no_sweep(tmp_path: Path) -> None:
    path = tmp_path / "worksurface.toml"
    path.write_text(
        '[proposals]\nmodels = ["x/y", "offline/proposer"]\n'
        '[[models]]\nid = "offline/keyword"\n[[models]]\nid = "x/y"\nunder_test = false\n',
        encoding="utf-8",
    )
    settings = read_settings(path)
    assert {cell.model for cell in cells_of(settings)} == {"offline/keyword"}
    assert settings.helpers == ("x/y", "offline/proposer")
