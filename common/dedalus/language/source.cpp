// Reads programs with the files that they include. An included file comes before the file that
// includes it. Files are identified by canonical paths. So a symbolic link or `../` neither reads a
// file twice nor leaves the allowed folders. Programs come from strangers, so files are read only
// from folders of the run and from the repository of the including file.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "common/base/text.hpp"
#include "common/dedalus/language/lexer.hpp"
#include "common/dedalus/language/load.hpp"
#include "common/dedalus/language/report.hpp"
#include "common/dedalus/language/repository.hpp"
#include "common/dedalus/language/text_file.hpp"

namespace ldfi::dedalus {
namespace {

namespace fs = std::filesystem;

constexpr FileId no_file(~0U);
/// Largest number of bytes of a file's name that messages show.
constexpr std::size_t longest_name = 1'000;

/// Returns a name for a file that cannot be the name of a setting from the command line; see
/// setting().
std::string file_name(const std::string& path) {
  return path.starts_with(setting_prefix) ? "./" + path : path;
}

struct Include {
  std::string target;
  SourceRange where;
};

/// Returns the include statements in a text. Ignores other errors in the text.
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
  const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0, the start of the first line
  return {file, static_cast<int>(line), static_cast<int>(offset - start) + 1, 1};
}

class Reader {
 public:
  explicit Reader(const SourceLimits& limits) : limits_(limits) {}

  Sources read(const std::vector<std::string>& programs, const std::vector<std::string>& folders,
               const std::vector<std::string>& specifications) {
    out_.programs = programs;
    if (!programs.empty()) fallbacks_.push_back(fs::path(programs.front()).parent_path());
    for (const auto* files : {&programs, &specifications}) {
      for (const std::string& file : *files) allow_program(file);
    }
    for (const std::string& folder : folders) allow_folder(folder);
    for (const std::string& program : programs) {
      visit({program, file_name(program)}, {no_file, 0, 0, 0}, Code::file, 0);
    }
    extension_ = specification_extension;
    for (const std::string& file : specifications) {
      visit({file, file_name(file)}, {no_file, 0, 0, 0}, Code::file, 0);
    }
    if (report_.has_errors()) throw SourcedError(report_.diagnostics(), std::move(seen_));
    return std::move(out_);
  }

 private:
  enum class State : std::uint8_t { open, done };
  /// The path of a file to include. The file is opened by the path as written, so that the system
  /// resolves `../`. `name` is a short form of the path for messages.
  struct Path {
    fs::path path;
    std::string name;
  };

  /// Allows includes from the folder of the program. If the program is a symbolic link, also allows
  /// includes from the folder of its target.
  void allow_program(const fs::path& program) {
    // Errors are ignored here, because reading the program will report them.
    std::error_code ignored;
    for (const fs::path& folder : {fs::canonical("." / program.parent_path(), ignored),
                                   fs::canonical(program, ignored).parent_path()}) {
      if (!folder.empty()) readable_.push_back(folder);
    }
  }

  void allow_folder(const std::string& folder) {
    std::error_code error;
    const fs::path canonical = fs::canonical(folder, error);
    if (error || !fs::is_directory(canonical, error)) {
      report_.error(Code::file, {no_file, 0, 0, 0},
                    fmt::format("`{}`, named for includes, {}", beginning(folder, longest_name),
                                error ? "cannot be read: " + error.message() : "is not a folder"));
      return;
    }
    readable_.push_back(canonical);
    fallbacks_.emplace_back(folder);
  }

  [[nodiscard]] bool readable(const fs::path& canonical) const {
    return std::any_of(readable_.begin(), readable_.end(),
                       [&](const fs::path& folder) { return lies_below(canonical, folder); });
  }

  /// Returns true if the file is in the same repository as the file that includes it.
  [[nodiscard]] bool in_repository_of_includer(const fs::path& canonical) const {
    if (stack_.empty()) return false;
    const auto repository = repository_of(fs::path(stack_.back().key).parent_path());
    return repository && lies_below(canonical, *repository);
  }

  void refuse(const std::string& name, const fs::path& canonical, SourceRange where) {
    std::vector<std::string> hints{
        "the folders of this run are those of its programs, those of `-I` (`include:`), and the "
        "folders in them; a program in a Git repository may also include files of that repository"};
    const fs::path includer = stack_.empty() ? fs::path() : fs::path(stack_.back().key);
    if (const auto folder = folder_to_name(includer.parent_path(), canonical.parent_path())) {
      hints.push_back(fmt::format("if you trust the program, allow it with `-I {}`",
                                  beginning(folder->native(), longest_name)));
    }
    report_.error(
        Code::include, where,
        fmt::format("`{}` is outside of the folders of this run", beginning(name, longest_name)),
        std::move(hints));
  }

