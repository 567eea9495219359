#include "master/task/stored_falsifiers.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"
#include "common/base/files/input.hpp"
#include "common/base/text.hpp"
#include "common/systems/json_text.hpp"
#include "results/json/values.hpp"
#include "results/views/lineage/child.hpp"

namespace ldfi::app {
namespace {

using results::Json;

constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20U;
constexpr std::size_t most_falsifiers = 100'000;
constexpr std::size_t most_deep = 64;
constexpr int most_ms = 120'000;

/// Throws the error for a file that has no list of counterexamples.
[[noreturn]] void refuse(const std::string& path, const std::string& problem) {
  Diagnostic what{Severity::error,
                  "known",
                  {},
                  fmt::format("--known {}: {}", printable(path), problem),
                  {"--known takes results (*.h5), and falsifiers as JSON (*.json), as ldfi-results "
                   "falsifiers --json writes them"}};
  throw InputError(std::vector<Diagnostic>{std::move(what)});
}

/// Returns the counterexamples of a results file as JSON. Another process, ldfi-results in the
/// folder of this program, reads the file, because a file from an untrusted source may crash HDF5.
std::string falsifiers_json(const std::string& path) {
  std::error_code none;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", none);
  const auto got = results::run_child(
      {self.parent_path() / "ldfi-results", "falsifiers", "--json", path}, "", most_ms);
  if (got.problem.empty()) return got.out;
  refuse(path, fmt::format("ldfi-results falsifiers --json cannot read it ({}), so the file is "
                           "damaged, or is not a results file",
                           got.problem));
}

std::string text_of(const std::string& path) {
  if (!path.ends_with(".h5")) {
    return files::read_input(path, {"a list of falsifiers as JSON", "known", most_bytes});
  }
  [[maybe_unused]] const files::File readable(path, files::File::Mode::read);
  return falsifiers_json(path);
}

class StoredReader {
 public:
  void read(const std::string& path) {
    path_ = path;
    const std::string text = text_of(path);
    const systems::JsonText read = systems::read_json(text, most_deep);
    if (read.twice) {
      refuse(path, fmt::format("an object in it has the key {} twice",
                               always_quoted(beginning(*read.twice))));
    }
    if (!read.value) refuse(path, "it is not JSON, or nests more than 64 levels deep");
    const Json json(*read.value);
    if (json.is_object() && json.contains("ldfi_case")) {
      refuse(path, "it is a case of a real system, but this run is about a program");
    }
    read_cells(json);
  }

  std::vector<StoredFalsifier> end() { return std::move(out_); }

 private:
  /// Reads JSON that `ldfi-results falsifiers`, `ldfi-results export` or a summary of ldfi-farm has made.
  void read_cells(const Json& json) {
    const bool run = json.is_object() && json.contains("cells");
    const Json cells = json.is_array() ? json : run ? json["cells"] : Json::array({json});
    if (!cells.is_array()) refuse(path_, "\"cells\" must be a list");
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const Json& cell = cells[c];
      const char* key =
          cell.is_object() && cell.contains("falsifiers") ? "falsifiers" : "counterexamples";
      if (!cell.is_object() || !cell.contains(key) || !cell[key].is_array()) {
        refuse(path_, "it has no list of \"falsifiers\" or \"counterexamples\"");
      }
      for (std::size_t f = 0; f < cell[key].size(); ++f) read_one(cells.size(), c, f, cell[key][f]);
    }
  }

  void read_one(std::size_t cells, std::size_t cell, std::size_t index, const Json& one) {
    const auto fail = [&](const char* what) {
      refuse(path_, fmt::format("falsifier {}: {}", index + 1, what));
    };
    if (!one.is_object() || !one.contains("faults") || !one["faults"].is_string()) {
      fail("\"faults\" must be a string");
    }
    std::vector<std::string> violated;
    const Json tuples = one.contains("violated") ? one["violated"] : Json::array();
    if (!tuples.is_array()) fail("\"violated\" must be a list of strings");
    for (const Json& tuple : tuples) {
      if (!tuple.is_string()) fail("\"violated\" must be a list of strings");
      violated.push_back(tuple);
    }
    add(cells, cell, index, one["faults"], std::move(violated));
  }

  void add(std::size_t cells, std::size_t cell, std::size_t index, std::string faults,
           std::vector<std::string> violated) {
    if (!seen_.insert(faults).second) return;
    if (seen_.size() > most_falsifiers) {
      refuse(path_, fmt::format("there are more than {} falsifiers", most_falsifiers));
    }
    const std::string where = cells > 1 ? fmt::format("cell {} ", cell) : "";
    out_.push_back(
        {fmt::format("{} {}f{}", path_, where, index + 1), std::move(faults), std::move(violated)});
  }

  std::string path_;
  std::set<std::string> seen_;
  std::vector<StoredFalsifier> out_;
};

}  // namespace

std::vector<StoredFalsifier> read_stored(const std::vector<std::string>& paths) {
  StoredReader reader;
  for (const std::string& path : paths) reader.read(path);
  return reader.end();
}

}  // namespace ldfi::app
