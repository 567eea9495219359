// A system without processes, as a table. Each message is sent if certain messages have arrived and
// others have not, and certain sets of lost messages break a promise. Tests compare a search by
// recordings with all executions.
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
  std::vector<std::size_t> after{};    ///< messages that must arrive before this message is sent
  std::vector<std::size_t> without{};  ///< messages after whose arrival this message is not sent
};

struct TableSystem {
  std::vector<TableMessage> messages;              ///< all messages; each comes after the messages
                                                   ///< on which it depends
  std::vector<std::vector<std::size_t>> patterns;  ///< sets of messages; the promise is broken if
                                                   ///< all messages of a set are lost
  systems::Plan plan{};

  static TableSystem random(std::uint64_t seed);
  /// Returns the recording of an execution in which these messages are lost, if they are sent.
  [[nodiscard]] std::string recording(const systems::FaultSet& faults, std::uint64_t seed) const;
  /// Returns random faults. Each message that is sent is lost with the probability `chance`, in
  /// millionths.
  [[nodiscard]] systems::FaultSet drawn(std::uint64_t number, std::uint32_t chance) const;
  /// Returns all fault sets that break the promise and in which each fault hits a message that is
  /// sent.
  [[nodiscard]] std::vector<systems::FaultSet> falsifiers() const;
  /// Returns the sets of falsifiers() that contain no other set of falsifiers(), in order.
  [[nodiscard]] std::vector<systems::FaultSet> minimal() const;
};

/// A function that may change a report of the executor before it is sent.
using ReportChange = std::function<void(const DriveJob&, Report&)>;

class TableExecutor final : public campaign::Executor {
 public:
  TableExecutor(const TableSystem& system, ReportChange meddle)
      : system_(system), meddle_(std::move(meddle)) {}
  Report execute(const Job& job) override;

 private:
  const TableSystem& system_;
  ReportChange meddle_;
};

}  // namespace ldfi::test
