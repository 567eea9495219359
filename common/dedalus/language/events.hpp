// Events of the protocol, which specifications may read as relations
// (docs/explanation/verdicts.md). An event is a message that is sent, arrives or is lost, a tuple
// that is written, or one that appears or disappears. Generated rules derive events from the rules
// of the protocol. Only events that some specification reads get such rules.
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

/// Relations whose facts come from the faults of an execution. No program can write such a name.
inline constexpr std::string_view quiet_name = "quiet[]";
inline constexpr std::string_view quiet_self_name = "quiet[self]";

/// The parts of an event's name, such as `sent` and `log` of `sent.log`.
struct EventName {
  EventKind kind;
  std::string_view of;  ///< name of the event's relation; the program may lack such a relation
};

/// Splits `sent.log` into the event `sent` and the relation `log`. Returns nullopt if the name is
/// not that of an event.
[[nodiscard]] std::optional<EventName> event_named(std::string_view name);
/// Returns the name of an event or helper, such as `sent.log` or `log[before]`.
[[nodiscard]] std::string event_name(EventKind kind, const std::string& of);
/// Returns true if the event has a column for the sender besides the columns of the relation.
[[nodiscard]] bool tells_of_messages(EventKind kind);
[[nodiscard]] bool is_message(const Program& program, RelationId relation);
/// Returns the sorted names of the relations that nodes send to other nodes. With `to_itself`,
/// includes relations that nodes send only to themselves.
[[nodiscard]] std::vector<std::string> sent_relations(const Program& program, bool to_itself);
/// Returns a hint about which event was probably meant if a program names one that does not exist.
[[nodiscard]] std::string event_hint(const Program& program, const EventName& named);

/// Adds the rules of all events that are read. Requires place_storage(). Reports (code `spec`)
/// `wrote` of a relation that is not stable or buffered, and an event of an unknown relation.
/// Reports (code `spec-influence`) an event that the protocol reads.
void derive_events(Program& program, const Vocabulary& vocabulary, Report& report);

}  // namespace ldfi::dedalus
