// Events of the protocol, which specifications may read as relations
// (docs/explanation/verdicts.md). An event is a message that is sent, arrives or is lost, or a
// tuple that is written, appears or disappears. Generated rules derive events from the rules of the
// protocol. Only events that some specification reads get such rules.
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

/// An event's name in two parts, such as `sent` and `log` of `sent.log`.
struct EventName {
  EventKind kind;
  /// Name of the relation that the event is about; the program may lack such a relation.
  std::string_view of;
};

/// Splits `sent.log` into the event `sent` and the relation `log`. Returns nullopt if the name is
/// not that of an event.
[[nodiscard]] std::optional<EventName> event_named(std::string_view name);
/// Returns the name of an event or helper, such as `sent.log` or `log[before]`.
[[nodiscard]] std::string event_name(EventKind kind, const std::string& of);
/// Returns true if the event is about messages, so that its relation has one more column, for the
/// sender.
[[nodiscard]] bool is_about_messages(EventKind kind);
[[nodiscard]] bool is_message(const Program& program, RelationId relation);
/// Returns the sorted names of the relations that nodes send to other nodes. With `to_itself`,
/// includes relations that nodes send only to themselves.
[[nodiscard]] std::vector<std::string> sent_relations(const Program& program, bool to_itself);
/// Returns a hint for an event that does not exist: which event was probably meant.
[[nodiscard]] std::string event_hint(const Program& program, const EventName& named);

/// Adds the rules of all events that specifications read. Requires that place_storage() was called.
/// Reports (code `spec`) `wrote` of a relation that is not stable or buffered, and an event of an
/// unknown relation. Reports (code `spec-influence`) an event that the protocol reads.
void derive_events(Program& program, const Vocabulary& vocabulary, Report& report);

}  // namespace ldfi::dedalus
