#include "common/certificate/claim.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <utility>

#include "common/certificate/well_formed.hpp"

namespace ldfi::certificate {
namespace {

constexpr std::uintmax_t most_bytes = 256U << 20U;
constexpr std::size_t most_nodes = 1000;

/// A name stands between blanks, commas and brackets, and so has none of them: else two faults could
/// be written the same.
bool is_name(const std::string& text) {
  return !text.empty() && std::ranges::none_of(text, [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == ',' || c == '(' || c == ')';
  });
}

/// `O(a,b,1) C(a,3)`; names of nodes have neither brackets, commas nor blanks here.
FaultSet fault_set(const std::string& text) {
  FaultSet out;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    Fault& fault = out.emplace_back();
    std::istringstream inside(word.substr(std::min<std::size_t>(2, word.size())));
    fault.crash = word.starts_with("C(");
    std::getline(inside, fault.from, ',');
    if (!fault.crash) std::getline(inside, fault.to, ',');
    if ((!fault.crash && !word.starts_with("O(")) || !(inside >> fault.tick) ||
        inside.get() != ')' || inside.get() != EOF) {
      throw Rejected("`" + word + "` is no fault");
    }
  }
  return out;
}

class Asked {
 public:
  Asked(Unrolled of, Limits limits) : of_(std::move(of)), limits_(std::move(limits)) {
    violating_ = of_.circuit.all({of_.violated, -of_.error, -of_.escape});
  }
  [[nodiscard]] const Unrolled& unrolled() const { return of_; }

  /// Something violates; with `errors`, or ends in an error.
  std::vector<Clause> asserted(const std::vector<Clause>& more, bool errors = false) {
    std::vector<Clause> out = of_.axioms;
    const int violates = errors ? of_.circuit.any({of_.violated, of_.error})
                                : of_.circuit.all({of_.violated, -of_.error});
    out.push_back({of_.circuit.any({violates, of_.escape})});
    out.insert(out.end(), more.begin(), more.end());
    return of_.circuit.clauses(out);
  }

  /// The literals that say so; what nothing rests on has none.
  Clause holds(const Fault& fault) {
    const auto& inputs = of_.circuit.inputs();
    const auto add = [&](Clause& to, const std::string& name, int sign) {
      if (const auto it = inputs.find(name); it != inputs.end()) to.push_back(sign * it->second);
    };
    Clause out;
    if (fault.crash) {
      add(out, crashed_by(fault.from, fault.tick), 1);
      add(out, crashed_by(fault.from, fault.tick - 1), -1);
    } else {
      add(out, "O(" + fault.from + "," + fault.to + "," + std::to_string(fault.tick) + ")", 1);
    }
    return out;
  }

  void admissible(const FaultSet& set) const {
    std::set<std::string> crashed, lost;
    for (const Fault& f : set) {
      const auto node = [&](const std::string& n) {
        return std::ranges::find(limits_.nodes, n) != limits_.nodes.end();
      };
      const std::string loss = f.from + "," + f.to + "," + std::to_string(f.tick);
      const bool good = node(f.from) && f.tick >= 1 &&
                        (f.crash ? f.tick <= limits_.eot && crashed.insert(f.from).second
                                 : node(f.to) && f.to != f.from && f.tick <= limits_.last_loss &&
                                       lost.insert(loss).second);
      if (!good) throw Rejected("a fault that the specification does not admit");
    }
    if (crashed.size() > static_cast<std::size_t>(limits_.crashes))
      throw Rejected("more crashes than there may be");
  }

  bool violates(const FaultSet& set) const {
    std::vector<int> inputs;
    const auto add = [&](const std::string& name) {
      if (const auto it = of_.circuit.inputs().find(name); it != of_.circuit.inputs().end())
        inputs.push_back(it->second);
    };
    for (const Fault& f : set) {
      for (int t = f.tick; f.crash && t <= limits_.eot; ++t) add(crashed_by(f.from, t));
      if (!f.crash) add("O(" + f.from + "," + f.to + "," + std::to_string(f.tick) + ")");
    }
    return of_.circuit.value(violating_, inputs);
  }

