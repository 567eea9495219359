// Groups of falsifiers that do the same: rules that explain the violation, rules that only fire in
// one of the falsifier's execution and the failure-free one, and what is violated [FTS10 §5].
//
// Groups order a long list, and hide nothing: first the rarest, then, line by line, what has most
// rules that no line above has. A group is no bug: falsifiers of two
// bugs may have one signature, and those of one bug several.
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

/// A rule as it is written, and `file:line`.
struct NamedRule {
  std::string text;
  std::string where;
  auto operator<=>(const NamedRule&) const = default;
};

struct Signature {
  std::vector<std::string> violated;  ///< `invariant` and specifications, in their order
  std::set<NamedRule> why;            ///< of the explanation: fired, or kept from firing
  std::set<NamedRule> started;        ///< fire here, and not in the failure-free run
  std::set<NamedRule> stopped;        ///< fire in the failure-free run, and not here
  /// For each fault what it cut, such as `O ack vote`: its kind, and the types of messages that it
  /// lost. Empty unless asked for.
  std::set<std::string> cut;
  auto operator<=>(const Signature&) const = default;
};

struct Group {
  Signature signature;
  std::vector<std::uint32_t> members;  ///< indexes into the cell's falsifiers, ascending
  std::vector<Family> families;        ///< of the members
};

struct Groups {
  std::vector<Group> groups;        ///< the rarest one, then by what no line above has
  std::vector<std::uint32_t> left;  ///< falsifiers that were not executed again, ascending
};

struct GroupOptions {
  bool cut = false;                                            ///< tell them apart by what was cut
  std::size_t most = std::numeric_limits<std::size_t>::max();  ///< falsifiers; the others are left
  std::function<bool()> enough = [] { return false; };         ///< true: leave the others
};

/// Executes falsifiers again, one by one. One whose execution is too large is left. Throws as
/// Subject does.
Groups group(const Subject& subject, const Cell& cell, const GroupOptions& options = {});

/// The signature of one execution; `good` are the rules that fire in the failure-free run.
Signature signature_of(const Subject& subject, const Rerun& execution, const std::set<RuleId>& good,
                       bool cut);

/// What an execution violates: `invariant` without specifications, else these by name.
std::vector<std::string> violated_names(const Subject& subject, const Rerun& execution);

/// Orders groups that stand rarest first: the first one stays, and each next one is that with the most
/// rules, cuts and specifications in its signature that no line above has; among equals, the one that came first. So a bug of few groups
/// does not drown in the many groups of another one. After the first 200, all others stand as they did.
void news_first(std::vector<Group>& groups);

/// Rules that no other group has in its signature, sorted.
std::vector<NamedRule> own_rules(const Groups& groups, std::size_t group);

}  // namespace ldfi::results
