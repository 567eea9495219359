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

/// Each fault in its written form, losses first.
[[nodiscard]] std::vector<std::string> to_texts(const FaultSet& faults);
/// In one line, `none` if there is none.
[[nodiscard]] std::string to_text(const FaultSet& faults);

/// Each message in its written form; none if there are no deliveries.
[[nodiscard]] std::vector<std::string> to_texts(const Deliveries& deliveries);
/// In one line, `none` if none is to arrive.
[[nodiscard]] std::string to_text(const std::set<MessageId>& deliveries);
/// Adds the message with this text. Returns an empty string, or why it cannot be added: the text is not a message,
/// or the set has this message already.
[[nodiscard]] std::string add_or_explain(std::set<MessageId>& deliveries, std::string_view text);

/// Adds the fault with this text. Returns an empty string, or why it cannot be added: the text is not a fault, the
/// set has this fault already, or a fault of the set excludes it.
[[nodiscard]] std::string add_or_explain(FaultSet& faults, std::string_view text);
/// As add_or_explain(), but returns only whether the fault was added.
[[nodiscard]] bool add_fault(FaultSet& faults, std::string_view text);
/// The faults of a line, one by one: there may be spaces in a fault.
[[nodiscard]] std::vector<std::string> split_faults(std::string_view line);
/// One sentence about what faults look like, for messages.
[[nodiscard]] std::string_view fault_forms();

}  // namespace ldfi::systems
