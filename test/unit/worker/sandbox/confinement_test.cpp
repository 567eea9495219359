#include "worker/sandbox/confinement.hpp"

#include <gtest/gtest.h>

namespace ldfi::sandbox {
namespace {

TEST(ConfinementTest, WhatIsPackedIsUnpacked) {
  for (const bool on : {false, true}) {
    const std::string library = on ? "/library.so" : "";
    Confinement before{
        on, !on, 1, 2, 3, most_descriptors, "/folder", library, {"/usr"}, {"/home", "/tmp"}, {}};
    if (on) before.shown = {"/opt/x y", "/srv"};
    const Confinement after = unpacked(packed(before));
    EXPECT_EQ(after.shut_in, before.shut_in);
    EXPECT_EQ(after.network_of_machine, before.network_of_machine);
    EXPECT_EQ(after.memory, before.memory);
    EXPECT_EQ(after.disk, before.disk);
    EXPECT_EQ(after.tasks, before.tasks);
    EXPECT_EQ(after.folder, before.folder);
    EXPECT_EQ(after.library, before.library);
    EXPECT_EQ(after.system, before.system);
    EXPECT_EQ(after.hidden, before.hidden);
    EXPECT_EQ(after.shown, before.shown);
  }
}

TEST(ConfinementTest, KnowsWhatIsShownInTmp) {
  Confinement confinement;
  EXPECT_EQ(names_shown_in_tmp(confinement), std::vector<std::string>());
  confinement.shown = {"/tmp/a/b", "/tmp/a/c", "/tmp/d", "/tmpx/e", "/var/tmp/f", "/tmp.g"};
  EXPECT_EQ(names_shown_in_tmp(confinement), (std::vector<std::string>{"a", "d"}));
}

TEST(ConfinementTest, LayersHaveNames) {
  EXPECT_EQ(names_of(0), "");
  EXPECT_EQ(names_of(users | calls), "users, calls");
  EXPECT_EQ(names_of(every_layer), "users, network, ipc, processes, files, calls");
}

TEST(ConfinementTest, OnlyWhatIsAskedForIsMissed) {
  Confinement confinement;
  EXPECT_EQ(wanted(confinement), every_layer);
  confinement.network_of_machine = true;
  EXPECT_EQ(wanted(confinement), every_layer & ~Layers{network});
  confinement.shut_in = false;
  EXPECT_EQ(wanted(confinement), 0U);
}

}  // namespace
}  // namespace ldfi::sandbox
