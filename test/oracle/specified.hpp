// Finds the right verdicts of specifications by executing every fault set on the plain evaluator.
// Shares no code with the searches. Shares with the code that judges executions only the texts of
// tuples.
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
  /// `specifications` must be those of `program` except its invariant, in the form in which the
  /// random generator returned them. Throws InputError if the failure-free run ends in an error.
  Enumerated(const dedalus::Program& program, std::vector<Specification> specifications,
             Fspec fspec);

  /// Returns the right result of a search: verdicts, counterexamples with the tuples that violate,
  /// and in `error` the least fault set that ends in an error. Has all minimal counterexamples if
  /// `all` is true, and otherwise the least one. With `whole_cell`, returns the result of a
  /// campaign: it reports vacuous specifications, and does not search if all specifications are
  /// broken.
  [[nodiscard]] SearchResult answer(bool all, bool whole_cell) const;

  /// Returns the result, but with `certified` for specifications that are vacuous only because no
  /// fault is possible. This class does not know whether faults are possible.
  [[nodiscard]] SearchResult without_reach(SearchResult result) const;

  /// Returns for each specification whether this fault set violates it. The invariant is first.
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
  /// Specifications; begins with the invariant, if there is one.
  std::vector<Specification> specifications_;
  bool has_invariant_;
  Fspec fspec_;
  std::size_t executed_ = 0;
  std::unique_ptr<eval::Model> failure_free_;
  /// For each fault set, the tuples that violate each specification.
  std::map<FaultSet, std::vector<std::vector<std::string>>> violations_;
  /// Least fault set whose execution ends in an arithmetic error.
  std::optional<FaultSet> failing_;
};

}  // namespace ldfi::test
