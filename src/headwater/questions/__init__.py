"""What you can ask: one function a question, registered once; what else there is follows from that.

`load` imports all of them, and so enters them into the registry.
"""

from importlib import import_module
from pkgutil import walk_packages
from types import CodeType

from headwater.questions.registry import QUESTIONS, Question


def load() -> dict[str, Question]:
    """All questions by name: every module below this folder is imported, none has to be listed.

    They come in the order of their modules, and in a module as they stand there, whoever imported it first.
    """
    for module in walk_packages(__path__, f"{__name__}."):
        import_module(module.name)
    return {question.name: question for question in sorted(QUESTIONS.values(), key=_place)}


def _place(question: Question) -> tuple[str, int]:
    code: CodeType = question.function.__code__
    return question.function.__module__, code.co_firstlineno
