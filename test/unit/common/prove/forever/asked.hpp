// Asks for a proof about a program at every EOT, and returns the answer in words.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "common/dedalus/language/load.hpp"
#include "common/prove/forever/prove.hpp"
#include "common/solve/sat/cadical.hpp"
#include "test/support/fspec.hpp"
#include "test/support/random_program.hpp"
#include "test/support/specified_program.hpp"

namespace ldfi::forever {

class Asked {
 public:
  explicit Asked(const std::string& text, int crashes = 0, CrashModel model = CrashModel::silent)
      : random_{text, test::fspec(1, 0, crashes, {"a", "b"})}, program_(test::check(random_)) {
    random_.fspec.crash_model = model;
    fspec_.emplace(random_.fspec);
  }

  Asked(const std::string& text, const std::function<void(FspecParameters&)>& change)
      : random_{text, test::fspec(1, 0, 0, {"a", "b"})}, program_(checked(change)) {
    fspec_.emplace(random_.fspec);
  }

  /// Asks about the first specification of a `.spec` file.
  Asked(const std::string& text, const std::string& specifications,
        const std::function<void(FspecParameters&)>& change)
      : random_{text, test::fspec(1, 0, 0, {"a", "b"})}, program_(judged(specifications, change)) {
    fspec_.emplace(random_.fspec);
  }

  /// Returns "certified", "broken at 3", "failing at 2", "conditional", or the reason why there is no answer.
  std::string operator()(const Claim& claim, std::optional<dedalus::Value> cap = {}) {
    SystemLimits limits;
    limits.cap = cap;
    limits.max_counted_members = 100;
    try {
      const System system = ground_system(program_, *fspec_, limits);
      last_ = prove(system, {claim, limits, [] { return sat::make_cadical(1); }});
    } catch (const Refusal& e) {
      return e.what();
    }
    const std::string at = " at " + std::to_string(last_.eot);
    switch (last_.standing) {
      case Standing::certified:
        return last_.promised == 0 ? "vacuous" : "certified";
      case Standing::conditional:
        return "conditional";
      case Standing::counterexample:
        return "broken" + at;
      case Standing::failing:
        return "failing at " + std::to_string(last_.failing);
    }
    return "";
  }
  [[nodiscard]] const Proof& last() const { return last_; }
  [[nodiscard]] int kept_from(const Claim& claim, std::optional<dedalus::Value> cap = {}) const {
    SystemLimits limits;
    limits.cap = cap;
    const System system = ground_system(program_, *fspec_, limits);
    return forever::kept_from(make_circuit(system, claim), {});
  }

 private:
  /// Returns the program as it is checked for its faults, because pauses add rules.
  dedalus::Program checked(const std::function<void(FspecParameters&)>& change) {
    change(random_.fspec);
    return test::check(random_);
  }

  dedalus::Program judged(const std::string& specifications,
                          const std::function<void(FspecParameters&)>& change) {
    change(random_.fspec);
    return dedalus::judged_by(test::check(test::SpecifiedProgram{random_, specifications, {}}), 0);
  }

  test::RandomProgram random_;
  dedalus::Program program_;
  std::optional<Fspec> fspec_;
  Proof last_;
};

}  // namespace ldfi::forever
