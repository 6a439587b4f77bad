"""TOML that an error message couldn't show is refused when it is read."""

import re

import pytest

from boxtui import toml

HUGE = f"0x{'F' * 5000}"  # Python refuses to write it in decimal
DEEP = ".".join(["a"] * 2000)  # and can't write this many tables within one another

UNSHOWABLE = [
    f"a = {HUGE}",
    f"a = [1, [{HUGE}]]",
    f"[a]\nb = {{ c = {HUGE} }}",
    "a = 9223372036854775808",
    f"{DEEP} = 1",
    f"[{DEEP}]",
    f"a = {'[' * 100}{']' * 100}",
    f"a = {'[' * 20_000}",
    f"a = {'9' * 6000}",
    b"a = '\xb2'",
    f"[{'a' * 200}]\n" * 2,
    f"['{'a' * 200}']\n" * 2,
    f"a = {{ {'b' * 200} = 1, {'b' * 200} = 2 }}",
    """["'{}"]\n""".format("b" * 200) * 2,
]


@pytest.mark.parametrize("text", UNSHOWABLE, ids=range(len(UNSHOWABLE)))
def test_what_a_message_could_not_show_is_refused_in_a_short_sentence(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"^[ -~]{1,100}$") as refused:
        toml.loads(text)
    assert not re.search(r"set_int|codec|digits", str(refused.value))


@pytest.mark.parametrize(
    ("text", "named"), [("[a]\n[a]", " [a] twice"), ("[a.'b, c']\n[a.'b, c']", " [a.'b, c'] twice")]
)
def test_a_table_is_named_as_in_a_file(text: str, named: str) -> None:
    with pytest.raises(ValueError, match=re.escape(named)):
        toml.loads(text)


@pytest.mark.parametrize("text", ["{} = 1", "[{}]", "a = 1\n[b]\n{} = 1"])
@pytest.mark.parametrize("part", ["a", '"a b"', "'.'", "a "])
def test_a_key_of_very_many_parts_is_refused_before_it_takes_minutes_to_read(
    text: str, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("tomllib.loads")
    with pytest.raises(ValueError, match="nested more than"):
        toml.loads(text.format(".".join([part] * 1000)))


def test_everything_up_to_the_limits_is_read() -> None:
    least, most = -(2**63), 2**63 - 1
    nested = "[" * (toml.DEEPEST - 1) + "]" * (toml.DEEPEST - 1)
    dots = f"c = '{'a.' * 64}'\nd = [{'0.5, ' * 1000}]"
    read = toml.loads(f"a = [{least}, {most}, true, nan]\nb = {nested}\n{dots}")
    assert read["a"][:3] == [least, most, True]


def test_a_byte_order_mark_at_the_beginning_is_not_part_of_the_text() -> None:
    assert toml.loads("\ufeff[a]\nb = '\ufeff'") == {"a": {"b": "\ufeff"}}
