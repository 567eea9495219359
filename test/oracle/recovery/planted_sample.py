"""Which planted bugs are hunted."""
import os


def sampled(mutants):
    """Each K-th of them, where LDFI_ORACLE_EVERY is K; by default all, which takes minutes."""
    return dict(list(mutants.items())[:: int(os.environ.get("LDFI_ORACLE_EVERY", "1"))])
