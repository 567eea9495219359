#include "common/dedalus/language/specifications.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "common/base/did_you_mean.hpp"
#include "common/base/text.hpp"
#include "common/dedalus/language/lexer.hpp"
#include "common/dedalus/language/load.hpp"
#include "common/dedalus/language/vocabulary.hpp"

namespace ldfi::dedalus {
namespace {

/// Name of the invariant (pre and post) in the list of specifications.
constexpr std::string_view invariant_name = "invariant";

std::vector<std::string> hints_for(std::string_view text, const std::vector<std::string>& known,
                                   std::string otherwise) {
  return {did_you_mean(suggestion(text, known), std::move(otherwise), NameForm::code)};
}

class SpecificationReader {
 public:
  SpecificationReader(Program& program, const Judging& judging, Report& report)
      : program_(program), judging_(judging), report_(report) {
    for (std::size_t r = 0; r < program.relations.size(); ++r) {
      if (program.relations[r].observed) derived_.emplace(program.relations[r].name, r);
    }
    const bool promised = !program.specifications.empty();
    names_.emplace(invariant_name, Known{promised ? std::optional(0U) : std::nullopt, {}});
  }

  void read(const ast::Specification& written) {
    if (report_.errors_full()) return;
    const std::size_t errors = report_.error_count();
    DeclaredSpecification out;
    out.says.name = written.name;
    out.says.fail_on = judging_.fail_on;
    out.where = written.where;
    if (!written.text.empty()) out.says.text = decode_string(written.text);
    read_severity(written, out.says);
    read_when(written, out.says);
    read_parent(written, out.says);
    read_relation(written, out);
    const bool good = report_.error_count() == errors;
    const auto index = static_cast<std::uint32_t>(program_.specifications.size());
    names_.emplace(written.name, Known{good ? std::optional(index) : std::nullopt, written.where});
    if (good) program_.specifications.push_back(std::move(out));
  }

 private:
  void fail(SourceRange where, std::string message, std::vector<std::string> hints = {}) {
    report_.error(Code::spec, where, std::move(message), std::move(hints));
  }

  void read_severity(const ast::Specification& written, Specification& out) {
    if (const auto severity = severity_named(written.severity)) {
      out.severity = *severity;
      return;
    }
    fail(written.severity_where, fmt::format("`{}` is not a severity", beginning(written.severity)),
         hints_for(written.severity, {"critical", "major", "minor", "info"},
                   "the severities are critical, major, minor and info"));
  }

  void read_when(const ast::Specification& written, Specification& out) {
    if (written.when == "finally") return;
    if (written.when == "always") {
      out.after = 0;
    } else if (written.when != "after") {
      fail(written.when_where,
           fmt::format("`{}` needs the ticks at which it is judged", beginning(written.when)),
           hints_for(written.when, {"always", "finally", "after"},
                     "write `always`, `finally` (at EOT) or `after 5`"));
    } else if (written.after < 0 || written.after >= std::numeric_limits<int>::max()) {
      fail(written.when_where, "no run is that long");
    } else {
      out.after = static_cast<int>(written.after);
      if (judging_.eot && *out.after >= *judging_.eot) {
        report_.warning(
            Code::spec, written.when_where,
            fmt::format("`{}` is never judged: EOT is {}", beginning(written.name), *judging_.eot),
            {"`after 5` judges the ticks from 6 on"});
      }
    }
  }

  void read_parent(const ast::Specification& written, Specification& out) {
    if (written.parent.empty()) return;
    const auto parent = names_.find(written.parent);
    const bool invariant = written.parent == invariant_name;
    if (parent != names_.end() && (!invariant || parent->second.index)) {
      out.explains = parent->second.index;  // stays nullopt if the parent has an error
      return;
    }
    std::vector<std::string> known;
    for (const auto& [name, one] : names_) {
      if (one.index) known.emplace_back(name);
    }
    std::sort(known.begin(), known.end());
    fail(written.parent_where,
         fmt::format("no specification before this one is called `{}`", beginning(written.parent)),
         hints_for(written.parent, known, "`explains` must name a specification before this one"));
  }

  void read_relation(const ast::Specification& written, DeclaredSpecification& out) {
    if (const auto same = names_.find(written.name); same != names_.end()) {
      if (same->second.where.line == 0) {
        return fail(written.where, "`invariant` is the name of the promise of pre and post",
                    {"choose another name"});
      }
      return fail(
          written.where, fmt::format("there are two specifications `{}`", beginning(out.says.name)),
          {fmt::format("the other one is at {}", place(same->second.where, program_.sources))});
    }
    if (const auto relation = derived_.find(written.name); relation != derived_.end()) {
      out.relation = RelationId(relation->second);
    } else if (judging_.whole) {
      fail(written.where,
           fmt::format("no rule of a specification derives `{}`", beginning(written.name)),
           {"the relation that is named like the specification holds its violations"});
    }
  }

  struct Known {
    std::optional<std::uint32_t> index;
    /// Place of the name. The invariant has no name in the source, so its line is 0.
    SourceRange where;
  };

  Program& program_;
  const Judging& judging_;
  Report& report_;
  /// For each relation that specifications derive, its index by name.
  std::unordered_map<std::string_view, std::size_t> derived_;
  std::unordered_map<std::string_view, Known> names_;
};

}  // namespace

void find_specifications(Program& program, const std::vector<ast::Specification>& written,
                         const Judging& judging, Report& report) {
  if (written.empty()) return;
  if (program.post) {
    DeclaredSpecification invariant{{}, *program.post, true, {}};
    invariant.says.name = invariant_name;
    invariant.says.fail_on = judging.fail_on;
    program.specifications.push_back(std::move(invariant));
  }
  SpecificationReader reader(program, judging, report);
  for (const ast::Specification& one : written) reader.read(one);
}

void warn_unjudged(const Program& program, Report& report) {
  if (!program.specifications.empty() || report.warnings_full()) return;
  for (std::size_t f = program.sources.size(); f-- > 0;) {
    if (!is_specification(program.sources.name(FileId(f)))) continue;
    report.warning(Code::spec, {FileId(f), 0, 0, 0}, "no `spec` statement: nothing here is judged",
                   {"`spec NAME critical always;` says that the relation NAME must be empty"});
    return;
  }
}

void check_influence(const Program& program, Report& report) {
  for (const Rule& rule : program.rules) {
    // Rules of specifications and generated rules may read relations of specifications.
    if (rule.observes || rule.made || report.errors_full()) continue;
    for (const auto* literals : {&rule.positive, &rule.negative}) {
      for (const Literal& literal : *literals) {
        if (!program.relation(literal.relation).observed) continue;
        const std::string& name = program.relation(literal.relation).name;
        std::vector<std::string> hints{
            "no rule of the protocol may read a relation of a specification"};
        const FaultRelationRow* row = fault_relation_named(name);
        if (row != nullptr && row->of_node()) {
          hints = {
              fmt::format("{}(Node) is built in unless a rule of the protocol derives it: choose "
                          "another name in the specification",
                          name)};
        }
        report.error(Code::spec_influence, literal.where,
                     fmt::format("the protocol reads `{}`, which only specifications derive", name),
                     std::move(hints));
      }
    }
  }
}

}  // namespace ldfi::dedalus
