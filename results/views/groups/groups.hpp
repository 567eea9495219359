// Groups of falsifiers with the same signature [FTS10 §5]. A signature consists of the rules that
// explain the violation, the rules that fire only in the falsifier's execution or only in the
// failure-free one, and what is violated.
//
// Groups only order a long list; they hide no falsifier. The rarest group comes first, then always
// the group with the most rules that no earlier group has. A group is not a bug: falsifiers of two
// bugs may share a signature, and those of one bug may have several.
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
  /// `invariant`, or the violated specifications in the program's order.
  std::vector<std::string> violated;
  /// Rules in the explanation: they fired, or were kept from firing.
  std::set<NamedRule> why;
  std::set<NamedRule> started;  ///< rules that fire here, but not in the failure-free run
  std::set<NamedRule> stopped;  ///< rules that fire in the failure-free run, but not here
  /// For each fault its kind and the types of messages that it lost, for example `O ack vote`.
  /// Empty unless requested.
  std::set<std::string> cut;
  auto operator<=>(const Signature&) const = default;
};

struct Group {
  Signature signature;
  std::vector<std::uint32_t> members;  ///< indexes into the cell's falsifiers, ascending
  std::vector<Family> families;        ///< families of the members
};

struct Groups {
  std::vector<Group> groups;        ///< the rarest group first, then as news_first() orders them
  std::vector<std::uint32_t> left;  ///< falsifiers that were not executed again, ascending
};

struct GroupOptions {
  /// True to separate groups also by what was cut.
  bool cut = false;
  /// Most falsifiers to execute; the others are left.
  std::size_t most = std::numeric_limits<std::size_t>::max();
  /// Returns true to leave the remaining falsifiers.
  std::function<bool()> enough = [] { return false; };
};

/// Executes the falsifiers again, one by one, and groups them. A falsifier whose execution exceeds
/// its budget is left. Throws like Subject.
Groups group(const Subject& subject, const Cell& cell, const GroupOptions& options = {});

/// Returns the signature of one execution. `good` holds the rules that fire in the failure-free
/// run.
Signature signature_of(const Subject& subject, const Rerun& execution, const std::set<RuleId>& good,
                       bool cut);

/// Returns the names of what an execution violates: specifications, or `invariant` if the program
/// has none.
std::vector<std::string> violated_names(const Subject& subject, const Rerun& execution);

/// Reorders groups that are sorted by size, smallest first. The first group stays. Each next group
/// is the one whose signature has the most rules, cuts and specifications that no earlier group
/// has. Ties keep their order. So the many groups of one bug do not bury the few groups of another
/// one. Only the first 200 places are chosen; all later groups keep their order.
void news_first(std::vector<Group>& groups);

/// Returns the rules that are in this group's signature only, sorted.
std::vector<NamedRule> own_rules(const Groups& groups, std::size_t group);

}  // namespace ldfi::results
