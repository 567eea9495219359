// How faults of real systems are written: faults.hpp has one of each kind.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/systems/faults.hpp"

namespace ldfi::systems {

/// `n0,n2,gossip#0`
[[nodiscard]] std::string to_text(const MessageId& id);
/// What that writes; nothing for anything else.
[[nodiscard]] std::optional<MessageId> read_message(std::string_view text);
/// `#3`, `#3+`, `#3+2`
[[nodiscard]] std::string to_text(const Moment& moment);
/// `n0 n1`, `n0>n1`
[[nodiscard]] std::string to_text(const Border& border);
/// Each fault in its written form, losses first.
[[nodiscard]] std::vector<std::string> to_texts(const FaultSet& faults);
/// In one line, `none` if there is none.
[[nodiscard]] std::string to_text(const FaultSet& faults);

/// Each message in its written form; none if there are no deliveries.
[[nodiscard]] std::vector<std::string> to_texts(const Deliveries& deliveries);
/// In one line, `none` if none is to arrive.
[[nodiscard]] std::string to_text(const std::set<MessageId>& deliveries);
/// Adds the message that `text` writes. False if it writes none, or one that is there already.
[[nodiscard]] bool add_message(std::set<MessageId>& deliveries, std::string_view text);

/// Adds the fault that `text` writes. False if it writes none, or one that is there already, or that
/// contradicts one.
[[nodiscard]] bool add_fault(FaultSet& faults, std::string_view text);
/// What `to_text` writes of a border. Nothing for anything else.
[[nodiscard]] std::optional<Border> read_border(std::string_view text);
/// The faults of a line, one by one: there may be spaces in a fault.
[[nodiscard]] std::vector<std::string> split_faults(std::string_view line);
/// One sentence about what faults look like, for messages.
[[nodiscard]] std::string_view fault_forms();

/// True for what may be the name of a node or the type of a message: letters, digits and `._?-`.
[[nodiscard]] bool is_name(std::string_view text);

/// `200ms`: in the largest unit of ns, us, ms and s that says it without a fraction.
[[nodiscard]] std::string duration_text(std::int64_t nanoseconds);
/// `200ms`, or `#2`: behind two activations.
[[nodiscard]] std::string lateness_text(Lateness late);
/// What duration_text() writes; nothing for anything else, and for more than 2^53 ns.
[[nodiscard]] std::optional<std::int64_t> read_duration(std::string_view text);

}  // namespace ldfi::systems
