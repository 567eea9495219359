// read_sources() reads programs and their includes from a folder.
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "common/dedalus/language/load.hpp"
#include "common/dedalus/language/text_file.hpp"
#include "test/support/temporary_folder.hpp"

namespace ldfi::dedalus {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class SourceTest : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) {
    const fs::path path = root_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

  [[nodiscard]] std::vector<std::string> read(const std::vector<std::string>& programs,
                                              const std::vector<std::string>& folders = {}) const {
    std::vector<std::string> out;
    for (const SourceFile& file : read_sources(programs, folders).files) {
      out.push_back(fs::path(file.name).lexically_relative(root_).string());
    }
    return out;
  }

  /// Returns the error messages of reading `programs`, without the name of the temporary folder.
  [[nodiscard]] std::string failure(const std::vector<std::string>& programs,
                                    const SourceLimits& limits = {},
                                    const std::vector<std::string>& folders = {}) const {
    try {
      read_sources(programs, folders, limits);
      return "";
    } catch (const SourcedError& e) {
      std::string text = render(e.diagnostics(), e.sources());
      const std::string prefix = root_.string() + "/";
      for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix)) {
        text.erase(at, prefix.size());
      }
      return text;
    }
  }

  test::TemporaryFolder folder_;
  const fs::path root_ = folder_.path();
};

TEST_F(SourceTest, ReadsIncludesBeforeTheirFileAndOnce) {
  const auto a = write("a.ded", "include \"sub/b.ded\"; include \"c.ded\";\nx(\"1\")@1;");
  write("sub/b.ded", "include \"../c.ded\"; y(\"1\")@1;");
  write("c.ded", "z(\"1\")@1;");
  EXPECT_THAT(read({a}), ElementsAre("c.ded", "sub/b.ded", "a.ded"));
}

TEST_F(SourceTest, LooksBesideTheFirstProgramLast) {
  const auto a = write("a.ded", "include \"sub/b.ded\";");
  write("sub/b.ded", "include \"both.ded\"; include \"top.ded\";");
  write("sub/both.ded", "");
  write("both.ded", "");
  write("top.ded", "");
  EXPECT_THAT(read({a}), ElementsAre("sub/both.ded", "top.ded", "sub/b.ded", "a.ded"));
}

TEST_F(SourceTest, LooksInTheNamedFoldersThen) {
  const auto a = write("run/a.ded", "include \"near.ded\"; include \"far.ded\";");
  write("run/near.ded", "");
  write("one/near.ded", "");
  write("one/far.ded", "include \"../two/below/farthest.ded\";");
  write("two/far.ded", "");
  write("two/below/farthest.ded", "");
  EXPECT_THAT(read({a}, {root_ / "one", root_ / "two"}),
              ElementsAre("run/near.ded", "two/below/farthest.ded", "one/far.ded", "run/a.ded"));
  EXPECT_THAT(failure({a}), HasSubstr("run/far.ded` cannot be read: No such file"));
}

TEST_F(SourceTest, NamedFoldersAreFolders) {
  const auto a = write("a.ded", "");
  const std::string text = failure({a}, {}, {root_ / "nowhere", root_ / "a.ded", root_});
  EXPECT_THAT(text,
              HasSubstr("error: `nowhere`, named for includes, cannot be read: No such file"));
  EXPECT_THAT(text, HasSubstr("error: `a.ded`, named for includes, is not a folder"));
  EXPECT_THAT(text, HasSubstr("2 errors"));
}

TEST_F(SourceTest, ReadsNothingOutsideItsFolders) {
  write("other/secret.ded", "hidden(;");
  // The folder `run-2` is not below the folder `run` of the program, although its name begins with
  // the same letters.
  write("run-2/secret.ded", "hidden(;");
  fs::create_directory(root_ / "run");
  fs::create_symlink(root_ / "other/secret.ded", root_ / "run/link.ded");
  fs::create_symlink(root_ / "other", root_ / "run/folder");
  fs::create_directory(root_ / "other/folder.ded");
  for (const std::string target : {"../other/secret.ded", "../run-2/secret.ded", "link.ded",
                                   "folder/secret.ded", "../other/folder.ded"}) {
    const auto a = write("run/a.ded", "include \"" + target + "\";");
    const std::string text = failure({a});
    EXPECT_THAT(text, HasSubstr("run/a.ded:1:9: error: "));
    EXPECT_THAT(text, HasSubstr(" is outside of the folders of this run"));
    EXPECT_THAT(text, ::testing::Not(HasSubstr("hidden")));
  }
}

