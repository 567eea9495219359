#include "common/systems/check/simple.hpp"

#include <fmt/core.h>

#include <functional>
#include <map>
#include <set>
#include <string>

#include "common/systems/check/calls.hpp"
#include "common/systems/check/register_call.hpp"

namespace ldfi::check {

using Json = nlohmann::json;

void echo(const History& history, Judgement& out) {
  for (const Call& call : history.calls) {
    if (!yes(call)) continue;
    out.judged = true;
    const Json wanted = field(call.body, "echo");
    const Json got = field(call.response, "echo");
    if (!is_equal(wanted, got)) {
      out.violated.push_back(
          fmt::format("{} echoes {} as {}", call.node, shown(wanted), shown(got)));
    }
  }
}

void unique_ids(const History& history, Judgement& out) {
  std::map<std::string, std::string> given;
  for (const Call& call : history.calls) {
    if (!yes(call)) continue;
    out.judged = true;
    const Json& id = field(call.response, "id");
    const auto [first, fresh] = given.emplace(canonical_text(id), call.node);
    if (!fresh) {
      out.violated.push_back(
          fmt::format("{} and {} give the same id {}", first->second, call.node, shown(id)));
    }
  }
}

void set(const History& history, Judgement& out) {
  using Values = std::set<std::reference_wrapper<const Json>, ValueLess>;
  Values acknowledged;
  Values possible;
  for (const Call& call : history.calls) {
    const std::string& type = type_of(call.body);
    const bool adds = type == "broadcast" || type == "add";
    if (yes(call) && (adds || type == "read")) out.judged = true;
    if (!adds) continue;
    const Json& element = field(call.body, type == "add" ? "element" : "message");
    if (!refused(call)) possible.insert(element);
    if (yes(call)) acknowledged.insert(element);
  }
  for (const auto& [node, read] : last_calls(history, "read")) {
    if (!yes(*read)) {
      if (!acknowledged.empty())
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
      if (!possible.contains(one)) {
        out.violated.push_back(fmt::format("{} has {}, but no client added it", node, shown(one)));
      }
    }
  }
}

}  // namespace ldfi::check
