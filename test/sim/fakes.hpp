// A search that needs no program. It begins with the empty fault set, and adds one omission at a
// time. A fault set violates if it contains all omissions of one of the falsifiers. The result does
// not depend on the order of the reports, so a farm that changes the result has an error.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/campaign/executor.hpp"
#include "common/search/strategy.hpp"

namespace ldfi::test {

inline constexpr std::uint64_t fake_fingerprint = 0x5eed;

class FakeExecutor : public campaign::Executor {
 public:
  explicit FakeExecutor(std::vector<FaultSet> falsifiers, std::function<void(Report&)> meddle = {});
  Report execute(const Job& job) override;

 private:
  std::vector<FaultSet> falsifiers_;
  std::function<void(Report&)> meddle_;
};

class FakeStrategy : public search::Strategy {
 public:
  FakeStrategy(std::vector<Omission> omissions, std::size_t max_size);
  std::optional<Job> next_job() override;
  void accept(const Report& report) override;
  [[nodiscard]] bool finished() const override;
  void give_up(const std::string& reason) override;
  [[nodiscard]] SearchResult result() const override;

 private:
  void grow(const FaultSet& faults);

  std::vector<Omission> omissions_;
  std::size_t max_size_;
  std::deque<FaultSet> frontier_;
  std::set<FaultSet> seen_;
  std::map<std::uint64_t, FaultSet> running_;
  std::set<FaultSet> violating_;
  std::uint64_t next_id_ = 1;
  std::uint64_t executed_ = 0;
  std::string reason_;
};

/// Returns all omissions at tick 1 among three nodes.
std::vector<Omission> omissions();

}  // namespace ldfi::test
