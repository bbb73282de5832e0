"""How colleagues ask for files and what is made of them: several forms for each family.

No form names a surface; {task} is the source task's number, {file} the file that is named.
"""

from __future__ import annotations

from worksurface_pipeline.worksurface.schema.tasks import Derivation

OUTPUT_FILES = (
    "Which files does Task {task} have to deliver?",
    "What has to be handed in for Task {task}? Please name every deliverable.",
    "I am drawing up the delivery list for Task {task}: which files must come out of it?",
    "Which files will exist once Task {task} is finished? Name all of its deliverables.",
)
OUTPUT_INPUTS = (
    "Which of the input files of Task {task} go directly into {file}?",
    "{file} of Task {task} has to be redone. Which input files is it made from directly?",
    "For Task {task}, list every input file that {file} is directly made from.",
    "Somebody asks what {file} in Task {task} rests on. Which input files feed it directly?",
)
DEPENDENTS = (
    "{file} in Task {task} was corrected. Which files are directly based on it?",
    "Which files of Task {task} build directly on {file}? Name inputs as well as deliverables.",
    "If {file} of Task {task} turns out to be wrong, which files that follow directly from it are"
    " affected?",
    "Before I touch {file} in Task {task}: which files come directly out of it?",
)
LINEAGE_LAST = (
    "In Task {task}, start at {file} and follow what each file goes into, step by step. Which file"
    " stands at the very end?",
    "{file} of Task {task} goes into another file, which goes into the next. Where does that chain"
    " finally end: in which file?",
)
LINEAGE_FIRST = (
    "In Task {task}, go back from {file} to what each file was based on, step by step. With which"
    " file does it all begin?",
    "{file} in Task {task} rests on another file, which rests on an earlier one. Which file stands"
    " at the very start?",
)
NEWER = (
    "{file} in Task {task} has been superseded. What is the name of the version that replaced it"
    " most recently?",
    "Somebody still quotes {file} from Task {task}. Which file is its latest version?",
    "Which file of Task {task} is the most recent version of {file}?",
)
OLDER = (
    "Which file of Task {task} is the earliest version of {file}?",
    "{file} in Task {task} is not the first of its kind. Which file is its oldest version?",
    "I want to compare {file} of Task {task} with where it started. Which file is its first"
    " version?",
)
SHARED_TASKS = (
    "{file} of Task {task} was also handed out, unchanged, with other work. With which task"
    " numbers?",
    "Which other tasks come with exactly the same copy of {file} as Task {task}? Give their"
    " numbers.",
    "If I replace {file} of Task {task}, which other tasks hold the identical file? Give the task"
    " numbers.",
)
FILE_COUNTS = (
    "How many input files does Task {task} come with, and how many of them go directly into"
    ' {file}? Answer as "all; direct".',
    "Two counts for Task {task}, please: all of its input files, and those that feed {file}"
    ' directly. Answer as "all; direct".',
    "For the cover sheet of Task {task}: how many input files are there, and from how many of them"
    ' is {file} made directly? Answer as "all; direct".',
)
KIND_COUNTS = (
    "How many input files does Task {task} come with, and how many of them are {file} files? Answer"
    ' as "all; {file}".',
    "Two counts for Task {task}, please: all of its input files, and the {file} files among them."
    ' Answer as "all; {file}".',
    "For the cover sheet of Task {task}: how many input files are there, and how many of those are"
    ' {file} files? Answer as "all; {file}".',
)
FORMS = {
    Derivation.OUTPUT_FILES: OUTPUT_FILES,
    Derivation.OUTPUT_INPUTS: OUTPUT_INPUTS,
    Derivation.DEPENDENTS: DEPENDENTS,
    Derivation.SHARED_TASKS: SHARED_TASKS,
    Derivation.FILE_COUNTS: FILE_COUNTS,
}
