#include "common/check/check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>

#include "common/check/calls.hpp"
#include "common/check/kafka.hpp"
#include "common/check/linearizable.hpp"
#include "common/check/transactions.hpp"

namespace ldfi::check {
namespace {

using Json = nlohmann::json;

/// Of what is violated; more of it tells nobody more.
constexpr std::size_t most_told = 100;

void echo(const History& history, Judgement& out) {
  for (const Call& call : history.calls) {
    if (!yes(call)) continue;
    out.promised = true;
    const Json wanted = field(call.body, "echo");
    const Json got = field(call.response, "echo");
    if (wanted != got) {
      out.violated.push_back(
          fmt::format("{} echoes {} as {}", call.node, shown(wanted), shown(got)));
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

/// Broadcasts, and sets that only grow. What was acknowledged is in each last read, and nothing that
/// nobody added.
void set(const History& history, Judgement& out) {
  using Values = std::set<std::reference_wrapper<const Json>, std::less<Json>>;
  Values acknowledged;
  Values added;
  for (const Call& call : history.calls) {
    const std::string& type = type_of(call.body);
    if (type != "broadcast" && type != "add") continue;
    const Json& element = field(call.body, type == "add" ? "element" : "message");
    if (!refused(call)) added.insert(element);
    if (yes(call)) acknowledged.insert(element);
  }
  out.promised = !acknowledged.empty();
  for (const auto& [node, read] : last_calls(history, "read")) {
    if (!yes(*read)) {
      if (out.promised)
        out.violated.push_back(fmt::format("{} does not answer its last read", node));
      continue;
    }
    const bool broadcast = read->response.json().contains("messages");
    const Json& list = field(read->response, broadcast ? "messages" : "value");
    Values seen;
    if (list.is_array()) seen.insert(list.begin(), list.end());
    for (const Json& one : acknowledged) {
      if (!seen.contains(one)) {
        out.violated.push_back(
            fmt::format("{} was acknowledged, and {} does not have it", shown(one), node));
      }
    }
    for (const Json& one : seen) {
      if (!added.contains(one)) {
        out.violated.push_back(fmt::format("{} has {}, which nobody added", node, shown(one)));
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
  for (const auto& [node, call] : last_calls(history, "read")) {
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

/// What was asked late enough of a node that was up was answered, with more than that the node
/// cannot do it now.
void availability(const History& history, std::int64_t from, Judgement& out) {
  for (const Call& call : history.calls) {
    if (call.invoked < from || call.in_vain || history.ended.contains(call.node)) continue;
    const auto code = error_of(call);
    const bool put_off = code == 0 || code == 11 || code == 13;
    if (call.returned && !put_off) continue;
    out.violated.push_back(fmt::format("{} does not answer {} of {} at {} ms{}", call.node,
                                       shown(field(call.body, "type")), call.client,
                                       static_cast<double>(call.invoked) / 1e6,
                                       code ? fmt::format(", but says error {}", *code) : ""));
  }
}

}  // namespace

void judge_goals(const systems::Goals& goals, const History& history, Judgement& out) {
  for (const std::string& node : history.ended) {
    if (goals.no_exit) out.violated.push_back(fmt::format("{} ended by itself", node));
  }
  if (goals.available_from) availability(history, *goals.available_from, out);
  std::ranges::sort(out.violated);
  const auto twice = std::ranges::unique(out.violated);
  out.violated.erase(twice.begin(), twice.end());
  if (const std::size_t all = out.violated.size(); all > most_told) {
    out.violated.resize(most_told);
    out.violated.push_back(fmt::format("and {} more", all - most_told));
  }
}

Judgement judge(const systems::Goals& goals, const History& history) {
  const auto txn = [&goals](const History& seen, Judgement& out) {
    transactions(seen, goals.consistency, out);
  };
  const std::array<std::function<void(const History&, Judgement&)>, 7> functions{
      echo, unique_ids, set, counter, lin_kv, kafka, txn};
  Judgement out;
  functions.at(static_cast<std::size_t>(goals.checker))(history, out);
  judge_goals(goals, history, out);
  return out;
}

}  // namespace ldfi::check
