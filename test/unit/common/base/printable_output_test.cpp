#include "common/base/printable_output.hpp"

#include <gtest/gtest.h>

namespace ldfi {
namespace {

TEST(PrintableOutput, KeepsLinesTabsAndOrdinaryText) {
  for (const char* text : {"", "\n", "a\n", "a,b\r\nc\r\n", "a\n\nb", "a\tb\n",
                           "\u00e4 \u2026 \u65e5\u672c\n{\"a\": 1}\n"}) {
    EXPECT_EQ(printable_output(text), text);
  }
}

TEST(PrintableOutput, ShowsWhatATerminalObeysAndWhatNobodySees) {
  EXPECT_EQ(printable_output("a\x1b[31m\u202e.\n\r\x7f\n"),
            "a\\x1b[31m\\xe2\\x80\\xae.\n\\x0d\\x7f\n");
  EXPECT_EQ(printable_output("\u200b\u009b\xff"), "\\xe2\\x80\\x8b\\xc2\\x9b\\xff");
}

TEST(PrintableOutput, KeepsTheMeaningOfJson) {
  EXPECT_EQ(printable_output("{\"a\":\"\u202e\x7f\"}\n[\"\U000E0001\"]\na\u202e\n"),
            "{\"a\":\"\\u202e\\u007f\"}\n[\"\\udb40\\udc01\"]\na\\xe2\\x80\\xae\n");
}

TEST(PrintableOutput, ChangesNothingTheSecondTime) {
  const std::string once = printable_output("a\x1b\u202e\xff\n{\u202e}\n");
  EXPECT_EQ(printable_output(once), once);
}

}  // namespace
}  // namespace ldfi
