"""What is written as TOML is read back the same."""

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from boxtui.system.textfile import as_toml

VALUES = (
    st.text()  # any but surrogates
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
)


@given(VALUES)
def test_a_value_written_as_toml_is_read_back_the_same(value: str | bool | int | float) -> None:
    read = tomllib.loads(f"it = {as_toml(value)}")["it"]
    assert (type(read), read) == (type(value), value)
