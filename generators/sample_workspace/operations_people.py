"""Task 1, operations: answer questions on staff, leave and training."""

from __future__ import annotations

from datetime import date
from random import Random

from generators.sample_workspace import build, shared
from generators.sample_workspace.build import Rubric, Task, basic, outcome, process
from generators.sample_workspace.office import as_docx
from generators.sample_workspace.pages import Page, as_markdown, page, section
from generators.sample_workspace.pictures import as_pdf
from generators.sample_workspace.sheets import DATE, Sheet, as_csv, as_xlsx, tiny
from generators.sample_workspace.tables import Row, Table, make, percent, say, weighted
from generators.sample_workspace.world import (
    COMPANY,
    OPERATIONS,
    SITES,
    YEAR,
    bell,
    day,
    person,
)

CARRY_OVER_DAYS = {1: 12, 2: 15}
NOTICE_WEEKS = {1: 3, 2: 2}
BADGE_HOURS = 4
QUIET_FROM = 22
SAFETY_HOURS = 18
MENTOR_MONTHS = 6
DEPARTMENTS = {"Assembly": 20, "Calibration": 9, "Dispatch": 7, "Office": 6, "Maintenance": 4}
COURSES = {"First aid": 6, "Forklift": 4, "Solvent handling": 3, "Fire warden": 3}


def roster() -> Table:
    """List the staff."""

    def row(random: Random, number: int) -> Row:
        return (
            f"{number * 37 + 380:05d}",
            person(random),
            random.choice(SITES),
            weighted(random, DEPARTMENTS),
            day(random, date(YEAR - 12, 1, 1), 4200),
            bell(random, 2, 24) // 0.5 * 0.5,
            random.random() < 0.3,
            random.random() < 0.2,
        )

    columns = ("employee_id", "name", "site", "department", "start_date")
    return make("roster", (*columns, "leave_days_taken", "remote", "first_aider"), 46, row)


def training(staff: Table) -> Table:
    """List the courses that members of staff sat."""

    def row(random: Random, number: int) -> Row:
        course = weighted(random, COURSES)
        passed = "passed" if random.random() < 0.8 else "failed"
        return random.choice(staff.values("employee_id")), course, random.randrange(3, 13), passed

    return make("training", ("employee_id", "course", "course_hours", "result"), 38, row)


def _policy(version: int) -> Page:
    return page(
        f"Leave policy, version {version}",
        section(
            "Carrying leave over",
            f"At most {CARRY_OVER_DAYS[version]} days of leave are carried over into the new year.",
            "Carried leave lapses at the end of March.",
        ),
        section(
            "Asking for leave",
            f"Leave is asked for at least {NOTICE_WEEKS[version]} weeks ahead.",
            "Days taken are kept in staff_roster.xlsx.",
        ),
    )


def _handbook() -> Page:
    return page(
        "Site handbook",
        section(
            "Visitors",
            f"A visitor badge is handed back within {BADGE_HOURS} hours of arrival.",
            "Visitors never enter the calibration rooms alone.",
        ),
        section("Noise", f"Test sirens stay silent from {QUIET_FROM}:00 until the morning shift."),
    )


def _checklist() -> Page:
    return page(
        "Onboarding checklist",
        section("First day", "Read leave_policy_v2.docx and sign the receipt."),
        section(
            "First weeks",
            f"New starters complete {SAFETY_HOURS} hours of safety training.",
            f"A mentor stays with each new starter for {MENTOR_MONTHS} months.",
        ),
    )


def _workbook(staff: Table) -> bytes:
    desks = Table(("site", "desks"), (("Brakke", 28), ("Lindmoor", 17), ("Tofsund", 9)))
    banner: tuple[Row, ...] = ((f"{COMPANY} staff roster",), ("Personnel office, June",), ())
    return as_xlsx(
        Sheet("Roster", staff, above=banner, formats={"start_date": DATE}),
        Sheet("Desks", desks),
        tiny("Legend", "remote", "works from home on most days"),
    )


def _rubrics(staff: Table, courses: Table) -> tuple[Rubric, ...]:
    office, remote = len(staff.where(department="Assembly")), staff.share(remote=True)
    course, sat = courses.top("course")
    return (
        basic("Was `people_faq.md` created with one heading per question?"),
        outcome(f"Does the FAQ say that the roster lists {len(staff)} employees?"),
        outcome(f"Are {office} employees counted in the Assembly department?"),
        outcome(f"Is the number of departments given as {staff.distinct('department')}?"),
        outcome(
            "Is the average of leave days taken given as "
            f"{say(staff.mean('leave_days_taken'), 1)} days?"
        ),
        outcome(f"Is the share of remote employees given as {percent(remote)}?"),
        outcome(f"Does the FAQ state the carry-over cap of {CARRY_OVER_DAYS[2]} days?"),
        outcome(f"Does it say that new starters complete {SAFETY_HOURS} hours of safety training?"),
        outcome(f"Is {course} named as the course sat most often, with {sat} entries?"),
        outcome(
            f"Is the total of course hours given as {say(courses.total('course_hours'))} hours?"
        ),
        outcome(f"Must visitor badges be handed back within {BADGE_HOURS} hours according to it?"),
        process("Is the second version of the leave policy used rather than the first?"),
        process("Does the FAQ stay under 500 words?"),
    )


def task() -> Task:
    """Build the task."""
    staff = roster()
    courses = training(staff)
    return Task(
        number=1,
        persona=OPERATIONS,
        text=(
            "The personnel desk keeps getting the same questions. Read the roster, the leave"
            " policy, the handbook, the onboarding checklist and the training list, and write"
            " `people_faq.md` with short answers on headcount, leave, visitors and training."
        ),
        difficulty="medium",
        outputs=("people_faq.md",),
        files={
            "staff_roster.xlsx": _workbook(staff),
            "leave_policy_v1.docx": as_docx(_policy(1)),
            "leave_policy_v2.docx": as_docx(_policy(2)),
            "site_handbook.pdf": as_pdf(_handbook()),
            "onboarding_checklist.md": as_markdown(_checklist()),
            "training_hours.csv": as_csv(courses),
            shared.PROFILE_NAME: shared.company_profile(),
        },
        rubrics=_rubrics(staff, courses),
        links=(("leave_policy_v1.docx", "leave_policy_v2.docx"),),
        unused=("leave_policy_v1.docx", shared.PROFILE_NAME),
        capabilities=(build.EXPLORATION, build.INPUTS, build.RELATIONS),
    )
