// Walks the explanation's graph upwards from the faults: what each fault took away directly, what
// failed to happen as a consequence, what happened instead, and what was promised nevertheless.
#include "results/compare/story.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "common/base/text.hpp"

namespace ldfi::results {
namespace {

using Kind = LineageNode::Kind;
using Index = std::uint32_t;

constexpr std::size_t max_named = 6;

/// `a`, `a and b`, `a, b and c`; of many, the first ones and how many more.
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

class Story {
 public:
  Story(const Subject& subject, const Rerun& run, const Lineage& why)
      : subject_(subject), run_(run), why_(why), up_(why.nodes.size()) {
    for (const auto& [from, to] : why_.edges) up_[from].push_back(to);
  }

  std::string tell() {
    if (run_.faults.empty()) return without_faults();
    if (run_.judgement.holds()) return harmless();
    for (const Index fault : faults()) cause(fault);
    consequences();
    instead();
    specifications();
    promise();
    return join();
  }

 private:
  void say(const std::string& sentence) { sentences_.push_back(sentence); }

  /// A sentence begins with a capital letter, but a name stays as it is.
  [[nodiscard]] std::string capital(std::string sentence) const {
    const std::string first = sentence.substr(0, sentence.find_first_of(" '"));
    const auto& nodes = subject_.fspec().nodes();
    const bool name = std::ranges::any_of(
        nodes, [&](const std::string& node) { return word_or_quoted(node) == first; });
    const bool small = !sentence.empty() && sentence[0] >= 'a' && sentence[0] <= 'z';
    if (small && !name) sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
    return sentence;
  }

  [[nodiscard]] std::string join() const {
    std::string out;
    for (const std::string& sentence : sentences_) {
      out += (out.empty() ? "" : " ") + capital(sentence) + ".";
    }
    return out;
  }

  [[nodiscard]] std::string without_faults() {
    say("nothing fails in this run");
    if (run_.judgement.holds()) {
      say(specified() ? "nothing is violated" : "the invariant holds");
    } else {
      const bool counts = eval::counts(subject_.program(), run_.judgement);
      say(fmt::format("yet {}{}: {}", violated(), specified() ? "" : " at the end",
                      counts ? "the program is broken without any fault"
                             : "nothing of this counts for the verdict"));
    }
    return join();
  }

  [[nodiscard]] bool specified() const { return !subject_.program().specifications.empty(); }

  /// The specification that a root violates; null if it is about the invariant.
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

  std::string harmless() {
    std::vector<std::string> faults;
    for (const Fault& fault : run_.faults) faults.push_back(in_words(fault, subject_.fspec()));
    say(listed(faults));
    say(specified() ? "nothing is violated nevertheless" : "the invariant holds nevertheless");
    return join();
  }

  /// The faults that the explanation rests on, by time.
  [[nodiscard]] std::vector<Index> faults() const {
    std::vector<Index> out;
    for (Index i = 0; i < why_.nodes.size(); ++i) {
      if (why_.nodes[i].kind == Kind::fault) out.push_back(i);
    }
    std::stable_sort(out.begin(), out.end(),
                     [&](Index a, Index b) { return why_.nodes[a].first < why_.nodes[b].first; });
    return out;
  }

  /// The goals and absences that a node supports through one rule.
  [[nodiscard]] std::vector<Index> next(Index node) const {
    std::vector<Index> out;
    for (const Index box : up_[node]) {
      for (const Index goal : up_[box]) out.push_back(goal);
    }
    return out;
  }

  void cause(Index index) {
    const LineageNode& fault = why_.nodes[index];
    for (const Index goal : next(index)) direct_.insert(goal);
    std::vector<std::string> took;
    std::vector<std::string> uncounted;
    for (const Index goal : next(index)) {
      const LineageNode& g = why_.nodes[goal];
      if (g.kind != Kind::absent) continue;
      // The event of a message that is lost is the message once more.
      std::string tuple = g.tuple;
      const std::string sender = " from " + fault.from;
      if (!fault.to.empty() && tuple.ends_with(sender)) tuple.resize(tuple.size() - sender.size());
      (g.root ? uncounted : took).push_back(std::move(tuple));
    }
    std::sort(took.begin(), took.end());
    took.erase(std::unique(took.begin(), took.end()), took.end());
    if (!fault.to.empty()) {
      say(took.empty() && uncounted.empty()
              ? fmt::format("what {} sent to {} at {} was lost", fault.from, fault.to, fault.first)
              : fmt::format("{}'s message {} to {} at {} was lost", fault.from,
                            listed(took.empty() ? uncounted : took), fault.to, fault.first));
      return;
    }
    std::string text = fault.lines.front();
    if (text.starts_with(
            "writes of ")) {  // and of no node: its name would stand alone, or in quotes
      if (!took.empty()) text += fmt::format(", so {} was not written", listed(took));
      took.clear();
    }
    if (fault.from.empty()) {  // a partition
      if (!took.empty()) {
        text +=
            fmt::format(", so that {} {} lost", listed(took), took.size() == 1 ? "was" : "were");
      }
      return say(std::move(text));
    }
    const bool stops = subject_.fspec().crash_model() == CrashModel::stop;
    if (!took.empty() && stops) text += fmt::format(", and took {} with it", listed(took));
    if (!took.empty() && !stops) text += fmt::format(" and no longer sent {}", listed(took));
    if (!uncounted.empty()) {
      text += fmt::format("; what it has does not count for {}", listed(uncounted));
    }
    say(std::move(text));
  }

