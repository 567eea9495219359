#include "test/support/recovery_program.hpp"

#include <set>
#include <sstream>

#include "test/support/random.hpp"

namespace ldfi::test {
namespace {

void choose_faults(FspecParameters& p, Random& random) {
  p.crash_model = CrashModel::stop;
  p.restarts = random.between(1, 2);
  p.crashes = random.chance(40) ? 1 : 0;
  if (random.chance(20)) p.crashable = {p.nodes.front()};
  while (Fspec(p).distinct_fault_sets() > max_fault_sets) {
    if (p.restarts > 1) {
      --p.restarts;
    } else if (p.eff > 1) {
      --p.eff;
    } else if (p.crashes > 0) {
      --p.crashes;
    } else {
      p.crashable = {p.nodes.front()};
      --p.eff;
    }
  }
}

/// Adds `restart(N)`, `down(N)` or their negation to a rule, N being the first argument of its first literal.
std::string asking(const std::string& rule, Random& random) {
  const std::size_t body = rule.find(" :- ");
  const std::size_t open = rule.find('(', body);
  const std::size_t end = rule.find_first_of(",)", open);
  if (body == std::string::npos || rule.compare(body + 4, 5, "notin") == 0) return rule;
  const std::string node = rule.substr(open + 1, end - open - 1);
  return rule.substr(0, rule.size() - 1) + (random.chance(50) ? ", notin" : ",") +
         (random.chance(70) ? " restart(" : " down(") + node + ");";
}

}  // namespace

RandomProgram recovery_program(std::uint64_t seed) {
  RandomProgram out = random_program(seed);
  Random random(seed * 7919 + 1);
  choose_faults(out.fspec, random);
  std::istringstream lines(out.text);
  std::set<std::string> kept;
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    const bool next = line.find(")@next :- ") != std::string::npos;
    if (next) kept.insert(line.substr(0, line.find('(')));
    text += line + "\n";
    const bool rule = line.find(" :- ") != std::string::npos;
    if (rule && line.find("<") == std::string::npos && random.chance(next ? 25 : 8)) {
      text += asking(line, random) + "\n";
    }
  }
  for (const std::string& relation : kept) {
    if (random.chance(45)) text += "stable " + relation + ";\n";
  }
  out.text = std::move(text);
  return out;
}

}  // namespace ldfi::test
