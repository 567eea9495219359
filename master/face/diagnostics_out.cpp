#include "master/face/diagnostics_out.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

#include "common/base/contract.hpp"
#include "common/base/text.hpp"
#include "common/config/command_line.hpp"
#include "results/json/values.hpp"

namespace ldfi::app {
namespace {

using results::Json;

/// The place in the input that a diagnostic is about.
struct Place {
  std::string file;  ///< empty if the diagnostic has no place
  int line = 0;      ///< 0 if the diagnostic is about the whole file
  int column = 0;    ///< in characters, the first is 1
  int end_column = 0;
};

/// Returns the number of characters in the first `end` bytes of the line. A byte that is not UTF-8 counts as
/// one character.
int characters(std::string_view line, std::size_t end) {
  int count = 0;
  for (std::size_t at = 0; at < std::min(end, line.size()); ++count) {
    at += std::max<std::size_t>(1, utf8_length(line.substr(at)));
  }
  return count;
}

Place place_of(const SourceRange& where, const SourceSet& sources) {
  if (where.file.index() >= sources.size()) return {};
  Place out{printable(sources.name(where.file)), std::max(where.line, 0), 0, 0};
  if (out.line == 0) return out;
  const std::string_view line = sources.line(where.file, where.line);
  const auto begin = static_cast<std::size_t>(std::max(where.column, 1) - 1);
  const auto length = static_cast<std::size_t>(std::max(where.length, 1));
  out.column = characters(line, begin) + 1;
  out.end_column = std::max(characters(line, begin + length), out.column) + 1;
  return out;
}

const char* level_of(const Diagnostic& diagnostic) {
  return diagnostic.severity == Severity::error ? "error" : "warning";
}

Json hints_of(const Diagnostic& diagnostic) {
  Json out = Json::array();
  for (const std::string& hint : diagnostic.hints) out.push_back(printable(hint));
  return out;
}

std::string as_json(const std::vector<Diagnostic>& diagnostics, const SourceSet& sources) {
  Json list = Json::array();
  for (const Diagnostic& one : diagnostics) {
    Json row;
    const Place place = place_of(one.where, sources);
    if (!place.file.empty()) row["file"] = place.file;
    if (place.line > 0) {
      row.update(
          Json{{"line", place.line}, {"column", place.column}, {"end_column", place.end_column}});
    }
    row.update(Json{{"severity", level_of(one)},
                    {"code", one.code},
                    {"message", printable(one.message)},
                    {"hints", hints_of(one)}});
    list.push_back(std::move(row));
  }
  return results::dump(Json{{"diagnostics", std::move(list)}, {"version", config::version()}});
}

/// Returns the URI reference of a file [RFC 3986 §4.1]. Escapes every character that is not a letter, digit
/// or one of `-._~/`.
std::string uri_of(const std::string& file) {
  constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string out = file.starts_with('/') ? "file://" : "";
  for (const char c : file) {
    const bool kept = plain.find(c) != std::string_view::npos;
    out += kept ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

Json sarif_location(const Place& place) {
  Json physical{{"artifactLocation", {{"uri", uri_of(place.file)}}}};
  if (place.line > 0) {
    physical["region"] = {
        {"startLine", place.line}, {"startColumn", place.column}, {"endColumn", place.end_column}};
  }
  return Json{{"physicalLocation", std::move(physical)}};
}

std::string as_sarif(const std::vector<Diagnostic>& diagnostics, const SourceSet& sources) {
  Json found = Json::array();
  Json rules = Json::array();
  std::vector<std::string> codes;
  for (const Diagnostic& one : diagnostics) {
    const auto at = std::find(codes.begin(), codes.end(), one.code) - codes.begin();
    if (at == static_cast<std::ptrdiff_t>(codes.size())) {
      codes.push_back(one.code);
      rules.push_back({{"id", one.code}});
    }
    std::string text = printable(one.message);
    for (const std::string& hint : one.hints) text += "\nhint: " + printable(hint);
    Json row{{"ruleId", one.code},
             {"ruleIndex", at},
             {"level", level_of(one)},
             {"message", {{"text", text}}}};
    // A diagnostic about an option, such as "--replay" or "-D X=1", has no file, so SARIF has no
    // location for it.
    const Place place = place_of(one.where, sources);
    if (!place.file.empty() && !place.file.starts_with('-')) {
      row["locations"] = Json::array({sarif_location(place)});
    }
    found.push_back(std::move(row));
  }
  const Json driver{
      {"name", "ldfi-farm"}, {"version", config::version()}, {"rules", std::move(rules)}};
  const Json run{{"tool", {{"driver", driver}}},
                 {"columnKind", "unicodeCodePoints"},
                 {"results", std::move(found)}};
  return results::dump(Json{{"version", "2.1.0"}, {"runs", Json::array({run})}});
}

}  // namespace

std::string diagnostics_for_tools(const std::vector<Diagnostic>& diagnostics,
                                  const SourceSet& sources, config::DiagnosticsFormat form) {
  LDFI_REQUIRE(form != config::DiagnosticsFormat::text,
               "the form is for programs; render() writes text for people");
  std::vector<Diagnostic> ordered = diagnostics;
  std::ranges::stable_sort(ordered, [](const Diagnostic& a, const Diagnostic& b) {
    const auto key = [](const SourceRange& where) {
      return std::tuple(where.file.index(), where.line, where.column);
    };
    return key(a.where) < key(b.where);
  });
  const bool json = form == config::DiagnosticsFormat::json;
  return (json ? as_json(ordered, sources) : as_sarif(ordered, sources)) + "\n";
}

}  // namespace ldfi::app
