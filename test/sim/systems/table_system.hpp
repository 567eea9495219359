// A system that needs no processes: messages that are sent when others arrived, or did not, and
// patterns of losses that break a promise. It is executed as recordings say, and by brute force.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "common/campaign/executor.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::test {

inline constexpr std::uint64_t table_fingerprint = 0x7ab1e;

struct TableMessage {
  systems::MessageId id;
  std::vector<std::size_t> after{};    ///< it is sent only if these arrived
  std::vector<std::size_t> without{};  ///< and none of these
};

struct TableSystem {
  std::vector<TableMessage> messages;              ///< each after those that it depends on
  std::vector<std::vector<std::size_t>> patterns;  ///< lost together they break the promise
  systems::Plan plan{};

  static TableSystem random(std::uint64_t seed);
  /// The recording of an execution in which these messages are lost, if they are sent.
  [[nodiscard]] std::string recording(const systems::FaultSet& faults, std::uint64_t seed) const;
  /// The faults of a draw: of the messages that are sent then, with this chance, in millionths.
  [[nodiscard]] systems::FaultSet drawn(std::uint64_t number, std::uint32_t chance) const;
  /// All fault sets that break the promise and of which each fault strikes.
  [[nodiscard]] std::vector<systems::FaultSet> falsifiers() const;
  /// Those of them that contain no other one, in order.
  [[nodiscard]] std::vector<systems::FaultSet> minimal() const;
};

/// The action of an executor of the system before it answers.
using Meddle = std::function<void(const DriveJob&, Report&)>;

class TableExecutor final : public campaign::Executor {
 public:
  TableExecutor(const TableSystem& system, Meddle meddle)
      : system_(system), meddle_(std::move(meddle)) {}
  Report execute(const Job& job) override;

 private:
  const TableSystem& system_;
  Meddle meddle_;
};

}  // namespace ldfi::test
