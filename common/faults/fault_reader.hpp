// Reads the written form of fault sets: what the files of the kinds of faults share. Private to
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
  /// A token's text and where it stands, in bytes from the start.
  struct Word {
    std::string text;
    std::size_t begin = 0;
    std::size_t length = 1;
  };
  /// A fault and where it stands.
  struct Placed {
    Fault fault;
    std::size_t begin = 0;
    std::size_t length = 1;
  };

  FaultReader(std::string_view text, const Fspec& fspec, FileId file)
      : text_(text), fspec_(fspec), file_(file) {}

  /// Throws InputError with every problem.
  FaultSet read_all();

  // For the kinds of faults, while one is read. A syntax problem ends its reading.
  [[nodiscard]] const Fspec& fspec() const { return fspec_; }
  Word name();
  Word time_word();
  void expect(char c, const char* after);
  /// The node of that name, or nothing, and then it is reported.
  std::optional<NodeId> node_of(const Word& word);
  /// A tick in 1 … last, or nothing, and then it is reported; `bound` says what `last` is.
  std::optional<Time> time_of(const Word& word, int last, const std::string& bound);
  /// The fault that is being read.
  void add(const Fault& fault);
  /// As above, of a kind of which a node has at most one.
  void add(const Fault& fault, NodeId node);
  /// That one, if it was read before; null if not.
  [[nodiscard]] const Fault* only_one_of(NodeId node) const;
  /// What is wrong with the fault that is being read.
  void report(const char* code, std::string message);
  void report_at(const char* code, const Placed& fault, std::string message);
  /// The faults read so far, in the order of the text.
  [[nodiscard]] const std::vector<Placed>& read() const { return faults_; }

 private:
  void read_fault();
  void recover(std::size_t fault_begin);
  std::string quoted_name();
  char escape();
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
  std::map<NodeId, std::size_t> only_;  ///< index into faults_
};

}  // namespace ldfi