  /// A proper part of the set: what is not in it does not happen, and not all of it does.
  std::vector<Clause> part_of(const FaultSet& set) {
    std::vector<Clause> out;
    std::set<int> named;
    Clause missing;
    for (const Fault& fault : set) {
      const Clause literals = holds(fault);
      if (literals.empty()) throw Rejected("a fault that does nothing is in no minimal set");
      const int it = of_.circuit.all(literals);
      missing.push_back(-it);
      if (!fault.crash) named.insert(it);
    }
    for (const int loss : of_.losses) {
      if (!named.contains(loss)) out.push_back({-loss});
    }
    for (const std::string& node : limits_.nodes) {
      const auto it =
          std::ranges::find_if(set, [&](const Fault& f) { return f.crash && f.from == node; });
      const auto& inputs = of_.circuit.inputs();
      for (int t = 1; t <= limits_.eot && limits_.crashes > 0; ++t) {
        const int by = inputs.at(crashed_by(node, t));
        if (it == set.end() || t < it->tick) {
          out.push_back({-by});
        } else {  // then at that very time, or never
          out.push_back({by, -inputs.at(crashed_by(node, limits_.eot))});
        }
      }
    }
    out.push_back(missing);
    return out;
  }

  std::vector<Clause> fewer_than(std::size_t faults) {
    std::vector<int> each = of_.losses;
    each.insert(each.end(), of_.crashed.begin(), of_.crashed.end());
    return {{-of_.circuit.at_least(each, faults)[faults]}};
  }

  Clause not_within(const FaultSet& set) {
    Clause out;
    for (const Fault& fault : set) {
      for (const int x : holds(fault)) out.push_back(-x);
    }
    return out;
  }

 private:
  Unrolled of_;
  Limits limits_;
  int violating_ = Circuit::no;  ///< of one fault set: and without an error
};

}  // namespace

std::ifstream open_file(const std::string& folder, const std::string& name) {
  namespace fs = std::filesystem;
  fs::path file = folder;
  std::error_code error;
  for (const fs::path& part : fs::path(name)) {
    file /= part;
    if (fs::is_symlink(file, error)) throw Rejected(name + " is a link");
  }
  if (!fs::is_regular_file(file, error)) throw Rejected("cannot read " + name);
  std::ifstream out(file, std::ios::binary);
  if (!out.is_open()) throw Rejected("cannot read " + name);
  return out;
}

namespace {

std::string read(const std::string& folder, const std::string& name) {
  std::ifstream stream = open_file(folder, name);
  std::string out;
  for (std::array<char, 1 << 16U> some{};
       stream.read(some.data(), some.size()) || stream.gcount() > 0;) {
    out.append(some.data(), static_cast<std::size_t>(stream.gcount()));
    if (out.size() > most_bytes) throw Rejected(name + " is too large");
  }
  if (stream.bad()) throw Rejected("cannot read " + name);
  return out;
}

/// Lists alone are said in more than one line.
void require_fresh(const std::string& key, std::set<std::string>& said) {
  static const std::set<std::string> lists{"program", "parameter", "node", "violates", "claim"};
  if (!said.insert(key).second && !lists.contains(key))
    throw Rejected("claim.txt: said before: " + key);
}

/// `said`: the keys of its lines.
void require_whole(const Claim& claim, const std::set<std::string>& said) {
  for (const char* key : {"eot", "last-loss", "crashes", "crash-model"}) {
    if (!said.contains(key)) throw Rejected("claim.txt: it does not say " + std::string(key));
  }
  if (claim.certified == !claim.violate.empty())
    throw Rejected("claim.txt: either `claim certified` or `violates`");
  if (claim.certified && (claim.minimal || claim.least || claim.all))
    throw Rejected(
        "claim.txt: a counterexample is claimed to be minimal, least or all, and none is there");
}

}  // namespace

