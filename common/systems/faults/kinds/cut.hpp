// A partition of the network. Written P(n0 n1,4s,5s) or P(n0>n1,4s,5s).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "common/faults/place.hpp"
#include "common/systems/faults/limit_rows.hpp"
#include "common/systems/faults/place.hpp"

namespace ldfi::systems {

class FaultSet;
struct Fspec;

/// A fault: the network is split. A message that would cross the border is lost if it is sent at
/// `from` or later, and before `until`. The members that all kinds of faults have are explained in
/// kinds.hpp.
struct Cut {
  static constexpr char letter = 'P';
  static constexpr Place place = Place::cut;
  static constexpr std::string_view weight = "partitions";
  static constexpr std::string_view exceeding = "partitions";
  static constexpr std::string_view forms =
      "P(n0 n1,4s,5s) or P(n0>n1,4s,5s), a partition in both directions or in one";
  static constexpr std::string_view ability = "partition";  ///< name of this ability in a runner's
                                                            ///< first message

  struct Limits {
    std::uint64_t partitions = 0;   ///< largest number of partitions
    std::vector<Border> borders{};  ///< borders that a partition may have, all different
    /// Length of each partition, in nanoseconds. Each partition fills one of the successive windows
    /// of this length, which begin at `from` of the Fspec.
    std::int64_t window = 0;
    bool operator==(const Limits&) const = default;
  };
  static constexpr LimitKey key{"partitions", LimitForm::zero,
                                "which parts of the network are separated"};
  static constexpr std::tuple rows{
      Most<Limits>{.field = &Limits::partitions,
                   .option = "partitions",
                   .words = {"how many partitions there are at most",
                             "how many partitions there are at most"},
                   .axis = {3}},
      Windows<Limits>{
          .borders = &Limits::borders,
          .window = &Limits::window,
          .borders_key = "cuts",
          .borders_words =
              {"which nodes are separated: nodes, channels, halves, \"n0 n1\" or \"n0>n1\"",
               "which nodes are separated: nodes, channels, halves, \"n0 n1\" or \"n0>n1\""},
          .window_key = "window",
          .window_words = {"for how long, from fspec.from on, one window after the other",
                           "how long a partition takes, such as 400ms"}}};
  static std::optional<std::uint64_t> most(const Limits& limits) { return limits.partitions; }

  Border border{};
  std::int64_t from = 0;  ///< beginning, in nanoseconds from the start of the execution
  /// End, in nanoseconds from the start of the execution; greater than `from`.
  std::int64_t until = 0;
  auto operator<=>(const Cut&) const = default;

  using Where = Cut;
  [[nodiscard]] const Where& where() const { return *this; }
  [[nodiscard]] bool loses(const MessageId& message, std::int64_t sent) const {
    return from <= sent && sent < until && border.separates(message);
  }
  [[nodiscard]] std::string arguments() const;
  [[nodiscard]] static std::optional<Cut> read(std::string_view arguments);
  void object(const Fspec& fspec, std::vector<std::string>& out) const;
};

}  // namespace ldfi::systems
