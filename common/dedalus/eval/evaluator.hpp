// The plain evaluator as an object. It keeps its join plans between executions of one program under
// many fault sets.
//
//   Evaluator evaluator(program, fspec);
//   for (const FaultSet& f : sets) std::unique_ptr<Model> m = evaluator.run(f);
#pragma once

#include <memory>

#include "common/dedalus/eval/evaluate.hpp"

namespace ldfi::eval {

/// An evaluator for one program. One object serves one thread at a time. `program` and `fspec` must
/// outlive the object.
class Evaluator {
 public:
  Evaluator(const dedalus::Program& program, const Fspec& fspec, const EvalLimits& limits = {});
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  /// Runs the program as eval::run() does. May be called again after an exception.
  std::unique_ptr<Model> run(const FaultSet& faults);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ldfi::eval
