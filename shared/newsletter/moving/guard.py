"""Keep a spreadsheet from taking a cell for a formula, in a way that can be undone."""

# With their full-width twins, which some spreadsheets fold before they look.
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")

GUARD = "'"


def is_formula(cell: str) -> bool:
    """Tell whether a spreadsheet might run a cell."""
    return cell.lstrip(" \u00a0\u3000").startswith(FORMULAS)


def guarded(cell: str) -> str:
    """Return a cell that no spreadsheet runs; one that begins with the guard gets another."""
    return f"{GUARD}{cell}" if is_formula(cell) or cell.startswith(GUARD) else cell


def unguarded(cell: str) -> str:
    """Return a cell of ours as it was before `guarded`."""
    return cell.removeprefix(GUARD)


def unguarded_elsewhere(cell: str) -> str:
    """Return an address of another service's file without a guard before a formula."""
    return cell[1:] if cell.startswith(GUARD) and is_formula(cell[1:]) else cell
