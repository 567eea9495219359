// Writes sentences that explain an execution. Each node of the explanation that depends on a fault is a
// difference from the good execution, and gets a sentence.
#include "results/views/compare/story.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "common/base/text.hpp"
#include "results/views/compare/chain.hpp"

namespace ldfi::results {
namespace {

using Kind = LineageNode::Kind;
using Index = CausalChain::Index;

constexpr std::size_t max_named = 6;

/// Returns the items as `a`, `a and b`, or `a, b and c`. If the list is long, it ends with the number of
/// further items.
std::string listed(const std::vector<std::string>& items) {
  std::string out;
  const std::size_t shown = items.size() > max_named + 1 ? max_named : items.size();
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) out += shown == items.size() && i + 1 == shown ? " and " : ", ";
    out += items[i];
  }
  if (shown < items.size()) out += fmt::format(" and {} more", items.size() - shown);
  return out;
}

std::string list(const std::set<std::string>& texts) {
  return listed(std::vector<std::string>(texts.begin(), texts.end()));
}

class Story {
 public:
  Story(const Subject& subject, const Rerun& run, const Lineage& why)
      : subject_(subject), run_(run), why_(why), chain_(why) {}

  std::vector<StoryStep> tell(std::size_t most) {
    if (run_.faults.empty()) {
      without_faults();
    } else if (run_.judgement.holds()) {
      harmless();
    } else {
      steps(most);
      specifications();
      promise();
      if (left_out_ > 0) say(0, fmt::format("({} more steps are in the lineage)", left_out_));
    }
    return std::move(out_);
  }

 private:
  void say(int tick, std::string sentence, std::string fault = "") {
    out_.push_back({tick, std::move(sentence), std::move(fault)});
  }

  /// Adds a sentence as a step. If an earlier step has the same sentence about another tick, only adds `tick`
  /// to that step. `without_ticks` is the sentence without its ticks.
  void again(int tick, std::string sentence, const std::string& without_ticks) {
    const auto [entry, fresh] = said_.try_emplace(without_ticks, Said{out_.size(), false});
    if (fresh) return say(tick, std::move(sentence));
    Said& said = entry->second;
    std::string& text = out_[said.step].text;
    if (!said.repeated) text += fmt::format(" (the same again at {})", tick);
    if (said.repeated) text.insert(text.size() - 1, fmt::format(", {}", tick));
    said.repeated = true;
  }

  /// Returns the ticks of the node, such as ` at 3` or ` from 3 to 6`.
  static std::string when(const LineageNode& node) {
    return node.first == node.last ? fmt::format(" at {}", node.first)
                                   : fmt::format(" from {} to {}", node.first, node.last);
  }

  void without_faults() {
    say(0, "nothing fails in this run");
    if (run_.judgement.holds()) {
      say(0, specified() ? "nothing is violated" : "the invariant holds");
    } else {
      const bool counts = eval::counts(subject_.program(), run_.judgement);
      say(0, fmt::format("yet {}{}: {}", violated(), specified() ? "" : " at the end",
                         counts ? "the program is broken without any fault"
                                : "nothing of this counts for the verdict"));
    }
  }

  void harmless() {
    for (const Fault& fault : run_.faults) {
      say(first_tick(fault).tick(), in_words(fault, subject_.fspec()),
          to_text(fault, subject_.fspec()));
    }
    say(0, specified() ? "nothing is violated nevertheless" : "the invariant holds nevertheless");
  }

  [[nodiscard]] bool specified() const { return !subject_.program().specifications.empty(); }

  /// Returns the specification that the root violates, or null if the root is about the invariant.
  [[nodiscard]] const Specification* specification_of(const LineageNode& root) const {
    if (root.kind == Kind::absent) return nullptr;
    for (const auto& one : subject_.program().specifications) {
      if (!one.invariant && is_of(root.tuple, one.says)) return &one.says;
    }
    return nullptr;
  }

  [[nodiscard]] std::string violated() const {
    return fmt::format("{} {} violated", listed(run_.judgement.violated),
                       run_.judgement.violated.size() == 1 ? "is" : "are");
  }