TEST_F(SourceTest, ReadsOutsideWhatItIsTold) {
  const auto a = write("run/a.ded", "include \"../other/b.ded\";");
  const auto c = write("other/sub/../c.ded", "");
  write("other/b.ded", "");
  const auto files = ElementsAre("other/b.ded", "run/a.ded");
  EXPECT_THAT(failure({a}), HasSubstr("is outside of the folders"));
  EXPECT_THAT(read({a}, {root_ / "other"}), files);
  EXPECT_THAT(read({a}, {root_}), files);
  EXPECT_THAT(read({a}, {"/"}), files);
  EXPECT_THAT(read({a, c}), testing::Contains("other/b.ded")) << "beside another program";
  fs::create_symlink(root_ / "other", root_ / "link");
  EXPECT_THAT(read({a}, {root_ / "link"}), files);
  fs::create_directories(root_ / "other/deep");
  EXPECT_THAT(failure({a}, {}, {root_ / "other/deep"}), HasSubstr("is outside of the folders"))
      << "a named folder opens nothing above it";
}

TEST_F(SourceTest, IncludesWhatLiesInTheSameRepository) {
  fs::create_directories(root_ / "repo/.git");
  const auto a = write("repo/commit/p.ded", "include \"../util/t.ded\";");
  write("repo/util/t.ded", "include \"../lib/deep/u.ded\";");
  write("repo/lib/deep/u.ded", "include \"../../top.ded\";");
  write("repo/top.ded", "");
  EXPECT_THAT(read({a}), ElementsAre("repo/top.ded", "repo/lib/deep/u.ded", "repo/util/t.ded",
                                     "repo/commit/p.ded"));
  const auto spec = write("repo/commit/p.spec", "include \"../util/t.spec\";");
  write("repo/util/t.spec", "");
  EXPECT_EQ(read_sources({a}, {}, {}, {spec}).files.size(), 6U);
}

TEST_F(SourceTest, IncludesNothingOutsideItsRepository) {
  fs::create_directories(root_ / "outer/.git");
  fs::create_directories(root_ / "outer/repo/.git");
  write("outer/secret.ded", "hidden(;");
  write("outer/repo-2/secret.ded", "hidden(;");
  fs::create_directories(root_ / "outer/repo/sub");
  fs::create_symlink(root_ / "outer/secret.ded", root_ / "outer/repo/link.ded");
  fs::create_symlink(root_ / "outer/repo-2", root_ / "outer/repo/folder");
  for (const std::string target : {"../../secret.ded", "../link.ded", "../folder/secret.ded",
                                   "../../repo-2/secret.ded", "../folder/../secret.ded"}) {
    const std::string text =
        failure({write("outer/repo/sub/p.ded", "include \"" + target + "\";")});
    EXPECT_THAT(text, HasSubstr(" is outside of the folders of this run")) << target;
    EXPECT_THAT(text, HasSubstr("if you trust the program, allow it with")) << target;
    EXPECT_THAT(text, ::testing::Not(HasSubstr("hidden"))) << target;
  }
}

TEST_F(SourceTest, OneRepositoryOpensNoOther) {
  fs::create_directories(root_ / "mine/.git");
  fs::create_directories(root_ / "theirs/.git");
  write("mine/private.ded", "hidden(;");
  const auto mine = write("mine/sub/p.ded", "");
  const auto theirs = write("theirs/p.ded", "include \"../mine/private.ded\";");
  EXPECT_THAT(failure({mine, theirs}), HasSubstr("is outside of the folders"));
}

