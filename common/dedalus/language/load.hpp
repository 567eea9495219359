// From `.ded` texts to a checked Program: lexer, parser, includes, types, location columns, safety,
// stratification, warnings (docs/explanation/semantics.md). All errors are reported at once, in an InputError.
//
//   Sources s = read_sources({"protocols/kafka.ded"}, limits);       // touches the file system
//   Program p = check_program(s, {.nodes = {"a", "b"}, .eot = 6});   // pure
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/errors.hpp"
#include "common/base/settings.hpp"
#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

struct SourceLimits {
  std::size_t max_file_bytes = 16U << 20;
  std::size_t max_total_bytes = 64U << 20;
  std::size_t max_files = 1'000;
  std::size_t max_includes = 10'000;  ///< include statements, in all files together
  int max_include_depth = 64;
};

/// One `.ded` text. Its includes are resolved already: every file stands, once, before the files
/// that include it.
struct SourceFile {
  std::string name;  ///< as shown in diagnostics
  std::string text;
};

/// The named programs and what they include, in the order in which their statements count. Sources
/// are self-contained and can be serialized, so a worker checks the same bytes that the master
/// read.
struct Sources {
  std::vector<std::string> programs;  ///< as named by the user
  std::vector<SourceFile> files;
};

/// Reads programs, then specifications, and what they include: each only files of its own kind. An included file must lie below a folder of a program or
/// below one of `folders`, or in the repository of the file that includes it (repository.hpp), after symbolic links are resolved; no other file is opened. Throws
/// SourcedError with the place of the include statement: for a missing file, a directory or FIFO, a
/// file that is not `.ded`, an absolute or cyclic include, an include that lies elsewhere, and for
/// a file that is too large or not text.
Sources read_sources(const std::vector<std::string>& programs,
                     const std::vector<std::string>& folders = {}, const SourceLimits& limits = {},
                     const std::vector<std::string>& specifications = {});

/// What the names of files of specifications end with; all others hold the protocol.
inline constexpr std::string_view specification_extension = ".spec";
[[nodiscard]] bool is_specification(std::string_view source);

/// What the names of such sources begin with.
inline constexpr std::string_view setting_prefix = "-D ";
/// A source that sets a constant of the program, as if `set NAME = value;` stood in a file of its
/// own; as the first source it goes before what other files set. A value that is neither an integer nor in quotes is a string. Throws UsageError for a text
/// that is no `NAME=VALUE`.
SourceFile setting(const std::string& text);
/// The same sources with such settings, which go before those of their files.
Sources with_settings(Sources sources, const std::vector<std::string>& texts);

struct CheckOptions {
  std::vector<std::string> nodes{};  ///< if empty, they are inferred
  std::optional<int> eot{};          ///< for the warning about facts later than EOT
  std::string pre = "pre";
  std::string post = "post";
  std::vector<std::string>
      data_names{};  ///< strings that may stand in location columns without being nodes
  /// True if the program was checked with these nodes before: unknown names are not reported again,
  /// nor is it looked through for slips.
  bool names_known = false;
  /// Warn of what a right program may have, too, and only its author can judge.
  bool thorough = false;
  /// The least severity of a specification that counts.
  FailOn fail_on = FailOn::major;
  /// Nodes may be paused: what is in their memory stands still then.
  bool pauses = false;
  /// The system may write buffered relations back by itself.
  bool writebacks = false;
  /// What disks hold may be damaged: data is handed on as it is, or not, then.
  Corruptions corruptions{};
  /// By how many ticks messages may arrive late, or a second time; 0: none does.
  int late = 0;
  /// What a node sends another at a tick is late relation by relation.
  bool late_by_relation = false;
  /// What a node sends itself may be late, too.
  bool late_self = false;
  /// What makes messages overtake others of their channel is no execution.
  bool fifo = false;
};

/// Checks the sources; pure. FileId i of Program::sources is sources.files[i]. Throws SourcedError
/// with all diagnostics if there is an error; warnings stay in the Program.
Program check_program(const Sources& sources, const CheckOptions& options = {});

}  // namespace ldfi::dedalus
