#include "common/systems/check/history_text.hpp"

#include <fmt/core.h>

#include "common/base/diagnostic.hpp"
#include "common/base/text.hpp"
#include "common/systems/json_text.hpp"

namespace ldfi::check {
namespace {

using Ordered = nlohmann::ordered_json;

std::string json_line(const Ordered& object) {
  return object.dump(-1, ' ', false, Ordered::error_handler_t::replace) + "\n";
}

Judgement no_verdict(const std::string& expected, const std::string& said) {
  Judgement out;
  out.undecided = fmt::format("the checker must print {}, but it printed {}", expected,
                              said.empty() ? "nothing" : shown_line(said));
  return out;
}

}  // namespace

std::string to_lines(const systems::Plan& plan, const History& history) {
  std::string out = json_line({{"ldfi_history", 1},
                               {"nodes", plan.nodes},
                               {"down", history.down},
                               {"ended", history.ended},
                               {"eff", plan.fspec.eff},
                               {"eot", plan.eot}});
  for (std::size_t i = 0; i < history.calls.size(); ++i) {
    const Call& call = history.calls[i];
    Ordered one{{"op", i},
                {"client", call.client},
                {"node", call.node},
                {"invoked", call.invoked},
                {"body", call.body.json()}};
    if (call.returned) {
      one["returned"] = *call.returned;
      one["response"] = call.response.json();
    }
    if (call.in_vain) one["in_vain"] = true;
    out += json_line(one);
  }
  return out;
}

Judgement judgement_of(const std::string& said) {
  const std::string text = said.substr(0, said.find_last_not_of(" \t\r\n") + 1);
  if (text.empty() || text.find('\n') != std::string::npos) {
    return no_verdict("one line with its verdict", text);
  }
  constexpr std::size_t most_deep = 8;  // largest depth of nested JSON; verdicts need less
  const systems::JsonText read = systems::read_json(text, most_deep);
  if (read.twice) {
    return no_verdict(
        fmt::format("the key {} only once in an object", always_quoted(beginning(*read.twice))),
        text);
  }
  const auto& verdict = read.value;
  if (!verdict || !verdict->is_object() || !verdict->contains("result")) {
    return no_verdict("{\"result\": \"pass\"}, \"fail\" or \"vacuous\"", text);
  }
  Judgement out;
  for (const auto& [key, value] : verdict->items()) {
    if (key == "result" || key.starts_with("x_")) continue;
    if (key != "violated" || !value.is_array()) {
      return no_verdict("only \"result\", and \"violated\" with a list of strings", text);
    }
    for (const auto& one : value) {
      if (!one.is_string())
        return no_verdict("only \"result\", and \"violated\" with a list of strings", text);
      constexpr std::size_t longest = 1'000;
      out.violated.push_back(printable(one.get<std::string>().substr(0, longest)));
    }
  }
  const auto& result = (*verdict)["result"];
  const bool fails = result == "fail";
  if (!fails && result != "pass" && result != "vacuous") {
    return no_verdict("{\"result\": \"pass\"}, \"fail\" or \"vacuous\"", text);
  }
  if (!fails && !out.violated.empty()) {
    return no_verdict("\"violated\" only if the result is \"fail\"", text);
  }
  if (fails && out.violated.empty()) out.violated.emplace_back("the checker gave no reason");
  out.judged = result == "pass";
  return out;
}

}  // namespace ldfi::check
