"""Refutes exported claims with a checker that shares no code with the farm or ldfi-check: test_certificate_export.py LDFI_FARM LDFI_CHECK SOURCE_DIR"""

import os
import subprocess
import sys
import unittest

from certificate_case import CHECK, RETRY, SOURCE, Certificates


def clauses_of(text):
    """Returns the clauses of a DIMACS file. Fails if its header is wrong."""
    header, *lines = text.splitlines()
    clauses = [[int(word) for word in line.split()] for line in lines]
    assert all(clause[-1] == 0 for clause in clauses)
    clauses = [clause[:-1] for clause in clauses]
    assert header == f"p cnf {max(abs(x) for clause in clauses for x in clause)} {len(clauses)}", header
    return clauses


def propagates_to_conflict(clauses, literals):
    """Returns whether unit propagation finds a contradiction. It is slow, and as simple as possible."""
    true = set(literals)
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            left = [x for x in clause if -x not in true]
            if any(x in true for x in left):
                continue
            if not left:
                return True
            if len(left) == 1:
                true.add(left[0])
                changed = True
    return False


def is_refutation(clauses, proof):
    """Returns whether each lemma, and at the end the empty clause, follows by unit propagation."""
    known = [sorted(set(clause)) for clause in clauses]
    for line in proof.splitlines():
        words = line.split()
        deleted = words[:1] == ["d"]
        lemma = sorted({int(word) for word in words[deleted:-1]})
        if deleted:
            if lemma in known:
                known.remove(lemma)
        elif not propagates_to_conflict(known, {-x for x in lemma}):
            return False
        else:
            known.append(lemma)
        if lemma == [] and not deleted:
            return True
    return propagates_to_conflict(known, set())


class Export(Certificates):
    def export(self, *words):
        return subprocess.run([CHECK, *words], cwd=self.folder, capture_output=True, text=True, timeout=300, check=False)

    def retry(self, *words, status):
        self.write("retry.ded", RETRY)
        self.farm("retry.ded", "-N", "a,b,c", "-t", "4", "--certificate", "there", *words, status=status)

    def refuted(self, folder):
        """Returns the names of the claims in a folder, after refuting each with its proof."""
        names = sorted(os.listdir(self.path(folder)))
        claims = [name[: -len(".cnf")] for name in names if name.endswith(".cnf")]
        self.assertEqual(names, sorted(f"{claim}.{kind}" for claim in claims for kind in ("cnf", "drat")))
        for claim in claims:
            clauses = clauses_of(self.read(f"{folder}/{claim}.cnf"))
            self.assertTrue(is_refutation(clauses, self.read(f"{folder}/{claim}.drat")), claim)
        return claims

    def test_claims_of_one_search(self):
        self.retry("-f", "3", "--stop", "all", status=1)
        done = self.export("--export", "proofs", "there")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(done.stdout, self.export("there").stdout)
        self.assertEqual(self.refuted("proofs"), ["all", "least", "minimal-1", "minimal-2"])

    def test_a_proof_needs_the_clauses(self):
        """The proof is not a proof of fewer clauses: some of them are necessary."""
        self.retry("-f", "3", status=1)
        self.assertEqual(self.export("--export", "proofs", "there").returncode, 0)
        clauses, proof = clauses_of(self.read("proofs/least.cnf")), self.read("proofs/least.drat")
        self.assertTrue(is_refutation(clauses, proof))
        needed = [i for i in range(len(clauses)) if not is_refutation(clauses[:i] + clauses[i + 1 :], proof)]
        self.assertTrue(needed)

    def test_cells(self):
        self.write("retry.ded", RETRY)
        self.farm("retry.ded", "-N", "a,b,c", "-t", "4", "--sweep-eff", "1,3", "--sweep-crashes", "0", "--certificate", "there", status=1)
        done = self.export("there", "--export", "proofs")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(sorted(os.listdir(self.path("proofs"))), ["4,1,0", "4,3,0"])
        self.assertEqual(self.refuted("proofs/4,1,0"), ["certified"])
        self.assertIn("least", self.refuted("proofs/4,3,0"))

    def test_every_eot(self):
        self.farm(os.path.join(SOURCE, "configs", "ack-deliv.yaml"), "--forever", "--certificate", "there", status=0)
        self.assertEqual(self.export("--export", "proofs", "there").returncode, 0)
        self.assertTrue(self.refuted("proofs"))

    def test_where_nothing_can_be_written(self):
        self.retry("-f", "1", status=0)
        self.write("file", "")
        os.mkdir(self.path("full"))
        self.write("full/other", "")
        for folder, why in (("file/proofs", "cannot write file/proofs: "), ("full", "cannot write full: the folder is not empty")):
            done = self.export("--export", folder, "there")
            self.assertEqual(done.returncode, 74, done.stdout)
            self.assertIn(why, done.stderr)

    def test_usage(self):
        for words in (["--export"], ["--export", "a"], ["--export", "a", "--export", "b", "there"], ["--export", "", "there"], ["--export", "a", "there", "1", "2"]):
            done = self.export(*words)
            self.assertEqual((done.returncode, done.stdout), (64, ""), words)
            self.assertIn("usage: ldfi-check [--export FOLDER] CERTIFICATE [SECONDS]", done.stderr)

    def test_a_claim_that_is_rejected_is_not_exported(self):
        self.retry("-f", "3", status=1)
        self.write("there/least.drup", "")
        done = self.export("--export", "proofs", "there")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertEqual(self.refuted("proofs"), ["minimal-1"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
