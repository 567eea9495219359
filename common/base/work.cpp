#include "common/base/work.hpp"

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"

namespace ldfi {
namespace {

thread_local std::uint64_t* units_left = nullptr;

}  // namespace

WorkBound::WorkBound(std::uint64_t units) : left_(units) {
  LDFI_REQUIRE(units_left == nullptr, "a thread has at most one limit of work at a time");
  units_left = &left_;
}

WorkBound::~WorkBound() {
  units_left = nullptr;
}

bool WorkBound::is_active() {
  return units_left != nullptr;
}

void WorkBound::count(std::uint64_t units) {
  if (units_left == nullptr) return;
  if (*units_left < units) *units_left = 0;
  if (*units_left == 0) throw BudgetExceeded("work", "work");
  *units_left -= units;
}

}  // namespace ldfi
