#include "common/systems/check/lin_kv_text.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "common/systems/check/calls.hpp"

namespace ldfi::check {
namespace {

class Text {
 public:
  Text(const History& history, const std::vector<RegisterCall>& calls, const Conflict& conflict)
      : history_(history), calls_(calls), conflict_(conflict) {}

  [[nodiscard]] std::string whole() const {
    return fmt::format("{}{} fits nowhere, because {}.{}{}", operation(conflict_.call), answer(),
                       reason(), hint_about_error_code(), ordered());
  }

 private:
  [[nodiscard]] const Call& call_of(std::uint32_t which) const {
    return history_.calls[calls_[which].origin];
  }

  /// Returns an operation as text, such as "c4's read of 12 at 50.027 ms".
  [[nodiscard]] std::string operation(std::uint32_t which) const {
    const Call& call = call_of(which);
    const std::string& type = type_of(call.body);
    const std::string value = type == "write" ? " of " + shown(field(call.body, "value"))
                              : type == "cas"
                                  ? fmt::format(" from {} to {}", shown(field(call.body, "from")),
                                                shown(field(call.body, "to")))
                              : yes(call) ? " of " + shown(field(call.response, "value"))
                                          : "";
    return fmt::format("{}'s {}{} at {}", call.client, type, value, time_text(call.invoked));
  }

  [[nodiscard]] std::string answer() const {
    const auto code = error_of(call_of(conflict_.call));
    if (!code) return "";
    return fmt::format(" with the error {} ({})", *code,
                       *code == no_such_key ? "no such key" : "precondition failed");
  }

  [[nodiscard]] std::string value_set_by(std::uint32_t which) const {
    const nlohmann::json& body = call_of(which).body;
    return shown(field(body, type_of(body) == "cas" ? "to" : "value"));
  }

  [[nodiscard]] std::string reason() const {
    const RegisterCall& call = calls_[conflict_.call];
    if (call.kind == RegisterKind::impossible) {
      return type_of(call_of(conflict_.call).body) == "read"
                 ? "no read is answered with this error"
                 : "a cas that creates a missing key is not answered with this error";
    }
    if (conflict_.last.empty()) {
      const Call& whole = call_of(conflict_.call);
      return fmt::format("no client had requested to write {}",
                         shown(call.kind == RegisterKind::cas ? field(whole.body, "from")
                                                              : field(whole.response, "value")));
    }
    return conflict_.contradiction.empty() ? state() : state() + ": " + contradiction();
  }

  /// Returns the state of the register as text, such as "13 was written last".
  [[nodiscard]] std::string state() const {
    constexpr std::size_t most_values = 3;
    const bool missing = std::ranges::any_of(conflict_.last, &LastState::missing);
    std::vector<std::string> values;
    for (const LastState& one : conflict_.last) {
      if (one.missing) continue;
      const std::string value =
          one.writer == LastState::unknown ? "a value that nobody reads" : value_set_by(one.writer);
      if (std::ranges::find(values, value) == values.end()) values.push_back(value);
    }
    if (values.empty()) return "the key is missing";
    if (values.size() > most_values) {
      values.resize(most_values);
      values.emplace_back("another value");
    }
    std::string out = fmt::format("{} was written last", fmt::join(values, " or "));
    if (missing) out += ", or the key is missing";
    if (conflict_.contradiction.empty() && conflict_.last.size() == 1 &&
        conflict_.last.front().writer != LastState::unknown) {
      out += fmt::format(" ({})", operation(conflict_.last.front().writer));
    }
    return out;
  }

  [[nodiscard]] std::string contradiction() const {
    const std::uint32_t first = conflict_.contradiction[0];
    const std::uint32_t requested = conflict_.contradiction[1];
    const std::uint32_t answered = conflict_.contradiction[2];
    if (first == LastState::unknown) return operation(answered) + " is before it";
    return requested == answered
               ? fmt::format("{} is before {}, which is before it", operation(first),
                             operation(requested))
               : fmt::format("{} is before {}, and {} is before it", operation(first),
                             operation(requested), operation(answered));
  }

  /// Returns a hint if the operation would be possible with another error code. Empty otherwise.
  [[nodiscard]] std::string hint_about_error_code() const {
    const RegisterCall& call = calls_[conflict_.call];
    const Call& whole = call_of(conflict_.call);
    if (type_of(whole.body) != "cas" || call.creates || conflict_.last.empty()) return "";
    const auto code = error_of(whole);
    const auto fits_other = [&](const LastState& state) {
      if (code == precondition_failed) return state.missing;
      return !state.missing &&
             (state.writer == LastState::unknown || calls_[state.writer].value != call.expected);
    };
    if (!code || !std::ranges::all_of(conflict_.last, fits_other)) return "";
    return code == precondition_failed
               ? " Only the error code is wrong: for a missing key it is 20."
               : " Only the error code is wrong: for a key that exists it is 22.";
  }

  [[nodiscard]] std::string ordered() const {
    if (!conflict_.ordered) return " The operations before it are too many at once to judge.";
    if (*conflict_.ordered == 0) return "";
    if (*conflict_.ordered == 1) return " The operation that was answered before it fits.";
    return fmt::format(" The {} operations that were answered before it can be ordered.",
                       *conflict_.ordered);
  }

  const History& history_;
  const std::vector<RegisterCall>& calls_;
  const Conflict& conflict_;
};

}  // namespace

std::string text_of_conflict(const History& history, const std::vector<RegisterCall>& calls,
                             const Conflict& conflict) {
  return Text(history, calls, conflict).whole();
}

}  // namespace ldfi::check
