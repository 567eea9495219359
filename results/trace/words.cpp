#include "results/trace/words.hpp"

#include <fmt/core.h>

#include "common/core/text.hpp"

namespace ldfi::results {

std::string verdict_meaning(const std::string& verdict) {
  if (verdict == "certified") {
    return "no admissible fault set of this Fspec violates the invariant (proved)";
  }
  if (verdict == "counterexample") return "an admissible fault set violates the invariant";
  if (verdict == "vacuous") {
    return "no fault set violates the invariant, but nothing was promised: pre is empty";
  }
  if (verdict == "broken") return "the failure-free run itself violates the invariant";
  if (verdict == "inconclusive") return "a limit ran out before there was an answer";
  return "a verdict that this program does not know";
}

std::string in_words(const Omission& omission, const Fspec& fspec) {
  return fmt::format("messages from {} to {} sent at {} are lost",
                     word_or_quoted(fspec.name(omission.from)),
                     word_or_quoted(fspec.name(omission.to)), omission.sent.tick());
}

std::string in_words(const Crash& crash, const Fspec& fspec) {
  return fmt::format("{} crashes at {}", word_or_quoted(fspec.name(crash.node)), crash.at.tick());
}

}  // namespace ldfi::results