  void steps(std::size_t most) {
    const std::vector<Index> links = chain_.links();
    links_.insert(links.begin(), links.end());
    told_ = links_;
    if (links.size() > most) {
      const std::set<Index> ways = chain_.shortest_ways();
      std::erase_if(told_, [&](Index i) { return !ways.contains(i); });
    }
    std::vector<Index> steps(told_.begin(), told_.end());
    steps.insert(steps.end(), chain_.faults().begin(), chain_.faults().end());
    std::ranges::stable_sort(steps, {}, [&](Index i) {
      const LineageNode& node = why_.nodes[i];
      return std::tuple(node.first, chain_.depth(i), node.tuple);
    });
    for (std::size_t i = 0; i < steps.size();) i = step(steps, i);
    left_out_ = links_.size() - told_.size();
  }

  /// Writes a step for the node `told[at]` and for the following nodes with the same reason and tick. Returns
  /// the index of the next node.
  std::size_t step(const std::vector<Index>& told, std::size_t at) {
    const LineageNode& node = why_.nodes[told[at]];
    if (node.kind == Kind::fault) {
      cause(told[at]);
      return at + 1;
    }
    const std::string reason = because(told[at], true);
    std::vector<std::string> tuples;
    std::size_t next = at;
    for (; next < told.size(); ++next) {
      const LineageNode& other = why_.nodes[told[next]];
      const bool same = other.kind == node.kind && other.first == node.first &&
                        other.last == node.last && because(told[next], true) == reason;
      if (!same) break;
      tuples.push_back(other.tuple);
    }
    const std::string what =
        node.kind == Kind::absent
            ? "there is no " + joined(tuples, " and no ")
            : fmt::format("{} {}", listed(tuples), tuples.size() == 1 ? "holds" : "hold");
    again(node.first, reason + what + when(node), because(told[at], false) + what);
    return next;
  }

  static std::string joined(const std::vector<std::string>& items, const std::string& between) {
    std::string out;
    const std::size_t shown = items.size() > max_named + 1 ? max_named : items.size();
    for (std::size_t i = 0; i < shown; ++i) out += (i > 0 ? between : "") + items[i];
    if (shown < items.size()) out += fmt::format(" and {} more", items.size() - shown);
    return out;
  }

  /// Returns those reasons of a node that have their own sentence, or all reasons if none has one.
  [[nodiscard]] std::vector<Index> reasons(Index node) const {
    std::vector<Index> out = chain_.reasons(node);
    const auto told = [&](Index i) { return told_.contains(i) || !links_.contains(i); };
    if (std::ranges::any_of(out, told)) std::erase_if(out, [&](Index i) { return !told(i); });
    return out;
  }

  /// Tuples, by a text about the ticks at which they hold or do not hold.
  using Tuples = std::map<std::string, std::set<std::string>>;

  /// Returns a phrase such as `isr(a,b) and isr(a,c) at 3, and log(b,data) at 4`.
  static std::string lacking(const Tuples& tuples) {
    std::vector<std::string> out;
    for (const auto& [ticks, texts] : tuples) out.push_back(list(texts) + ticks);
    return joined(out, ", and ");
  }

  /// Returns a phrase such as `suspected(b) holds at 2, and alive(c) holds at 3`.
  static std::string holding(const Tuples& tuples) {
    std::vector<std::string> out;
    for (const auto& [ticks, texts] : tuples) {
      out.push_back(
          fmt::format("{} {}{}", list(texts), texts.size() == 1 ? "holds" : "hold", ticks));
    }
    return joined(out, ", and ");
  }

  /// Returns the reasons of a node, such as `without log(b,m) at 3, since suspected(b) holds at 2, `. Empty
  /// if the node has no reasons. Without `ticks`, the ticks are left out.
  [[nodiscard]] std::string because(Index node, bool ticks) const {
    Tuples lacks;
    Tuples has;
    std::set<std::string> faults;
    const auto add = [ticks](Tuples& to, const LineageNode& reason) {
      to[ticks ? when(reason) : ""].insert(reason.tuple);
    };
    for (const Index i : reasons(node)) {
      const LineageNode& reason = why_.nodes[i];
      if (reason.kind == Kind::absent && !reason.tuple.empty()) add(lacks, reason);
      if (reason.kind == Kind::goal) add(has, reason);
      if (reason.kind == Kind::fault) faults.insert(reason.fault);
    }
    std::string out;
    if (!faults.empty()) out += fmt::format("because of {}, ", list(faults));
    if (!lacks.empty()) out += fmt::format("without {}, ", lacking(lacks));
    if (!has.empty()) out += fmt::format("since {}, ", holding(has));
    if (const LineageNode* message = chain_.message_of(node)) {
      out += fmt::format("and {}'s message{} reaches {}, ", message->from,
                         ticks ? fmt::format(" sent at {}", message->first) : "", message->to);
      if (lacks.empty() && has.empty() && faults.empty()) out.erase(0, 4);
    }
    return out;
  }

