#include "common/failures/failure_id.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include <array>

#include "common/base/text.hpp"

namespace ldfi::failures {

namespace {

constexpr std::array<std::string_view, kind_count> words = [] {
  std::array<std::string_view, kind_count> out;
  each_kind([&]<class Kind>(Kind*) { out[index_of<Kind>] = Kind::failure; });
  return out;
}();

/// Returns true for kinds of faults that happen before or after an event, such as a crash. Faults
/// of other kinds, such as a lost message, hit an event.
bool is_between_events(FailureKind kind) {
  const Place place = kind_places[kind.index()];
  return place == Place::node ||
         (place == Place::disk && kind_spans[kind.index()] != Span::interval);
}

}  // namespace

std::string_view name_of(FailureKind kind) {
  return words[kind.index()];
}

std::string event_text(const FailureId& id) {
  std::vector<std::string> roles;
  for (const std::string& role : id.roles) roles.push_back(word_or_quoted(role));
  const char* between = kind_places[id.kind.index()] == Place::cut ? "," : ">";
  return fmt::format("{}({})#{}", word_or_quoted(id.site), fmt::join(roles, between),
                     id.occurrence);
}

std::string to_text(const FailureId& id) {
  const std::string_view phase = !is_between_events(id.kind) ? "" : id.after ? ".after" : ".before";
  return fmt::format("{}{}:{}{}{}", name_of(id.kind), phase, event_text(id),
                     id.context.empty() ? "" : "/", id.context);
}

std::uint64_t hash_of(std::string_view text) {
  return XXH3_64bits(text.data(), text.size());
}

}  // namespace ldfi::failures
