#include "master/app/forever_record.hpp"

#include <algorithm>
#include <utility>

#include "common/base/errors.hpp"
#include "common/campaign/campaign.hpp"
#include "common/record/theorem.hpp"
#include "master/app/forever_question.hpp"
#include "master/app/record.hpp"
#include "worker/dedalus/dedalus_subject.hpp"

namespace ldfi::app {
namespace {

/// The failure-free run, and that of the least falsifier.
void record_runs(const Task& task, const Fspec& fspec, Cell& cell, const BudgetCheck& check) {
  wire::Setup setup = task.setup();
  setup.fspec = fspec.parameters();
  execute::DedalusSubject subject(task.program, fspec, setup);
  try {
    const campaign::Judgement good = subject.execute({}, check);
    cell.failure_free_pre = good.pre;
    cell.failure_free_post = good.post;
    if (cell.executed == 0) cell.executed = 1;
    campaign::record(subject, {}, cell, check);
    for (const Falsifier& f : cell.falsifiers) {
      if (!f.faults.empty()) campaign::record(subject, f.faults, cell, check);
      break;
    }
  } catch (const BudgetExceeded&) {  // the verdict is known without them
  }
}

Cell cell_of(const ForeverAnswer& answer, FspecParameters fspec) {
  if (answer.verdict == "counterexample") return answer.broken->cell;
  Cell cell = empty_cell(Fspec(fspec));
  cell.reason = answer.reason;
  cell.verdict = Verdict::inconclusive;
  if (answer.verdict == "vacuous") cell.verdict = Verdict::vacuous;
  if (answer.verdict != "certified-forever") return cell;
  fspec.eot = answer.proof->promised;
  fspec.eff = answer.calm ? std::max(0, fspec.eot - *answer.calm) : 0;
  cell = empty_cell(Fspec(fspec));
  cell.verdict = Verdict::certified;
  cell.reason = proved_for_every_eot;
  return cell;
}

}  // namespace

RunRecord forever_record(const Task& task, const ForeverAnswer& answer, const BudgetCheck& check) {
  RunRecord record = make_record(task, 1);
  record.strategy = "forever";
  Cell cell = cell_of(answer, task.fspec.parameters());
  const Fspec fspec(cell.fspec);
  if (cell.verdict != Verdict::inconclusive) record_runs(task, fspec, cell, check);
  add_sizes(cell, fspec, check);
  cell.wall_s = answer.wall_s;
  if (answer.verdict == "certified-forever") {
    const forever::Proof& proof = *answer.proof;
    const int from = std::max(task.options.from, answer.calm.value_or(1));
    record.theorems.push_back(theorem_of(proof, fspec.parameters(), answer.calm, from));
    record.theorems.back().cells = 1;
  }
  record.cells.push_back(std::move(cell));
  return record;
}

}  // namespace ldfi::app
