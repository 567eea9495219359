// The plain evaluator as an object, which executes one program under many fault sets. The object
// keeps its join plans between executions.
//
//   Evaluator evaluator(program, fspec);
//   for (const FaultSet& f : sets) std::unique_ptr<Model> m = evaluator.run(f);
#pragma once

#include <memory>

#include "common/dedalus/eval/evaluate.hpp"

namespace ldfi::eval {

/// Executes one program, without grounding it. `program` and `fspec` must outlive the object.
/// Threads must not share an object.
class Evaluator {
 public:
  Evaluator(const dedalus::Program& program, const Fspec& fspec, const EvalLimits& limits = {});
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  /// Executes the program under `faults` as eval::run() does. May be called again after an
  /// exception.
  std::unique_ptr<Model> run(const FaultSet& faults);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ldfi::eval
