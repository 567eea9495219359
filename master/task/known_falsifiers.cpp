#include "master/task/known_falsifiers.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/did_you_mean.hpp"
#include "common/base/text.hpp"
#include "common/dedalus/language/report.hpp"
#include "common/record/family.hpp"
#include "common/record/run.hpp"

namespace ldfi::app {
namespace {

/// The most fault sets that --known may name, which is far more than a list of known bugs has.
constexpr std::size_t most_sets = 100'000;

class KnownReader {
 public:
  KnownReader(const Fspec& fspec, dedalus::Program& program, SourceRange where)
      : fspec_(fspec), program_(program), where_(where) {}

  void read(const std::string& text) {
    const std::string shown = printable(text.substr(0, 120));
    if (text.find('(') == std::string::npos) return read_name(text, shown);
    const auto sets = expand(text, fspec_, most_sets - std::min(most_sets, sets_.size()));
    if (!sets) {
      return fail(fmt::format("known: {} stands for more than {} fault sets", shown, most_sets),
                  {});
    }
    const std::size_t before = sets_.size();
    for (const FaultSet& set : *sets) {
      if (admitted(set)) sets_.push_back(set);
    }
    if (sets_.size() > before) return;
    // A family is many fault sets, so the message gives the reason for the first fault set only.
    const bool one = sets->size() < 2 && text.find("...") == std::string::npos &&
                     text.find("…") == std::string::npos;
    report_bad_fault_set(one || sets->empty() ? text : to_text(sets->front(), fspec_), shown);
  }

  std::vector<FaultSet> end() {
    if (!problems_.empty()) throw InputError(std::move(problems_));
    std::sort(sets_.begin(), sets_.end());
    sets_.erase(std::unique(sets_.begin(), sets_.end()), sets_.end());
    return std::move(sets_);
  }

 private:
  void read_name(const std::string& text, const std::string& shown) {
    std::vector<std::string> names;
    for (dedalus::DeclaredSpecification& one : program_.specifications) {
      names.push_back(one.says.name);
      if (one.says.name != text) continue;
      one.says.known = true;
      return;
    }
    if (text == to_text(FaultSet(), fspec_)) {
      return fail("known: every fault set contains the empty one (none)",
                  {"nothing would be left to search"});
    }
    const std::string guess = dedalus::suggestion(text, names);
    fail(
        fmt::format("known: {} is neither a fault set nor a specification", shown),
        {did_you_mean(guess, "a fault set is written as C(a,3) O(a,b,1), a family as C(a,3...5)")});
  }

  /// Returns true if the Fspec admits the fault set. Even if each fault is admissible, all together may
  /// exceed a limit.
  [[nodiscard]] bool admitted(const FaultSet& set) const {
    try {
      SourceSet sources;
      const std::string text = to_text(set, fspec_);
      return parse_fault_set(text, fspec_, sources.add("--known", text)) == set;
    } catch (const InputError&) {
      return false;
    }
  }

  /// Reports that the text is not a fault set of the Fspec, with the reason as a hint.
  void report_bad_fault_set(const std::string& text, const std::string& shown) {
    std::vector<std::string> hints;
    try {
      SourceSet sources;
      const FaultSet set = parse_fault_set(text, fspec_, sources.add("--known", text));
      hints.push_back(fmt::format("it is written as {}", to_text(set, fspec_)));
    } catch (const InputError& e) {
      hints.push_back(printable(e.diagnostics().front().message));
    }
    fail(fmt::format("known: the Fspec does not admit {}", shown), std::move(hints));
  }

  void fail(std::string message, std::vector<std::string> hints) {
    problems_.push_back({Severity::error, "known", where_, std::move(message), std::move(hints)});
  }

  const Fspec& fspec_;
  dedalus::Program& program_;
  SourceRange where_;
  std::vector<FaultSet> sets_;
  std::vector<Diagnostic> problems_;
};

}  // namespace

std::vector<FaultSet> read_known(const config::CommandLine& line, const Fspec& fspec,
                                 dedalus::Program& program) {
  return with_sources(line.sources, [&] {
    KnownReader reader(fspec, program, line.fspec_place);
    for (const std::string& text : line.options.known) {
      if (!is_stored(text)) reader.read(text);
    }
    return reader.end();
  });
}

}  // namespace ldfi::app
