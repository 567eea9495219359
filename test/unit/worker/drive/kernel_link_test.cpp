#include "worker/drive/kernel_link.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>

#include <fstream>

#include "test/support/temporary_folder.hpp"

namespace ldfi::drive {
namespace {

std::string written(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
  return path;
}

TEST(KernelLink, IsNeededForProgramsThatLoadNoClockLibrary) {
  const test::TemporaryFolder folder;
  const std::string kernel = folder.path("kernel");
  KernelLink::unpack(kernel);  // the kernel is a static program, so it serves as an example
  EXPECT_TRUE(KernelLink::is_needed_for(kernel));
  EXPECT_TRUE(KernelLink::is_needed_for(written(folder.path("script"), "#!" + kernel + " -x\n")));
  EXPECT_FALSE(KernelLink::is_needed_for("/bin/sh"));
  EXPECT_FALSE(KernelLink::is_needed_for(written(folder.path("shell"), "#!/usr/bin/env sh\n")));
  EXPECT_FALSE(KernelLink::is_needed_for(written(folder.path("text"), "no program\n")));
  EXPECT_FALSE(KernelLink::is_needed_for(folder.path("nothing")));
}

TEST(KernelLink, IsDoneOnceForEachTimeThatTheNodeSaysSo) {
  const test::TemporaryFolder folder;
  KernelLink link(folder.path(), 7, 5);
  EXPECT_EQ(link.now(), 5);
  EXPECT_FALSE(link.take_done());
  std::ofstream(folder.path("done")) << "1" << std::flush;
  EXPECT_TRUE(link.take_done());
  EXPECT_FALSE(link.take_done());
}

TEST(KernelLink, ReportsWhichCallFailed) {
  const test::TemporaryFolder folder;
  const KernelLink link(folder.path(), 7, 0);
  EXPECT_EQ(link.deviation(), "");
  std::fstream page(folder.path("link"), std::ios::in | std::ios::out | std::ios::binary);
  page.seekp(offsetof(ldfi_link_page, deviation));
  page << "./node calls x" << std::flush;
  EXPECT_EQ(link.deviation(), "./node calls x");
  // fill the text to its end, without a terminating zero
  page << std::string(ldfi_deviation_bytes - 14, 'y') << std::flush;
  EXPECT_EQ(link.deviation().size(), ldfi_deviation_bytes);
}

TEST(KernelLink, RingsWhenTheNodeMayRun) {
  const test::TemporaryFolder folder;
  KernelLink link(folder.path(), 7, 0);
  link.activate(10, 20);
  EXPECT_EQ(link.now(), 10);
  std::ifstream bell(folder.path("bell"));
  EXPECT_EQ(bell.get(), 1);
}

}  // namespace
}  // namespace ldfi::drive
