"""What you can ask: one function a question, registered once; what else there is follows from that.

`load` imports all of them, and so enters them into the registry.
"""

from importlib import import_module
from pkgutil import walk_packages

from headwater.questions.registry import QUESTIONS, Question


def load() -> dict[str, Question]:
    """All questions by name: every module below this folder is imported, none has to be listed."""
    for module in walk_packages(__path__, f"{__name__}."):
        import_module(module.name)
    return QUESTIONS
