#include "common/solve/sat/proof.hpp"

#include <fmt/core.h>

#include <cadical.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>

#include "common/base/errors.hpp"

namespace ldfi::sat {
namespace {

/// Calls the check from inside the solver. Exceptions must not pass through the solver, so this
/// object stores them.
class StoringCheck final : public CaDiCaL::Terminator {
 public:
  explicit StoringCheck(const BudgetCheck& check) : check_(check) {}
  bool terminate() override {
    try {
      if (check_ && !exceeded_) check_();
    } catch (...) {
      exceeded_ = std::current_exception();
    }
    return exceeded_ != nullptr;
  }
  void rethrow() const {
    if (exceeded_) std::rethrow_exception(exceeded_);
  }

 private:
  const BudgetCheck& check_;
  std::exception_ptr exceeded_;
};

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

[[noreturn]] void fail(const char* call, const std::string& file) {
  throw EnvironmentError(fmt::format("cannot {} {}: {}", call, file, std::strerror(errno)));
}

}  // namespace

bool refute(const std::vector<std::vector<Literal>>& clauses, const std::string& file,
            const BudgetCheck& check) {
  std::unique_ptr<std::FILE, Close> stream(std::fopen(file.c_str(), "wxe"));
  if (!stream) fail("open", file);
  StoringCheck asked(check);
  int answer = 0;
  {
    CaDiCaL::Solver solver;
    solver.configure("unsat");  // tunes the solver for unsatisfiable clauses, which are expected
    solver.set("quiet", 1);
    solver.set("profile", 0);
    solver.set("binary", 0);
    if (!solver.trace_proof(stream.get(), file.c_str())) fail("write", file);
    for (const auto& clause : clauses) {
      for (const Literal literal : clause) solver.add(literal);
      solver.add(0);
    }
    solver.connect_terminator(&asked);
    answer = solver.solve();
    solver.disconnect_terminator();
    solver.close_proof_trace();
  }
  asked.rethrow();
  if (std::fflush(stream.get()) != 0 || std::ferror(stream.get()) != 0) fail("write", file);
  if (std::fclose(stream.release()) != 0) fail("close", file);
  return answer == 20;
}

}  // namespace ldfi::sat
