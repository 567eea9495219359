"""The versions of results/SCHEMA.md that this package reads."""

SCHEMA_VERSIONS = frozenset(range(1, 22))
