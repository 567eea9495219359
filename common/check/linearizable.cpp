#include "common/check/linearizable.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace ldfi::check {
namespace {

/// Of the register. (Not an optional: json converts from and to anything.)
struct Value {
  bool exists = false;
  nlohmann::json json{};
};

/// Depth first through the states (what has happened, value), each one once.
class Search {
 public:
  Search(const std::vector<RegisterCall>& calls, Meter& meter, std::size_t most)
      : calls_(calls), meter_(meter), most_(most) {}

  Linearizable run() {
    const bool found = go(std::string(calls_.size(), '0'), {});
    return found                  ? Linearizable::yes
           : seen_.size() > most_ ? Linearizable::too_hard
                                  : Linearizable::no;
  }

 private:
  /// The value behind it, if it may happen now.
  static std::optional<Value> after(const RegisterCall& call, const Value& value) {
    const bool may_refuse = call.absent == !value.exists;
    switch (call.kind) {
      case RegisterCall::Kind::read:
        if (may_refuse && (call.absent || value.json == call.value)) return value;
        if (!value.exists && call.null_if_absent && call.value.is_null()) return value;
        return std::nullopt;
      case RegisterCall::Kind::write:
        return Value{true, call.value};
      case RegisterCall::Kind::cas:
        break;
    }
    const bool fits = value.exists ? value.json == call.expected : call.creates;
    if (call.refused) return may_refuse && !fits ? std::optional<Value>(value) : std::nullopt;
    // One without an answer that was refused is as one that never happened.
    return fits ? std::optional<Value>({true, call.value}) : std::nullopt;
  }

  // Recursion is as deep as there are calls, which a plan bounds.
  bool go(const std::string& done, const Value& value) {  // NOLINT(misc-no-recursion)
    meter_.step();
    if (seen_.size() > most_) return false;
    if (!seen_.emplace(done, value.exists ? value.json.dump() : "").second) return false;
    // Only what was called before the first answer that is still to come may be next.
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    bool open = false;
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      if (done[i] != '0' || !calls_[i].certain) continue;
      open = true;
      first = std::min(first, calls_[i].returned);
    }
    if (!open) return true;
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      if (done[i] != '0' || calls_[i].invoked > first) continue;
      const auto next = after(calls_[i], value);
      if (!next) continue;
      std::string more = done;
      more[i] = '1';
      if (go(more, *next)) return true;
    }
    return false;
  }

  const std::vector<RegisterCall>& calls_;
  Meter& meter_;
  std::size_t most_;
  std::set<std::pair<std::string, std::string>> seen_;
};

}  // namespace

Linearizable linearizable(const std::vector<RegisterCall>& calls, Meter& meter, std::size_t most) {
  return Search(calls, meter, most).run();
}

}  // namespace ldfi::check
