// Reads and writes fault sets and deliveries of real systems as text. kinds.hpp does the same for
// one fault.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/systems/faults/assignment.hpp"
#include "common/systems/faults/fault_set.hpp"
#include "common/systems/faults/place.hpp"

namespace ldfi::systems {

/// Returns a text for each fault, in the order of the set.
[[nodiscard]] std::vector<std::string> to_texts(const FaultSet& faults);
/// Returns all faults in one line, or `none` if the set is empty.
[[nodiscard]] std::string to_text(const FaultSet& faults);

/// Returns a text for each message. Empty if all messages are delivered.
[[nodiscard]] std::vector<std::string> to_texts(const Deliveries& deliveries);
/// Returns all messages in one line, or `none` if the set is empty.
[[nodiscard]] std::string to_text(const std::set<MessageId>& deliveries);
/// Adds the message with this text to the set. Returns an empty text, or the reason why the message
/// was not added. Either the text is not a message, or the set already has it.
[[nodiscard]] std::string add_or_explain(std::set<MessageId>& deliveries, std::string_view text);

/// Adds the fault with this text to the set. Returns an empty text, or the reason why the fault was
/// not added. Either the text is not a fault, the set already has it, or another fault excludes it.
[[nodiscard]] std::string add_or_explain(FaultSet& faults, std::string_view text);
/// Adds the fault with this text, and returns true. Returns false if add_or_explain() gives a
/// reason not to add it.
[[nodiscard]] bool add_fault(FaultSet& faults, std::string_view text);
/// Splits a line into the texts of its faults, which may contain spaces.
[[nodiscard]] std::vector<std::string> split_faults(std::string_view line);
/// Returns a sentence that shows how to write each kind of fault, for error messages.
[[nodiscard]] std::string_view fault_forms();

}  // namespace ldfi::systems
