#include "common/check/check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>

#include "common/check/linearizable.hpp"

namespace ldfi::check {
namespace {

using Json = nlohmann::json;

std::string type_of(const Json& body) {
  return body.is_object() && body.contains("type") && body["type"].is_string()
             ? body["type"].get<std::string>()
             : "";
}

bool yes(const Call& call) {
  return call.returned && type_of(call.response) == type_of(call.body) + "_ok";
}

std::optional<std::int64_t> error_of(const Call& call) {
  if (!call.returned || type_of(call.response) != "error") return std::nullopt;
  const Json& code = call.response.contains("code") ? call.response["code"] : Json();
  return code.is_number_integer() ? code.get<std::int64_t>() : 0;
}

/// It surely did not happen.
bool refused(const Call& call) {
  const auto code = error_of(call);
  return code && *code != 0 && *code != 13;
}

Json field(const Json& body, const char* key) {
  return body.is_object() && body.contains(key) ? body[key] : Json();
}

void echo(const History& history, Judgement& out) {
  for (const Call& call : history.calls) {
    if (!yes(call)) continue;
    out.promised = true;
    const Json wanted = field(call.body, "echo");
    const Json got = field(call.response, "echo");
    if (wanted != got) {
      out.violated.push_back(
          fmt::format("{} echoes {} as {}", call.node, wanted.dump(), got.dump()));
    }
  }
}

void unique_ids(const History& history, Judgement& out) {
  std::map<std::string, std::string> given;
  for (const Call& call : history.calls) {
    if (!yes(call)) continue;
    out.promised = true;
    const std::string id = field(call.response, "id").dump();
    const auto [first, fresh] = given.emplace(id, call.node);
    if (!fresh) {
      out.violated.push_back(
          fmt::format("{} and {} give the same id {}", first->second, call.node, id));
    }
  }
}

/// What each node that is up answers at last: of a node that is down nobody reads. Of one that came
/// back what it said before says nothing.
std::map<std::string, const Call*> last_reads(const History& history) {
  std::map<std::string, const Call*> out;
  for (const Call& call : history.calls) {
    const bool up = !history.down.contains(call.node) && !history.ended.contains(call.node);
    if (up && type_of(call.body) == "read") out[call.node] = &call;
  }
  std::erase_if(out, [](const auto& last) { return last.second->in_vain; });
  return out;
}

/// Broadcasts, and sets that only grow. What was acknowledged is in each last read, and nothing that
/// nobody added.
void set(const History& history, Judgement& out) {
  std::set<Json> acknowledged;
  std::set<Json> added;
  for (const Call& call : history.calls) {
    const std::string type = type_of(call.body);
    if (type != "broadcast" && type != "add") continue;
    const Json element = field(call.body, type == "add" ? "element" : "message");
    if (!refused(call)) added.insert(element);
    if (yes(call)) acknowledged.insert(element);
  }
  out.promised = !acknowledged.empty();
  for (const auto& [node, read] : last_reads(history)) {
    if (!yes(*read)) {
      if (out.promised)
        out.violated.push_back(fmt::format("{} does not answer its last read", node));
      continue;
    }
    const bool broadcast = read->response.contains("messages");
    const Json list = field(read->response, broadcast ? "messages" : "value");
    std::set<Json> seen;
    for (const Json& one : list.is_array() ? list : Json::array()) seen.insert(one);
    for (const Json& one : acknowledged) {
      if (!seen.contains(one)) {
        out.violated.push_back(
            fmt::format("{} was acknowledged, and {} does not have it", one.dump(), node));
      }
    }
    for (const Json& one : seen) {
      if (!added.contains(one)) {
        out.violated.push_back(fmt::format("{} has {}, which nobody added", node, one.dump()));
      }
    }
  }
}

/// Every last read is the sum of what was acknowledged and some of what may have happened, and all
/// are the same.
void counter(const History& history, Judgement& out) {
  std::int64_t least = 0;
  std::int64_t most = 0;
  for (const Call& call : history.calls) {
    if (type_of(call.body) != "add" || refused(call)) continue;
    const Json delta = field(call.body, "delta");
    const std::int64_t by = delta.is_number_integer() ? delta.get<std::int64_t>() : 0;
    out.promised = out.promised || yes(call);
    if (yes(call) || by < 0) least += by;
    if (yes(call) || by > 0) most += by;
  }
  std::map<std::int64_t, std::string> read;
  for (const auto& [node, call] : last_reads(history)) {
    const Json value = field(call->response, "value");
    if (!yes(*call) || !value.is_number_integer()) {
      if (out.promised)
        out.violated.push_back(fmt::format("{} does not answer its last read", node));
      continue;
    }
    const auto sum = value.get<std::int64_t>();
    read.emplace(sum, node);
    if (sum >= least && sum <= most) continue;
    out.violated.push_back(
        least == most
            ? fmt::format("{} counts {}, and the sum is {}", node, sum, least)
            : fmt::format("{} counts {}, and the sum is {} to {}", node, sum, least, most));
  }
  if (read.size() > 1 && out.promised) {
    const auto& [low, one] = *read.begin();
    const auto& [high, other] = *read.rbegin();
    out.violated.push_back(fmt::format("{} counts {}, and {} counts {}", one, low, other, high));
  }
}

/// Nothing if the call says nothing of the register.
std::optional<RegisterCall> on_register(const Call& call) {
  RegisterCall out;
  const std::string type = type_of(call.body);
  const auto code = error_of(call);
  constexpr std::int64_t no_key = 20;
  constexpr std::int64_t precondition = 22;
  out.kind = type == "read"    ? RegisterCall::Kind::read
             : type == "write" ? RegisterCall::Kind::write
                               : RegisterCall::Kind::cas;
  if (type != "read" && type != "write" && type != "cas") return std::nullopt;
  out.invoked = call.invoked;
  out.refused = code == precondition || (type == "cas" && code == no_key);
  out.absent = code == no_key;
  const bool told = out.refused || (type == "read" && out.absent);
  if (refused(call) && !told) return std::nullopt;
  out.certain = yes(call) || told;
  if (out.certain) out.returned = *call.returned;
  if (type == "read" && !out.certain) return std::nullopt;
  out.value = type == "read"    ? field(call.response, "value")
              : type == "write" ? field(call.body, "value")
                                : field(call.body, "to");
  out.expected = field(call.body, "from");
  out.creates = field(call.body, "create_if_not_exists") == true;
  return out;
}

void lin_kv(const History& history, Judgement& out) {
  std::map<std::string, std::vector<RegisterCall>> keys;
  for (const Call& call : history.calls) {
    const auto one = on_register(call);
    if (!one) continue;
    out.promised = out.promised || (yes(call) && one->kind != RegisterCall::Kind::read);
    keys[field(call.body, "key").dump()].push_back(*one);
  }
  for (const auto& [key, calls] : keys) {
    switch (linearizable(calls)) {
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

}  // namespace

Judgement judge(systems::Checker checker, const History& history) {
  constexpr std::array functions{echo, unique_ids, set, counter, lin_kv};
  Judgement out;
  functions.at(static_cast<std::size_t>(checker))(history, out);
  for (const std::string& node : history.ended) {
    out.violated.push_back(fmt::format("{} ended by itself", node));
  }
  std::ranges::sort(out.violated);
  return out;
}

}  // namespace ldfi::check