  /// Writes the step of a fault, which says what the fault prevented directly.
  void cause(Index index) {
    const LineageNode& fault = why_.nodes[index];
    std::vector<std::string> took;
    std::vector<std::string> uncounted;
    for (const auto& [box, goal] : chain_.effects(index)) {
      const LineageNode& g = why_.nodes[goal];
      if (g.kind != Kind::absent || g.tuple.empty()) continue;
      // The text of a lost message ends with ` from <sender>`, which is removed here.
      std::string tuple = g.tuple;
      const std::string sender = " from " + fault.from;
      if (!fault.to.empty() && tuple.ends_with(sender)) tuple.resize(tuple.size() - sender.size());
      const bool only_observed = why_.nodes[box].observes && !why_.nodes[box].sends;
      (g.root || only_observed ? uncounted : took).push_back(std::move(tuple));
    }
    for (std::vector<std::string>* const each : {&took, &uncounted}) {
      std::ranges::sort(*each);
      each->erase(std::unique(each->begin(), each->end()), each->end());
    }
    say(fault.first, in_words(fault, took, uncounted), fault.fault);
  }

  [[nodiscard]] std::string in_words(const LineageNode& fault, std::vector<std::string> took,
                                     const std::vector<std::string>& uncounted) const {
    if (const Fault* late = late_fault(fault)) {
      const bool told =
          std::holds_alternative<Delay>(*late) && !(took.empty() && uncounted.empty());
      if (!told) return ldfi::in_words(*late, subject_.fspec());
      return fmt::format("{}'s message {} to {} at {} arrives {} tick{} late", fault.from,
                         listed(took.empty() ? uncounted : took),
                         fault.to == fault.from ? "itself" : fault.to, fault.first, lateness(*late),
                         lateness(*late) == 1 ? "" : "s");
    }
    if (!fault.to.empty()) {
      if (took.empty() && uncounted.empty()) {
        return fmt::format("what {} sent to {} at {} was lost", fault.from, fault.to, fault.first);
      }
      return fmt::format("{}'s message {} to {} at {} was lost", fault.from,
                         listed(took.empty() ? uncounted : took), fault.to, fault.first);
    }
    std::string text = fault.lines.front();
    // A fault of a disk. The name of a node cannot begin like this, because it is one word or quoted.
    if (text.starts_with("writes of ")) {
      if (!took.empty()) text += fmt::format(", so {} was not written", listed(took));
      took.clear();
    }
    if (fault.from.empty()) {  // a fault that does not hit a single node, such as a partition
      if (took.empty()) return text;
      return text +
             fmt::format(", so that {} {} lost", listed(took), took.size() == 1 ? "was" : "were");
    }
    const bool stops = subject_.fspec().crash_model() == CrashModel::stop;
    if (!took.empty() && stops) text += fmt::format(", and took {} with it", listed(took));
    if (!took.empty() && !stops) text += fmt::format(" and no longer sent {}", listed(took));
    if (!uncounted.empty()) {
      text += fmt::format("; what {} knows does not count for {}", fault.from, listed(uncounted));
    }
    return text;
  }

  /// Returns the delay or duplicate that the node describes, or null if it describes something else.
  [[nodiscard]] const Fault* late_fault(const LineageNode& node) const {
    for (const Fault& fault : run_.faults) {
      if (is_late(fault) && to_text(fault, subject_.fspec()) == node.fault) return &fault;
    }
    return nullptr;
  }

  static std::string in_words(const Fault& fault, const Fspec& fspec) {
    return ldfi::in_words(fault, fspec);
  }

  [[nodiscard]] int last_tick() const { return subject_.fspec().eot(); }

