#include "common/dedalus/eval/stepper.hpp"

#include <algorithm>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/ticks.hpp"

namespace ldfi::eval {

class Stepper::Impl final : private TransitionSink {
 public:
  Impl(const dedalus::Program& program, const Fspec& fspec, const EvalLimits& limits, Wanted wanted)
      : fspec_(fspec),
        relations_(program.relations.size()),
        ticks_(program, fspec, limits, std::move(wanted)),
        pinned_(ticks_.pinned().begin(), ticks_.pinned().end()) {}

  [[nodiscard]] std::vector<std::size_t> arities() const {
    std::vector<std::size_t> out;
    for (std::uint32_t t = 0; t < relations_ + pinned_.size(); ++t) out.push_back(store(t).arity());
    return out;
  }
  [[nodiscard]] std::vector<std::pair<RelationId, Time>> pinned() const {
    std::vector<std::pair<RelationId, Time>> out;
    for (const auto& [relation, at] : pinned_) {
      out.emplace_back(RelationId(relation), Time(static_cast<int>(at)));
    }
    return out;
  }
  void run(int tick, std::span<const Row> state, std::span<const Fault> faults);
  void transitions(const Take& take, bool forgives);
  [[nodiscard]] std::vector<Tuple> tuples(RelationId relation) const;

 private:
  void take(RelationId head, const Value* tuple, const Ends& channel) override {
    (*take_)({head.raw(), tuple}, channel);
  }
  [[nodiscard]] bool forgives() const override { return forgives_; }
  [[nodiscard]] const RelationStore& store(std::uint32_t table) const {
    return ticks_.tables().stores[table < relations_ ? table : pinned_[table - relations_].first];
  }
  void load_pinned(std::span<const Row> state);
  void keep_pinned(const Take& take);
  void fire_transitions();
  template <class F>
  void guarded(F act);

  const Fspec& fspec_;
  const std::size_t relations_;
  Ticks ticks_;
  /// The relation and the tick T of each literal rel(…)@T in the program.
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> pinned_;
  int tick_ = 0;
  const Take* take_ = nullptr;
  bool forgives_ = false;
};

template <class F>
void Stepper::Impl::guarded(F act) {
  try {
    act();
  } catch (const ArithmeticError& error) {
    throw InputError(
        Diagnostic{Severity::error, "arithmetic", error.fault.where, error.fault.what, {}});
  }
}

void Stepper::Impl::run(int tick, std::span<const Row> state, std::span<const Fault> faults) {
  tick_ = tick;
  ticks_.reset();
  ticks_.begin(tick);
  load_pinned(state);
  for (const Fault& fault : faults) ticks_.add_fault_facts(fault);
  for (const Row& row : state) {
    if (row.table >= relations_) continue;
    RelationStore& store = ticks_.tables().stores[row.table];
    store.insert(store.now, row.tuple);
  }
  guarded([this] {
    ticks_.add_given_facts();
    ticks_.deduce();
  });
}

/// Loads the rows of past ticks, which literals rel(…)@T read. They come before the rows of the
/// current tick in memory.
void Stepper::Impl::load_pinned(std::span<const Row> state) {
  Tables& tables = ticks_.tables();
  for (std::uint32_t i = 0; i < pinned_.size(); ++i) {
    if (static_cast<int>(pinned_[i].second) >= tick_) continue;
    RelationStore& store = tables.stores[pinned_[i].first];
    for (const Row& row : state) {
      if (row.table == relations_ + i) store.insert(store.now, row.tuple);
    }
    TickTable& kept = tables.frozen[pinned_[i]];
    kept = store.now;
    store.now.clear(kept.first + kept.count);
  }
}

void Stepper::Impl::transitions(const Take& take, bool forgives) {
  take_ = &take;
  forgives_ = forgives;
  ticks_.machine().send_to(this);
  guarded([this] { fire_transitions(); });
  keep_pinned(take);
}

void Stepper::Impl::fire_transitions() {
  for (const std::size_t i : ticks_.transitions()) {
    const RelationId head = ticks_.plan(i).rule().head;
    if (!ticks_.wanted(head, Time(tick_).next())) continue;
    if (!ticks_.plan(i).pure_persistence() || ticks_.network().halts()) {
      ticks_.fire(i);
      continue;
    }
    const RelationStore& store = ticks_.tables().stores[head.index()];
    for (std::uint32_t r = 0; r < store.now.count; ++r)
      (*take_)({head.raw(), store.row(store.now, r)}, {});
  }
}

void Stepper::Impl::keep_pinned(const Take& take) {
  for (std::uint32_t i = 0; i < pinned_.size(); ++i) {
    const auto& [relation, at] = pinned_[i];
    if (static_cast<int>(at) > tick_) continue;
    const RelationStore& store = ticks_.tables().stores[relation];
    const TickTable& table =
        static_cast<int>(at) == tick_ ? store.now : ticks_.tables().frozen.at(pinned_[i]);
    for (std::uint32_t r = 0; r < table.count; ++r)
      take({static_cast<std::uint32_t>(relations_) + i, store.row(table, r)}, {});
  }
}

std::vector<Tuple> Stepper::Impl::tuples(RelationId relation) const {
  const RelationStore& rows = store(relation.raw());
  std::vector<Tuple> out;
  for (std::uint32_t r = 0; r < rows.now.count; ++r) {
    const Value* row = rows.row(rows.now, r);
    out.emplace_back(row, row + rows.arity());
  }
  std::sort(out.begin(), out.end());
  return out;
}

Stepper::Stepper(const dedalus::Program& program, const Fspec& fspec, const EvalLimits& limits,
                 Wanted wanted)
    : impl_(std::make_unique<Impl>(program, fspec, limits, std::move(wanted))) {}
Stepper::~Stepper() = default;
std::vector<std::pair<RelationId, Time>> Stepper::pinned() const {
  return impl_->pinned();
}
std::vector<std::size_t> Stepper::arities() const {
  return impl_->arities();
}
void Stepper::run(int tick, std::span<const Row> state, std::span<const Fault> faults) {
  impl_->run(tick, state, faults);
}
void Stepper::transitions(const Take& take, bool forgives) {
  impl_->transitions(take, forgives);
}
std::vector<Tuple> Stepper::tuples(RelationId relation) const {
  return impl_->tuples(relation);
}

}  // namespace ldfi::eval
