#include "master/proofs/forever_record.hpp"

#include <algorithm>
#include <utility>

#include "common/base/errors.hpp"
#include "common/campaign/campaign.hpp"
#include "common/config/options.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/record/theorem.hpp"
#include "master/proofs/forever_question.hpp"
#include "master/task/record.hpp"
#include "worker/dedalus/dedalus_subject.hpp"

namespace ldfi::app {
namespace {

/// Adds two executions to the cell: the failure-free run, and the execution of the least
/// counterexample.
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
  } catch (const BudgetExceeded&) {  // the cell is complete without these executions
  }
}

/// Returns the cell for the first EOT at which the proved claim promises something.
Cell proved_cell(const ForeverAnswer& answer, FspecParameters fspec) {
  fspec.eot = answer.proof->promised;
  fspec.eff = answer.calm ? std::max(0, fspec.eot - *answer.calm) : 0;
  Cell cell = empty_cell(Fspec(fspec));
  cell.verdict = Verdict::certified;
  cell.reason = proved_for_every_eot;
  return cell;
}

Cell cell_of(const ForeverAnswer& answer, const FspecParameters& fspec) {
  if (answer.verdict == "counterexample") return answer.broken->cell;
  if (answer.verdict == "certified-forever") return proved_cell(answer, fspec);
  Cell cell = empty_cell(Fspec(fspec));
  cell.reason = answer.reason;
  cell.verdict = answer.verdict == "vacuous" ? Verdict::vacuous : Verdict::inconclusive;
  return cell;
}

bool same_fspec(const Cell& one, const Cell& other) {
  return one.fspec.eot == other.fspec.eot && one.fspec.eff == other.fspec.eff;
}

/// Returns the cell for answers in which no claim was proved or refuted.
Cell open_cell(const ForeverAnswers& answers, const FspecParameters& fspec) {
  Cell cell = empty_cell(Fspec(fspec));
  for (const ForeverAnswer& one : answers.each) {
    cell.specifications.push_back({*one.of, cell_of(one, fspec).verdict, {}});
    if (cell.reason.empty() && one.of->counts()) cell.reason = one.of->name + ": " + one.reason;
  }
  cell.verdict = worst(cell.specifications);
  return cell;
}

std::vector<Cell> cells_of(const ForeverAnswers& answers, const FspecParameters& fspec) {
  if (!answers.each.front().of) return {cell_of(answers.each.front(), fspec)};
  std::vector<Cell> out;
  for (const ForeverAnswer& one : answers.each) {
    if (one.verdict != "counterexample") continue;
    const auto known = [&](const Cell& cell) { return same_fspec(cell, one.broken->cell); };
    if (std::ranges::none_of(out, known)) out.push_back(one.broken->cell);
  }
  if (out.empty()) out.push_back(answers.kept ? *answers.kept : open_cell(answers, fspec));
  std::ranges::sort(out, {}, [](const Cell& c) { return std::pair(c.fspec.eot, c.fspec.eff); });
  return out;
}

Theorem told_theorem(const Task& task, const ForeverAnswer& answer) {
  const int from = std::max(task.options.from, answer.calm.value_or(1));
  Theorem out = theorem_of(*answer.proof, task.fspec.parameters(), answer.calm, from);
  if (answer.of) out.claim = answer.of->name + ": " + out.claim;
  const bool certified = answer.verdict == "certified-forever";
  if (!certified) out.claim += ", " + answer.reason;
  out.cells = certified ? 1 : 0;
  return out;
}

}  // namespace

RunRecord forever_record(const Task& task, const ForeverAnswers& answers,
                         const BudgetCheck& check) {
  RunRecord record = make_record(task, 1);
  record.strategy = "forever";
  for (Cell& cell : cells_of(answers, task.fspec.parameters())) {
    const Fspec fspec(cell.fspec);
    if (cell.verdict != Verdict::inconclusive) record_runs(task, fspec, cell, check);
    add_sizes(cell, fspec, check);
    record.cells.push_back(std::move(cell));
  }
  record.cells.front().wall_s = answers.wall_s;
  for (const ForeverAnswer& one : answers.each) {
    if (one.verdict == "certified-forever" || one.verdict == "conditional")
      record.theorems.push_back(told_theorem(task, one));
  }
  return record;
}

}  // namespace ldfi::app
