// What is to be said of specifications, found by executing every fault set on the plain evaluator.
// It shares no code with the searches, and with the judges only the texts of tuples.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/dedalus/eval/model.hpp"
#include "common/record/search_result.hpp"

namespace ldfi::test {

/// Everything that a search says of specifications, in lines.
std::string told(const SearchResult& result, const Fspec& fspec);

class Enumerated {
 public:
  /// `specifications` are what the generator wrote: those of `program` but for its invariant. Throws
  /// InputError if the failure-free run ends in an error.
  Enumerated(const dedalus::Program& program, std::vector<Specification> specifications,
             Fspec fspec);

  /// What a search answers: verdicts, falsifiers (`all` minimal ones, or the least), what they
  /// violate, and in `error` the least fault set that ends in one. `whole_cell`: as a campaign says
  /// it, which knows what is vacuous and searches for nothing if all is broken.
  [[nodiscard]] SearchResult answer(bool all, bool whole_cell) const;

  /// The same result without its knowledge that no fault is possible, which this oracle lacks: what is
  /// vacuous for that reason is certified.
  [[nodiscard]] SearchResult without_reach(SearchResult result) const;

  /// Of each specification, the invariant first: whether this fault set violates it.
  [[nodiscard]] std::vector<bool> violated_by(const FaultSet& faults) const;

  [[nodiscard]] const Fspec& fspec() const { return fspec_; }
  [[nodiscard]] std::size_t size() const { return executed_; }
  [[nodiscard]] bool fails() const { return failing_.has_value(); }

 private:
  void execute(const FaultSet& faults);
  [[nodiscard]] std::vector<std::string> violated(std::size_t which,
                                                  const eval::Model& model) const;
  [[nodiscard]] bool promises(std::size_t which) const;
  [[nodiscard]] std::vector<FaultSet> falsifiers(std::size_t which, bool all) const;

  const dedalus::Program& program_;
  std::vector<Specification> specifications_;  ///< the invariant is first, if there is one
  bool has_invariant_;
  Fspec fspec_;
  std::size_t executed_ = 0;
  std::unique_ptr<eval::Model> failure_free_;
  /// By fault set in their order: by specification, what is violated.
  std::map<FaultSet, std::vector<std::vector<std::string>>> violations_;
  std::optional<FaultSet> failing_;  ///< the least that ends in an arithmetic error
};

}  // namespace ldfi::test
