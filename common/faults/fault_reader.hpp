// Reads fault sets from their text. Contains the functions that all kinds of faults use. Private to
// common/faults.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/faults/fspec.hpp"

namespace ldfi {

/// Returns the hint which option and which key of a config allow `count` faults.
std::string limit_hint(std::size_t count, std::string_view option, std::string_view key);

class FaultReader {
 public:
  /// A word of the text and its position, in bytes from the beginning of the text.
  struct Word {
    std::string text;
    std::size_t begin = 0;
    std::size_t length = 1;
  };
  /// A fault and its position in the text.
  struct Placed {
    Fault fault;
    std::size_t begin = 0;
    std::size_t length = 1;
  };

  FaultReader(std::string_view text, const Fspec& fspec, FileId file)
      : text_(text), fspec_(fspec), file_(file) {}

  /// Reads the whole text. Throws InputError with every problem.
  FaultSet read_all();

  // The kinds of faults call the following functions to read one fault. After a syntax problem,
  // name(), time_word() and expect() throw, which ends the reading of this fault.
  [[nodiscard]] const Fspec& fspec() const { return fspec_; }
  Word name();
  Word time_word();
  void expect(char c, const char* after);
  /// If the next character is `c`, skips it and returns true. Otherwise returns false.
  bool skip(char c);
  /// Reports that the text that was skipped last is not allowed here, and throws to end the reading
  /// of this fault. `why` completes the sentence "this …".
  [[noreturn]] void refuse(const char* why) const;
  /// Returns the node with this name. Reports an error and returns nullopt if there is no such
  /// node.
  std::optional<NodeId> node_of(const Word& word);
  /// Returns the tick that `word` names. Reports an error and returns nullopt if the tick is not
  /// from 1 to `last`. The error gives `bound` as the reason for `last`.
  std::optional<Time> time_of(const Word& word, int last, const std::string& bound);
  /// Adds the fault whose reading has just finished.
  void add(const Fault& fault);
  /// Adds the fault whose reading has just finished, if its kind allows only one fault for each
  /// node.
  void add(const Fault& fault, NodeId node);
  /// Returns the fault that add(fault, node) has added for this node. Returns nullptr if it has not
  /// added any.
  [[nodiscard]] const Fault* only_one_of(NodeId node) const;
  /// Reports a problem of the fault that is being read.
  void report(const char* code, std::string message);
  void report_at(const char* code, const Placed& fault, std::string message,
                 std::vector<std::string> hints = {});
  /// Returns the faults read so far, in the order of the text.
  [[nodiscard]] const std::vector<Placed>& read() const { return faults_; }

 private:
  /// Checks the faults of one kind after all faults have been read. Reports the first of them that
  /// another fault excludes. Otherwise reports the first fault beyond the limit `most`. Repeated
  /// faults and faults without effect do not count. `hint` returns the hint for a number of faults.
  void check_limit(std::size_t kind, const LimitCodes& codes, std::optional<int> most,
                   std::string (*hint)(std::size_t));
  void read_fault();
  void recover(std::size_t fault_begin);
  std::string quoted_name();
  char escape();
  [[nodiscard]] FaultSet whole_set();
  void skip_blanks();
  [[nodiscard]] std::string found() const;
  void report(const char* code, std::size_t begin, std::size_t length, std::string message,
              std::vector<std::string> hints = {});

  std::string_view text_;
  const Fspec& fspec_;
  FileId file_;
  std::size_t at_ = 0;
  std::size_t fault_begin_ = 0;
  std::vector<Diagnostic> problems_;
  std::vector<Placed> faults_;
  std::map<NodeId, std::size_t> only_;  ///< for each node, the index of its only fault in faults_
};

}  // namespace ldfi
