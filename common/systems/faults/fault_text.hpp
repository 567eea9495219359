// Texts of the fault sets and deliveries of real systems. kinds.hpp has the text of one fault.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/systems/faults/assignment.hpp"
#include "common/systems/faults/fault_set.hpp"
#include "common/systems/faults/place.hpp"

namespace ldfi::systems {

/// Returns the text of each fault, losses first.
[[nodiscard]] std::vector<std::string> to_texts(const FaultSet& faults);
/// Returns all faults in one line, or `none`.
[[nodiscard]] std::string to_text(const FaultSet& faults);

/// Returns the text of each message. Empty if there are no deliveries.
[[nodiscard]] std::vector<std::string> to_texts(const Deliveries& deliveries);
/// Returns all messages in one line, or `none`.
[[nodiscard]] std::string to_text(const std::set<MessageId>& deliveries);
/// Adds the message with this text. Returns an empty string, or why it cannot be added: the text is
/// not a message, or the set has this message already.
[[nodiscard]] std::string add_or_explain(std::set<MessageId>& deliveries, std::string_view text);

/// Adds the fault with this text. Returns an empty string, or why it cannot be added: the text is
/// not a fault, the set has this fault already, or a fault of the set excludes it.
[[nodiscard]] std::string add_or_explain(FaultSet& faults, std::string_view text);
/// Adds the fault as add_or_explain() does. Returns whether it was added.
[[nodiscard]] bool add_fault(FaultSet& faults, std::string_view text);
/// Splits a line into the texts of its faults. A fault may contain spaces.
[[nodiscard]] std::vector<std::string> split_faults(std::string_view line);
/// Returns one sentence with the forms of faults, for messages.
[[nodiscard]] std::string_view fault_forms();

}  // namespace ldfi::systems
