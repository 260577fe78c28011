"""The name that a person types, as it is kept."""

from app.web.forms import Form
from app.web.problems import Problem

LONGEST = 16


def named(form: Form) -> str:
    """`name` of a form. Raises Problem 422 where it is missing or cannot be kept."""
    name = " ".join(form.get("name", "").split())
    if not name:
        raise Problem(422, "The field “name” is missing: please type a name that can be seen.")
    if len(name) > LONGEST:
        raise Problem(422, f"The field “name” is too long: {LONGEST} characters fit.")
    return name
