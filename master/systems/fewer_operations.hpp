// Minimises a counterexample of a real system (docs/explanation/minimising.md). First finds the
// operations (requests of clients) that the counterexample needs. A set of operations is searched
// with all fault sets of the Fspec that have at most as many faults as the counterexample. So the
// result holds for all such fault sets, and not only for the faults of the counterexample [DEMi16
// §3]. Then finds the messages (delivery_probes.hpp), the nodes and the earliest end
// (smaller_system.hpp) that are needed.
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
  /// Requires that the search `whole` has ended with a counterexample. All references must outlive the
  /// object.
  FewerOperations(SystemSession& session, const systems::Plan& plan, const config::Options& options,
                  const search::SystemStrategy& whole, const Log& log);

  /// Executes all stages of the minimisation, until a budget ends. Throws what a search throws.
  void run();
  /// Records the reason why run() ended early: a signal, a budget of a worker, or an error.
  void stop(const std::string& why);

  /// Returns the number of executions so far, in all searches and tests of the minimisation.
  [[nodiscard]] std::uint64_t executions() const { return executions_; }
  [[nodiscard]] const Minimisation& minimisation() const { return minimisation_; }
  /// Returns the confirmed execution of the smallest counterexample. If there is none, returns the search
  /// with the fewest operations that found a counterexample. Returns null if all operations are needed.
  [[nodiscard]] const CellSearch* least() const {
    return smallest_ ? smallest_.get() : best_.get();
  }
  /// Returns the minimisation for `--summary json`, without names of files.
  [[nodiscard]] results::Json json() const;

 private:
  /// The result of a search with a set of operations.
  enum class Answer : std::uint8_t {
    violates,  ///< some fault set violates a promise of the counterexample
    holds,     ///< no fault set violates such a promise, or the failure-free run is not a passing
               ///< run
    unknown
  };
  struct OutOfBudget {};

  void end();
  void fewer_operations();
  void fewer_deliveries();
  void add_stage_without_messages(std::uint64_t executions, const systems::FaultSet& faults);
  /// Searches for sets of delivered messages that are smaller than `few`, and with which a promise
  /// is violated.
  void fewest_deliveries(const systems::Plan& plan, DeliveryProbes& probes,
                         const minimise::Elements& few, std::uint64_t most);
  /// Executes the faults and deliveries `asked` with the remaining operations and with the values
  /// `more`. Returns null if the config cannot have these values, or if its Fspec does not admit
  /// the faults.
  std::unique_ptr<CellSearch> replayed(const systems::Assignment& asked, const Values& more = {});
  /// Returns true if each replay violates a promise of the counterexample.
  [[nodiscard]] bool still_fails(const search::SystemStrategy& search) const;
  /// Replays the result as a user would replay it. Returns true if the replay confirms the violation.
  bool confirm(const systems::Assignment& asked, std::uint64_t executions);
  /// Returns the most executions that the tests of a stage may use. The proof of a stage may use as
  /// many in addition.
  [[nodiscard]] std::uint64_t budget_of_a_part() const;
  /// Removes nodes, and lets the execution end earlier.
  void smaller_system();
  Answer answer(const minimise::Elements& some);
  std::unique_ptr<CellSearch> search(const minimise::Elements& some);
  /// Returns the values of the config with only these operations.
  [[nodiscard]] std::vector<config::SystemValue> values_with(const minimise::Elements& some) const;
  [[nodiscard]] bool same_promise(const std::vector<std::string>& violated) const;
  /// Searches all smaller sets of operations in the order of their sizes. Returns the size below
  /// which no set violates a promise.
  std::uint64_t prove();
  /// Returns true if it is known for each operation that the promises hold without it.
  [[nodiscard]] bool all_needed() const;
  [[nodiscard]] MinimisationStage stage(const systems::Plan& plan,
                                        const search::SystemStrategy& search) const;

  SystemSession& session_;
  const systems::Plan& plan_;
  const config::Options& options_;
  const search::SystemStrategy& whole_;
  const Log& log_;
  bool told_ = true;  ///< true if the log already has the last stderr output of a node

  minimise::Elements all_;  ///< numbers of the operations of the counterexample
  minimise::Elements few_;  ///< numbers of the operations of the best search
  std::size_t faults_ = 0;  ///< number of faults of the counterexample
  /// The promises that the counterexample violates, as texts without names and numbers.
  std::set<std::string> promises_;
  std::map<minimise::Elements, Answer> known_;
  std::unique_ptr<CellSearch> best_;
  std::unique_ptr<CellSearch> smallest_;
  bool unfinished_ = false;  ///< true if a stage after the one about operations has begun and has
                             ///< not ended
  /// The reason why a search without a counterexample proves nothing. Empty if it proves something.
  std::string doubt_;
  std::uint64_t executions_ = 0;
  std::uint64_t searches_ = 0;
  std::uint64_t budget_ = 0;  ///< value of executions_ at which the current stage must end
  std::string claim_ = "not finished";
  std::optional<std::uint64_t> bound_;
  Minimisation minimisation_;
};

}  // namespace ldfi::app
