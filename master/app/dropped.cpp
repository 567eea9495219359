#include "master/app/dropped.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/text.hpp"

namespace ldfi::app {

eval::EvalLimits DroppedMessages::watch(eval::EvalLimits limits) {
  limits.dropped = take();
  return limits;
}

void DroppedMessages::take(const eval::DroppedMessage& message) {
  if (message.rule->made) return;  // told of the message itself
  warn(message, message.to, true);
  warn(message, message.from, false);
}

void DroppedMessages::warn(const eval::DroppedMessage& message, dedalus::Value end, bool receiver) {
  if (warned_.contains({message.rule, receiver})) return;
  const std::string& name = task_.program.symbols.text(end);
  for (const auto* known : {&task_.program.nodes, &task_.options.data_names}) {
    if (std::find(known->begin(), known->end(), name) != known->end()) return;
  }
  if (name == "?" && task_.program.corrupted) return;  // damaged data
  warned_.emplace(message.rule, receiver);
  const std::string shown = word_or_quoted(name);
  log_.diagnostics(
      render(Diagnostic{Severity::warning,
                        "dropped-message",
                        message.rule->where,
                        fmt::format("a message {} `{}`, sent at {}, is dropped: `{}` is no node",
                                    receiver ? "to" : "from", shown, message.sent, shown),
                        {"name it with `--nodes`, or with `--data-names` if that is meant"}},
             task_.program.sources));
}

}  // namespace ldfi::app
