#include "common/farm/wire/failure.hpp"

#include <gtest/gtest.h>

#include <new>
#include <system_error>

#include "common/base/contract.hpp"
#include "common/farm/wire/codec.hpp"

namespace ldfi::wire {
namespace {

template <class E>
int status(const E& error) {
  return to_failure(std::make_exception_ptr(error)).status;
}

TEST(Failures, EveryExceptionHasItsStatus) {
  EXPECT_EQ(status(InputError(Diagnostic{})), 65);
  EXPECT_EQ(status(UsageError("-x")), 64);
  EXPECT_EQ(status(EnvironmentError("open")), 74);
  EXPECT_EQ(status(DecodeError("short")), 74);
  EXPECT_EQ(status(std::bad_alloc()), 74);
  EXPECT_EQ(status(std::system_error(std::make_error_code(std::errc::io_error))), 74);
  EXPECT_EQ(status(BudgetExceeded("facts", "many")), 2);
  EXPECT_EQ(status(InternalError("bug")), 70);
  EXPECT_EQ(status(std::out_of_range("index")), 70);
  EXPECT_EQ(status(RemoteFailure(ExitStatus::environment, "rank 3")), 74);
  EXPECT_EQ(status(StopRequested("SIGUSR1")), 85);
  EXPECT_EQ(status(3), 70);
}

TEST(Failures, SaysEveryDiagnostic) {
  Diagnostic one, two;
  one.message = "first";
  two.message = "second";
  EXPECT_EQ(to_failure(std::make_exception_ptr(InputError({one, two}))).text, "first\nsecond");
}

TEST(Failures, OnlyKnownStatusesLeaveAMessage) {
  EXPECT_EQ(failure_status(74), ExitStatus::environment);
  EXPECT_EQ(failure_status(65), ExitStatus::input);
  EXPECT_EQ(failure_status(2), ExitStatus::inconclusive);
  EXPECT_EQ(failure_status(85), ExitStatus::stopped);
  for (const int odd : {0, 1, -1, 3, 255, 1000}) {
    EXPECT_EQ(failure_status(odd), ExitStatus::internal);
  }
}

}  // namespace
}  // namespace ldfi::wire
