#include "common/faults/disk_steps.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "common/base/errors.hpp"

namespace ldfi {
namespace {

int total(const std::array<int, 2>& of) {
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
    ++relations_[fspec.buffered(StoredId(r)) ? 1 : 0];
  }
  State state;
  const auto each = [](int& number, int last, auto action) {
    for (number = 0; number <= last; ++number) action();
    number = 0;
  };
  each(state.failing[0], std::min(relations_[0], disk_.write), [&] {
    each(state.failing[1], std::min(relations_[1], disk_.write), [&] {
      each(state.dead[0], std::min(relations_[0], disk_.dead), [&] {
        each(state.dead[1], std::min(relations_[1], disk_.dead), [&] {
          meter_.step();
          if (within(state)) states_.push_back(state);
        });
      });
    });
  });
  std::sort(states_.begin(), states_.end());
  steps_.resize(states_.size());
  for (std::size_t s = 0; s < states_.size(); ++s) {
    for (const bool works : {false, true}) {
      for (const bool dies : {false, true}) {
        auto& out = steps_[s][(works ? 2U : 0U) + (dies ? 1U : 0U)];
        add_steps(s, works, dies, out);
        widest_ = std::max(widest_, out.size());
        if (widest_ > most || states_.size() > most) {
          throw BudgetExceeded("steps", "there are too many fault sets to count");
        }
      }
    }
  }
}

bool DiskSteps::within(const State& state) const {
  return state.failing[0] + state.dead[0] <= relations_[0] &&
         state.failing[1] + state.dead[1] <= relations_[1] && total(state.failing) <= disk_.write &&
         total(state.dead) <= disk_.dead;
}

void DiskSteps::add_steps(std::size_t state, bool works, bool dies, std::vector<Step>& out) const {
  const auto what = [](const Step& s) { return std::tie(s.to, s.writes, s.deaths, s.backs); };
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
          next.writes += begin;
          next.deaths += dying + die;
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
  const int free = works ? relations_[1] - to.failing[1] - to.dead[1] : 0;
  for (int backs = 0; backs <= std::min(free, disk_.writeback); ++backs) {
    meter_.step();
    out.push_back(step);
    out.back().backs = backs;
    out.back().ways *= binomial(free, backs);
  }
}

}  // namespace ldfi
