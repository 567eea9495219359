#include "common/dedalus/language/program.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/text.hpp"
#include "common/dedalus/language/events.hpp"

namespace ldfi::dedalus {

namespace {

/// Returns a text such as `1 tick`, `2 ticks` or `_ ticks`.
std::string ticks_text(const std::string& number) {
  return number + (number == "1" ? " tick" : " ticks");
}

}  // namespace

Value Symbols::intern(std::string_view text) {
  const auto [it, inserted] =
      index_.try_emplace(std::string(text), static_cast<Value>(texts_.size()));
  if (inserted) texts_.emplace_back(text);
  return it->second;
}

std::optional<Value> Symbols::find(std::string_view text) const {
  const auto it = index_.find(std::string(text));
  if (it == index_.end()) return std::nullopt;
  return it->second;
}

std::optional<RelationId> Program::find(std::string_view name) const {
  const auto it = std::find_if(relations.begin(), relations.end(),
                               [&](const Relation& r) { return r.name == name; });
  if (it == relations.end()) return std::nullopt;
  return RelationId(static_cast<std::size_t>(it - relations.begin()));
}

std::string Program::tuple_text(RelationId id, const Value* tuple, std::uint64_t wildcards) const {
  const Relation& r = relation(id);
  const auto value = [&](std::size_t i) -> std::string {
    if ((wildcards >> i & 1U) != 0) return "_";
    return r.columns[i] == ColumnType::integer ? std::to_string(tuple[i])
                                               : word_or_quoted(symbols.text(tuple[i]));
  };
  // A helper of an event is shown in words, because the user cannot know its name.
  const auto is = [&r](EventKind kind) { return r.event && r.event->kind == kind; };
  const bool arrival = is(EventKind::arrival);
  const bool before = is(EventKind::before);
  const bool was_sent = is(EventKind::was_sent);
  std::string out = r.name;
  if (arrival || before) out = relation(r.event->of).name;
  if (was_sent) out = event_name(EventKind::sent, relation(r.event->of).name);
  if (const FaultRelationRow* row = fault_relation(id)) out = row->shown;
  if (id == flush) out = "flushed";
  if (r.orders) out = r.name.substr(0, r.name.find('['));
  if (r.late_of) {
    const std::uint64_t columns = (std::uint64_t{1} << (r.arity() - 1)) - 1;
    return fmt::format("{}, {} before it arrives",
                       tuple_text(*r.late_of, tuple, wildcards & columns),
                       ticks_text(value(r.arity() - 1)));
  }
  for (std::size_t i = 0; i < r.arity(); ++i) {
    if (arrival && i == 1) continue;
    out += (i == 0 ? "(" : ",") + value(i);
  }
  out += ")";
  if (arrival) return out + " from " + value(1);
  return before || was_sent ? out + " a tick before" : out;
}

Program judged_by(const Program& program, std::size_t specification) {
  Program out = program;
  DeclaredSpecification one = program.specifications.at(specification);
  out.specifications.clear();
  if (one.invariant) return out;
  out.pre.reset();
  out.post.reset();
  one.says.explains.reset();
  out.specifications.push_back(std::move(one));
  return out;
}

}  // namespace ldfi::dedalus
