#include "common/failures/failure_id.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include "common/base/text.hpp"

namespace ldfi::failures {

std::string_view name_of(FailureKind kind) {
  switch (kind) {
    case FailureKind::loss:
      return "loss";
    case FailureKind::late:
      return "late";
    case FailureKind::twice:
      return "twice";
    case FailureKind::crash:
      return "crash";
    case FailureKind::restart:
      return "restart";
    case FailureKind::partition:
      return "partition";
    case FailureKind::pause:
      return "pause";
    case FailureKind::failed:
      return "failed";
    case FailureKind::corrupt:
      return "corrupt";
    case FailureKind::dead:
      return "dead";
    case FailureKind::writeback:
      return "writeback";
  }
  return "";
}

std::string event_text(const FailureId& id) {
  std::vector<std::string> roles;
  for (const std::string& role : id.roles) roles.push_back(word_or_quoted(role));
  const char* between = id.kind == FailureKind::partition ? "," : ">";
  return fmt::format("{}({})#{}", word_or_quoted(id.site), fmt::join(roles, between),
                     id.occurrence);
}

std::string to_text(const FailureId& id) {
  const bool phased = id.kind == FailureKind::crash || id.kind == FailureKind::restart ||
                      id.kind == FailureKind::pause || id.kind == FailureKind::dead ||
                      id.kind == FailureKind::corrupt || id.kind == FailureKind::writeback;
  const std::string_view phase = !phased ? "" : id.after ? ".after" : ".before";
  return fmt::format("{}{}:{}{}{}", name_of(id.kind), phase, event_text(id),
                     id.context.empty() ? "" : "/", id.context);
}

std::uint64_t hash_of(std::string_view text) {
  return XXH3_64bits(text.data(), text.size());
}

}  // namespace ldfi::failures
