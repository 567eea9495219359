#include "worker/dedalus/plain_executor.hpp"

#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluator.hpp"
#include "common/dedalus/trace/io_events.hpp"
#include "common/failures/failure_points.hpp"
#include "worker/machine/set_executor.hpp"

namespace ldfi::execute {
namespace {

class PlainExecutor final : public SetExecutor {
 public:
  PlainExecutor(const dedalus::Program& program, const Fspec& fspec, eval::EvalLimits limits,
                std::uint64_t fingerprint)
      : SetExecutor(fspec, fingerprint, 1, limits.check),
        program_(program),
        fspec_(fspec),
        limits_(limits),
        evaluator_(program, fspec, std::move(limits)),
        failure_free_(evaluator_.run({})) {}

 private:
  ExecuteReport run_one(const FaultSet& faults) override {
    ExecuteReport report;
    faults_ = faults;
    model_.reset();
    try {
      model_ = evaluator_.run(faults);
      report.violated = eval::judge(program_, fspec_, *model_, *failure_free_).violated;
      report.outcome = report.violated.empty() ? Outcome::holds : Outcome::violates;
    } catch (const InputError& e) {
      report.outcome = Outcome::error;
      report.error = render(e.diagnostics(), program_.sources);
    } catch (const BudgetExceeded& e) {
      if (!e.too_large()) throw;
      report.outcome = Outcome::unended;
      report.error = e.what();
    }
    return report;
  }

  /// Returns the faults that would affect the last execution, for the search to try. Returns none
  /// if the execution did not end or ended with an error.
  std::vector<Offer> offers() override {
    std::vector<Offer> out;
    if (!model_) return out;
    if (!events_) events_.emplace(program_, fspec_, limits_);
    const failures::FailurePoints points(fspec_, faults_, events_->of(faults_, *model_));
    for (const failures::Offer& offer : points.offers()) {
      Offer& one =
          out.emplace_back(Offer{FaultSet({offer.fault}), offer.at.tick, offer.at.sending, {}});
      for (const failures::FailureId& id : offer.ids) one.ids.push_back(to_text(id));
    }
    return out;
  }

  Outcomes run(std::span<const FaultSet> sets) override {
    Outcomes out;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      ExecuteReport report = run_one(sets[i]);
      if (report.outcome == Outcome::violates) out.violating |= Bits{1} << i;
      if (report.outcome == Outcome::error) out.errors |= Bits{1} << i;
      if (report.outcome == Outcome::unended)
        out.unended.push_back({sets[i], std::move(report.error)});
    }
    return out;
  }

  const dedalus::Program& program_;
  const Fspec& fspec_;
  eval::EvalLimits limits_;
  eval::Evaluator evaluator_;
  std::unique_ptr<eval::Model> failure_free_;
  FaultSet faults_;  ///< fault set of the last execution
  std::unique_ptr<eval::Model> model_;
  std::optional<trace::IoEvents> events_;
};

}  // namespace

std::unique_ptr<campaign::Executor> make_plain_executor(const dedalus::Program& program,
                                                        const Fspec& fspec, eval::EvalLimits limits,
                                                        std::uint64_t fingerprint) {
  return std::make_unique<PlainExecutor>(program, fspec, std::move(limits), fingerprint);
}

}  // namespace ldfi::execute