  /// Reads a file and the files that it includes. If the file cannot be read, reports an error with
  /// `code` at the place `where`.
  void visit(const Path& file, SourceRange where, Code code, int depth) {
    const auto& [path, name] = file;
    if (path.extension() != extension_) {
      report_.error(
          code, where,
          fmt::format("`{}` is not a {} file", beginning(name, longest_name), extension_));
      return;
    }
    std::error_code error;
    const fs::path canonical = fs::canonical(path, error);
    if (!error && code == Code::include && !readable(canonical) &&
        !in_repository_of_includer(canonical)) {
      return refuse(name, canonical, where);
    }
    if (!error && canonical.extension() != extension_ && fs::is_regular_file(canonical, error)) {
      report_.error(code, where,
                    fmt::format("`{}` leads to a file that is not a {} file",
                                beginning(name, longest_name), extension_));
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
      report_.error(code, where,
                    fmt::format("`{}` {}", beginning(from.name, longest_name), file.problem),
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
      report_.error(Code::include, include.where, "the name of the file is empty");
      return;
    }
    if (target.is_absolute()) {
      report_.error(Code::include, include.where, "an include needs a relative path",
                    lookup_hint(Code::include));
      return;
    }
    const fs::path found = look_up(from.parent_path() / target, target);
    visit({found, file_name(found.lexically_normal().generic_string())}, include.where,
          Code::include, depth + 1);
  }

  /// Returns the path of an included file. This is `beside` if that file exists. Otherwise it is
  /// the file in the first of the further folders that contains it; `beside` if none does.
  [[nodiscard]] fs::path look_up(const fs::path& beside, const fs::path& target) const {
    std::error_code ignored;
    if (fs::exists(beside, ignored)) return beside;
    const auto folder = std::find_if(
        fallbacks_.begin(), fallbacks_.end(),
        [&](const fs::path& fallback) { return fs::exists(fallback / target, ignored); });
    return folder == fallbacks_.end() ? beside : *folder / target;
  }

  static std::vector<std::string> lookup_hint(Code code) {
    if (code != Code::include) return {};
    return {
        "an include is looked up beside the including file, then beside the first program, "
        "then in the folders named with `-I` (`include:`)"};
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
  SourceSet seen_;  // the texts in the order in which they were read, for messages
  Report report_;
  // Further folders in which included files are looked for, in order.
  std::vector<fs::path> fallbacks_;
  // Canonical paths of the folders from which files may be included.
  std::vector<fs::path> readable_;
  std::string_view extension_ = ".ded";  // extension of the files that are being read
  std::unordered_map<std::string, State> states_;
  std::vector<Open> stack_;
  std::size_t total_bytes_ = 0;
  std::size_t includes_ = 0;
};

}  // namespace

Sources read_sources(const std::vector<std::string>& programs,
                     const std::vector<std::string>& folders, const SourceLimits& limits,
                     const std::vector<std::string>& specifications) {
  return Reader(limits).read(programs, folders, specifications);
}

bool is_specification(std::string_view source) {
  return source.ends_with(specification_extension) && !source.starts_with(setting_prefix);
}

SourceFile setting(const std::string& text) {
  const std::size_t equal = text.find('=');
  const std::string name = text.substr(0, equal);
  Lexer word(no_file, name);
  const Token only = word.next();
  if (equal == std::string::npos || only.kind != Token::Kind::name ||
      only.text.size() != name.size() || name == "_") {
    throw UsageError(fmt::format("`{}` is not NAME=VALUE", shown_line(text)));
  }
  const std::string value = text.substr(equal + 1);
  Lexer lexer(no_file, value);
  Token first = lexer.next();
  const bool negative = first.kind == Token::Kind::minus;
  if (negative) first = lexer.next();
  const bool whole = lexer.next().kind == Token::Kind::end &&
                     first.text.data() + first.text.size() == value.data() + value.size();
  const bool literal = whole && (first.kind == Token::Kind::integer ||
                                 (first.kind == Token::Kind::string && !negative));
  return {std::string(setting_prefix) + text,
          fmt::format("set {} = {};\n", name, literal ? value : always_quoted(value))};
}

Sources with_settings(Sources sources, const std::vector<std::string>& texts) {
  std::vector<SourceFile> settings;
  for (const std::string& text : texts) settings.push_back(setting(text));
  sources.files.insert(sources.files.begin(), settings.begin(), settings.end());
  return sources;
}

}  // namespace ldfi::dedalus
