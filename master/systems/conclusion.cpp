#include "master/systems/conclusion.hpp"

#include <fmt/core.h>

#include "common/base/diagnostic.hpp"
#include "common/base/text.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::app {

using systems::Result;

namespace {

std::string vacuous_reason(const search::SystemStrategy& search) {
  return fmt::format(
      "nothing was judged: in {}, no node acknowledged or answered an operation that the checker "
      "judges. See the requests of clients and their answers with `ldfi-results show FILE none`, "
      "correct what the nodes answer, or raise fspec.eot",
      counted(search.executions(), "execution"));
}

}  // namespace

std::string certificate_text(const std::string& seed, const std::string& compared,
                             ProofLevel level) {
  return fmt::format(
      "every fault set of this spec passes{}, if the system is deterministic ({}){}",
      seed.empty() ? "" : ", for seed " + seed, compared,
      level == ProofLevel::state ? " and messages marked `silent` really changed nothing" : "");
}

results::Json results_json(const search::Known& known) {
  results::Json out;
  for (std::size_t i = 0; i < known.results.size(); ++i) {
    out[std::string(systems::result_names.at(i))] = known.results[i];
  }
  return out;
}

std::string certificate_of(const search::SystemStrategy& search, const config::Options& options) {
  if (search.verdict() != Verdict::certified) return "";
  const std::string repeated =
      search.double_runs() > 0
          ? fmt::format("{} of them repeated in new processes", search.double_runs())
          : "none of them repeated (--double-runs 0%)";
  return certificate_text(
      std::to_string(options.seed),
      fmt::format(
          "{} executions were compared, {}: whenever the fates are the same, so are the events",
          search.executions(), repeated),
      options.level);
}

std::string reason_of(const search::SystemStrategy& search) {
  if (!search.reason().empty()) return search.reason();
  if (search.verdict() == Verdict::vacuous) return vacuous_reason(search);
  if (search.verdict() != Verdict::inconclusive) return "";
  if (std::string doubt = search.doubt(); !doubt.empty()) return doubt;
  if (!search.known().deterministic) {
    return "the system is not deterministic, so executions that passed prove nothing";
  }
  for (std::size_t i = 0; i < search.executions(); ++i) {
    const systems::Recording& one = search.recorded().recordings[i];
    if (one.result != Result::invalid) continue;
    return fmt::format(
        "some executions {}, so nothing is proved about their fault sets. The first is under {}: "
        "{}",
        one.undecided ? "could not be judged" : "are invalid",
        systems::to_text(search.recorded().outcomes[i].asked), one.why);
  }
  return "some executions are invalid, so nothing is proved about their fault sets";
}

results::Json flaky_json(const search::SystemStrategy& search) {
  results::Json out = results::Json::array();
  for (const search::Flaky& one : search.flaky()) {
    out.push_back({{"faults", systems::to_texts(one.faults)},
                   {"failed", one.failed},
                   {"replays", one.replays},
                   {"violated", one.violated}});
  }
  return out;
}

std::string flaky_text(const search::SystemStrategy& search) {
  std::string out;
  for (const search::Flaky& one : search.flaky()) {
    out +=
        fmt::format("\n{}  flaky {}/{}\n", systems::to_text(one.faults), one.failed, one.replays);
    for (const std::string& text : one.violated) {
      out += fmt::format("  violated: {}\n", printable(text));
    }
  }
  return out;
}

}  // namespace ldfi::app
