#include "master/systems/replay_request.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/errors.hpp"
#include "common/base/files/input.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::app {

using systems::FaultSet;

FaultSet replayed_faults(const std::string& text) {
  FaultSet out;
  const std::vector<std::string> words = systems::split_faults(text);
  if (words.empty())
    throw UsageError("--replay: the value is empty\n  hint: write none for no faults");
  for (const std::string& word : words) {
    if (word == "none" && words.size() == 1) break;
    if (word == "none")
      throw UsageError("--replay: none means no faults, so leave out none or the faults");
    const std::string problem = systems::add_or_explain(out, word);
    if (problem.empty()) continue;
    throw UsageError(fmt::format("--replay: {}\n  hint: {}", problem, systems::fault_forms()));
  }
  return out;
}

systems::Deliveries replayed_deliveries(const std::string& text) {
  std::set<systems::MessageId> out;
  const std::vector<std::string> words = systems::split_faults(text);
  for (const std::string& word : words) {
    if (word == "none" && words.size() == 1) break;
    if (word == "none")
      throw UsageError("--deliveries: none means no messages, so leave out none or the messages");
    const std::string problem = systems::add_or_explain(out, word);
    if (problem.empty()) continue;
    throw UsageError(
        fmt::format("--deliveries: {}\n"
                    "  hint: a message is written as n0,n1,append#0: from, to, type and number",
                    problem));
  }
  return out;
}

std::string wrong_deliveries(const std::set<systems::MessageId>& deliveries,
                             const systems::Plan& plan) {
  if (plan.kind == systems::Kind::runner) return "a runner is asked for faults alone";
  if (plan.net == systems::Net::sockets) {
    return "TCP delivers all bytes of a connection, so nodes with sockets have no such selection";
  }
  const auto wrong = std::ranges::find_if_not(deliveries, [&plan](const systems::MessageId& id) {
    return id.from != id.to && plan.fspec.has_node(id.from) && plan.fspec.has_node(id.to);
  });
  if (wrong == deliveries.end()) return "";
  return systems::to_text(*wrong) + " is not a message between two nodes of this system";
}

void check_deliveries(const std::set<systems::MessageId>& deliveries, const systems::Plan& plan) {
  const std::string wrong = wrong_deliveries(deliveries, plan);
  if (!wrong.empty()) throw UsageError("--deliveries: " + wrong);
}

void check_replayed(const FaultSet& faults, const systems::Fspec& fspec) {
  const std::vector<std::string> why = systems::objections(fspec, faults);
  if (!why.empty()) throw UsageError("--replay: " + why.front());
}

namespace {

std::string text_of_case(const std::string& path) {
  return files::read_input(path, {"a case", "case", results::max_case});
}

}  // namespace

results::TestCase read_case_file(const std::string& path) {
  return results::read_case(path, text_of_case(path));
}

std::optional<results::TestCase> take_case(config::Options& options) {
  if (!options.replay || !options.replay->starts_with('@')) return std::nullopt;
  results::TestCase out = read_case_file(options.replay->substr(1));
  options.replay = systems::to_text(out.faults);
  options.seed = out.seed;
  if (options.deliveries) {  // deliveries on the command line replace those of the case
    out.deliveries = replayed_deliveries(*options.deliveries);
  } else if (out.deliveries) {
    options.deliveries = systems::to_text(*out.deliveries);
  }
  return out;
}

void check_case(const std::string& path, const results::TestCase& one, const systems::Plan& plan) {
  if (!one.deliveries) return;
  const std::string wrong = wrong_deliveries(*one.deliveries, plan);
  if (wrong.empty()) return;
  results::refuse_case(path, text_of_case(path), {{"deliveries: " + wrong, "deliveries"}});
}

}  // namespace ldfi::app
