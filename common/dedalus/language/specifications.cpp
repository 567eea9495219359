#include "common/dedalus/language/specifications.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "common/dedalus/language/lexer.hpp"

namespace ldfi::dedalus {
namespace {

/// How the invariant of pre and post is called among specifications.
constexpr std::string_view invariant_name = "invariant";

std::vector<std::string> did_you_mean(std::string_view text, const std::vector<std::string>& known,
                                      std::string otherwise) {
  const std::string guess = suggestion(text, known);
  return {guess.empty() ? std::move(otherwise) : fmt::format("did you mean `{}`?", guess)};
}

class Reader {
 public:
  Reader(Program& program, std::optional<int> eot, Report& report)
      : program_(program), eot_(eot), report_(report) {}

  void read(const ast::Specification& written) {
    const std::size_t errors = report_.error_count();
    DeclaredSpecification out;
    out.says.name = written.name;
    out.where = written.where;
    if (!written.text.empty()) out.says.text = decode_string(written.text);
    read_severity(written, out.says);
    read_when(written, out.says);
    read_parent(written, out.says);
    read_relation(written, out);
    if (report_.error_count() == errors) program_.specifications.push_back(std::move(out));
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
    fail(written.severity_where, fmt::format("`{}` is no severity", written.severity.substr(0, 60)),
         did_you_mean(written.severity, {"critical", "major", "minor", "info"},
                      "the severities are critical, major, minor and info"));
  }

  void read_when(const ast::Specification& written, Specification& out) {
    if (written.when == "finally") return;
    if (written.when == "always") {
      out.after = 0;
    } else if (written.when != "after") {
      fail(written.when_where, fmt::format("`{}` does not say when", written.when.substr(0, 60)),
           did_you_mean(written.when, {"always", "finally", "after"},
                        "write `always`, `finally` (at EOT) or `after 5`"));
    } else if (written.after < 0 || written.after >= std::numeric_limits<int>::max()) {
      fail(written.when_where, "no run has such a tick");
    } else {
      out.after = static_cast<int>(written.after);
      if (eot_ && *out.after >= *eot_) {
        fail(written.when_where,
             fmt::format("`{}` is never judged: EOT is {}", written.name.substr(0, 60), *eot_),
             {"`after 5` judges the ticks from 6 on"});
      }
    }
  }

  void read_parent(const ast::Specification& written, Specification& out) {
    if (written.parent.empty()) return;
    const auto& all = program_.specifications;
    const auto parent = std::find_if(all.begin(), all.end(), [&](const DeclaredSpecification& one) {
      return one.says.name == written.parent;
    });
    if (parent != all.end()) {
      out.explains = static_cast<std::uint32_t>(parent - all.begin());
      return;
    }
    std::vector<std::string> known;
    for (const DeclaredSpecification& one : all) known.push_back(one.says.name);
    fail(written.parent_where,
         fmt::format("no specification before this one is called `{}`",
                     written.parent.substr(0, 60)),
         did_you_mean(written.parent, known, "a specification explains one that stands before it"));
  }

  void read_relation(const ast::Specification& written, DeclaredSpecification& out) {
    const auto& all = program_.specifications;
    const auto same = std::find_if(all.begin(), all.end(), [&](const DeclaredSpecification& one) {
      return one.says.name == written.name;
    });
    if (same != all.end()) {
      fail(written.where,
           fmt::format("there are two specifications `{}`", out.says.name.substr(0, 60)),
           {same->invariant
                ? "`invariant` is what pre and post say"
                : fmt::format("the other one is at {}", place(same->where, program_.sources))});
      return;
    }
    const auto relation = program_.find(written.name);
    if (relation && program_.relation(*relation).observed) {
      out.relation = *relation;
      return;
    }
    fail(written.where,
         fmt::format("no rule of a specification derives `{}`", written.name.substr(0, 60)),
         {"the relation that is named like the specification holds its violations"});
  }

  Program& program_;
  std::optional<int> eot_;
  Report& report_;
};

}  // namespace

void find_specifications(Program& program, const std::vector<ast::Specification>& written,
                         std::optional<int> eot, Report& report) {
  if (written.empty()) return;
  if (program.post) {
    DeclaredSpecification invariant{{}, *program.post, true, {}};
    invariant.says.name = invariant_name;
    program.specifications.push_back(std::move(invariant));
  }
  Reader reader(program, eot, report);
  for (const ast::Specification& one : written) reader.read(one);
}

void check_influence(const Program& program, Report& report) {
  for (const Rule& rule : program.rules) {
    if (rule.observes || report.errors_full()) continue;
    for (const auto* literals : {&rule.positive, &rule.negative}) {
      for (const Literal& literal : *literals) {
        if (!program.relation(literal.relation).observed) continue;
        report.error(Code::spec_influence, literal.where,
                     fmt::format("the protocol reads `{}`, which only specifications derive",
                                 program.relation(literal.relation).name),
                     {"a specification observes: nothing of the protocol may rest on it"});
      }
    }
  }
}

}  // namespace ldfi::dedalus
