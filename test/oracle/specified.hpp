// Finds the right answers about specifications by executing every fault set on the plain evaluator. Shares
// no code with the searches, and only the texts of tuples with the code that judges executions.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/dedalus/eval/model.hpp"
#include "common/record/search_result.hpp"

namespace ldfi::test {

/// Returns the results of a search about specifications as lines.
std::string told(const SearchResult& result, const Fspec& fspec);

class Enumerated {
 public:
  /// `specifications` are those of `program` except its invariant, as the generator wrote them. Throws
  /// InputError if the failure-free run ends in an error.
  Enumerated(const dedalus::Program& program, std::vector<Specification> specifications,
             Fspec fspec);

  /// Returns the right answer of a search: verdicts, falsifiers with the tuples that they violate, and in
  /// `error` the least fault set that ends in an error. The falsifiers are all minimal ones if `all`,
  /// otherwise the least one. If `whole_cell`, the answer is that of a campaign, which reports vacuous
  /// specifications and does not search if all specifications are broken.
  [[nodiscard]] SearchResult answer(bool all, bool whole_cell) const;

  /// Returns the result in which specifications are certified that are vacuous only because no fault is
  /// possible, which this oracle does not know.
  [[nodiscard]] SearchResult without_reach(SearchResult result) const;

  /// Returns for each specification, the invariant first, true if this fault set violates it.
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
  /// The violating tuples of each specification, by fault set.
  std::map<FaultSet, std::vector<std::vector<std::string>>> violations_;
  std::optional<FaultSet> failing_;  ///< least fault set that ends in an arithmetic error
};

}  // namespace ldfi::test
