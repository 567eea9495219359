// Reading programs with their includes, depth first: an included file stands before the file that
// includes it. A file is known by its canonical path, so a symbolic link or `../` does not read it
// twice.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "common/dedalus/lexer.hpp"
#include "common/dedalus/load.hpp"
#include "common/dedalus/report.hpp"
#include "common/dedalus/text_file.hpp"

namespace ldfi::dedalus {
namespace {

namespace fs = std::filesystem;

constexpr FileId no_file(~0U);

/// A name in a message: whole, unless it is absurd.
std::string shown(const std::string& name) {
  constexpr std::size_t longest = 1'000;
  return name.size() <= longest ? name : name.substr(0, longest) + "…";
}

struct Include {
  std::string target;
  SourceRange where;
};

/// The include statements of a text, whatever else is wrong with it.
std::vector<Include> includes_of(FileId file, std::string_view text) {
  std::vector<Include> out;
  if (text.find("include") == std::string_view::npos) return out;
  Lexer lexer(file, text);
  bool at_start = true;
  for (Token t = lexer.next(); t.kind != Token::Kind::end;) {
    const bool include = at_start && t.kind == Token::Kind::name && t.text == "include";
    at_start = t.kind == Token::Kind::semicolon;
    t = lexer.next();
    if (include && t.kind == Token::Kind::string) out.push_back({decode_string(t.text), t.where});
  }
  return out;
}

SourceRange position(FileId file, std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t start = before.rfind('\n') + 1;  // npos + 1 == 0
  return {file, static_cast<int>(line), static_cast<int>(offset - start) + 1, 1};
}

class Reader {
 public:
  explicit Reader(const SourceLimits& limits) : limits_(limits) {}

  Sources read(const std::vector<std::string>& programs) {
    out_.programs = programs;
    if (!programs.empty()) first_folder_ = fs::path(programs.front()).parent_path();
    for (const std::string& program : programs) {
      visit({program, program}, {no_file, 0, 0, 0}, Code::file, 0);
    }
    if (report_.has_errors()) throw ProgramError(report_.diagnostics(), std::move(seen_));
    return std::move(out_);
  }

 private:
  enum class State : std::uint8_t { open, done };
  /// Opened as written, so that `../` means what the system says; shown in short.
  struct Path {
    fs::path path;
    std::string name;
  };

  /// `where` and `code`: how a failure to read `path` is reported.
  void visit(const Path& file, SourceRange where, Code code, int depth) {
    const auto& [path, name] = file;
    if (path.extension() != ".ded") {
      report_.error(code, where, fmt::format("`{}` is not a .ded file", shown(name)));
      return;
    }
    std::error_code error;
    const fs::path canonical = fs::canonical(path, error);
    if (!error && canonical.extension() != ".ded" && fs::is_regular_file(canonical, error)) {
      report_.error(code, where,
                    fmt::format("`{}` leads to a file that is not a .ded file", shown(name)));
      return;
    }
    const std::string key = error ? name : canonical.string();
    if (const auto known = states_.find(key); known != states_.end()) {
      if (known->second == State::open) report_.error(code, where, cycle(key));
      return;
    }
    if (!within_limits(where, depth)) return;
    states_.emplace(key, State::open);
    stack_.push_back({key, name});
    read_file(file, where, code, depth);
    stack_.pop_back();
    states_[key] = State::done;
  }

  void read_file(const Path& from, SourceRange where, Code code, int depth) {
    const std::size_t room =
        limits_.max_total_bytes - std::min(limits_.max_total_bytes, total_bytes_);
    TextFile file = read_text_file(from.path, std::min(limits_.max_file_bytes, room));
    if (!file.text) {
      report_.error(code, where, fmt::format("`{}` {}", shown(from.name), file.problem),
                    lookup_hint(code));
      return;
    }
    total_bytes_ += file.text->size();
    const FileId id = seen_.add(from.name, *file.text);
    if (const auto bad = first_non_text(*file.text)) {
      report_.error(Code::file, position(id, *file.text, *bad),
                    "this file is not text: here is a byte that is NUL or not UTF-8");
      return;
    }
    for (const Include& include : includes_of(id, *file.text)) follow(include, from.path, depth);
    out_.files.push_back({from.name, std::move(*file.text)});
  }

  void follow(const Include& include, const fs::path& from, int depth) {
    if (++includes_ > limits_.max_includes) {
      if (includes_ > limits_.max_includes + 1) return;
      report_.error(Code::limit, include.where,
                    fmt::format("a program has at most {} includes", limits_.max_includes));
      return;
    }
    const fs::path target(include.target);
    if (include.target.find('\0') != std::string::npos || target.empty()) {
      report_.error(Code::include, include.where, "this names no file");
      return;
    }
    if (target.is_absolute()) {
      report_.error(Code::include, include.where, "an include is a relative path",
                    lookup_hint(Code::include));
      return;
    }
    const fs::path beside = from.parent_path() / target;
    const fs::path fallback = first_folder_ / target;
    std::error_code ignored;
    const bool use_fallback = !fs::exists(beside, ignored) && fs::exists(fallback, ignored);
    const fs::path& found = use_fallback ? fallback : beside;
    visit({found, found.lexically_normal().generic_string()}, include.where, Code::include,
          depth + 1);
  }

  static std::vector<std::string> lookup_hint(Code code) {
    if (code != Code::include) return {};
    return {"an include is looked up beside the including file, then beside the first program"};
  }

  bool within_limits(SourceRange where, int depth) {
    if (depth > limits_.max_include_depth) {
      report_.error(Code::limit, where,
                    fmt::format("includes nest at most {} deep", limits_.max_include_depth));
      return false;
    }
    if (states_.size() >= limits_.max_files) {
      report_.error(Code::limit, where,
                    fmt::format("a program has at most {} files", limits_.max_files));
      return false;
    }
    return true;
  }

  [[nodiscard]] std::string cycle(const std::string& key) const {
    std::string out = "include cycle: ";
    bool inside = false;
    std::string closing;
    for (const auto& [file, name] : stack_) {
      if (file == key) {
        inside = true;
        closing = name;
      }
      if (inside) out += name + " -> ";
    }
    return out + closing;
  }

  struct Open {
    std::string key;
    std::string name;
  };

  const SourceLimits& limits_;
  Sources out_;
  SourceSet seen_;  // in order of reading, for diagnostics
  Report report_;
  fs::path first_folder_;
  std::unordered_map<std::string, State> states_;
  std::vector<Open> stack_;
  std::size_t total_bytes_ = 0;
  std::size_t includes_ = 0;
};

}  // namespace

Sources read_sources(const std::vector<std::string>& programs, const SourceLimits& limits) {
  return Reader(limits).read(programs);
}

}  // namespace ldfi::dedalus
