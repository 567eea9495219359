#include "common/dedalus/language/report.hpp"

#include <fmt/core.h>

#include <utility>

namespace ldfi::dedalus {

void Report::add(Bucket& bucket, Diagnostic diagnostic) {
  if (bucket.seen < max_per_severity) {
    bucket.kept.push_back(std::move(diagnostic));
  } else if (bucket.seen == max_per_severity) {
    bucket.first_dropped = diagnostic.where;
  }
  ++bucket.seen;
}

void Report::error(Code code, SourceRange where, std::string message,
                   std::vector<std::string> hints) {
  add(errors_,
      {Severity::error, std::string(name_of(code)), where, std::move(message), std::move(hints)});
}

void Report::warning(Code code, SourceRange where, std::string message,
                     std::vector<std::string> hints) {
  add(warnings_,
      {Severity::warning, std::string(name_of(code)), where, std::move(message), std::move(hints)});
}

void Report::append(const Bucket& bucket, std::vector<Diagnostic>& out) {
  out.insert(out.end(), bucket.kept.begin(), bucket.kept.end());
  if (bucket.seen <= max_per_severity) return;
  const Severity severity = bucket.kept.front().severity;
  out.push_back(
      {severity,
       std::string(name_of(Code::too_many)),
       bucket.first_dropped,
       fmt::format("{} more {}s from here on are not shown", bucket.seen - max_per_severity,
                   severity == Severity::error ? "error" : "warning"),
       {}});
}

std::vector<Diagnostic> Report::diagnostics() const {
  std::vector<Diagnostic> out;
  append(errors_, out);
  append(warnings_, out);
  return out;
}

std::vector<Diagnostic> Report::warnings() const {
  std::vector<Diagnostic> out;
  append(warnings_, out);
  return out;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t min_length = 3;
  constexpr std::size_t max_candidates = 2'000;
  if (word.size() < min_length || candidates.size() > max_candidates) return {};
  return closest(word, candidates);
}

std::string place(SourceRange where, const SourceSet& sources) {
  return fmt::format("{}:{}:{}", sources.name(where.file), where.line, where.column);
}

}  // namespace ldfi::dedalus
