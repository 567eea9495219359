#include "common/prove/forever/frames.hpp"

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/base/work.hpp"

namespace ldfi::forever {
namespace {

/// Number of unused clauses above which a new solver is made, because unused clauses slow the
/// solver down.
constexpr std::size_t max_spent = 1'500;

}  // namespace

Frames::Frames(const Aig& aig, Wire bad, const MakeSolver& make_solver, BudgetCheck check)
    : aig_(aig),
      bad_(bad),
      make_solver_(make_solver),
      check_(std::move(check)),
      cone_(aig.cone(std::span(&bad, 1))),
      blocked_(1),
      activity_(aig.latches().size()),
      lifting_(aig, cone_) {
  for (std::uint32_t l = 0; l < aig.latches().size(); ++l) {
    if (cone_[aig.latches()[l].node]) latches_.push_back(l);
  }
  build();
}

void Frames::build() {
  solver_ = make_solver_();
  solver_->set_check(check_);
  std::vector<bool> wanted(aig_.nodes().size());
  wanted[bad_ >> 1U] = true;
  tick_.emplace(aig_, cone_, std::move(wanted), *solver_);
  holds_.clear();
  spent_ = 0;
  for (std::size_t frame = 0; frame < blocked_.size(); ++frame) {
    holds_.push_back(solver_->new_variable());
  }
  for (const std::uint32_t l : latches_) solver_->add({-holds_[0], tick_->now(2 * l + 1)});
  for (std::size_t frame = 1; frame < blocked_.size(); ++frame) {
    for (const Cube& cube : blocked_[frame]) add_clause(cube, frame);
  }
}

void Frames::add_frame() {
  blocked_.emplace_back();
  holds_.push_back(solver_->new_variable());
}

void Frames::add_clause(const Cube& cube, std::size_t frame) {
  std::vector<sat::Literal> clause{-holds_[frame]};
  for (const LatchLiteral l : cube) clause.push_back(-tick_->now(l));
  solver_->add(clause);
}

/// Returns true if some states of the frame satisfy the assumptions; the solver then has such
/// states. Frame k excludes the cubes that are stored with frame k or with later frames.
bool Frames::ask(std::size_t frame, std::vector<sat::Literal> assumptions) {
  ++questions_;
  if (questions_ % 64 == 0) {
    WorkBound::count();
    if (check_) check_();
  }
  for (std::size_t k = frame; k < holds_.size(); ++k) assumptions.push_back(holds_[k]);
  const sat::Answer answer = solver_->solve(assumptions);
  LDFI_ENSURE(answer != sat::Answer::unknown, "the solver stops early only if the budget ends");
  return answer == sat::Answer::satisfiable;
}

Cube Frames::lift(std::span<const Wire> wires) {
  const auto set = [this](std::uint32_t node) {
    if (cone_[node]) lifting_.set(node, solver_->value((*tick_)[2 * node]));
  };
  for (const auto& input : aig_.inputs()) set(input.node);
  for (const auto& latch : aig_.latches()) set(latch.node);
  std::vector<std::uint32_t> order = latches_;
  std::stable_sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
    return activity_[a] < activity_[b];
  });
  return lifting_.lift(wires, order);
}

std::optional<Cube> Frames::bad_states(std::size_t frame) {
  if (!ask(frame, {(*tick_)[bad_]})) return std::nullopt;
  const Wire wires[] = {bad_};
  return lift(wires);
}

bool Frames::reachable(const Cube& cube, std::size_t frame, Cube* predecessors, Cube* core) {
  if (spent_ > max_spent) build();
  const sat::Literal outside = solver_->new_variable();
  std::vector<sat::Literal> clause{-outside};
  for (const LatchLiteral l : cube) clause.push_back(-tick_->now(l));
  solver_->add(clause);
  std::vector<sat::Literal> assumptions{outside};
  for (const LatchLiteral l : cube) assumptions.push_back(tick_->next(l));
  const bool reached = ask(frame, std::move(assumptions));
  if (reached && predecessors != nullptr) {
    std::vector<Wire> wires;
    for (const LatchLiteral l : cube) {
      wires.push_back(aig_.latches()[l >> 1U].next ^ (l & 1U));
    }
    *predecessors = lift(wires);
  }
  if (!reached && core != nullptr) {
    Cube part;
    for (const LatchLiteral l : cube) {
      if (solver_->failed(tick_->next(l))) part.push_back(l);
    }
    if (!excludes_first(part)) {
      const auto one = std::ranges::find_if(cube, [](LatchLiteral l) { return (l & 1U) == 0; });
      if (one != cube.end()) part.insert(std::ranges::lower_bound(part, *one), *one);
    }
    *core = std::move(part);
  }
  solver_->add({-outside});
  ++spent_;
  return reached;
}

void Frames::block(const Cube& cube, std::size_t frame) {
  for (std::size_t k = 1; k <= frame; ++k) {
    spent_ += std::erase_if(blocked_[k], [&](const Cube& old) { return within(old, cube); });
  }
  blocked_[frame].push_back(cube);
  for (const LatchLiteral l : cube) activity_[l >> 1U] += 1;
  add_clause(cube, frame);
}

bool Frames::blocked(const Cube& cube, std::size_t frame) const {
  for (std::size_t k = frame; k < blocked_.size(); ++k) {
    for (const Cube& old : blocked_[k]) {
      if (within(cube, old)) return true;
    }
  }
  return false;
}

std::optional<std::vector<Cube>> Frames::propagate() {
  for (std::size_t k = 1; k < last(); ++k) {
    const std::vector<Cube> cubes = blocked_[k];
    for (const Cube& cube : cubes) {
      if (std::ranges::find(blocked_[k], cube) == blocked_[k].end())
        continue;  // the cube was replaced by a larger one
      Cube core;
      if (!reachable(cube, k, nullptr, &core)) block(core, k + 1);
    }
    if (!blocked_[k].empty()) continue;
    std::vector<Cube> out;
    for (std::size_t later = k + 1; later < blocked_.size(); ++later) {
      out.insert(out.end(), blocked_[later].begin(), blocked_[later].end());
    }
    std::sort(out.begin(), out.end());
    return out;
  }
  return std::nullopt;
}

}  // namespace ldfi::forever
