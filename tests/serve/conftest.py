"""A running host for the tests of one module."""

from served import hosting

host = hosting("--logins", "10000", "--per-key", "2")
