"""Every mistake that the tests must see, from the engine, its surroundings and the newsletter."""

from tests.mutants.of_the_ends import ENDS
from tests.mutants.of_the_engine import ENGINE
from tests.mutants.of_the_form import FORM
from tests.mutants.of_the_gates import GATES
from tests.mutants.of_the_readers import READERS
from tests.mutants.of_the_rest import REST
from tests.mutants.of_the_standing import STANDS

MUTANTS = [*ENGINE, *ENDS, *FORM, *GATES, *READERS, *REST, *STANDS]