TEST_F(SourceTest, ALinkedProgramIncludesWhatIsBesideItsTarget) {
  write("real/b.ded", "");
  write("real/a.ded", "include \"b.ded\";");
  fs::create_directory(root_ / "farm");
  for (const char* name : {"a.ded", "b.ded"}) {
    fs::create_symlink(root_ / "real" / name, root_ / "farm" / name);
  }
  EXPECT_THAT(read({root_ / "farm/a.ded"}), ElementsAre("farm/b.ded", "farm/a.ded"));
}

TEST_F(SourceTest, KeepsTheOrderOfPrograms) {
  const auto b = write("b.ded", "");
  const auto a = write("a.ded", "include \"b.ded\";");
  EXPECT_THAT(read({b, a, b}), ElementsAre("b.ded", "a.ded"));
  EXPECT_THAT(read({a, b}), ElementsAre("b.ded", "a.ded"));
}

TEST_F(SourceTest, KnowsAFileByItsCanonicalPath) {
  const auto a = write("a.ded", "include \"link.ded\"; include \"sub/../real.ded\";");
  write("real.ded", "");
  write("sub/other.ded", "");
  fs::create_symlink(root_ / "real.ded", root_ / "link.ded");
  EXPECT_THAT(read({a}), ElementsAre("link.ded", "a.ded"));
}

TEST_F(SourceTest, FindsIncludesInABrokenFile) {
  const auto a = write("a.ded", "x(;\n\"open\ninclude \"not here.ded\";\n;include \"b.ded\";");
  write("b.ded", "");
  EXPECT_THAT(read({a}), ElementsAre("b.ded", "a.ded"));
}

TEST_F(SourceTest, IgnoresIncludesInCommentsAndStrings) {
  const auto a =
      write("a.ded", "// include \"b.ded\";\n/* include \"b.ded\"; */ x(\"; include\")@1;");
  EXPECT_THAT(read({a}), ElementsAre("a.ded"));
}

TEST_F(SourceTest, ReportsCycles) {
  const auto a = write("a.ded", "include \"b.ded\";");
  write("b.ded", "\n include \"a.ded\";");
  EXPECT_THAT(failure({a}), HasSubstr("b.ded:2:10: error: include cycle: a.ded -> b.ded -> a.ded"));
  const auto self = write("self.ded", "include \"self.ded\";");
  EXPECT_THAT(failure({self}),
              HasSubstr("self.ded:1:9: error: include cycle: self.ded -> self.ded"));
}

TEST_F(SourceTest, ReportsAllThatCannotBeRead) {
  const auto a = write(
      "a.ded", "include \"no.ded\"; include \"x.txt\"; include \"/x.ded\"; include \"d.ded\";");
  fs::create_directory(root_ / "d.ded");
  const std::string text = failure({a, (root_ / "gone.ded").string()});
  EXPECT_THAT(text, HasSubstr("a.ded:1:9: error: `no.ded` cannot be read: No such file"));
  EXPECT_THAT(text, HasSubstr("`x.txt` is not a .ded file"));
  EXPECT_THAT(text, HasSubstr("an include needs a relative path"));
  EXPECT_THAT(text, HasSubstr("`d.ded` is a directory"));
  EXPECT_THAT(text, HasSubstr("error: `gone.ded` cannot be read"));
  EXPECT_THAT(text, HasSubstr("5 errors"));
}

TEST_F(SourceTest, FollowsNoLinkToAnotherKindOfFile) {
  std::ofstream(root_ / "secret.txt") << "hidden";
  fs::create_symlink(root_ / "secret.txt", root_ / "link.ded");
  const auto a = write("a.ded", "include \"link.ded\";");
  const std::string text = failure({a});
  EXPECT_THAT(text,
              HasSubstr("a.ded:1:9: error: `link.ded` leads to a file that is not a .ded file"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("hidden")));
}

