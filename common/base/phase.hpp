// What this process is at, in a word, for whoever looks at a run: "grounding", "solving". Phases
// nest; the innermost counts. Set by the thread that does the work, read by any.
//
//   const Phase phase("grounding");
#pragma once

#include <atomic>

namespace ldfi {

class Phase {
 public:
  /// `name` is a literal.
  explicit Phase(const char* name) : outer_(current_.exchange(name)) {}
  ~Phase() { current_ = outer_; }
  Phase(const Phase&) = delete;
  Phase& operator=(const Phase&) = delete;

  [[nodiscard]] static const char* current() { return current_; }

 private:
  inline static std::atomic<const char*> current_{"starting"};
  const char* outer_;
};

}  // namespace ldfi
