// Reads the questions of users, and chooses the first questions about an outcome.
#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "common/base/did_you_mean.hpp"
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
  GoalText out{text, "", Time(eot)};
  const auto sign = text.rfind('@');
  const auto close = text.rfind(')');
  if (sign != std::string::npos && (close == std::string::npos || sign > close)) {
    int tick = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + sign + 1, end, tick);
    if (error != std::errc() || stop != end || tick < 1 || tick > eot) {
      throw UsageError(fmt::format("{}: the tick must be one of 1..{}", shown_line(text), eot));
    }
    out.at = Time(tick);
    out.tuple = text.substr(0, sign);
  }
  out.relation = out.tuple.substr(0, out.tuple.find('('));
  return out;
}

/// A tuple as somebody typed it: `_` stands for any value.
struct Pattern {
  eval::Tuple tuple;
  std::uint64_t wildcards = 0;

  [[nodiscard]] bool matches(const eval::Tuple& other) const {
    for (std::size_t c = 0; c < tuple.size(); ++c) {
      if ((wildcards >> c & 1U) == 0 && tuple[c] != other[c]) return false;
    }
    return true;
  }
};

/// Returns the texts between the parentheses of `log(b,"a,b")`. Empty if there are no parentheses.
std::vector<std::string> values_of(const std::string& tuple) {
  std::vector<std::string> out;
  const auto begin = tuple.find('(');
  if (begin == std::string::npos || tuple.back() != ')') return out;
  bool quoted = false;
  out.emplace_back();
  for (std::size_t i = begin + 1; i + 1 < tuple.size(); ++i) {
    const char c = tuple[i];
    if (!quoted && c == ' ') continue;
    if (!quoted && c == ',') {
      out.emplace_back();
      continue;
    }
    if (c == '"') quoted = !quoted;
    out.back() += c;
    if (quoted && c == '\\' && i + 2 < tuple.size()) out.back() += tuple[++i];
  }
  return out;
}

std::optional<dedalus::Value> value_of(const dedalus::Program& program, dedalus::ColumnType type,
                                       const std::string& text) {
  if (type != dedalus::ColumnType::integer) {
    for (std::size_t i = 0; i < program.symbols.size(); ++i) {
      const auto symbol = static_cast<dedalus::Value>(i);
      if (word_or_quoted(program.symbols.text(symbol)) == text) return symbol;
    }
    return std::nullopt;
  }
  dedalus::Value value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

/// Reads a tuple. A relation without parentheses means any of its tuples.
Pattern read_pattern(const dedalus::Program& program, RelationId id, const GoalText& goal) {
  const dedalus::Relation& relation = program.relation(id);
  std::vector<std::string> values = values_of(goal.tuple);
  if (goal.tuple == goal.relation) values.assign(relation.arity(), "_");
  if (values.size() != relation.arity()) {
    std::string form = goal.relation + "(_";
    for (std::size_t c = 1; c < relation.arity(); ++c) form += ",_";
    throw UsageError(fmt::format("{}: {} has {}\n  hint: write it as {})@{}; _ means any value",
                                 shown_line(goal.tuple), goal.relation,
                                 counted(relation.arity(), "column"), form, goal.at.tick()));
  }
  Pattern out{eval::Tuple(relation.arity()), 0};
  for (std::size_t c = 0; c < values.size(); ++c) {
    if (values[c] == "_") {
      out.wildcards |= std::uint64_t{1} << c;
    } else if (const auto value = value_of(program, relation.columns[c], values[c])) {
      out.tuple[c] = *value;
    } else {
      throw UsageError(fmt::format(
          "{}: the program has no {} {}, so this tuple never holds\n  hint: write _ for any value",
          shown_line(goal.tuple),
          relation.columns[c] == dedalus::ColumnType::integer ? "integer" : "string",
          shown_line(values[c])));
    }
  }
  return out;
}

std::vector<eval::Tuple> find(const Rerun& execution, RelationId relation, Time at,
                              const Pattern& pattern) {
  auto tuples = execution.model->tuples(relation, at);
  std::erase_if(tuples, [&](const eval::Tuple& tuple) { return !pattern.matches(tuple); });
  return tuples;
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

std::vector<Question> read_questions(const Subject& subject, const Rerun& execution,
                                     const Rerun& good, const std::string& text) {
  const dedalus::Program& program = subject.program();
  const GoalText goal = split(subject, text);
  const auto relation = program.find(goal.relation);
  if (!relation) {
    std::vector<std::string> known;
    for (const auto& r : program.relations) known.push_back(r.name);
    const std::string near = closest(goal.relation, known);
    throw UsageError(fmt::format("there is no relation {}", shown_line(goal.relation)) +
                     hint_line(did_you_mean(near)));
  }
  const Pattern pattern = read_pattern(program, *relation, goal);
  std::vector<Question> out;
  const auto add = [&](GoalKind kind, const std::vector<eval::Tuple>& tuples) {
    for (const auto& tuple : tuples) {
      out.push_back({Goal{kind, *relation, tuple, 0, goal.at, false}});
    }
  };
  add(GoalKind::present, find(execution, *relation, goal.at, pattern));
  if (out.empty()) add(GoalKind::absent, find(good, *relation, goal.at, pattern));
  if (out.empty()) {
    out.push_back(
        {Goal{GoalKind::absent, *relation, pattern.tuple, pattern.wildcards, goal.at, false}});
  }
  return out;
}

}  // namespace ldfi::results
