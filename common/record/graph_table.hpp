// A graph of derivations, stored as tables of texts and indices that other programs can read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ldfi {

struct GraphTable {
  /// The execution that the graph describes: "failure_free", or the fault set as text.
  std::string run;
  struct Goal {
    std::string text;  ///< the fact and its tick, such as `log(b,data)@4`
    std::string kind;  ///< `present`, `absent` or `clock`
    std::string relation;
    int time = 0;
    bool given = false;
    bool operator==(const Goal&) const = default;
  };
  struct Firing {
    std::string rule;   ///< text of the rule that fired
    std::string where;  ///< position of the rule in the sources, as file:line
    std::uint32_t head = 0;
    std::vector<std::uint32_t> premises;
    bool operator==(const Firing&) const = default;
  };
  std::vector<Goal> goals;
  std::vector<Firing> firings;
  std::vector<std::uint32_t> roots;
  bool operator==(const GraphTable&) const = default;
};

/// Returns why the graph is invalid: a head, a premise or a root is not the index of a goal.
/// Returns nullptr if the graph is valid.
[[nodiscard]] const char* malformed(const GraphTable& graph);

}  // namespace ldfi
