#include "common/config/reference.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace ldfi::config {
namespace {

/// Expects that the page has this text. With LDFI_UPDATE_GOLDENS, writes the page instead.
void expect_page(const std::string& name, const std::string& text) {
  const std::string path = std::string(LDFI_SOURCE_DIR) + "/docs/reference/" + name;
  if (std::getenv("LDFI_UPDATE_GOLDENS") != nullptr) std::ofstream(path) << text;
  std::ifstream in(path);
  std::ostringstream page;
  page << in.rdbuf();
  EXPECT_EQ(page.str(), text);
}

TEST(Reference, OfKeysIsTheCheckedInPage) {
  expect_page("system-keys.md", key_reference());
}

TEST(Reference, OfOptionsIsTheCheckedInPage) {
  expect_page("options.md", option_reference());
}

}  // namespace
}  // namespace ldfi::config
