#include "results/trace/words.hpp"

#include <fmt/core.h>

#include "common/base/text.hpp"

namespace ldfi::results {

std::string in_words(const Omission& omission, const Fspec& fspec) {
  return fmt::format("messages from {} to {} sent at {} are lost",
                     word_or_quoted(fspec.name(omission.from)),
                     word_or_quoted(fspec.name(omission.to)), omission.sent.tick());
}

std::string in_words(const Crash& crash, const Fspec& fspec) {
  return fmt::format("{} crashes at {}", word_or_quoted(fspec.name(crash.node)), crash.at.tick());
}

}  // namespace ldfi::results
