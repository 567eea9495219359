// Executes jobs about fault sets of one Fspec. A derived class executes the sets. This class
// divides a range of fault sets into batches of the size that the derived class can execute at
// once.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/base/meter.hpp"
#include "common/campaign/executor.hpp"

namespace ldfi::execute {

class SetExecutor : public campaign::Executor {
 public:
  /// Executes any job, except a SearchJob or a DriveJob.
  Report execute(const Job& job) final;

 protected:
  /// A set of bits. Bit i belongs to the i-th fault set of a batch.
  using Bits = std::uint64_t;
  static constexpr std::size_t max_at_once = 64;
  struct Outcomes {
    Bits violating = 0;
    Bits errors = 0;
    std::vector<Unended> unended{};
  };

  /// `fspec` must outlive the executor. Reports contain `fingerprint`. `at_once` is the largest
  /// size of a batch, from 1 to 64. `check` is called between the executions of one job.
  SetExecutor(const Fspec& fspec, std::uint64_t fingerprint, std::size_t at_once, BudgetCheck check)
      : fspec_(fspec), fingerprint_(fingerprint), at_once_(at_once), check_(std::move(check)) {}
  virtual ExecuteReport run_one(const FaultSet& faults) = 0;
  /// Returns the faults that would affect the last execution of run_one(), for the search to try. A
  /// derived class must override this only if jobs request such faults.
  virtual std::vector<Offer> offers();
  /// Executes a batch of at least 1 and at most `at_once` fault sets.
  virtual Outcomes run(std::span<const FaultSet> sets) = 0;

 private:
  EnumerateReport run_range(const EnumerateJob& job);
  void run_batch(std::vector<FaultSet>& batch, const std::vector<FaultSet>& known,
                 EnumerateReport& report);
  SampleReport run_sample(const SampleJob& job);
  /// Called between the executions of one job.
  void pause() const {
    say_alive();
    if (check_) check_();
  }

  const Fspec& fspec_;
  std::uint64_t fingerprint_;
  std::size_t at_once_;
  BudgetCheck check_;
};

}  // namespace ldfi::execute
