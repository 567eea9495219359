#include "master/task/dropped_messages.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/text.hpp"

namespace ldfi::app {

eval::EvalLimits DroppedMessages::watch(eval::EvalLimits limits) {
  limits.dropped = take(task_.program);
  return limits;
}

void DroppedMessages::take(const dedalus::Program& program, const eval::DroppedMessage& message) {
  // This rule was generated from another rule. The messages of that other rule are reported.
  if (message.rule->made) return;
  warn(program, message, message.to, true);
  warn(program, message, message.from, false);
}

void DroppedMessages::warn(const dedalus::Program& program, const eval::DroppedMessage& message,
                           dedalus::Value end, bool receiver) {
  const std::string rule = fmt::format("{}:{}: {}", program.sources.name(message.rule->where.file),
                                       message.rule->where.line, message.rule->text);
  if (warned_.contains({rule, receiver})) return;
  const std::string& name = program.symbols.text(end);
  for (const auto* known : {&program.nodes, &task_.options.data_names}) {
    if (std::find(known->begin(), known->end(), name) != known->end()) return;
  }
  // A corruption has put `?` in place of a node on purpose, so no warning is needed.
  if (name == "?" && program.built_in(FaultRelation::corrupted)) return;
  warned_.emplace(rule, receiver);
  const std::string shown = word_or_quoted(name);
  log_.diagnostics(
      render(Diagnostic{Severity::warning,
                        "dropped-message",
                        message.rule->where,
                        fmt::format("a message {} `{}`, sent at {}, is dropped: `{}` is not a node",
                                    receiver ? "to" : "from", shown, message.sent, shown),
                        {"add it to `--nodes`, or to `--data-names` if it is not a node"}},
             program.sources));
}

}  // namespace ldfi::app
