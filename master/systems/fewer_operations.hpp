// Which of the operations that clients ask does a counterexample of a real system take? Each set of them
// is searched within the Fspec, with as few faults as the counterexample has, on all ranks. So it is
// known that fewer operations do not do, and not only that they do not under the same faults [DEMi16 §3].
// Then: which of the messages does it take (delivery_probes.hpp), and which nodes, and until when
// (smaller_system.hpp)? (docs/explanation/minimising.md).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "common/config/options.hpp"
#include "common/minimise/ddmin.hpp"
#include "common/record/minimisation.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "common/systems/plan.hpp"
#include "master/face/log.hpp"
#include "master/systems/cell_search.hpp"
#include "master/systems/delivery_probes.hpp"
#include "master/systems/smaller_system.hpp"
#include "master/systems/system_session.hpp"
#include "results/json/values.hpp"

namespace ldfi::app {

class FewerOperations {
 public:
  /// All must outlive it. The search is over, and found a counterexample.
  FewerOperations(SystemSession& session, const systems::Plan& plan, const config::Options& options,
                  const search::SystemStrategy& whole, const Log& log);

  /// Comes to an end, or to that of a budget. Throws what a search throws.
  void run();
  /// If a signal, or a budget of a worker, ended it.
  void stop(const std::string& why);

  /// Executions until now, of all searches and tests.
  [[nodiscard]] std::uint64_t executions() const { return executions_; }
  [[nodiscard]] const Minimisation& minimisation() const { return minimisation_; }
  /// The execution with the fewest deliveries, executed again as it is shown; if that is not known, the search
  /// with the fewest operations that found a counterexample; null: with fewer than all there is none.
  [[nodiscard]] const CellSearch* least() const {
    return smallest_ ? smallest_.get() : best_.get();
  }
  /// As --summary json has it, but for files.
  [[nodiscard]] results::Json json() const;

 private:
  /// What a search says of a set of operations.
  enum class Answer : std::uint8_t {
    violates,  ///< the same promise, under some fault set
    holds,     ///< under none, and that is proved; or it does not hold without faults
    unknown
  };
  struct OutOfBudget {};

  void end();
  void fewer_operations();
  void fewer_deliveries();
  void nothing_arrives(std::uint64_t executions, const systems::FaultSet& faults);
  /// Looks for a smaller set than `few`.
  void fewest_deliveries(const systems::Plan& plan, DeliveryProbes& probes,
                         const minimise::Elements& few, std::uint64_t most);
  /// Executes that with the operations that are left, and what else is left of the system.
  std::unique_ptr<CellSearch> replayed(const systems::Assignment& asked, const Values& more = {});
  /// Whether it breaks what the counterexample breaks, each time.
  [[nodiscard]] bool still_fails(const search::SystemStrategy& search) const;
  /// Executes that as somebody would who was told of it. True if it is known to be so.
  bool confirm(const systems::Assignment& asked, std::uint64_t executions);
  /// Executions that the tests of a stage, or its proof, may take.
  [[nodiscard]] std::uint64_t budget_of_a_part() const;
  /// Which nodes does it take, and until when?
  void smaller_system();
  Answer answer(const minimise::Elements& some);
  std::unique_ptr<CellSearch> search(const minimise::Elements& some);
  /// With what the config says, and these operations alone.
  [[nodiscard]] std::vector<config::SystemValue> values_with(const minimise::Elements& some) const;
  [[nodiscard]] bool same_promise(const std::vector<std::string>& violated) const;
  /// Searches each smaller set, the least first. Returns the size up to which nothing violates.
  std::uint64_t prove();
  /// If not, nothing follows from searches that find nothing.
  [[nodiscard]] bool deterministic() const;
  /// Whether all sets with one operation less are known to hold.
  [[nodiscard]] bool all_needed() const;
  [[nodiscard]] MinimisationStage stage(const systems::Plan& plan,
                                        const search::SystemStrategy& search) const;

  SystemSession& session_;
  const systems::Plan& plan_;
  const config::Options& options_;
  const search::SystemStrategy& whole_;
  const Log& log_;
  bool told_ = true;  ///< of nodes that end: the search before this one has

  minimise::Elements all_;          ///< the operations of the counterexample, by their numbers
  minimise::Elements few_;          ///< those of the best search
  std::size_t faults_ = 0;          ///< of the counterexample
  std::set<std::string> promises_;  ///< that the counterexample breaks, without names and numbers
  std::map<minimise::Elements, Answer> known_;
  std::unique_ptr<CellSearch> best_;
  std::unique_ptr<CellSearch> smallest_;
  bool unfinished_ = false;  ///< something behind the operations is under way
  bool differs_ = false;     ///< the same, executed again, did something else
  std::uint64_t executions_ = 0;
  std::uint64_t searches_ = 0;
  std::uint64_t budget_ = 0;  ///< executions up to which what is under way may go
  std::string claim_ = "not finished";
  std::optional<std::uint64_t> bound_;
  Minimisation minimisation_;
};

}  // namespace ldfi::app
