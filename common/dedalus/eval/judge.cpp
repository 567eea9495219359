// SEMANTICS §4. With a pre, every tuple of pre must be in post. Without one, no goal of the
// failure-free run may be missing.
#include <algorithm>

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

}  // namespace

Judgement judge(const Program& program, const Fspec& fspec, const Model& model,
                const Model& failure_free) {
  const Time eot(fspec.eot());
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
  std::sort(out.violated.begin(), out.violated.end());
  return out;
}

}  // namespace ldfi::eval
