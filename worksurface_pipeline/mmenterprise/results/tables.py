"""All tables of an evaluation, each with the numbers behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import polars as pl

from worksurface_pipeline.mmenterprise.results.breakdowns import breakdowns
from worksurface_pipeline.mmenterprise.results.calibrated import calibration_table, warnings
from worksurface_pipeline.mmenterprise.results.causes import causes_table
from worksurface_pipeline.mmenterprise.results.composition import composition_tables
from worksurface_pipeline.mmenterprise.results.contrasts import contrast_tables
from worksurface_pipeline.mmenterprise.results.corpus import Made, corpus_tables
from worksurface_pipeline.mmenterprise.results.facts import question_facts
from worksurface_pipeline.mmenterprise.results.frame import verdict_frame
from worksurface_pipeline.mmenterprise.results.given import Evaluation
from worksurface_pipeline.mmenterprise.results.guessing import guessing_tables
from worksurface_pipeline.mmenterprise.results.judged import judging_table
from worksurface_pipeline.mmenterprise.results.projects import projects_table
from worksurface_pipeline.mmenterprise.results.recalls import recall_frame
from worksurface_pipeline.mmenterprise.results.retrieval import retrieval_tables
from worksurface_pipeline.mmenterprise.results.sets import matched_tables
from worksurface_pipeline.mmenterprise.results.shares import Study, study_of
from worksurface_pipeline.site.result_tables import ResultTables, table_text


def tables(given: Evaluation) -> ResultTables:
    """The tables that there is something to show in: accuracy first, the workspace last."""
    facts = question_facts(given)
    study = study_of(given)
    frame = verdict_frame(given.judgements, facts)
    recalls = recall_frame(given, facts)
    made = (
        *_measured(frame, recalls, study, given),
        *corpus_tables(given),
        *composition_tables(facts),
        *guessing_tables(given),
    )
    return ResultTables(tables=tuple(table_text(table, csv) for table, csv in made))


def _measured(
    frame: pl.DataFrame, recalls: pl.DataFrame, study: Study, given: Evaluation
) -> Iterator[Made]:
    """What was run. A judge that agrees too little with people is told below every one."""
    said = warnings(given)
    for table, csv in _of_cells(frame, recalls, study, given):
        yield replace(table, notes=(*table.notes, *said)), csv
    single = (judging_table(frame, given), calibration_table(given))
    yield from (made for made in single if made is not None)


def _of_cells(
    frame: pl.DataFrame, recalls: pl.DataFrame, study: Study, given: Evaluation
) -> Iterator[Made]:
    if not frame.is_empty():
        yield from breakdowns(frame, study, given)
        by_project = projects_table(frame, study, given)
        if by_project is not None:
            yield by_project
    yield from retrieval_tables(recalls, frame, study, given)
    if frame.is_empty():
        return
    yield from contrast_tables(frame, study, given)
    causes = causes_table(frame, given)
    if causes is not None:
        yield causes
    yield from matched_tables(frame, study, given)
