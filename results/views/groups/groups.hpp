// Groups falsifiers that have the same signature [FTS10 §5]. A signature consists of the rules that explain
// the violation, the rules that fire only in the execution of the falsifier or only in the failure-free run,
// and the promises that are violated.
//
// Groups only put a long list into order, and hide no falsifier. The smallest group comes first. The next one
// is always the group with the most rules that no group before it has. A group is not a bug: falsifiers of
// two bugs may have the same signature, and falsifiers of one bug may have several.
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
  /// Rules in the explanation, which either fired or were prevented from firing.
  std::set<NamedRule> why;
  /// Rules that fire in this execution, but not in the failure-free run.
  std::set<NamedRule> started;
  /// Rules that fire in the failure-free run, but not in this execution.
  std::set<NamedRule> stopped;
  /// For each fault, its kind and the types of the messages that it lost, such as `O ack vote`. Empty unless
  /// requested.
  std::set<std::string> cut;
  auto operator<=>(const Signature&) const = default;
};

struct Group {
  Signature signature;
  std::vector<std::uint32_t> members;  ///< indices of falsifiers of the cell, ascending
  std::vector<Family> families;        ///< families of the members
};

struct Groups {
  /// The smallest group comes first. Each next group is the one with the most rules that no group before has.
  std::vector<Group> groups;
  /// Indices of falsifiers that were not executed again, ascending.
  std::vector<std::uint32_t> left;
};

struct GroupOptions {
  /// True if falsifiers that lose other types of messages belong to different groups.
  bool cut = false;
  /// Largest number of falsifiers to execute. The other falsifiers get no group.
  std::size_t most = std::numeric_limits<std::size_t>::max();
  /// Returns true when no further falsifier should be executed.
  std::function<bool()> enough = [] { return false; };
};

/// Executes the falsifiers again, one by one, and groups them. A falsifier whose execution exceeds its budget
/// gets no group. Throws what Subject::execute() throws.
Groups group(const Subject& subject, const Cell& cell, const GroupOptions& options = {});

/// Returns the signature of one execution. `good` are the rules that fire in the failure-free run. `cut`
/// includes Signature::cut.
Signature signature_of(const Subject& subject, const Rerun& execution, const std::set<RuleId>& good,
                       bool cut);

/// Returns the names of the specifications that an execution violates, or `invariant` if the program has
/// none.
std::vector<std::string> violated_names(const Subject& subject, const Rerun& execution);

/// Reorders groups that are sorted by size, the smallest first. The first group stays. Each next group is the
/// one whose signature has the most rules, cuts and specifications that no group before it has. Groups with
/// equally many keep their order. So many groups of one bug do not hide the few groups of another bug. Only
/// the first 200 groups are chosen in this way. The remaining groups keep their order.
void order_by_news(std::vector<Group>& groups);

/// Returns the rules that are only in the signature of this group, sorted.
std::vector<NamedRule> own_rules(const Groups& groups, std::size_t group);

}  // namespace ldfi::results
