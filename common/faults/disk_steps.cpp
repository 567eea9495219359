#include "common/faults/disk_steps.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "common/base/errors.hpp"

namespace ldfi {
namespace {

template <std::size_t size>
int total(const std::array<int, size>& of) {
  return std::accumulate(of.begin(), of.end(), 0);
}

}  // namespace

BigInt binomial(int n, int k) {
  BigInt out = 1;
  for (int i = 1; i <= k; ++i) out = out * (n - k + i) / i;
  return out;
}

DiskSteps::DiskSteps(const Fspec& fspec, Meter& meter) : disk_(fspec.disk()), meter_(meter) {
  for (std::size_t r = 0; r < fspec.stored().size(); ++r) {
    ++relations_[(fspec.buffered(NamedId(r)) ? buffers : 0) +
                 (fspec.corruptible(NamedId(r)) ? data : 0)];
  }
  State state;
  add_states(0, state);
  std::sort(states_.begin(), states_.end());
  steps_.resize(states_.size());
  for (std::size_t s = 0; s < states_.size(); ++s) {
    for (const bool works : {false, true}) {
      for (const bool dies : {false, true}) {
        auto& out = steps_[s][(works ? 2U : 0U) + (dies ? 1U : 0U)];
        add_steps(s, works, dies, out);
        if (out.size() > most || states_.size() > most) {
          throw BudgetExceeded("steps", "there are too many fault sets to count");
        }
      }
    }
  }
}

/// How many of each sort fail, and then how many are dead.
void DiskSteps::add_states(std::size_t field, State& state) {
  if (field == 2 * sorts) {
    meter_.step();
    states_.push_back(state);
    return;
  }
  const bool fails = field < sorts;
  int& number = fails ? state.failing[field] : state.dead[field - sorts];
  const int last = std::min(relations_[field % sorts], fails ? disk_.write : disk_.dead);
  for (number = 0; number <= last && within(state); ++number) add_states(field + 1, state);
  number = 0;
}

bool DiskSteps::within(const State& state) const {
  for (std::size_t sort = 0; sort < sorts; ++sort) {
    if (state.failing[sort] + state.dead[sort] > relations_[sort]) return false;
  }
  return total(state.failing) <= disk_.write && total(state.dead) <= disk_.dead;
}

void DiskSteps::add_steps(std::size_t state, bool works, bool dies, std::vector<Step>& out) const {
  const auto what = [](const Step& s) { return std::tie(s.to, s.costs.kinds); };
  add_steps(0, states_[state], {}, {}, works, dies, out);
  std::sort(out.begin(), out.end(),
            [&](const Step& a, const Step& b) { return what(a) < what(b); });
  std::vector<Step> sums;
  for (Step& step : out) {
    if (!sums.empty() && what(sums.back()) == what(step)) {
      sums.back().ways += step.ways;
    } else {
      sums.push_back(std::move(step));
    }
  }
  out = std::move(sums);
}

/// Of those relations of a sort whose writes fail, some still do, and some die; of those at which
/// nothing happens, some begin to fail, and some die.
void DiskSteps::add_steps(std::size_t sort, const State& from, State to, Step step, bool works,
                          bool dies, std::vector<Step>& out) const {
  if (sort == sorts) return finish(to, std::move(step), works, out);
  const int failing = from.failing[sort];
  const int fine = relations_[sort] - failing - from.dead[sort];
  for (int still = 0; still <= (works ? failing : 0); ++still) {
    for (int dying = 0; dying <= (dies ? failing - still : 0); ++dying) {
      for (int begin = 0; begin <= (works ? fine : 0); ++begin) {
        for (int die = 0; die <= (dies ? fine - begin : 0); ++die) {
          to.failing[sort] = still + begin;
          to.dead[sort] = from.dead[sort] + dying + die;
          if (!within(to)) continue;
          Step next = step;
          next.costs.of<FailedWrite>() += begin;
          next.costs.of<DeadDisk>() += dying + die;
          next.ways *= binomial(failing, still) * binomial(failing - still, dying) *
                       binomial(fine, begin) * binomial(fine - begin, die);
          add_steps(sort + 1, from, to, std::move(next), works, dies, out);
        }
      }
    }
  }
}

void DiskSteps::finish(const State& to, Step step, bool works, std::vector<Step>& out) const {
  step.to = static_cast<std::size_t>(std::lower_bound(states_.begin(), states_.end(), to) -
                                     states_.begin());
  int free = 0;   // buffers that may be written back
  int sound = 0;  // what may be damaged
  for (std::size_t sort = 0; works && sort < sorts; ++sort) {
    const int alive = relations_[sort] - to.dead[sort];
    if ((sort & buffers) != 0) free += alive - to.failing[sort];
    if ((sort & data) != 0) sound += alive;
  }
  for (int backs = 0; backs <= std::min(free, disk_.writeback); ++backs) {
    for (int damages = 0; damages <= std::min(sound, disk_.corrupt); ++damages) {
      meter_.step();
      out.push_back(step);
      out.back().costs.of<WriteBack>() = backs;
      out.back().costs.of<Corruption>() = damages;
      out.back().ways *= binomial(free, backs) * binomial(sound, damages);
    }
  }
}

}  // namespace ldfi
