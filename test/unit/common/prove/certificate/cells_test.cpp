#include "common/prove/certificate/cells.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "test/support/temporary_folder.hpp"

namespace ldfi::certificate {
namespace {

/// Returns what was read from a list of cells, or the error message.
std::string told(const std::string& lines, const std::vector<std::string>& folders) {
  const test::TemporaryFolder folder;
  std::ofstream(folder.path(std::string(cells_file))) << first_line(cells_format) << "\n" << lines;
  for (const std::string& name : folders) std::filesystem::create_directory(folder.path(name));
  try {
    const std::string text = to_text(read_cells(folder.path()));
    return text.substr(text.find('\n') + 1);
  } catch (const Rejected& e) {
    return e.what();
  }
}

TEST(Cells, AListIsReadAsItIsWritten) {
  const std::string sweep = "cell 5,3,0\nundecided 5,3,1\n";
  EXPECT_EQ(told(sweep, {"5,3,0"}), sweep);
  const std::string specifications = "specification lost\nspecification-undecided hangs\n";
  EXPECT_EQ(told(specifications, {"lost"}), specifications);
}

TEST(Cells, SpecificationsStandInAListOfTheirOwn) {
  EXPECT_EQ(told("cell 5,3,0\nspecification lost\n", {"5,3,0", "lost"}),
            "cells.txt:3: a list names either cells of a sweep or specifications, not both");
  EXPECT_EQ(told("specification lost\nundecided hangs\n", {"lost"}),
            "cells.txt:3: a list names either cells of a sweep or specifications, not both");
  EXPECT_EQ(told("specifications lost\n", {"lost"}),
            "cells.txt:2: unknown word: specifications lost");
}

TEST(Cells, AFolderThatIsNotListedIsRejected) {
  EXPECT_EQ(told("specification lost\nspecification-undecided hangs\n", {"lost", "hangs"}),
            "cells.txt does not list the folder hangs");
  EXPECT_EQ(told("specification-undecided hangs\n", {}), "cells.txt: no cell has a claim");
  EXPECT_EQ(told("specification ../lost\n", {}),
            "cells.txt:2: this is not the name of a folder: ../lost");
}

}  // namespace
}  // namespace ldfi::certificate