Claim read_claim(const std::string& folder) {
  Claim out;
  std::istringstream lines(read(folder, "claim.txt"));
  std::string line;
  std::set<std::string> said;
  if (!std::getline(lines, line) || line != "ldfi-certificate 1")
    throw Rejected("claim.txt:1: not `ldfi-certificate 1`");
  for (int number = 2; std::getline(lines, line); ++number) {
    const std::size_t blank = std::min(line.find(' '), line.size());
    const std::string key = line.substr(0, blank);
    const std::string rest = blank < line.size() ? line.substr(blank + 1) : "";
    require_fresh(key, said);
    const auto count = [&](int most) {
      const bool good = !rest.empty() && rest.size() < 10 &&
                        rest.find_first_not_of("0123456789") == std::string::npos &&
                        std::stoi(rest) <= most;
      if (!good)
        throw Rejected("claim.txt:" + std::to_string(number) + ": no number up to " +
                       std::to_string(most));
      return std::stoi(rest);
    };
    if (key == "program") {
      out.programs.push_back(rest);
    } else if (key == "parameter") {
      const std::size_t is = std::min(rest.find('='), rest.size());
      out.parameters.emplace_back(rest.substr(0, is), rest.substr(std::min(is + 1, rest.size())));
    } else if (key == "node") {
      // Named twice, a node would crash twice: of fewer nodes there may be fewer crashes.
      const bool again = std::ranges::find(out.limits.nodes, rest) != out.limits.nodes.end();
      if (again || !is_name(rest) || out.limits.nodes.size() == most_nodes)
        throw Rejected("claim.txt:" + std::to_string(number) + ": no further node: " + rest);
      out.limits.nodes.push_back(rest);
    } else if (key == "eot") {
      out.limits.eot = std::max(1, count(100'000));
    } else if (key == "last-loss") {
      out.limits.last_loss = count(100'000);
    } else if (key == "crashes") {
      out.limits.crashes = count(1'000);
    } else if (key == "crash-model" && (rest == "halt" || rest == "silent")) {
      out.limits.halt = rest == "halt";
    } else if (key == "universe" && rest == "universe.ded") {
      out.universe = true;
    } else if (key == "pre") {
      out.limits.pre = rest;
    } else if (key == "post") {
      out.limits.post = rest;
    } else if (key == "violates") {
      out.violate.push_back(fault_set(rest == "none" ? "" : rest));
    } else if (key == "claim" && (rest == "certified" || rest == "vacuous")) {
      out.certified = true;
      out.vacuous = rest == "vacuous";
    } else if (key == "claim" && (rest == "minimal" || rest == "least" || rest == "all")) {
      (rest == "minimal" ? out.minimal : rest == "least" ? out.least : out.all) = true;
    } else {
      throw Rejected("claim.txt:" + std::to_string(number) + ": unknown: " + line);
    }
  }
  require_whole(out, said);
  return out;
}

Questions questions(const std::string& folder, const Claim& claim,
                    const std::function<void()>& check) {
  namespace fs = std::filesystem;
  std::vector<std::pair<std::string, std::string>> files;
  for (const std::string& name : claim.programs) {
    const fs::path path = fs::path(name).lexically_normal();
    if (path.is_absolute() || path.empty() || *path.begin() == "..")
      throw Rejected(name + " is outside");
    files.emplace_back(name, read(folder, "program/" + path.string()));
  }
  Program program = parse(files, {claim.parameters.begin(), claim.parameters.end()});
  require_well_formed(program);
  if (claim.universe) add_universe(program, read(folder, "universe.ded"));
  for (const std::string& include : program.includes) {
    const std::string base = fs::path(include).filename();
    if (std::ranges::none_of(claim.programs,
                             [&](const auto& one) { return fs::path(one).filename() == base; })) {
      throw Rejected("the program includes " + include + ", which is missing");
    }
  }
  const auto asked = std::make_shared<Asked>(unroll(program, claim.limits, check), claim.limits);
  const Unrolled& unrolled = asked->unrolled();
  if (claim.certified && claim.vacuous == unrolled.pre_without_faults)
    throw Rejected("vacuous, or not vacuous");
  Questions out;
  out.has_pre = unrolled.has_pre;
  const auto ask = [&](const std::string& name, const auto& clauses) {
    out.each.push_back({name, clauses});
  };
  if (claim.certified) ask("certified", [asked] { return asked->asserted({}, true); });
  for (std::size_t i = 0; i < claim.violate.size(); ++i) {
    if (check) check();
    const FaultSet& set = claim.violate[i];
    asked->admissible(set);
    if (!asked->violates(set))
      throw Rejected("fault set " + std::to_string(i + 1) + " violates nothing");
    if (!claim.minimal || set.empty()) continue;
    ask("minimal-" + std::to_string(i + 1),
        [asked, set] { return asked->asserted(asked->part_of(set)); });
  }
  if (claim.least && !claim.violate[0].empty()) {
    ask("least", [asked, size = claim.violate[0].size()] {
      return asked->asserted(asked->fewer_than(size));
    });
  }
  if (claim.all) {
    ask("all", [asked, sets = claim.violate] {
      std::vector<Clause> others;
      for (const FaultSet& set : sets) others.push_back(asked->not_within(set));
      return asked->asserted(others);
    });
  }
  return out;
}

std::string to_text(const FaultSet& faults) {
  std::string out;
  for (const Fault& f : faults) {
    out += (out.empty() ? "" : " ") + (f.crash ? "C(" + f.from : "O(" + f.from + "," + f.to) + "," +
           std::to_string(f.tick) + ")";
  }
  return out.empty() ? "none" : out;
}

}  // namespace ldfi::certificate
