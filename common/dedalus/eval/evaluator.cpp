#include "common/dedalus/eval/evaluator.hpp"

#include <fmt/core.h>

#include "common/dedalus/eval/fact_model.hpp"
#include "common/dedalus/eval/ticks.hpp"

namespace ldfi::eval {

using dedalus::Program;

/// Runs all ticks of an execution, from 1 to EOT.
class Evaluator::Impl {
 public:
  Impl(const Program& program, const Fspec& fspec, const EvalLimits& limits)
      : program_(program),
        fspec_(fspec),
        ticks_(program, fspec, limits),
        begin_(program.relations.size()) {}
  std::unique_ptr<Model> run(const FaultSet& faults);

 private:
  void start(const FaultSet& faults);
  void run_tick();
  void run_next();
  void freeze();
  void advance();
  std::unique_ptr<Model> model() const;

  const Program& program_;
  const Fspec& fspec_;
  Ticks ticks_;
  int tick_ = 0;
  /// For each relation and tick, the index of the tick's first row among the relation's rows.
  std::vector<std::vector<std::size_t>> begin_;
};

std::unique_ptr<Model> Evaluator::Impl::run(const FaultSet& faults) {
  start(faults);
  try {
    for (tick_ = 1; tick_ <= fspec_.eot(); ++tick_) run_tick();
  } catch (const ArithmeticError& error) {
    throw InputError(Diagnostic{
        Severity::error,
        "arithmetic",
        error.fault.where,
        error.fault.what,
        {fmt::format("under the fault set {}, at tick {}", to_text(faults, fspec_), tick_)}});
  }
  return model();
}

void Evaluator::Impl::start(const FaultSet& faults) {
  ticks_.network().start(faults);
  ticks_.reset();
  for (auto& begin : begin_) begin.assign(1, 0);
  for (const Fault& fault : faults) ticks_.add_fault_facts(fault);
}

void Evaluator::Impl::run_tick() {
  ticks_.begin(tick_);
  ticks_.network().at(tick_);
  for (std::size_t r = 0; r < begin_.size(); ++r)
    begin_[r].push_back(ticks_.tables().stores[r].now.first);
  ticks_.add_given_facts();
  ticks_.add_states();
  ticks_.deduce();
  if (tick_ == fspec_.eot()) return;
  run_next();
  freeze();
  advance();
}

void Evaluator::Impl::run_next() {
  const bool copy = ticks_.network().has_no_stopped_node();
  auto& stores = ticks_.tables().stores;
  for (std::size_t r = 0; r < stores.size(); ++r) {
    if (ticks_.is_timeless(r)) continue;
    stores[r].begin_later(copy && ticks_.copied(r));
    ticks_.machine().count(stores[r].later.count);
  }
  for (const std::size_t i : ticks_.transitions()) {
    if (copy && ticks_.plan(i).pure_persistence()) continue;
    ticks_.fire(i);
  }
}

void Evaluator::Impl::freeze() {
  Tables& tables = ticks_.tables();
  for (const auto& pin : ticks_.pinned()) {
    if (pin.second == tables.tick) tables.frozen[pin] = tables.stores[pin.first].now;
  }
}

void Evaluator::Impl::advance() {
  auto& stores = ticks_.tables().stores;
  for (std::size_t r = 0; r < stores.size(); ++r) {
    if (!ticks_.is_timeless(r)) stores[r].advance();
  }
}

std::unique_ptr<Model> Evaluator::Impl::model() const {
  const auto& stores = ticks_.tables().stores;
  std::vector<FactModel::Table> out(stores.size());
  for (std::size_t r = 0; r < out.size(); ++r) {
    const RelationStore& store = stores[r];
    out[r].arity = store.arity();
    out[r].timeless = ticks_.is_timeless(r);
    out[r].rows = store.rows();
    out[r].begin = begin_[r];
    if (out[r].timeless) out[r].begin.assign(2, 0);
    out[r].begin.push_back(store.now.first + store.now.count);
  }
  return std::make_unique<FactModel>(std::move(out), fspec_.eot(), ticks_.tables().facts);
}

Evaluator::Evaluator(const Program& program, const Fspec& fspec, const EvalLimits& limits)
    : impl_(std::make_unique<Impl>(program, fspec, limits)) {}
Evaluator::~Evaluator() = default;
std::unique_ptr<Model> Evaluator::run(const FaultSet& faults) {
  return impl_->run(faults);
}

std::unique_ptr<Model> run(const Program& program, const Fspec& fspec, const FaultSet& faults,
                           const EvalLimits& limits) {
  return Evaluator(program, fspec, limits).run(faults);
}

}  // namespace ldfi::eval
