#include "results/views/lineage/outcome.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "common/dedalus/trace/make_trace.hpp"

namespace ldfi::results {
namespace {

using Kind = LineageNode::Kind;
using Index = std::uint32_t;

bool is_box(Kind kind) {
  return kind == Kind::rule || kind == Kind::message || kind == Kind::blocked;
}

/// Returns a text for each node. Nodes of two lineages are the same if their texts are equal.
std::vector<std::string> identities(const Lineage& lineage) {
  std::vector<std::string> texts;
  for (const LineageNode& node : lineage.nodes) {
    std::string text = kind_name(node.kind);
    for (const std::string& line : node.lines) text += '\n' + line;
    texts.push_back(text + '\n' + node.details);
  }
  std::vector<std::set<std::string>> around(texts.size());
  for (const auto& [from, to] : lineage.edges) {
    if (is_box(lineage.nodes[from].kind)) around[from].insert("to\n" + texts[to]);
    if (is_box(lineage.nodes[to].kind)) around[to].insert("from\n" + texts[from]);
  }
  std::vector<std::string> out = texts;
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (const std::string& text : around[i]) out[i] += '\n' + text;
  }
  return out;
}

bool names(const Lineage& lineage, const std::string& fault) {
  return std::ranges::any_of(lineage.nodes,
                             [&](const LineageNode& node) { return node.fault == fault; });
}

bool holds_in(const Rerun& run, const Question& question) {
  const auto& goal = question.goal;
  return goal.kind == provenance::GoalKind::present &&
         run.model->contains(goal.relation, goal.at, goal.tuple);
}

/// Removes questions about tuples of specifications that the good execution has, too, unless that removes all
/// questions. Returns how many were removed.
std::size_t leave_out_shared(const Subject& subject, const Rerun& good,
                             std::vector<Question>& questions) {
  const auto shared = [&](const Question& question) {
    return trace::is_of_specification(subject.program(), question.goal.relation) &&
           holds_in(good, question);
  };
  if (std::ranges::all_of(questions, shared)) return 0;
  return std::erase_if(questions, shared);
}

/// Returns true if `spared`, an execution with one fault less, keeps the invariant or a specification that
/// `bad` violates.
bool spares(const eval::Judgement& spared, const eval::Judgement& bad) {
  return spared.holds() || !std::ranges::includes(spared.specifications, bad.specifications);
}

FaultSet without(const FaultSet& faults, const Fault& fault) {
  std::vector<Fault> rest;
  for (const Fault& other : faults) {
    if (other != fault) rest.push_back(other);
  }
  return FaultSet(std::move(rest));
}

}  // namespace

void merge(Lineage& into, const Lineage& other) {
  into.whole = into.whole && other.whole;
  std::map<std::string, Index> known;
  const auto own = identities(into);
  for (Index i = 0; i < own.size(); ++i) known.emplace(own[i], i);
  const auto theirs = identities(other);
  std::vector<Index> place;
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    const auto [entry, fresh] = known.emplace(theirs[i], static_cast<Index>(into.nodes.size()));
    if (fresh) into.nodes.push_back(other.nodes[i]);
    place.push_back(entry->second);
    LineageNode& node = into.nodes[entry->second];
    node.root = node.root || other.nodes[i].root;
  }
  std::set<std::pair<Index, Index>> edges(into.edges.begin(), into.edges.end());
  for (const auto& [from, to] : other.edges) {
    if (edges.emplace(place[from], place[to]).second)
      into.edges.emplace_back(place[from], place[to]);
  }
}

Lineage explain_outcome(const Subject& subject, const Rerun& execution, const Rerun& good,
                        const ExplainOptions& options) {
  auto questions = first_questions(subject, execution);
  const std::size_t shared = leave_out_shared(subject, good, questions);
  Lineage out = explain(subject, execution, good, questions, options);
  if (execution.judgement.holds()) {
    if (out.nodes.empty())
      out.notes.emplace_back("nothing is violated, because nothing was promised");
    return out;
  }
  if (shared > 0) {
    out.notes.push_back(fmt::format("{} tuple{} left out, which the other run violates, too",
                                    shared, shared == 1 ? "" : "s"));
  }
  for (const Fault& fault : execution.faults) {
    if (names(out, to_text(fault, subject.fspec()))) continue;
    const Rerun spared = subject.execute(without(execution.faults, fault));
    if (spares(spared.judgement, execution.judgement)) {
      merge(out, explain(subject, execution, spared, questions, options));
    } else {
      out.notes.push_back(fmt::format(
          "{} is not needed: without it, {} also violated", to_text(fault, subject.fspec()),
          subject.program().specifications.empty() ? "the invariant is" : "all of this is"));
    }
  }
  return out;
}

}  // namespace ldfi::results
