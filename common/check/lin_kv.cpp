#include "common/check/lin_kv.hpp"

#include <fmt/core.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/check/calls.hpp"
#include "common/check/linearizable.hpp"

namespace ldfi::check {
namespace {

constexpr std::int64_t no_such_key = 20;
constexpr std::int64_t precondition_failed = 22;

/// Returns nullopt if the call restricts no order: another type, an open read, a failed write.
std::optional<RegisterCall> on_register(const Call& call, const systems::Accept& accept) {
  using Kind = RegisterCall::Kind;
  const std::string& type = type_of(call.body);
  if (type != "read" && type != "write" && type != "cas") return std::nullopt;
  RegisterCall out;
  out.kind = type == "read" ? Kind::read : type == "write" ? Kind::write : Kind::cas;
  const auto code = error_of(call);
  out.absent = out.kind != Kind::write && code == no_such_key;
  out.refused = out.kind == Kind::cas && (out.absent || code == precondition_failed);
  const bool judged_error = out.refused ? !accept.cas_code : out.absent;
  if (refused(call) && !judged_error) return std::nullopt;
  out.certain = yes(call) || judged_error;
  if (out.kind == Kind::read && !out.certain) return std::nullopt;
  out.invoked = call.invoked;
  if (out.certain) out.returned = *call.returned;
  out.value = out.kind == Kind::read    ? field(call.response, "value")
              : out.kind == Kind::write ? field(call.body, "value")
                                        : field(call.body, "to");
  out.expected = field(call.body, "from");
  out.creates = field(call.body, "create_if_not_exists") == true;
  out.null_if_absent = accept.initial_null;
  return out;
}

}  // namespace

void lin_kv(const History& history, const systems::Accept& accept, Judgement& out, Meter& meter) {
  std::map<std::string, std::vector<RegisterCall>> keys;
  for (const Call& call : history.calls) {
    const auto one = on_register(call, accept);
    if (!one) continue;
    out.judged = out.judged || one->certain;
    keys[field(call.body, "key").dump()].push_back(*one);
  }
  for (const auto& [key, calls] : keys) {
    switch (linearizable(calls, meter)) {
      case Linearizable::yes:
        break;
      case Linearizable::no:
        out.violated.push_back(fmt::format("key {} is not linearizable", key));
        break;
      case Linearizable::too_hard:
        out.undecided = fmt::format("key {} has too many operations at once to judge", key);
        break;
    }
  }
}

}  // namespace ldfi::check