  /// Writes a step for each violated specification, sorted by time.
  void specifications() {
    std::map<std::string, std::vector<Index>> violations;
    for (Index i = 0; i < why_.nodes.size(); ++i) {
      const LineageNode& node = why_.nodes[i];
      const Specification* of = node.root ? specification_of(node) : nullptr;
      if (of != nullptr) violations[of->name].push_back(i);
    }
    std::vector<StoryStep> last;
    for (const auto& [name, roots] : violations) {
      std::vector<std::string> tuples;
      int first = subject_.fspec().eot();
      for (const Index root : roots) {
        tuples.push_back(fmt::format("{} at {}", why_.nodes[root].tuple, why_.nodes[root].last));
        first = std::min(first, why_.nodes[root].last);
      }
      const std::string reason = roots.size() == 1 ? because(roots.front(), true) : "thus ";
      last.push_back(
          {first, fmt::format("{}there is {}: {} is violated", reason, listed(tuples), name)});
    }
    std::ranges::stable_sort(last, {}, &StoryStep::tick);
    out_.insert(out_.end(), last.begin(), last.end());
  }

  /// If the invariant is violated, writes the last step: what was promised, and why it does not hold.
  void promise() {
    std::set<std::string> promised;
    std::set<std::string> broken;
    std::vector<Index> roots;  // roots of the explanation that hold
    std::string without;
    for (Index i = 0; i < why_.nodes.size(); ++i) {
      const LineageNode& node = why_.nodes[i];
      if (!node.root || specification_of(node) != nullptr) continue;
      (node.kind == Kind::absent ? broken : promised).insert(node.tuple);
      if (node.kind != Kind::absent) roots.push_back(i);
      if (node.kind == Kind::absent && without.empty()) without = because(i, true);
    }
    const int end = subject_.fspec().eot();
    if (broken.empty()) return;
    std::string text =
        fmt::format("{}{} {} not hold", without, list(broken), broken.size() == 1 ? "does" : "do");
    if (promised.empty()) {
      return say(end, text + fmt::format(" at the end, but {} without faults: the invariant is "
                                         "violated",
                                         broken.size() == 1 ? "does" : "do"));
    }
    text += fmt::format(", yet {} {}", list(promised), promised.size() == 1 ? "does" : "do");
    const LineageNode* last = nullptr;
    for (const Index i : chain_.all_below(roots)) {
      const LineageNode& node = why_.nodes[i];
      if (node.kind == Kind::message && (last == nullptr || node.first > last->first)) last = &node;
    }
    if (last != nullptr) {
      text += fmt::format(", since {}'s message to {} at {} arrived", last->from, last->to,
                          last->first);
    }
    say(end, text + ": the invariant is violated");
  }

  const Subject& subject_;
  const Rerun& run_;
  const Lineage& why_;
  CausalChain chain_;
  /// A sentence of the story.
  struct Said {
    std::size_t step;  ///< index into out_
    bool repeated;     ///< true if the sentence was repeated for another tick
  };
  std::map<std::string, Said> said_;  ///< by the sentence without its ticks
  std::set<Index>
      /// Nodes, except faults, that have a sentence if the story has no limit.
      links_;
  std::set<Index> told_;      ///< nodes that already have a sentence
  std::size_t left_out_ = 0;  ///< nodes without a sentence, because the number of steps is limited
  std::vector<StoryStep> out_;
};

}  // namespace

std::vector<StoryStep> make_story(const Subject& subject, const Rerun& run, const Lineage& why,
                                  std::size_t most) {
  return Story(subject, run, why).tell(most);
}

std::string story_text(const std::vector<StoryStep>& steps, const std::string& indent) {
  std::size_t width = 0;
  for (const StoryStep& step : steps) {
    if (step.tick > 0) width = std::max(width, std::to_string(step.tick).size());
  }
  std::string out;
  int before = 0;
  for (const StoryStep& step : steps) {
    const bool numbered = step.tick > 0 && step.tick != before;
    const std::string tick = numbered ? std::to_string(step.tick) : "";
    const std::string margin = width == 0 ? "" : fmt::format("{:>{}}  ", tick, width);
    out += indent + margin + printable(step.text) + "\n";
    before = step.tick;
  }
  return out;
}

}  // namespace ldfi::results
