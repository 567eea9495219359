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
  /// A token and its place, in bytes from the start of the text.
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

  /// The fault set of the whole text. Throws InputError with every problem.
  FaultSet read_all();

  // For the kinds, while one fault is being read. name(), time_word() and expect() end its reading
  // on a syntax problem.
  [[nodiscard]] const Fspec& fspec() const { return fspec_; }
  Word name();
  Word time_word();
  void expect(char c, const char* after);
  /// True if `c` stands here; then the reader is behind it.
  bool skip(char c);
  /// Ends the reading of the fault: what was just skipped has no meaning here. `why` goes on after
  /// "this ".
  [[noreturn]] void refuse(const char* why) const;
  /// The node of that name; nothing, after reporting it, if there is none.
  std::optional<NodeId> node_of(const Word& word);
  /// The tick that `word` names; nothing, after reporting it, unless it is in 1 … last. `bound`
  /// says in the message what `last` is.
  std::optional<Time> time_of(const Word& word, int last, const std::string& bound);
  /// Adds the fault that was just read.
  void add(const Fault& fault);
  /// Adds it, too, for a kind of which a node has at most one.
  void add(const Fault& fault, NodeId node);
  /// The fault of such a kind that was read before for `node`; null if there is none.
  [[nodiscard]] const Fault* only_one_of(NodeId node) const;
  /// Reports a problem of the fault that is being read.
  void report(const char* code, std::string message);
  void report_at(const char* code, const Placed& fault, std::string message);
  /// The faults read so far, in the order of the text.
  [[nodiscard]] const std::vector<Placed>& read() const { return faults_; }

 private:
  /// Once all faults are read: reports the first fault of the kind, by its index, that an earlier
  /// kind or another of its own excludes, or else the last one too many. What is redundant or stands
  /// there twice does not count.
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
  std::map<NodeId, std::size_t> only_;  ///< index into faults_
};

}  // namespace ldfi
