#include "common/prove/certificate/aggregate.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace ldfi::certificate {
namespace {

/// Returns the possible sums. Only the sum of all values must fit into 64 bits.
Outcomes sums(Circuit& circuit, const std::vector<std::pair<std::int64_t, int>>& each) {
  __extension__ using Wide = __int128;
  std::map<Wide, int> all{{0, Circuit::yes}};
  Clause some;
  for (const auto& [value, literal] : each) {
    some.push_back(literal);
    std::map<Wide, Clause> ways;
    for (const auto& [sum, when] : all) {
      ways[sum].push_back(circuit.all({when, -literal}));
      ways[sum + value].push_back(circuit.all({when, literal}));
    }
    all.clear();
    for (const auto& [sum, when] : ways) all[sum] = circuit.any(when);
  }
  Outcomes out;
  for (const auto& [sum, when] : all) {
    const int literal = circuit.all({when, circuit.any(some)});
    if (sum < INT64_MIN || sum > INT64_MAX) {
      out.overflow = circuit.any({out.overflow, literal});
    } else {
      out.when[static_cast<std::int64_t>(sum)] = literal;
    }
  }
  return out;
}

}  // namespace

Outcomes outcomes(Circuit& circuit, const std::string& kind,
                  const std::map<Value, Clause>& values) {
  Outcomes out;
  std::vector<std::pair<std::int64_t, int>> each;
  for (const auto& [value, ways] : values) each.emplace_back(value.number, circuit.any(ways));
  if (kind == "count") {
    std::vector<int> of;
    for (const auto& [value, literal] : each) of.push_back(literal);
    const std::vector<int> least = circuit.at_least(of, of.size() + 1);
    for (std::size_t k = 1; k <= of.size(); ++k) {
      out.when[static_cast<std::int64_t>(k)] = circuit.all({least[k], -least[k + 1]});
    }
  } else if (kind == "min" || kind == "max") {
    if (kind == "max") std::ranges::reverse(each);
    Clause none;
    for (const auto& [value, literal] : each) {
      Clause body = none;
      body.push_back(literal);
      out.when[value] = circuit.all(body);
      none.push_back(-literal);
    }
  } else if (kind == "sum") {
    out = sums(circuit, each);
  } else {
    throw Rejected("there is no aggregate " + kind);
  }
  return out;
}

}  // namespace ldfi::certificate
