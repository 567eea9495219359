#include "common/prove/certificate/circuit.hpp"

#include <algorithm>
#include <cstdlib>

namespace ldfi::certificate {

std::size_t Circuit::Hash::operator()(const Clause& of) const {
  std::size_t out = of.size();
  for (const int x : of)
    out = (out ^ static_cast<std::size_t>(x + (1LL << 32))) * 0x9E3779B97F4A7C15U;
  return out ^ (out >> 29U);
}

namespace {

/// Throws Rejected if there are too many gates, so that a malicious claim cannot take all memory.
void bound(std::size_t gates) {
  if (gates > 20'000'000)
    throw Rejected("checking this claim takes a circuit of more than 20 million gates");
}

}  // namespace

int Circuit::input(const std::string& name) {
  bound(gates_.size());
  if (check_ && ++asked_ % 4096 == 0) check_();
  const auto [it, fresh] = inputs_.emplace(name, static_cast<int>(gates_.size()));
  if (fresh) {
    gates_.emplace_back();
    is_input_.push_back(true);
  }
  return it->second;
}

int Circuit::all(Clause of) {
  if (check_ && ++asked_ % 4096 == 0) check_();
  std::ranges::sort(of, [](int a, int b) {
    return std::abs(a) < std::abs(b) || (std::abs(a) == std::abs(b) && a < b);
  });
  Clause kept;
  for (const int x : of) {
    if (x == no || (!kept.empty() && kept.back() == -x)) return no;
    if (x != yes && (kept.empty() || kept.back() != x)) kept.push_back(x);
  }
  if (kept.empty()) return yes;
  if (kept.size() == 1) return kept[0];
  const auto [it, fresh] = known_.emplace(kept, static_cast<int>(gates_.size()));
  if (fresh) {
    bound(gates_.size());
    gates_.push_back(kept);
    is_input_.push_back(false);
  }
  return it->second;
}

int Circuit::any(Clause of) {
  for (int& x : of) x = -x;
  return -all(std::move(of));
}

std::vector<int> Circuit::at_least(const std::vector<int>& of, std::size_t most) {
  std::vector<int> out(most + 1, no);
  out[0] = yes;
  for (const int x : of) {
    for (std::size_t k = most; k > 0; --k) out[k] = any({out[k], all({x, out[k - 1]})});
  }
  return out;
}

bool Circuit::value(int literal, const std::vector<int>& true_inputs) const {
  std::vector<bool> holds(gates_.size());
  for (const int x : true_inputs) holds[static_cast<std::size_t>(x)] = true;
  for (std::size_t v = 1; v < gates_.size(); ++v) {
    if (is_input_[v]) continue;
    holds[v] = std::ranges::all_of(
        gates_[v], [&](int x) { return holds[static_cast<std::size_t>(std::abs(x))] == (x > 0); });
  }
  return holds[static_cast<std::size_t>(std::abs(literal))] == (literal > 0);
}

// A gate gets only the clauses for the values that can matter [Plaisted and Greenbaum 1986]: for
// `true`, for `false`, or for both. Leaving out the other clauses is safe, because fewer clauses
// never refute more.
std::vector<Clause> Circuit::clauses(const std::vector<Clause>& asserted) const {
  std::vector<bool> if_true(gates_.size()), if_false(gates_.size());
  const auto need = [&](int x) {
    (x > 0 ? if_true : if_false)[static_cast<std::size_t>(std::abs(x))] = true;
  };
  std::vector<Clause> out{{yes}};
  for (const Clause& clause : asserted) {
    out.push_back(clause);
    std::ranges::for_each(clause, need);
  }
  // The number of a gate is greater than those of the gates on which it depends.
  for (std::size_t v = gates_.size() - 1; v > 1; --v) {
    if (is_input_[v]) continue;
    if (check_ && v % 65536 == 0) check_();
    Clause whole{static_cast<int>(v)};
    for (const int x : gates_[v]) {
      if (if_true[v]) {
        need(x);
        out.push_back({-static_cast<int>(v), x});
      }
      if (if_false[v]) need(-x);
      whole.push_back(-x);
    }
    if (if_false[v]) out.push_back(whole);
  }
  return out;
}

}  // namespace ldfi::certificate
