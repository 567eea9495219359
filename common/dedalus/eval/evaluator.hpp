// The plain evaluator with its join plans kept between executions: for many fault sets of one
// program.
//
//   Evaluator evaluator(program, fspec);
//   for (const FaultSet& f : sets) std::unique_ptr<Model> m = evaluator.run(f);
#pragma once

#include <memory>

#include "common/dedalus/eval/evaluate.hpp"

namespace ldfi::eval {

/// Not for several threads at once. `program` and `fspec` must outlive it.
class Evaluator {
 public:
  Evaluator(const dedalus::Program& program, const Fspec& fspec, const EvalLimits& limits = {});
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  /// As eval::run(). After an exception it can be used again.
  std::unique_ptr<Model> run(const FaultSet& faults);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ldfi::eval
