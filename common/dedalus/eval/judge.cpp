// Judges an execution (docs/explanation/verdicts.md). Every tuple in the relation of a
// specification violates the specification. If the program has a relation `pre`, every tuple of
// `pre` must be in `post`. Otherwise the tuples that the failure-free run derives must also be
// derived here.
#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "common/base/text.hpp"
#include "common/dedalus/eval/evaluate.hpp"

namespace ldfi::eval {
namespace {

using dedalus::Program;

Judgement judge_promises(const Program& program, Time eot, const Model& model) {
  Judgement out;
  const std::vector<Tuple> promised = model.tuples(*program.pre, eot);
  std::vector<Tuple> kept;
  if (program.post) kept = model.tuples(*program.post, eot);
  out.pre = promised.size();
  out.post = kept.size();
  for (const Tuple& tuple : promised) {
    if (std::binary_search(kept.begin(), kept.end(), tuple)) continue;
    out.violated.push_back(program.tuple_text(*program.pre, tuple.data()));
  }
  return out;
}

void judge_goals(const Program& program, RelationId relation, Time eot, const Model& model,
                 const Model& failure_free, Judgement& out) {
  for (const Tuple& goal : failure_free.tuples(relation, eot)) {
    ++out.pre;
    if (model.contains(relation, eot, goal)) {
      ++out.post;
    } else {
      out.violated.push_back(program.tuple_text(relation, goal.data()));
    }
  }
}

/// Returns each violating tuple of the specification once, as text. If the specification applies
/// from some tick on, the text ends with the first tick at which the tuple violates it.
std::vector<std::string> violations(const Program& program,
                                    const dedalus::DeclaredSpecification& judged, int eot,
                                    const Model& model) {
  std::set<std::string> seen;
  std::vector<std::string> out;
  for (Time at = judged.says.first(eot); at <= Time(eot); at = at.next()) {
    for (const Tuple& tuple : model.tuples(judged.relation, at)) {
      std::string text = program.tuple_text(judged.relation, tuple.data());
      if (!seen.insert(text).second) continue;
      out.push_back(judged.says.after ? fmt::format("{}@{}", text, at.tick()) : std::move(text));
    }
  }
  return out;
}

Judgement judge_invariant(const Program& program, Time eot, const Model& model,
                          const Model& failure_free) {
  Judgement out;
  if (program.pre) {
    out = judge_promises(program, eot, model);
  } else if (program.post) {
    judge_goals(program, *program.post, eot, model, failure_free, out);
  } else {
    for (std::size_t r = 0; r < program.relations.size(); ++r) {
      if (!program.relations[r].persisted) continue;
      judge_goals(program, RelationId(r), eot, model, failure_free, out);
    }
  }
  return out;
}

/// Returns a description of the first message that a later message overtakes on a fifo channel.
/// Empty if no message is overtaken.
std::string first_overtaken(const Program& program, int eot, const Model& model) {
  for (Time at(1); program.overtaken && at <= Time(eot); at = at.next()) {
    for (const Tuple& tuple : model.tuples(*program.overtaken, at)) {
      const auto name = [&](std::size_t i) {
        return word_or_quoted(program.symbols.text(tuple[i]));
      };
      return fmt::format("at tick {}, messages from {} to {} are overtaken by later ones",
                         at.tick(), name(1), name(0));
    }
  }
  return "";
}

}  // namespace

bool counts(const Program& program, const Judgement& judgement) {
  if (program.specifications.empty()) return !judgement.holds();
  const auto& violated = judgement.specifications;
  return std::any_of(violated.begin(), violated.end(),
                     [&](std::uint32_t i) { return program.specifications[i].says.counts(); });
}

Judgement judge(const Program& program, const Fspec& fspec, const Model& model,
                const Model& failure_free) {
  Judgement out;
  const auto& all = program.specifications;
  if (all.empty() || all.front().invariant) {
    out = judge_invariant(program, Time(fspec.eot()), model, failure_free);
    if (!all.empty() && !out.holds()) out.specifications.push_back(0);
  }
  for (std::uint32_t s = 0; s < all.size(); ++s) {
    if (all[s].invariant) continue;
    std::vector<std::string> violated = violations(program, all[s], fspec.eot(), model);
    if (violated.empty()) continue;
    out.specifications.push_back(s);
    std::move(violated.begin(), violated.end(), std::back_inserter(out.violated));
  }
  std::sort(out.violated.begin(), out.violated.end());
  out.overtaken = first_overtaken(program, fspec.eot(), model);
  if (!out.overtaken.empty()) out.violated.clear(), out.specifications.clear();
  return out;
}

}  // namespace ldfi::eval
