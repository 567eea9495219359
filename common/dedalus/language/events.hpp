// Events of the protocol, which specifications may read like relations
// (docs/explanation/verdicts.md). In an event, a message is sent, arrives or is lost, or a tuple is
// written, appears or disappears. Events are derived by generated rules, which follow from the
// rules of the protocol. Only events that some specification reads get such rules.
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

/// The two parts of an event's name, such as `sent` and `log` in `sent.log`.
struct EventName {
  EventKind kind;
  /// Name of the relation that the event is about; the program may lack such a relation.
  std::string_view of;
};

/// Splits a name such as `sent.log` into the event `sent` and the relation `log`. Returns nullopt
/// if the name has not the form of an event.
[[nodiscard]] std::optional<EventName> event_named(std::string_view name);
/// Returns the name of an event about relation `of`, such as `sent.log`, or of a helper, such as
/// `log[before]`.
[[nodiscard]] std::string event_name(EventKind kind, const std::string& of);
/// Returns true if the event is about messages. The relation of such an event has an additional
/// column for the sender.
[[nodiscard]] bool is_about_messages(EventKind kind);
[[nodiscard]] bool is_message(const Program& program, RelationId relation);
/// Returns the sorted names of the relations that nodes send to other nodes. With `to_itself`, also
/// returns relations that nodes send only to themselves.
[[nodiscard]] std::vector<std::string> sent_relations(const Program& program, bool to_itself);
/// Returns hints for an event that does not exist, such as the name that was probably meant.
[[nodiscard]] std::string event_hint(const Program& program, const EventName& named);

/// Adds rules for all events that specifications read. Requires that place_storage() was called,
/// because it determines which relations are on disks. Reports `wrote` of a relation that is not on
/// a disk, and an event of an unknown relation (code `spec`). Reports an event that the protocol
/// reads (code `spec-influence`).
void derive_events(Program& program, const Vocabulary& vocabulary, Report& report);

}  // namespace ldfi::dedalus
