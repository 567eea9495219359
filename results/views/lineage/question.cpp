// Reads the questions of users, and chooses the first questions about an outcome.
#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "common/dedalus/trace/graph_table.hpp"
#include "common/dedalus/trace/make_trace.hpp"
#include "results/views/lineage/explain.hpp"

namespace ldfi::results {
namespace {

using provenance::Goal;
using provenance::GoalKind;

struct GoalText {
  std::string tuple;
  std::string relation;
  Time at;
};

GoalText split(const Subject& subject, const std::string& text) {
  const int eot = subject.fspec().eot();
  GoalText out{text, text.substr(0, text.find('(')), Time(eot)};
  const auto sign = text.rfind('@');
  if (sign != std::string::npos && sign > text.rfind(')')) {
    int tick = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + sign + 1, end, tick);
    if (error != std::errc() || stop != end || tick < 1 || tick > eot) {
      throw UsageError(fmt::format("{}: the tick must be one of 1..{}", shown_line(text), eot));
    }
    out.at = Time(tick);
    out.tuple = text.substr(0, sign);
  }
  return out;
}

std::optional<eval::Tuple> find(const Subject& subject, const Rerun& execution, RelationId relation,
                                const GoalText& goal) {
  for (auto& tuple : execution.model->tuples(relation, goal.at)) {
    if (subject.program().tuple_text(relation, tuple.data()) == goal.tuple) return std::move(tuple);
  }
  return std::nullopt;
}

std::string some_tuples(const Subject& subject, const Rerun& execution, RelationId relation,
                        Time at) {
  constexpr std::size_t most = 5;
  std::string out;
  const auto tuples = execution.model->tuples(relation, at);
  for (std::size_t i = 0; i < std::min(most, tuples.size()); ++i) {
    out += (i == 0 ? "" : ", ") + subject.program().tuple_text(relation, tuples[i].data());
  }
  if (tuples.size() > most) out += fmt::format(" and {} more", tuples.size() - most);
  return out.empty() ? "nothing" : out;
}

}  // namespace

std::vector<Question> first_questions(const Subject& subject, const Rerun& execution) {
  const dedalus::Program& program = subject.program();
  std::vector<Question> questions;
  for (auto& root : trace::outcome_roots(
           program, subject.fspec(), {execution.faults, *execution.model, execution.judgement})) {
    // In a passing execution, the only question is why the promise is kept.
    if (execution.judgement.holds() && program.post && program.pre == root.relation) continue;
    questions.push_back({Goal{GoalKind::present, root.relation, root.tuple, 0, root.at, false}});
    const bool broken =
        trace::violates_invariant(program, execution.judgement) && program.pre == root.relation;
    if (broken && program.post) {
      questions.push_back({Goal{GoalKind::absent, *program.post, root.tuple, 0, root.at, false}});
    }
  }
  if (!trace::violates_invariant(program, execution.judgement) || program.pre) return questions;
  // Without pre, a tuple of post that the failure-free run has at EOT is promised, so its absence is a
  // violation.
  std::erase_if(questions, [&](const Question& question) {
    return !trace::is_of_specification(program, question.goal.relation);
  });
  const Rerun& good = subject.failure_free();
  for (auto& root : trace::invariant_roots(program, subject.fspec(), *good.model)) {
    if (trace::is_of_specification(program, root.relation)) continue;
    if (!execution.model->contains(root.relation, root.at, root.tuple)) {
      questions.push_back({Goal{GoalKind::absent, root.relation, root.tuple, 0, root.at, false}});
    }
  }
  return questions;
}

Question read_question(const Subject& subject, const Rerun& execution, const Rerun& good,
                       const std::string& text) {
  const dedalus::Program& program = subject.program();
  const GoalText goal = split(subject, text);
  const auto relation = program.find(goal.relation);
  if (!relation) {
    std::vector<std::string> known;
    for (const auto& r : program.relations) known.push_back(r.name);
    const std::string near = closest(goal.relation, known);
    throw UsageError(
        fmt::format("there is no relation {}{}", shown_line(goal.relation),
                    near.empty() ? "" : fmt::format("\n  hint: did you mean {}?", near)));
  }
  if (auto tuple = find(subject, execution, *relation, goal)) {
    return {Goal{GoalKind::present, *relation, std::move(*tuple), 0, goal.at, false}};
  }
  if (auto tuple = find(subject, good, *relation, goal)) {
    return {Goal{GoalKind::absent, *relation, std::move(*tuple), 0, goal.at, false}};
  }
  throw UsageError(fmt::format(
      "{} holds at {} neither in this run nor in the failure-free one; this run has {} then",
      shown_line(goal.tuple), goal.at.tick(), some_tuples(subject, execution, *relation, goal.at)));
}

}  // namespace ldfi::results
