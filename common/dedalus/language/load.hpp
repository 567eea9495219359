// Turns `.ded` texts into a checked Program: lexer, parser, includes, types, location columns,
// safety, stratification, warnings (docs/explanation/semantics.md). Reports all errors at once, in
// an InputError.
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

/// Limits on what read_sources() reads.
struct SourceLimits {
  std::size_t max_file_bytes = 16U << 20;
  std::size_t max_total_bytes = 64U << 20;
  std::size_t max_files = 1'000;
  std::size_t max_includes = 10'000;  ///< limit on include statements in all files together
  int max_include_depth = 64;
};

/// One `.ded` text. Its includes are resolved already: every file occurs once, before the files
/// that include it.
struct SourceFile {
  std::string name;  ///< name of the file as diagnostics show it
  std::string text;
};

/// The programs named by the user and the files they include, in the order in which their
/// statements count. Sources are self-contained and can be serialized, so a worker checks the same
/// bytes that the master has read.
struct Sources {
  std::vector<std::string> programs;  ///< paths as the user gave them
  std::vector<SourceFile> files;
};

/// Reads programs, then specifications, and the files they include. A file includes only files of
/// its own kind. After symbolic links are resolved, an included file must lie in one of three
/// places: below a folder of a program, below one of `folders`, or in the repository of the file
/// that includes it (repository.hpp). No other file is opened. Throws SourcedError, with the place
/// of the include statement, if an include is absolute or cyclic, or leads to a missing or
/// forbidden file. It also throws if the file is a directory or a FIFO, is not `.ded`, is too
/// large, or is not text.
Sources read_sources(const std::vector<std::string>& programs,
                     const std::vector<std::string>& folders = {}, const SourceLimits& limits = {},
                     const std::vector<std::string>& specifications = {});

/// The extension of files that hold specifications. All other files hold the protocol.
inline constexpr std::string_view specification_extension = ".spec";
[[nodiscard]] bool is_specification(std::string_view source);

/// The prefix of the names of sources that setting() makes.
inline constexpr std::string_view setting_prefix = "-D ";
/// Returns a source that sets a constant, as if `set NAME = value;` stood in a file. It must be the
/// first source: then it overrides what files set. A value that is neither an integer nor in quotes
/// becomes a string. Throws UsageError if the text is not of the form `NAME=VALUE`.
SourceFile setting(const std::string& text);
/// Returns the same sources with one setting() per text before them, which override the files' own
/// values.
Sources with_settings(Sources sources, const std::vector<std::string>& texts);

/// The nodes, promises and kinds of faults for which check_program() checks a program.
struct CheckOptions {
  std::vector<std::string> nodes{};  ///< names of the nodes; if empty, they are inferred
  /// End of time, for warnings about facts and rules that are later; nullopt if not known.
  std::optional<int> eot{};
  std::string pre = "pre";
  std::string post = "post";
  std::vector<std::string>
      data_names{};  ///< strings that may be in location columns without being nodes
  /// True if the program was checked with these nodes before. Then unknown names are not reported
  /// again, and no warnings are looked for.
  bool names_known = false;
  /// If true, also warns about things that may be correct, so that only the author can judge them.
  bool thorough = false;
  /// The lowest severity at which a violated specification counts as a failure.
  FailOn fail_on = FailOn::major;
  /// True if nodes may be paused. A paused node keeps its memory.
  bool pauses = false;
  /// True if the system may write buffered relations back to disk without a `sync`.
  bool writebacks = false;
  /// Which data on disks may be damaged, and whether the program detects damage.
  Corruptions corruptions{};
  /// The largest number of ticks by which messages may be late or duplicated; 0 if they may not.
  int late = 0;
  /// True if each relation that a node sends to another at one tick is delayed independently.
  bool late_by_relation = false;
  /// True if messages of a node to itself may be late, too.
  bool late_self = false;
  /// True if channels are fifo: executions with overtaking messages are not admissible.
  bool fifo = false;
};

/// Checks the sources. Has no side effects. FileId i of Program::sources is sources.files[i].
/// Throws SourcedError with all diagnostics if there is an error. Warnings are in the Program.
Program check_program(const Sources& sources, const CheckOptions& options = {});

}  // namespace ldfi::dedalus