  /// What failed to happen as a consequence, nearest to the faults first.
  void consequences() {
    std::deque<Index> waiting(direct_.begin(), direct_.end());
    std::set<Index> seen = direct_;
    std::set<std::string> named;
    for (const Index i : direct_) named.insert(why_.nodes[i].tuple);
    std::vector<std::string> texts;
    while (!waiting.empty()) {
      const Index at = waiting.front();
      waiting.pop_front();
      for (const Index i : next(at)) {
        if (!seen.insert(i).second) continue;
        waiting.push_back(i);
        const LineageNode& node = why_.nodes[i];
        const bool tell = node.kind == Kind::absent && !node.root && !node.tuple.empty();
        if (tell && named.insert(node.tuple).second) texts.push_back(node.tuple);
      }
    }
    if (texts.empty()) return;
    say(fmt::format("so {} did not come to hold, as {} in the good run", listed(texts),
                    texts.size() == 1 ? "it does" : "they do"));
  }

  /// What holds in this run and blocks a rule of the good run.
  void instead() {
    std::vector<std::string> texts;
    for (Index i = 0; i < why_.nodes.size(); ++i) {
      const LineageNode& node = why_.nodes[i];
      if (node.kind != Kind::goal) continue;
      const bool blocks = std::any_of(up_[i].begin(), up_[i].end(), [&](Index box) {
        return why_.nodes[box].kind == Kind::blocked;
      });
      if (blocks) texts.push_back(fmt::format("{} at {}", node.tuple, node.last));
    }
    if (!texts.empty()) say(fmt::format("instead there was {}", listed(texts)));
  }

  /// What the explanation says of each specification that is violated.
  void specifications() {
    std::map<std::string, std::vector<std::string>> violations;
    for (const LineageNode& node : why_.nodes) {
      const Specification* of = node.root ? specification_of(node) : nullptr;
      if (of != nullptr) {
        violations[of->name].push_back(fmt::format("{} at {}", node.tuple, node.last));
      }
    }
    for (const auto& [name, tuples] : violations) {
      say(fmt::format("thus there is {}: {} is violated", listed(tuples), name));
    }
  }

  /// How the promise came about: the last message that it rests on.
  void promise() {
    std::vector<std::string> promised;
    std::vector<std::string> broken;
    for (const LineageNode& node : why_.nodes) {
      if (!node.root || specification_of(node) != nullptr) continue;
      (node.kind == Kind::absent ? broken : promised).push_back(node.tuple);
    }
    if (promised.empty() && broken.empty()) return;
    if (promised.empty()) {
      say(fmt::format("at the end {} {} missing", listed(broken),
                      broken.size() == 1 ? "is" : "are"));
      return;
    }
    const LineageNode* last = nullptr;
    for (const Index i : below_promises()) {
      const LineageNode& node = why_.nodes[i];
      if (node.kind == Kind::message && (last == nullptr || node.first > last->first)) last = &node;
    }
    std::string text = "yet ";
    if (last != nullptr) {
      text += fmt::format("{}'s message to {} at {} arrived, so that ", last->from, last->to,
                          last->first);
    }
    text +=
        fmt::format("{} {} at the end", listed(promised), promised.size() == 1 ? "holds" : "hold");
    say(text + fmt::format(" while {} {} not: the invariant is violated", listed(broken),
                           broken.size() == 1 ? "does" : "do"));
  }

  /// Everything that the present roots rest on.
  [[nodiscard]] std::set<Index> below_promises() const {
    std::vector<std::vector<Index>> down(why_.nodes.size());
    for (const auto& [from, to] : why_.edges) down[to].push_back(from);
    std::set<Index> seen;
    std::deque<Index> waiting;
    for (Index i = 0; i < why_.nodes.size(); ++i) {
      const LineageNode& node = why_.nodes[i];
      if (node.root && node.kind != Kind::absent && specification_of(node) == nullptr) {
        waiting.push_back(i);
      }
    }
    while (!waiting.empty()) {
      const Index node = waiting.front();
      waiting.pop_front();
      if (!seen.insert(node).second) continue;
      waiting.insert(waiting.end(), down[node].begin(), down[node].end());
    }
    return seen;
  }

  const Subject& subject_;
  const Rerun& run_;
  const Lineage& why_;
  std::vector<std::vector<Index>> up_;
  std::set<Index> direct_;  ///< what a fault explains directly
  std::vector<std::string> sentences_;
};

}  // namespace

std::string tell_story(const Subject& subject, const Rerun& run, const Lineage& why) {
  return Story(subject, run, why).tell();
}

}  // namespace ldfi::results