TEST_F(SourceTest, SpecificationsComeLastAndIncludeTheirKindOnly) {
  const auto ded = write("a.ded", "x(\"1\")@1;");
  const auto part = write("sub/part.spec", "y(N) :- x(N);");
  const auto spec = write("a.spec", "include \"sub/part.spec\"; include \"link.spec\";");
  fs::create_symlink("sub/part.spec", root_ / "link.spec");
  const Sources all = read_sources({ded}, {}, {}, {spec, spec, part});
  ASSERT_EQ(all.files.size(), 3U);
  EXPECT_EQ(all.programs, std::vector<std::string>{ded});
  EXPECT_EQ(all.files[1].name, part);
  EXPECT_EQ(all.files[2].name, spec);
  const auto fails = [&](const std::string& program, const std::string& specification) {
    try {
      read_sources({program}, {}, {}, {specification});
      return std::string();
    } catch (const SourcedError& e) {
      return render(e.diagnostics(), e.sources());
    }
  };
  EXPECT_THAT(fails(ded, write("b.spec", "include \"a.ded\";")),
              HasSubstr("a.ded` is not a .spec file [include]"));
  EXPECT_THAT(fails(write("c.ded", "include \"a.spec\";"), spec),
              HasSubstr("a.spec` is not a .ded file [include]"));
  EXPECT_THAT(fails(ded, ded), HasSubstr("a.ded` is not a .spec file [file]"));
  fs::create_symlink("a.ded", root_ / "d.spec");
  EXPECT_THAT(fails(ded, (root_ / "d.spec").string()),
              HasSubstr("leads to a file that is not a .spec file"));
  EXPECT_THAT(fails(ded, (root_ / "none.spec").string()), HasSubstr("No such file"));
}

TEST_F(SourceTest, NoFileIsTakenForASetting) {
  const fs::path before = fs::current_path();
  write("-D X=1.spec", "x(\"1\")@1;");
  write("-D x.ded", "x(\"1\")@1;");
  fs::current_path(root_);
  const Sources all = read_sources({"-D x.ded"}, {}, {}, {"-D X=1.spec"});
  fs::current_path(before);
  EXPECT_EQ(all.files[0].name, "./-D x.ded");
  EXPECT_TRUE(is_specification(all.files[1].name));
  EXPECT_FALSE(is_specification(setting("X=a.spec").name));
}

TEST_F(SourceTest, CutsAbsurdNames) {
  const auto a = write("a.ded", "include \"" + std::string(100'000, 'x') + ".ded\";");
  EXPECT_LT(failure({a}).size(), 5'000U);
}

TEST_F(SourceTest, NeverWaitsForAFifo) {
  const fs::path fifo = root_ / "fifo.ded";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_THAT(failure({fifo.string()}), HasSubstr("is a FIFO"));
  fs::create_symlink("/dev/zero", root_ / "zero.ded");
  EXPECT_THAT(failure({(root_ / "zero.ded").string()}), HasSubstr("is a device"));
}

TEST_F(SourceTest, TakesTextOnly) {
  EXPECT_THAT(failure({write("nul.ded", std::string("a\n b\0c", 6))}),
              HasSubstr("nul.ded:2:3: error"));
  EXPECT_THAT(failure({write("latin.ded", "// caf\xe9\n")}), HasSubstr("latin.ded:1:7: error"));
  EXPECT_EQ(failure({write("utf8.ded", "// caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\n")}), "");
}

TEST_F(SourceTest, KeepsTheLimits) {
  const auto a = write("a.ded", "include \"b.ded\";");
  const auto b = write("b.ded", "include \"c.ded\";");
  write("c.ded", "x(\"1\")@1;");
  SourceLimits limits;
  limits.max_files = 2;
  EXPECT_THAT(failure({a}, limits), HasSubstr("b.ded:1:9: error: a program has at most 2 files"));
  limits = {};
  limits.max_includes = 1;
  EXPECT_THAT(failure({a}, limits),
              HasSubstr("b.ded:1:9: error: a program has at most 1 includes"));
  limits = {};
  limits.max_include_depth = 1;
  EXPECT_THAT(failure({a}, limits), HasSubstr("includes nest at most 1 deep"));
  limits = {};
  limits.max_file_bytes = 8;
  EXPECT_THAT(failure({a}, limits), HasSubstr("a.ded` is larger than"));
  limits = {};
  limits.max_total_bytes = 34;
  EXPECT_THAT(failure({a}, limits), HasSubstr("`c.ded` is larger than"));
  limits = {};
  limits.max_file_bytes = 16;
  EXPECT_EQ(failure({a, b}, limits), "");
}

}  // namespace
}  // namespace ldfi::dedalus
