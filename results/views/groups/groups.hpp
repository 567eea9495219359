// Groups counterexamples that have the same signature [FTS10 §5]. A signature consists of three
// parts: the rules that explain the violation, the rules that fire only in the execution or only in
// the failure-free run, and the violated promises.
//
// Groups only put a long list into order, and hide no counterexample. The smallest group comes
// first. Each further group is the one with the most rules that no earlier group has. A group is
// not a bug: counterexamples of two bugs may have the same signature, and counterexamples of one
// bug may have several signatures.
#pragma once

#include <functional>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "common/record/family.hpp"
#include "results/sink.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

/// A rule as it is written, and its place as `file:line`.
struct NamedRule {
  std::string text;
  std::string where;
  auto operator<=>(const NamedRule&) const = default;
};

struct Signature {
  /// Names of the violated specifications in the order of the program, or `invariant`.
  std::vector<std::string> violated;
  /// Rules in the explanation of the violation: they fired, or faults prevented them from firing.
  std::set<NamedRule> why;
  /// Rules that fire in this execution, but not in the failure-free run.
  std::set<NamedRule> started;
  /// Rules that fire in the failure-free run, but not in this execution.
  std::set<NamedRule> stopped;
  /// For each fault, its kind and the types of messages that it lost, such as `O ack vote` (an
  /// omission). Empty unless GroupOptions::cut is set.
  std::set<std::string> cut;
  auto operator<=>(const Signature&) const = default;
};

struct Group {
  Signature signature;
  std::vector<std::uint32_t> members;  ///< indices of counterexamples of the cell, ascending
  std::vector<Family> families;        ///< the members, divided into families: the same faults at
                                       ///< other times
};

struct Groups {
  /// The smallest group comes first. Each further group is the one with the most rules that no
  /// earlier group has.
  std::vector<Group> groups;
  /// Indices of counterexamples that were not executed again, ascending.
  std::vector<std::uint32_t> left;
};

struct GroupOptions {
  /// True if two counterexamples belong to different groups when they lose different types of
  /// messages.
  bool cut = false;
  /// Most counterexamples to execute again. The others get no group.
  std::size_t most = std::numeric_limits<std::size_t>::max();
  /// Returns true if no further counterexample should be executed.
  std::function<bool()> enough = [] { return false; };
};

/// Executes the counterexamples again, one by one, and groups them. If an execution exceeds its
/// budget, its counterexample gets no group. Throws all exceptions of Subject::execute().
Groups group(const Subject& subject, const Cell& cell, const GroupOptions& options = {});

/// Returns the signature of one execution. `good` has the rules that fire in the failure-free run.
/// If `cut` is true, fills in Signature::cut.
Signature signature_of(const Subject& subject, const Rerun& execution, const std::set<RuleId>& good,
                       bool cut);

/// Returns the names of the specifications that an execution violates. Returns `invariant` if the
/// program has no specifications.
std::vector<std::string> violated_names(const Subject& subject, const Rerun& execution);

/// Reorders groups, which must be sorted by size, the smallest first. The first group stays first.
/// Each further group is the one whose signature has the most rules, losses and specifications that
/// no earlier group has. Among equals, the order stays. So a bug with many groups does not hide a
/// bug with few groups. After 200 groups, the remaining ones keep their order, to save time.
void order_by_news(std::vector<Group>& groups);

/// Returns the rules that only this group has in its signature, sorted.
std::vector<NamedRule> own_rules(const Groups& groups, std::size_t group);

}  // namespace ldfi::results
