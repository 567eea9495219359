// Reads the written form of fault sets: the part that all kinds of faults share. Private to
// common/faults.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/faults/fspec.hpp"

namespace ldfi {

class FaultReader {
 public:
  /// A token of the text and its place, in bytes from the beginning of the text.
  struct Word {
    std::string text;
    std::size_t begin = 0;
    std::size_t length = 1;
  };
  /// A fault and its place in the text.
  struct Placed {
    Fault fault;
    std::size_t begin = 0;
    std::size_t length = 1;
  };

  FaultReader(std::string_view text, const Fspec& fspec, FileId file)
      : text_(text), fspec_(fspec), file_(file) {}

  /// Reads the whole text. Throws InputError with every problem.
  FaultSet read_all();

  // The following functions are for the kinds of faults, which call them while one fault is read.
  // After a syntax problem, name(), time_word() and expect() end the reading of the fault.
  [[nodiscard]] const Fspec& fspec() const { return fspec_; }
  Word name();
  Word time_word();
  void expect(char c, const char* after);
  /// Skips the character `c` and returns true if it is the next one.
  bool skip(char c);
  /// Reports that the text which was skipped last has no meaning here, and ends the reading of the
  /// fault. `why` completes the sentence "this …".
  [[noreturn]] void refuse(const char* why) const;
  /// Returns the node with this name. If there is none, reports that and returns nullopt.
  std::optional<NodeId> node_of(const Word& word);
  /// Returns the tick that `word` names. If the tick is not in 1 … last, reports that and returns
  /// nullopt. `bound` explains `last` in the message.
  std::optional<Time> time_of(const Word& word, int last, const std::string& bound);
  /// Adds the fault that was just read.
  void add(const Fault& fault);
  /// Adds the fault that was just read. Its kind allows only one fault for each node.
  void add(const Fault& fault, NodeId node);
  /// Returns the fault that was added with this node before. Returns nullptr if there is none.
  [[nodiscard]] const Fault* only_one_of(NodeId node) const;
  /// Reports a problem of the fault that is being read.
  void report(const char* code, std::string message);
  void report_at(const char* code, const Placed& fault, std::string message);
  /// Returns the faults read so far, in the order of the text.
  [[nodiscard]] const std::vector<Placed>& read() const { return faults_; }

 private:
  /// Reports the first fault of the kind with the index `kind` that a fault of an earlier kind or
  /// of the same kind excludes. Otherwise reports the first fault beyond `most`. Redundant and
  /// repeated faults do not count. Called when all faults have been read.
  void check_limit(std::size_t kind, const LimitCodes& codes, std::optional<int> most);
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
