#include "common/systems/check/lin_kv.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/base/errors.hpp"
#include "common/systems/check/calls.hpp"
#include "common/systems/check/lin_kv_text.hpp"
#include "common/systems/check/linearizable.hpp"

namespace ldfi::check {
namespace {

/// The operations of a history that are about one key.
struct OneKey {
  std::string text;
  std::vector<std::uint32_t> operations;  ///< indices of the operations in the history
};

/// Converts the operations on one key to calls on a register.
class Calls {
 public:
  explicit Calls(const systems::Accept& accept) : accept_(accept) {}

  /// Returns the register call for an operation. Returns nullopt if the operation does not restrict
  /// the order of the others.
  std::optional<RegisterCall> call_of(const Call& call, std::uint32_t origin) {
    const std::string& type = type_of(call.body);
    const auto kind = type == "read" ? read(call) : type == "write" ? write(call) : cas(call);
    if (!kind) return std::nullopt;
    RegisterCall out;
    out.kind = *kind;
    out.origin = origin;
    out.invoked = call.invoked;
    if (yes(call) || refused(call)) out.returned = std::max(*call.returned, call.invoked);
    if (type == "cas") {
      out.value = numbers_.number_of(field(call.body, "to"));
      out.expected = numbers_.number_of(field(call.body, "from"));
      out.creates = creates(call);
    } else if (*kind == RegisterKind::read) {
      out.value = numbers_.number_of(field(call.response, "value"));
      out.or_absent = accept_.initial_null && field(call.response, "value").is_null();
    } else if (*kind == RegisterKind::write) {
      out.value = numbers_.number_of(field(call.body, "value"));
    }
    return out;
  }

 private:
  static bool creates(const Call& call) { return field(call.body, "create_if_not_exists") == true; }

  static std::optional<RegisterKind> read(const Call& call) {
    const auto code = error_of(call);
    if (code == no_such_key) return RegisterKind::absent;
    if (code == precondition_failed) return RegisterKind::impossible;
    return yes(call) ? std::optional(RegisterKind::read) : std::nullopt;
  }

  static std::optional<RegisterKind> write(const Call& call) {
    return refused(call) ? std::nullopt : std::optional(RegisterKind::write);
  }

  [[nodiscard]] std::optional<RegisterKind> cas(const Call& call) const {
    if (!refused(call)) return RegisterKind::cas;
    if (accept_.cas_code) return std::nullopt;
    const auto code = error_of(call);
    if (code == precondition_failed) return RegisterKind::differs;
    if (code != no_such_key) return std::nullopt;
    return creates(call) ? RegisterKind::impossible : RegisterKind::absent;
  }

  const systems::Accept& accept_;
  ValueNumbers numbers_;
};

std::vector<RegisterCall> calls_of(const OneKey& key, const History& history,
                                   const systems::Accept& accept) {
  Calls calls(accept);
  std::vector<RegisterCall> out;
  for (const std::uint32_t i : key.operations) {
    if (const auto call = calls.call_of(history.calls[i], i)) out.push_back(*call);
  }
  return out;
}

/// Returns the keys of a history and their operations. The map is indexed by the canonical text of
/// each key.
std::map<std::string, OneKey> keys_of(const History& history) {
  std::map<std::string, OneKey> out;
  for (std::uint32_t i = 0; i < history.calls.size(); ++i) {
    const nlohmann::json& body = history.calls[i].body;
    const std::string& type = type_of(body);
    if (type != "read" && type != "write" && type != "cas") continue;
    OneKey& key = out[canonical_text(field(body, "key"))];
    if (key.operations.empty()) key.text = shown(field(body, "key"));
    key.operations.push_back(i);
  }
  return out;
}

/// Returns true if the search finds a possible order of the calls within the limits.
bool is_accepted(const std::vector<RegisterCall>& calls, Meter& meter, const SearchLimits& limits) {
  try {
    return !find_conflict(calls, meter, limits);
  } catch (const BudgetExceeded& e) {
    if (!e.too_large()) throw;
    return false;
  }
}

/// Returns a hint that names the options of checker.accept with which the key would be
/// linearizable, such as " (checker.accept: cas-code)". Empty if it would not be linearizable even
/// with both options.
std::string accepting_options(const OneKey& key, const History& history,
                              const systems::Accept& accept, Meter& meter,
                              const SearchLimits& limits) {
  struct Words {
    bool cas_code;
    bool initial_null;
    const char* text;
  };
  constexpr std::array<Words, 3> all{{{true, false, "cas-code"},
                                      {false, true, "initial-null"},
                                      {true, true, "cas-code, initial-null"}}};
  std::vector<std::vector<RegisterCall>> tried{calls_of(key, history, accept)};
  for (const Words& words : all) {
    systems::Accept more = accept;
    more.cas_code = accept.cas_code || words.cas_code;
    more.initial_null = accept.initial_null || words.initial_null;
    auto calls = calls_of(key, history, more);
    // these options have no effect on the calls
    if (std::ranges::find(tried, calls) != tried.end()) continue;
    if (is_accepted(calls, meter, limits)) return fmt::format(" (checker.accept: {})", words.text);
    tried.push_back(std::move(calls));
  }
  return "";
}

}  // namespace

void lin_kv(const History& history, const systems::Accept& accept, Judgement& out, Meter& meter,
            const SearchLimits& limits) {
  std::string undecided;
  for (const auto& [canonical, key] : keys_of(history)) {
    const auto calls = calls_of(key, history, accept);
    const bool answered = !std::ranges::all_of(calls, &RegisterCall::is_open);
    out.judged = out.judged || answered;
    try {
      const auto conflict = find_conflict(calls, meter, limits);
      if (!conflict) continue;
      out.violated.push_back(fmt::format("key {} is not linearizable: {}{}", key.text,
                                         text_of_conflict(history, calls, *conflict),
                                         accepting_options(key, history, accept, meter, limits)));
    } catch (const BudgetExceeded& e) {
      if (!e.too_large()) throw;
      undecided = fmt::format(
          "key {} has too many operations at once to judge; fewer clients at one key, or more "
          "keys, help",
          key.text);
    }
  }
  if (out.violated.empty()) out.undecided = undecided;
}

}  // namespace ldfi::check
