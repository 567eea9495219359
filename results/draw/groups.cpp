#include "results/draw/groups.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "common/base/text.hpp"

namespace ldfi::results {
namespace {

using dedalus::Program;

std::string column_text(const Program& program, const Message& message, std::size_t column) {
  const bool integer =
      program.relation(message.relation).columns[column] == dedalus::ColumnType::integer;
  return integer ? std::to_string(message.tuple[column])
                 : word_or_quoted(program.symbols.text(message.tuple[column]));
}

/// The only column in which the messages differ, if there is just one.
std::optional<std::size_t> differing_column(const std::vector<const Message*>& messages) {
  std::optional<std::size_t> found;
  const eval::Tuple& first = messages.front()->tuple;
  for (std::size_t c = 0; c < first.size(); ++c) {
    const bool same = std::all_of(messages.begin(), messages.end(),
                                  [&](const Message* m) { return m->tuple[c] == first[c]; });
    if (same) continue;
    if (found) return std::nullopt;
    found = c;
  }
  return found;
}

/// `rel(a,{1,2},b)`.
std::string merged(const Program& program, const std::vector<const Message*>& messages,
                   std::size_t column) {
  const Message& first = *messages.front();
  std::string out = program.relation(first.relation).name + "(";
  for (std::size_t c = 0; c < first.tuple.size(); ++c) {
    if (c > 0) out += ",";
    if (c != column) {
      out += column_text(program, first, c);
      continue;
    }
    for (std::size_t i = 0; i < messages.size(); ++i) {
      out += (i == 0 ? "{" : ",") + column_text(program, *messages[i], c);
    }
    out += "}";
  }
  return out + ")";
}

/// Adds the label lines for messages of one relation.
void add_lines(const Program& program, const std::vector<const Message*>& messages, bool matters,
               std::vector<LabelLine>& lines) {
  const auto column = differing_column(messages);
  if (messages.size() > 1 && column) {
    lines.push_back({merged(program, messages, *column), messages.size(), matters});
    return;
  }
  for (const Message* m : messages) lines.push_back({m->head, 1, matters});
}

}  // namespace

std::vector<Arrow> arrows(const Trace& trace, const Tick& tick, const Program& program) {
  using Key = std::tuple<NodeId, NodeId, bool>;
  std::map<Key, std::map<std::pair<bool, RelationId>, std::vector<const Message*>>> groups;
  for (const Message& m : tick.arrived) {
    groups[{m.from, m.to, false}][{!trace.matters(tick.tick, m), m.relation}].push_back(&m);
  }
  for (const Message& m : tick.lost) {
    groups[{m.from, m.to, true}][{false, m.relation}].push_back(&m);
  }
  std::vector<Arrow> out;
  for (const auto& [key, relations] : groups) {
    Arrow arrow{std::get<0>(key), std::get<1>(key), std::get<2>(key), {}};
    for (const auto& [kind, messages] : relations) {
      add_lines(program, messages, !kind.first, arrow.lines);
    }
    out.push_back(std::move(arrow));
  }
  return out;
}

}  // namespace ldfi::results
