#include "results/draw/groups.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace ldfi::results {
namespace {

/// The only column in which the messages differ, if there is just one.
std::optional<std::size_t> differing_column(const std::vector<const Message*>& messages) {
  std::optional<std::size_t> found;
  const auto& first = messages.front()->columns;
  for (std::size_t c = 0; c < first.size(); ++c) {
    const bool same = std::all_of(messages.begin(), messages.end(),
                                  [&](const Message* m) { return m->columns[c] == first[c]; });
    if (same) continue;
    if (found) return std::nullopt;
    found = c;
  }
  return found;
}

/// `rel(a,{1,2},b)`.
std::string merged(const std::vector<const Message*>& messages, std::size_t column) {
  const Message& first = *messages.front();
  std::string out = first.type + "(";
  for (std::size_t c = 0; c < first.columns.size(); ++c) {
    if (c > 0) out += ",";
    if (c != column) {
      out += first.columns[c];
      continue;
    }
    for (std::size_t i = 0; i < messages.size(); ++i) {
      out += (i == 0 ? "{" : ",") + messages[i]->columns[c];
    }
    out += "}";
  }
  return out + ")";
}

/// Adds the label lines for messages of one relation.
void add_lines(const std::vector<const Message*>& messages, bool matters,
               std::vector<LabelLine>& lines) {
  const auto column = differing_column(messages);
  if (messages.size() > 1 && column) {
    lines.push_back({merged(messages, *column), messages.size(), matters});
    return;
  }
  for (const Message* m : messages) lines.push_back({m->head, 1, matters});
}

}  // namespace

std::vector<Arrow> arrows(const Trace& trace, const Tick& tick) {
  using Key = std::tuple<NodeId, NodeId, bool>;
  std::map<Key, std::map<std::pair<bool, std::uint32_t>, std::vector<const Message*>>> groups;
  for (const Message& m : tick.arrived) {
    groups[{m.from, m.to, false}][{!trace.matters(tick.tick, m), m.type_number}].push_back(&m);
  }
  for (const Message& m : tick.lost) {
    groups[{m.from, m.to, true}][{false, m.type_number}].push_back(&m);
  }
  std::vector<Arrow> out;
  for (const auto& [key, relations] : groups) {
    Arrow arrow{std::get<0>(key), std::get<1>(key), std::get<2>(key), {}};
    for (const auto& [kind, messages] : relations) {
      add_lines(messages, !kind.first, arrow.lines);
    }
    out.push_back(std::move(arrow));
  }
  return out;
}

}  // namespace ldfi::results
