"""Names that are loaded when they are asked for."""

from pathlib import Path

from shared import outbox


def test_no_module_has_the_name_of_something_that_is_loaded_later():
    """Once such a module is loaded, it is found in place of what it hides."""
    modules = {path.stem for path in Path(outbox.__file__).parent.iterdir()}
    later = {name for names in outbox.LOADED_LATER.values() for name in names}

    assert modules & later == set()
    assert later <= set(outbox.__all__)
