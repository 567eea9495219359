// Recordings for tests, and what follows from them.
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

/// The first problem of each text begins like this, or there is none.
inline void expect_problems(const std::vector<std::pair<std::string, std::string>>& cases) {
  for (const auto& [text, want] : cases) {
    const std::string got = followed(text + verdict()).problem;
    EXPECT_TRUE(want.empty() ? got.empty() : got.find(want) == 0) << got << "\n" << text;
  }
}

}  // namespace ldfi::systems
