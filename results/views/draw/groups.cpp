#include "results/views/draw/groups.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

namespace ldfi::results {
namespace {

using Columns = std::vector<std::string>;

/// Returns the columns of a tuple such as `rel(a,"x,y",3)`. A comma in quotes does not separate
/// columns. Empty if the message is not a tuple.
Columns columns_of(const Message& message) {
  const std::string_view head = message.head;
  const std::size_t begin = message.type.size() + 1;
  if (head.size() <= begin || head[begin - 1] != '(' || head.back() != ')') return {};
  Columns out(1);
  bool quoted = false;
  for (std::size_t i = begin; i + 1 < head.size(); ++i) {
    if (head[i] == ',' && !quoted) {
      out.emplace_back();
      continue;
    }
    if (head[i] == '"') quoted = !quoted;
    out.back() += head[i];
    if (head[i] == '\\' && quoted && i + 2 < head.size()) out.back() += head[++i];
  }
  return out;
}

/// Returns the column in which the messages differ. Returns nullopt if they do not differ, or
/// differ in several columns.
std::optional<std::size_t> differing_column(const std::vector<Columns>& messages) {
  std::optional<std::size_t> found;
  const Columns& first = messages.front();
  for (const Columns& other : messages) {
    if (other.size() != first.size()) return std::nullopt;
  }
  for (std::size_t c = 0; c < first.size(); ++c) {
    const bool same = std::all_of(messages.begin(), messages.end(),
                                  [&](const Columns& other) { return other[c] == first[c]; });
    if (same) continue;
    if (found) return std::nullopt;
    found = c;
  }
  return found;
}

/// Returns one text for messages that differ in one column, such as `rel(a,{1,2},b)`.
std::string merged(const std::string& type, const std::vector<Columns>& messages,
                   std::size_t column) {
  const Columns& first = messages.front();
  std::string out = type + "(";
  for (std::size_t c = 0; c < first.size(); ++c) {
    if (c > 0) out += ",";
    if (c != column) {
      out += first[c];
      continue;
    }
    for (std::size_t i = 0; i < messages.size(); ++i) {
      out += (i == 0 ? "{" : ",") + messages[i][c];
    }
    out += "}";
  }
  return out + ")";
}

/// Adds the lines of a label for messages of one relation.
void add_lines(const std::vector<const Message*>& messages, bool matters,
               std::vector<LabelLine>& lines) {
  std::vector<Columns> columns;
  for (const Message* m : messages) columns.push_back(columns_of(*m));
  const auto column = differing_column(columns);
  if (messages.size() > 1 && column) {
    lines.push_back({merged(messages.front()->type, columns, *column), messages.size(), matters,
                     messages.front()->type});
    return;
  }
  for (const Message* m : messages) lines.push_back({m->head, 1, matters, m->type});
}

}  // namespace

/// Returns the arrows of an execution that follows a schedule. Messages that never arrive come
/// last.
static std::vector<Arrow> marked_arrows(const Tick& tick, const ScheduleMarks& marks) {
  std::map<std::tuple<NodeId, NodeId, bool, bool, std::int32_t>, Arrow> found;
  const auto add = [&](const Message& m, bool lost) {
    const SentMessage sent{Time(tick.tick), m};
    const bool pending = lost && marks.pending.contains(sent);
    const auto number = marks.numbers.find(sent);
    const bool numbered = number != marks.numbers.end();
    Arrow& arrow = found[{m.from, m.to, pending, lost, m.late}];
    arrow = {m.from, m.to, lost && !pending, std::move(arrow.lines), m.late, pending};
    std::string text = numbered ? fmt::format("{}: {}", number->second, m.head) : m.head;
    if (m.late > 0) text += fmt::format(" +{}", m.late);
    arrow.lines.push_back(
        {std::move(text), 1, lost || numbered, m.type, numbered ? number->second : std::size_t{0}});
  };
  for (const Message& m : tick.arrived) add(m, false);
  for (const Message& m : tick.lost) add(m, true);
  std::vector<Arrow> out;
  for (auto& [key, arrow] : found) {
    std::ranges::stable_sort(arrow.lines, {}, [](const LabelLine& line) { return !line.matters; });
    out.push_back(std::move(arrow));
  }
  return out;
}

std::vector<Arrow> arrows(const Trace& trace, const Tick& tick, const ScheduleMarks* marks) {
  if (marks != nullptr) return marked_arrows(tick, *marks);
  using Key = std::tuple<NodeId, NodeId, bool, std::int32_t>;
  std::map<Key, std::map<std::pair<bool, std::uint32_t>, std::vector<const Message*>>> groups;
  for (const Message& m : tick.arrived) {
    if (m.from == m.to) continue;  // has no arrow, because it would lie on the node's own line
    groups[{m.from, m.to, false, m.late}][{!trace.matters(tick.tick, m), m.type_number}].push_back(
        &m);
  }
  for (const Message& m : tick.lost) {
    groups[{m.from, m.to, true, 0}][{false, m.type_number}].push_back(&m);
  }
  std::vector<Arrow> out;
  for (const auto& [key, relations] : groups) {
    Arrow arrow{std::get<0>(key), std::get<1>(key), std::get<2>(key), {}, std::get<3>(key)};
    for (const auto& [kind, messages] : relations) {
      add_lines(messages, !kind.first, arrow.lines);
    }
    for (LabelLine& line : arrow.lines) {
      if (arrow.late > 0) line.text += fmt::format(" +{}", arrow.late);
    }
    out.push_back(std::move(arrow));
  }
  return out;
}

}  // namespace ldfi::results
