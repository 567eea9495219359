// Events of the protocol, which specifications may read as relations (docs/explanation/verdicts.md): what a node
// sends, what arrives and what is lost, what is written, what appears and disappears. Plain rules
// derive them, made of those of the protocol, and only where some specification reads them.
//
//   spec deaf critical always;  deaf(N) :- lost.ask(_, N, _);
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/dedalus/language/program.hpp"
#include "common/dedalus/language/report.hpp"
#include "common/dedalus/language/vocabulary.hpp"

namespace ldfi::dedalus {

/// Relations that faults make hold; no program can write such a name.
inline constexpr std::string_view quiet_name = "quiet[]";
inline constexpr std::string_view quiet_self_name = "quiet[self]";

struct EventName {
  EventKind kind;
  std::string_view of;  ///< the relation's name; it may be none
};

/// `sent.log` is `sent` of `log`. Nothing if no event is called so.
[[nodiscard]] std::optional<EventName> event_named(std::string_view name);
/// `sent.log`, `log[before]`.
[[nodiscard]] std::string event_name(EventKind kind, const std::string& of);
/// True if it has a column for the sender before those of the relation.
[[nodiscard]] bool tells_of_messages(EventKind kind);
[[nodiscard]] bool is_message(const Program& program, RelationId relation);
/// The names of the relations that nodes send others, sorted; with `to_itself` also of those that a node sends
/// itself alone.
[[nodiscard]] std::vector<std::string> sent_relations(const Program& program, bool to_itself);
/// What may have been meant by the name of an event that there is not.
[[nodiscard]] std::string event_hint(const Program& program, const EventName& named);

/// Adds the rules of all events that are read. Requires place_storage(). Reports (code `spec`)
/// `wrote` of relations that are not stable, and reads of events of what is no relation; (code
/// `spec-influence`) reads by the protocol.
void derive_events(Program& program, const Vocabulary& vocabulary, Report& report);

}  // namespace ldfi::dedalus
