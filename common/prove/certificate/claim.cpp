#include "common/prove/certificate/claim.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <utility>

#include "common/prove/certificate/slice.hpp"
#include "common/prove/certificate/specifications.hpp"
#include "common/prove/certificate/well_formed.hpp"

namespace ldfi::certificate {
namespace {

constexpr std::size_t most_nodes = 1000;
constexpr int most_limit = 1'000'000'000;
constexpr std::size_t most_known = 100'000;

/// Throws Rejected if a key occurs a second time, unless it is the key of a list.
void require_fresh(const std::string& key, std::set<std::string>& said) {
  static const std::set<std::string> lists{
      "program",  "parameter", "node",         "violates", "claim",         "saturates", "reliable",
      "survivor", "punctual",  "stayer",       "cut",      "specification", "disk",      "steady",
      "damaged",  "detected",  "written-back", "known",    "late-relation"};
  if (!said.insert(key).second && !lists.contains(key))
    throw Rejected("claim.txt: the key occurs twice: " + key);
}

/// Reads a column such as `age 2 5`: all numbers above 5 in column 2 have the same effect.
Saturated saturated(const std::string& text) {
  Saturated out;
  std::istringstream words(text);
  if (!(words >> out.relation >> out.column >> out.top) || words.get() != EOF || out.column < 1 ||
      out.column > 1'000)
    throw Rejected("claim.txt: `" + text + "` does not name a column of numbers that saturate");
  return out;
}

/// Checks that the claim about one specification, or about the invariant, is complete.
void require_whole(const Said& said) {
  const auto reject = [&said](const std::string& why) {
    throw Rejected("claim.txt: " + why + (said.of.empty() ? "" : " (" + said.of + ")"));
  };
  const bool more = said.minimal || said.least || said.all;
  if (said.open && (said.certified || more || !said.violate.empty()))
    reject("`claim nothing` excludes other claims");
  if (said.open) return;
  if (said.certified == !said.violate.empty())
    reject("it needs `claim certified` or `violates`, and not both");
  if (said.certified && more)
    reject("a claim about counterexamples (minimal, least or all) needs a line `violates`");
}

/// Throws Rejected for limits of restarts in a claim without restarts, which would mislead readers.
void require_outages(const Limits& limits, const std::set<std::string>& said) {
  for (const char* key : {"restarts", "last-restart", "least-down", "most-down", "stayer"}) {
    if (!said.contains(key)) continue;
    if (!limits.stop) throw Rejected("claim.txt: " + std::string(key) + " needs crash-model stop");
    if (!said.contains("restarts"))
      throw Rejected("claim.txt: " + std::string(key) + " needs restarts");
  }
  if (limits.most_down && *limits.most_down < limits.least_down)
    throw Rejected("claim.txt: most-down is less than least-down");
  if (limits.partitions > 0 && limits.cuts.empty())
    throw Rejected("claim.txt: partitions needs a line `cut`");
  if (!limits.stop && limits.pauses > 0) throw Rejected("claim.txt: pauses needs crash-model stop");
  if (!limits.stop && (limits.failed_writes > 0 || limits.dead_disks > 0 ||
                       limits.corruptions > 0 || limits.write_backs > 0))
    throw Rejected("claim.txt: disk faults need crash-model stop");
  if (limits.stop && (limits.late > 0 || limits.twice > 0))
    throw Rejected("claim.txt: crash-model stop excludes messages that are late or duplicated");
}

/// Checks that the whole claim is complete. `said` has the keys of its lines.
void require_whole(const Claim& claim, const std::set<std::string>& said) {
  const auto require = [&](const char* key, bool wanted) {
    if (said.contains(key) != wanted)
      throw Rejected("claim.txt: it " + std::string(wanted ? "does not say " : "says ") + key);
  };
  require("crashes", true);
  require("crash-model", true);
  for (const char* key : {"eot", "last-loss"}) require(key, !claim.forever);
  for (const char* key : {"calm", "from", "promised"}) require(key, claim.forever);
  if (!claim.forever) {
    require("saturates", false);
  } else {
    std::istringstream keys(
        "universe known violates late-until order last-restart least-down most-down last-partition "
        "last-pause "
        "last-write corruptions last-corruption damaged detected write-backs last-write-back "
        "written-back late-self late-relation");
    for (std::string key; keys >> key;) require(key.c_str(), false);
    // Without calm ticks, these faults need not end, so their keys are required.
    for (const char* key : {"losses", "restarts", "pauses", "partitions", "failed-writes"})
      if (!claim.calm) require(key, false);
    require_outages(claim.limits, said);
    const auto says_more = [](const Said& one) {
      return one.open || one.certified || one.minimal || one.least || one.all ||
             !one.violate.empty();
    };
    if (claim.each.size() > 1 || std::ranges::any_of(claim.each, says_more))
      throw Rejected("claim.txt: a claim about every EOT excludes other claims");
    if (claim.promised < std::max(claim.from, claim.calm.value_or(1)))
      throw Rejected("claim.txt: the EOT of `promised` is less than `from` or `calm`");
    return;
  }
  const Limits& l = claim.limits;
  require_outages(l, said);
  if (l.fifo && l.late == 0 && l.twice == 0)
    throw Rejected("claim.txt: order needs messages that may be late");
  if ((l.late_self || !l.late_relations.empty()) && l.late == 0 && l.twice == 0)
    throw Rejected("claim.txt: late-relation needs messages that may be late");
  if (l.late_self && (l.halt || l.stop))
    throw Rejected("claim.txt: late-self does not work with this crash-model");
  if (said.contains("damaged") && said.contains("detected"))
    throw Rejected("claim.txt: damaged and detected exclude each other");
  if (claim.each.empty()) throw Rejected("claim.txt: it needs `claim certified` or `violates`");
  for (const Said& one : claim.each) require_whole(one);
}

/// One line of a claim: a key and the rest of the line.
class ClaimLine {
 public:
  ClaimLine(const std::string& text, int number) : text_(text), number_(number) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    key_ = text.substr(0, blank);
    rest_ = blank < text.size() ? text.substr(blank + 1) : "";
  }
  [[nodiscard]] const std::string& key() const { return key_; }

  void add_to(Claim& out) const {
    if (!about(out) && !limits(out.limits) && !one_eot(out) && !for_ever(out))
      fail("unknown line: " + text_);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw Rejected("claim.txt:" + std::to_string(number_) + ": " + why);
  }
  int count(int most) const {
    const bool good = !rest_.empty() && rest_.size() < 11 &&
                      rest_.find_first_not_of("0123456789") == std::string::npos &&
                      std::stoll(rest_) <= most;
    if (!good) fail("expected a number up to " + std::to_string(most));
    return std::stoi(rest_);
  }
  /// Splits the rest of the line at the first character `between`.
  std::pair<std::string, std::string> two(char between) const {
    const std::size_t at = std::min(rest_.find(between), rest_.size());
    return {rest_.substr(0, at), rest_.substr(std::min(at + 1, rest_.size()))};
  }

  // This function and the next ones return true if the line has one of their keys. Then they add
  // the content of the line to `out`.

  bool about(Claim& out) const {
    if (key_ == "program") {
      out.programs.push_back(rest_);
    } else if (key_ == "parameter") {
      out.parameters.push_back(two('='));
    } else if (key_ == "universe" && rest_ == "universe.ded") {
      out.universe = true;
    } else {
      return false;
    }
    return true;
  }

  bool limits(Limits& out) const {
    if (key_ == "node") {
      // A node that is named twice could crash twice, so that fewer nodes could crash than allowed.
      const bool again = std::ranges::find(out.nodes, rest_) != out.nodes.end();
      if (again || !is_name(rest_) || out.nodes.size() == most_nodes)
        fail("the name of a node is empty, used before, or one too many: " + rest_);
      out.nodes.push_back(rest_);
    } else if (key_ == "eot") {
      out.eot = std::max(1, count(last_eot));
    } else if (key_ == "crash-model" && (rest_ == "halt" || rest_ == "silent" || rest_ == "stop")) {
      out.halt = rest_ == "halt";
      out.stop = rest_ == "stop";
    } else if (key_ == "cut") {
      if (std::ranges::find(out.cuts, rest_) != out.cuts.end()) fail("cut twice: " + rest_);
      out.cuts.push_back(rest_);
    } else if (key_ == "steady") {
      out.steady.insert(rest_);
    } else if (key_ == "disk") {
      out.disks.insert(two(' '));
    } else if (key_ == "order" && rest_ == "fifo") {
      out.fifo = true;
    } else if (key_ == "late-self" && rest_ == "yes") {
      out.late_self = true;
    } else if (key_ == "late-relation") {
      if (!is_name(rest_)) fail("this is not the name of a relation: " + rest_);
      out.late_relations.insert(rest_);
    } else if (key_ == "disk-errors" && rest_ == "silent") {
      out.silent_disks = true;
    } else if (key_ == "damaged" || key_ == "detected") {
      damage(out);
    } else if (key_ == "written-back") {
      out.written_back.insert(rest_);
    } else if (key_ == "stayer") {
      out.stayers.insert(rest_);
    } else if (key_ == "survivor") {
      out.survivors.insert(rest_);
    } else if (key_ == "reliable") {
      out.reliable.insert(two(' '));
    } else if (key_ == "punctual") {
      out.punctual.insert(two(' '));
    } else if (key_ == "pre" || key_ == "post") {
      if (!is_name(rest_)) fail("this is not the name of a relation: " + rest_);
      (key_ == "pre" ? out.pre : out.post) = rest_;
    } else {
      return number(out);
    }
    return true;
  }

  /// Reads `damaged log 3` (column 3 is damaged), or `detected log` (damaged tuples are dropped).
  void damage(Limits& out) const {
    std::istringstream words(rest_);
    std::string relation;
    int column = 0;
    const bool good =
        (words >> relation) && (key_ == "detected" || (words >> column && column > 1));
    if (!good || words.get() != EOF) fail("expected a relation and its data column: " + rest_);
    if (!out.data.emplace(relation, column).second) fail("the relation occurs twice: " + relation);
  }

  bool number(Limits& out) const {
    constexpr int tick = last_eot;
    constexpr int few = 1'000;
    const std::map<std::string, std::pair<int*, int>> numbers{
        {"last-loss", {&out.last_loss, tick}},
        {"crashes", {&out.crashes, few}},
        {"restarts", {&out.restarts, few}},
        {"last-restart", {&out.last_restart, tick}},
        {"least-down", {&out.least_down, tick}},
        {"pauses", {&out.pauses, few}},
        {"last-pause", {&out.last_pause, tick}},
        {"failed-writes", {&out.failed_writes, few}},
        {"last-write", {&out.last_write, tick}},
        {"dead-disks", {&out.dead_disks, few}},
        {"corruptions", {&out.corruptions, few}},
        {"last-corruption", {&out.last_corruption, tick}},
        {"write-backs", {&out.write_backs, few}},
        {"last-write-back", {&out.last_write_back, tick}},
        {"partitions", {&out.partitions, few}},
        {"last-partition", {&out.last_partition, tick}},
        {"late", {&out.late, few}},
        {"late-until", {&out.last_late, tick}},
        {"twice", {&out.twice, most_limit}},
        {"twice-within", {&out.twice_within, few}}};
    const std::map<std::string, std::optional<int>*> limits{{"losses", &out.losses},
                                                            {"faults", &out.faults},
                                                            {"late-count", &out.late_count},
                                                            {"late-budget", &out.late_budget},
                                                            {"most-down", &out.most_down}};
    if (const auto it = numbers.find(key_); it != numbers.end()) {
      *it->second.first = count(it->second.second);
    } else if (const auto limit = limits.find(key_); limit != limits.end()) {
      *limit->second = count(most_limit);
    } else {
      return false;
    }
    out.least_down = std::max(1, out.least_down);
    return true;
  }

  /// Returns the claim to which the present line belongs: the claim about the specification that
  /// was named last, or about the invariant.
  Said& said(Claim& out) const {
    if (out.each.empty()) out.each.emplace_back();
    return out.each.back();
  }

  bool one_eot(Claim& out) const {
    if (key_ == "specification") {
      const bool other = !out.each.empty() && out.each.front().of.empty();
      if (rest_.empty() || other || out.each.size() == most_specifications)
        fail("the specification is listed twice, or is one too many: " + rest_);
      out.each.emplace_back().of = rest_;
    } else if (key_ == "known") {
      if (rest_.empty() || rest_ == "none" || out.known.size() == most_known)
        fail("a known fault set is empty, or one too many: " + rest_);
      out.known.push_back(fault_set(rest_));
    } else if (key_ == "violates") {
      said(out).violate.push_back(fault_set(rest_ == "none" ? "" : rest_));
    } else if (key_ == "claim" && (rest_ == "certified" || rest_ == "vacuous")) {
      if (said(out).certified) fail("`certified` or `vacuous` is claimed twice");
      said(out).certified = true;
      said(out).vacuous = rest_ == "vacuous";
    } else if (key_ == "claim" && rest_ == "nothing") {
      said(out).open = true;
    } else if (key_ == "claim" && (rest_ == "minimal" || rest_ == "least" || rest_ == "all")) {
      Said& of = said(out);
      bool& claimed = rest_ == "minimal" ? of.minimal : rest_ == "least" ? of.least : of.all;
      if (claimed) fail("this is claimed twice: " + rest_);
      claimed = true;
    } else {
      return false;
    }
    return true;
  }

  bool for_ever(Claim& out) const {
    if (key_ == "claim" && rest_ == "certified-forever") {
      out.forever = true;
    } else if (key_ == "calm") {
      if (rest_ != "none") out.calm = std::max(1, count(last_eot));
    } else if (key_ == "from") {
      out.from = std::max(1, count(last_eot));
    } else if (key_ == "promised") {
      out.promised = count(last_eot);
    } else if (key_ == "saturates") {
      out.saturated.push_back(saturated(rest_));
    } else {
      return false;
    }
    return true;
  }

  const std::string& text_;
  const int number_;
  std::string key_, rest_;
};

/// Throws Rejected for an include that is absolute, missing, or part of a cycle. An include names
/// the last part of a text's name. Does not find cycles of texts with the same last part.
void require_includes(const Program& program, const std::vector<std::string>& files) {
  namespace fs = std::filesystem;
  std::map<std::string, std::vector<std::string>> called;
  for (const std::string& file : files) called[fs::path(file).filename()].push_back(file);
  std::map<std::string, std::set<std::string>> reads;
  for (const Include& include : program.includes) {
    const fs::path path = include.name;
    if (path.empty() || path.is_absolute())
      throw Rejected(include.where + ": an include needs a relative path");
    const auto it = called.find(path.filename());
    if (it == called.end())
      throw Rejected(include.where + ": the program includes " + include.name +
                     ", which is missing");
    if (it->second.size() == 1)
      reads[include.where.substr(0, include.where.rfind(':'))].insert(it->second[0]);
  }
  // Removes texts that include only removed texts. The texts that remain form cycles.
  std::vector<std::string> done;
  std::map<std::string, std::vector<std::string>> readers;
  std::map<std::string, std::size_t> open;
  for (const std::string& file : std::set<std::string>(files.begin(), files.end())) {
    open[file] = reads[file].size();
    if (reads[file].empty()) done.push_back(file);
    for (const std::string& other : reads[file]) readers[other].push_back(file);
  }
  while (!done.empty()) {
    const std::string file = done.back();
    done.pop_back();
    open.erase(file);
    for (const std::string& reader : readers[file]) {
      if (--open.at(reader) == 0) done.push_back(reader);
    }
  }
  if (!open.empty()) throw Rejected("the includes have a cycle at " + open.begin()->first);
}

}  // namespace

Claim read_claim(const std::string& folder) {
  Claim out;
  std::istringstream lines(read_file(folder, "claim.txt"));
  std::string text;
  std::set<std::string> said;
  std::getline(lines, text);
  require_version("claim.txt", text);
  for (int number = 2; std::getline(lines, text); ++number) {
    const ClaimLine line(text, number);
    require_fresh(line.key(), said);
    line.add_to(out);
  }
  require_whole(out, said);
  return out;
}

Program read_program(const std::string& folder, const Claim& claim) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const std::string& name : claim.programs) {
    const std::string path = program_path(name);
    files.emplace_back(name, read_file(folder, path));
  }
  Program program = parse(files, {claim.parameters.begin(), claim.parameters.end()});
  require_well_formed(program);
  if (claim.universe) add_universe(program, read_file(folder, "universe.ded"));
  require_includes(program, claim.programs);
  return program;
}

}  // namespace ldfi::certificate
