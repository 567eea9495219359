// Helpers of tests that compute what a recording shows about faults (class Course).
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "common/systems/course.hpp"
#include "test/unit/common/systems/recorded.hpp"

namespace ldfi::systems {

struct Followed {
  Course course;
  std::string problem;
};

inline Followed followed(const std::string& text) {
  Read found = read(text);
  EXPECT_TRUE(found.recording) << found.problem();
  Course course = follow(*found.recording, found.problems);
  return {std::move(course), found.problem()};
}

/// Expects that the first problem of each recording begins with the given text. An empty text
/// expects that there is no problem.
inline void expect_problems(const std::vector<std::pair<std::string, std::string>>& cases) {
  for (const auto& [text, want] : cases) {
    const std::string got = followed(text + verdict()).problem;
    EXPECT_TRUE(want.empty() ? got.empty() : got.find(want) == 0) << got << "\n" << text;
  }
}

}  // namespace ldfi::systems
