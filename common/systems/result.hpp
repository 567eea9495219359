// The outcome of an execution of a real system, and of each of its messages. Recordings, results
// files and summaries use the same names for them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ldfi::systems {

enum class Result : std::uint8_t {
  pass,
  fail,
  vacuous,  ///< no promise was made to a client, so no promise could be broken
  invalid   ///< a node or a checker did something wrong, so the execution proves nothing
};

/// The fate of a message. `ok`: the message arrives, or would arrive after the end of the
/// execution. `lost`, `late`, `doubled`: a fault loses, delays or duplicates it. `dead`: its
/// receiver is down. `pending`: it is not delivered, because only other messages were requested.
enum class Fate : std::uint8_t { ok, lost, dead, late, doubled, pending };

inline constexpr std::array<std::string_view, 4> result_names{"pass", "fail", "vacuous", "invalid"};
inline constexpr std::array<std::string_view, 6> fate_names{"ok",   "lost",    "dead",
                                                            "late", "doubled", "pending"};

[[nodiscard]] constexpr std::string_view name_of(Result result) {
  return result_names.at(static_cast<std::size_t>(result));
}
[[nodiscard]] constexpr std::string_view name_of(Fate fate) {
  return fate_names.at(static_cast<std::size_t>(fate));
}
/// Returns the result with this name. Returns nullopt if there is none.
[[nodiscard]] std::optional<Result> result_named(std::string_view name);
[[nodiscard]] std::optional<Fate> fate_named(std::string_view name);

}  // namespace ldfi::systems
