"""Each check has a sample that it accepts and one that it must reject: a check that cannot fail is worthless."""

import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True

import checks  # noqa: E402
import contracts  # noqa: E402
import cpp  # noqa: E402
import decisions  # noqa: E402
import pages  # noqa: E402
import plain  # noqa: E402
import subjects  # noqa: E402

LAYERS = """
common/core:
common/eval: common/core
master/app: *
test: *
<mpi.h> -> common/mpi
<gtest -> test
common/mpi: common/core
"""


def lines_of(functions):
    return {f.name: f.lines for f in functions}


class Cpp(unittest.TestCase):
    def test_blanks_comments_and_strings_but_keeps_lines(self):
        text = 'int a; // { \n/* { \n } */ const char* s = "{\\"{"; char c = \'{\'; int n = 1\'000;\nR"x({\n)" {)x";'
        stripped = cpp.strip(text)
        self.assertNotIn("{", stripped)
        self.assertEqual(stripped.count("\n"), text.count("\n"))
        self.assertEqual(len(stripped), len(text))
        self.assertIn("1'000", stripped)

    def test_finds_functions_of_every_form(self):
        source = """
#define MACRO(x) { x
namespace a::b {
struct S {
  int field{1};
  S() : field{2}, other(3) {
    field = 4;
  }
  int get() const { return field; }
  bool operator==(const S&) const noexcept {
    return true;
  }
 private:
  void hidden() {
  }
  enum class E { x, y };
};
constexpr int table[] = {
  1,
  2,
};
template <class T>
auto make(T t) -> std::vector<T>
{
  return [t]() {
    return t;
  }();
}
S::S(int n) noexcept : field(n) {}
TEST(Suite, Name) {
  for (int i = 0; i < 2; ++i) {
  }
}
}  // namespace
"""
        self.assertEqual(
            lines_of(cpp.functions(source)),
            {"S": 3, "get": 1, "operator==": 3, "hidden": 2, "make": 7, "S::S": 1, "TEST": 4},
        )

    def test_finds_includes_but_not_in_comments(self):
        source = '#include "a/b.hpp"\n// #include <mpi.h>\n  #  include <vector>\n/*\n#include "c.hpp"\n*/'
        self.assertEqual(list(cpp.includes(source)), [(1, "a/b.hpp", True), (3, "vector", False)])


class Checks(unittest.TestCase):
    def accepts(self, findings):
        self.assertEqual(list(findings), [])

    def rejects(self, findings, *parts):
        findings = list(findings)
        self.assertEqual(len(findings), 1, findings)
        for part in parts:
            self.assertIn(part, findings[0])

    def test_layers(self):
        core = {"common/core/ids.hpp": "", "common/eval/run.hpp": "", "common/mpi/farm.cpp": "#include <mpi.h>"}
        self.accepts(checks.layers({**core, "common/eval/x.cpp": '#include "common/core/ids.hpp"'}, LAYERS))
        self.accepts(checks.layers({**core, "common/eval/in/x.cpp": '#include "common/eval/run.hpp"'}, LAYERS))
        self.accepts(checks.layers({**core, "test/unit/x.cpp": '#include <gtest/gtest.h>'}, LAYERS))
        bad = {**core, "common/core/x.cpp": '\n#include "common/eval/run.hpp"'}
        self.rejects(checks.layers(bad, LAYERS), "common/core/x.cpp:2:", "may not include")
        bad = {**core, "master/app/x.cpp": "#include <mpi.h>"}
        self.rejects(checks.layers(bad, LAYERS), "<mpi.h> belongs to common/mpi only")
        self.rejects(checks.layers({"common/core/x.cpp": '#include "ids.hpp"'}, LAYERS), "no file here")
        self.rejects(checks.layers({"common/extra/x.cpp": ""}, LAYERS), "no line in layers.txt")

    def test_a_prefix_of_a_folder_name_is_no_home(self):
        self.rejects(checks.layers({"common/core/x.cpp": "#include <mpi.h>"}, LAYERS), "belongs")
        rules = LAYERS + "common/mpi2: common/core\n"
        self.rejects(checks.layers({"common/mpi2/x.cpp": "#include <mpi.h>"}, rules), "belongs")

    def test_budgets(self):
        body = "void f() {\n" + "  g();\n" * 58 + "}\n"
        self.accepts(checks.budgets({"a.cpp": body, "b.txt": "\n" * 500}))
        self.rejects(checks.budgets({"a.cpp": "\n" + body.replace("}", "  g();\n}")}), "a.cpp:2: f has 61 lines")
        self.accepts(checks.budgets({"a.hpp": "\n" * 400}))
        self.rejects(checks.budgets({"a.hpp": "\n" * 401}), "401 lines")

    def test_top(self):
        self.accepts(checks.top(["common/base/errors.hpp", "README.md", ".ci/run"]))
        self.rejects(checks.top(["README.md", "none"]), "none:1:")
        self.rejects(checks.top(["none.prev/x"]), "none.prev/x:1:")

    def test_words(self):
        self.accepts(checks.words({"a.cpp": "// methodology HACKNEY notTODOs XXXXXX"}))
        for bad in ("// TODO: x", "/* FIXME */", "XXX", "a HACK", 'throw "not implemented";', "// Not yet implemented"):
            with self.subTest(bad):
                self.rejects(checks.words({"a.cpp": "\n" + bad}), "a.cpp:2:")
        self.rejects(checks.words({"a.cpp": "int placeholder;"}), "placeholder")
        self.rejects(checks.words({"a.md": "A placeholder."}), "placeholder")

    def test_paths(self):
        self.accepts(checks.paths({"a": "build/home/x /usr/bin/python3 ${x}/srv/y ../root/z framework/home/a /dev/null"}))
        for folder in ("home", "root", "work", "Users", "mnt"):
            with self.subTest(folder):
                self.rejects(checks.paths({"a": f"see /{folder}/someone/x"}), f"/{folder}/someone/x")

    def test_citations(self):
        known = {"docs/references.md": "- **[LDFI15]** P. Alvaro\n- **[DEMi16]** C. Scott"}
        self.accepts(checks.citations({**known, "a.cpp": "// [LDFI15 §2.1], [DEMi16]\nint x[AB12]; [PLAIN]"}))
        self.rejects(checks.citations({**known, "a.cpp": "// as in [XYZ99 §1]"}), "a.cpp:1: [XYZ99]")
        self.rejects(checks.citations({**known, "a.cpp": "// as in [Skeen §1]"}), "a.cpp:1: [Skeen]")
        self.rejects(checks.citations({**known, "a.md": "see LDFI16 §3"}), "[LDFI16]")

    def test_links(self):
        good = {"docs/A.md": "# A b!\n## A b\n[b](../b.md#x-y) [web](https://x.y) [d](../docs) [top](#a-b-1)\n```\n[c](no)\n```\n",
                "b.md": "```\n# no\n```\n# X `y`?\n", "a.hpp": "// docs/A.md#a-b, (docs/A.md)"}  # fmt: skip
        self.accepts(checks.links(good))
        self.rejects(checks.links({"docs/A.md": "\n[b](b.md)"}), "docs/A.md:2:", "leads nowhere")
        self.rejects(checks.links({**good, "c.md": "[b](b.md#no)"}), "c.md:1: b.md has no heading #no")
        self.rejects(checks.links({**good, "c.md": "[c](#no)"}), "c.md:1: c.md has no heading #no")
        self.rejects(checks.links({**good, "a.hpp": "\n// docs/A.md#c"}), "a.hpp:2: docs/A.md has no heading #c")
        self.rejects(checks.links({**good, "a.hpp": "// docs/B.md"}), "a.hpp:1: the link to docs/B.md leads nowhere")

    def test_plain(self):
        good = {"a.hpp": "// Returns what is left. There is no other.\nint is_no = 1;", "docs/a.md": "| a |\n|---|\n| b |\n\n`is none`\n```\nis none\n```\n"}
        self.accepts(plain.plain(good))
        self.rejects(plain.plain({"a.hpp": "int x;  // this is no fault"}), "a.hpp:1:", '"is no"')
        self.rejects(plain.plain({"a.hpp": "\n/// Of what is left.\n"}), "a.hpp:2:", "begins with")
        self.rejects(plain.plain({"docs/a.md": "A message comes again."}), "docs/a.md:1:", "comes again")
        self.accepts(plain.plain({"test/a.cpp": 'f("a node stands still");', "common/a.cpp": 'f("a node is " "paused"); // fine'}))
        self.rejects(plain.plain({"common/a.cpp": '\nf("a node stands "\n  "still");'}), "common/a.cpp:2:", '"stands still"')
        self.rejects(plain.plain({"results/report/a.js": 'say("it comes again");'}), "results/report/a.js:1:", '"comes again"')
        self.rejects(plain.plain({"docs/a.md": "| a |\n|---|\n| " + "b" * 81 + " |"}), "docs/a.md:3: a cell of 81")
        self.accepts(plain.plain({"docs/a.md": "| a |\n|---|\n| " + "O(a,b,1) " * 10 + "|"}))
        self.rejects(plain.plain({"docs/a.md": "word\n" * 81}), "docs/a.md:1: a paragraph")
        self.rejects(plain.plain({"configs/README.md": "word\n" * 81}), "configs/README.md:1: a paragraph")
        self.rejects(plain.plain({"docs/a.md": "\n" + "b" * 111}), "docs/a.md:2: a line")
        self.accepts(plain.plain({"docs/a.md": "a\n\n```\nb\n\n\n\nc\n```\n"}))
        self.rejects(plain.plain({"docs/a.md": "a\n\n\nb\n"}), "docs/a.md:2: several blank lines")
        listed = {"test/tidy/plain.txt": "# head\n1 a.hpp\n", "a.hpp": "// is no\n"}
        self.accepts(plain.plain(listed))
        more = {**listed, "a.hpp": "// is no\n// this is none\n"}
        note = "(findings here: 2; allowed by test/tidy/plain.txt: 1)"
        first, second = plain.plain(more)
        for place, finding in (("a.hpp:1:", first), ("a.hpp:2:", second)):
            self.assertTrue(finding.startswith(place) and finding.endswith(note), finding)

    def test_pages(self):
        good = {"README.md": "a\n" * 120, "docs/how-to/a.md": "a\n" * 80, "docs/measurements/a.md": "a\n" * 999, "configs/README.md": "a\n" * 999,
                "docs/reference/options.md": "a\n" * 999, "docs/reference/faults.md": ("## Crash\n" + "a\n" * 24) * 20,
                "CHANGELOG.md": "# Changelog\n## [1]\n- You can do a.\n"}  # fmt: skip
        self.accepts(pages.pages(good))
        self.rejects(pages.pages({"README.md": "a\n" * 121}), "README.md:1: 121 lines, more than 120")
        self.rejects(pages.pages({"docs/how-to/a.md": "a\n" * 81}), "81 lines, more than 80")
        self.rejects(pages.pages({"docs/reference/a.md": "a\n" * 251}), "251 lines, more than 250")
        self.rejects(pages.pages({"docs/new/a.md": "a\n"}), "docs/new/a.md:1:", "has no limit")
        self.rejects(pages.pages({"docs/reference/faults.md": "\n## Crash\n" + "a\n" * 25}), "faults.md:2: the section `Crash` has 26 lines")
        self.rejects(pages.pages({"CHANGELOG.md": "## [1]\n" + "- a\n" * 150}), "CHANGELOG.md:1: the section `[1]` has 151 lines")
        self.rejects(pages.pages({"CHANGELOG.md": "## [1]\n- You can\n  do a.\n"}), "CHANGELOG.md:3: an entry has one line")

    def test_subjects(self):
        self.accepts(subjects.findings([("1", "master: report the rate"), ("2", "faults, search: name a kind"), ("3", "common/base: " + "a" * 59)]))
        self.rejects(subjects.findings([("1a", "master: " + "a" * 65)]), "commit 1a: 73 characters, more than 72")
        self.rejects(subjects.findings([("1a", "report the rate")]), "commit 1a: does not begin with a room")
        self.rejects(subjects.findings([("1a", "master:report the rate")]), "does not begin with a room")
        self.rejects(subjects.findings([("1a", "master: report the rate.")]), "ends with a full stop")

    def test_commits_whose_subjects_are_new(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIsNone(subjects.new_commits(folder))

            def git(*arguments):
                subprocess.run(["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@b", *arguments], check=True, capture_output=True)

            git("init", "--quiet")
            self.assertIsNone(subjects.new_commits(folder))
            for number in range(30):
                git("commit", "--quiet", "--allow-empty", "-m", f"a: {number}")
            self.assertEqual([subject for _, subject in subjects.new_commits(folder)], [f"a: {number}" for number in range(29, 9, -1)])
            git("update-ref", "refs/remotes/origin/main", "HEAD~25")
            self.assertEqual([subject for _, subject in subjects.new_commits(folder)], [f"a: {number}" for number in range(29, 4, -1)])

    def test_headers(self):
        good = "// What it is.\n#pragma once\nusing std::vector;  // not: using namespace std"
        self.accepts(checks.headers({"a.hpp": good, "a.cpp": "using namespace std;"}))
        self.rejects(checks.headers({"a.hpp": "// What.\n// #pragma once\n"}), "no #pragma once")
        self.rejects(checks.headers({"a.hpp": "#pragma once\n"}), "does not begin with a comment")
        self.rejects(checks.headers({"a.hpp": good + "\nusing  namespace std;"}), "a.hpp:4:")

    def test_includes(self):
        text = {"a/text.hpp": "std::string printable(std::string_view text);\n", "a/more.hpp": '#include "a/text.hpp"\n',
                "a/node.hpp": "class Node {\n  void start();\n};\n", "a/errors.hpp": "class UsageError : public Error {\n"}  # fmt: skip
        call = "int main() {\n  show(printable(x));\n}\n"
        for good in ('#include "a/text.hpp"\n' + call, '#include "a/more.hpp"\n' + call, call.replace("printable", "Json::printable"),
                     call.replace("printable", "x.printable"), "std::string printable(int x);\n" + call,
                     "const auto printable = [] {};\n" + call, "void f(Action printable) { printable(x); }\n",
                     "// printable(x)\n", "void f() { start(); }\n", "int i = sizeof(x);\n"):  # fmt: skip
            self.accepts(checks.includes({**text, "b/x.cpp": good}))
        self.rejects(checks.includes({**text, "b/x.cpp": call}), "b/x.cpp:2: names printable", "does not include a/text.hpp")
        self.rejects(checks.includes({**text, "b/x.hpp": "// x\n" + call}), "b/x.hpp:3:")
        self.accepts(checks.includes({**text, "b/x.cpp": call}, {("b/x.cpp", "printable")}))
        self.rejects(checks.includes({**text, "b/x.cpp": "catch (const UsageError& e) {}\n"}), "b/x.cpp:1: names UsageError")
        for good in ("class UsageError {};\nUsageError e;\n", "throw other::UsageError();\n", "TEST(UsageError, Is) {}\n"):
            self.accepts(checks.includes({**text, "b/x.cpp": good}))

    def test_mirrors(self):
        good = {
            "common/eval/run.cpp": "",
            "common/eval/ids.hpp": "",
            "test/unit/common/eval/run_test.cpp": "",
            "test/unit/common/eval/ids_test.cpp": "",
            "test/unit/common/eval/support.hpp": "",
            "test/sim/farm_test.cpp": "",
        }
        self.accepts(checks.mirrors(good, {}))
        folder = "test/unit/common/eval/eval_test.cpp"
        self.rejects(checks.mirrors({**good, folder: ""}, {}), folder, "no common/eval/eval.cpp or common/eval/eval.hpp")
        elsewhere = "test/unit/common/run_test.cpp"
        self.rejects(checks.mirrors({**good, elsewhere: ""}, {}), elsewhere, "no common/run.cpp")
        self.accepts(checks.mirrors({**good, folder: ""}, {folder: "a reason"}))
        self.rejects(checks.mirrors(good, {folder: "a reason"}), folder, "but not there")

    def test_names(self):
        unnamed = "namespace ldfi {\nnamespace {\n\n%s\n\n}  // namespace\n}  // namespace ldfi\n"
        rules = "common/eval/CMakeLists.txt"
        good = {
            rules: "ldfi_module(eval)\n",
            "common/eval/a.cpp": unnamed % "struct Range {\n};\nconstexpr int none = 0;\nint both(int) {\n}",
            "common/eval/b.cpp": unnamed % "class Reader : public Base {\n};\nconst std::string some{1};\nint both(char) {\n}",
            "common/eval/d.cpp": unnamed % "using Kind = Token::Kind;",
            "common/eval/e.cpp": unnamed % "using Kind = Token::Kind;",
            "common/other/a.cpp": unnamed % "struct Range {\n};",
        }
        self.accepts(checks.names(good))
        for line in ["struct Range final {", "class Range {", "using Range = int;", "constexpr std::array<int, 3> none{", "const int none = 2;", "const Fspec none(2);"]:
            bad = {**good, "common/eval/c.cpp": unnamed % line}
            self.rejects(checks.names(bad), "common/eval/c.cpp", "is a name in a.cpp, too")
            self.rejects(checks.names({**bad, rules: "ldfi_compile_together(eval)\n"}), "common/eval/c.cpp", "is a name in a.cpp, too")
            self.accepts(checks.names({**bad, rules: "add_library(eval c.cpp)\n"}))
            bad[rules] += "set_source_files_properties(b.cpp c.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)\n"
            self.accepts(checks.names(bad))

    def test_casts(self):
        rules = "# words\nldfi_module(base %sDEPENDS ldfi_fmt)\n"
        for line in ["auto* p = reinterpret_cast<int*>(bytes);", "int f(const void* data);", "auto* p = static_cast<const int*>(data);", "auto* p = new (shared) Stage;"]:
            bad = {"common/base/CMakeLists.txt": rules % "", "common/base/a.cpp": f"\n{line}"}
            self.rejects(checks.casts(bad), "common/base/a.cpp:2", "does not say CASTS")
            self.accepts(checks.casts({**bad, "common/base/CMakeLists.txt": rules % "CASTS "}))
        fine = "void f(); auto* p = static_cast<T*>(nullptr); // reinterpret_cast<int*>(q)\n"
        self.accepts(checks.casts({"common/base/CMakeLists.txt": rules % "", "common/base/a.cpp": fine}))
        unsanitized = {"common/base/CMakeLists.txt": "set(plain -fno-sanitize=all)\n", "common/base/a.cpp": "f(void* p);"}
        self.accepts(checks.casts(unsanitized))
        needless = {"common/base/CMakeLists.txt": rules % "CASTS ", "common/base/a.cpp": fine}
        self.rejects(checks.casts(needless), "common/base/CMakeLists.txt:1: says CASTS, but nothing there casts an address")

    def test_programs(self):
        good = {
            "configs/a.yaml": "program: [protocols/a.ded]  # not b.ded",
            "configs/protocols/a.ded": 'include "spec.ded";',
            "configs/protocols/spec.ded": "",
        }
        self.accepts(checks.programs(good))
        self.rejects(checks.programs({**good, "configs/protocols/b.ded": ""}), "b.ded:1: no config runs it")
        self.rejects(checks.programs({"configs/a.yaml": "program: [b.ded]"}), "names b.ded, which is not there")

    def test_options(self):
        header = "struct Options {\n  std::optional<int> eot;  ///< x\n  bool check = false;\n};\n"
        reader = '#include "common/config/options.hpp"\nint f(Options o) { return o.eot + o.check; }'
        table = {"common/config/options.hpp": header, "common/config/table.cpp": "x.eot; x.check;"}
        self.accepts(checks.options({**table, "master/app/a.cpp": reader}))
        through = {"master/app/a.hpp": '#include "common/config/options.hpp"'}
        reader_through = reader.replace("common/config/options.hpp", "master/app/a.hpp")
        self.accepts(checks.options({**table, **through, "master/app/a.cpp": reader_through}))
        bad = reader.replace(" + o.check", "; // o.check")
        tabled = {**table, "common/config/options.hpp": header + "constexpr auto all = {&Options::check};"}
        self.accepts(checks.options({**tabled, "master/app/a.cpp": bad}))
        self.rejects(checks.options({**table, "master/app/a.cpp": bad}), "options.hpp:3: nobody reads the option check")
        stranger = reader.replace("#include", "//")
        self.assertEqual(len(list(checks.options({**table, "master/app/a.cpp": stranger}))), 2)
        self.rejects(checks.options({}), "no struct Options")


class Contracts(unittest.TestCase):
    HEADER = """#pragma once
namespace ldfi {
class Shelf {
 public:
  explicit Shelf(std::size_t size) : places_{size}, names_(size) {}
  [[nodiscard]] const Book& book(std::size_t place) const;
  Book* first() const { return at(0); }
  void put(Book book, std::vector<std::pair<int, int>> where = {});
  void rename(NodeId node, std::string_view name);

 private:
  Book* at(std::size_t place) const;
};
void decode(std::span<const char> bytes);
}
"""
    SOURCE = """extern "C" { extern const char data[]; }
namespace ldfi {
namespace {
void hidden(std::size_t) {}
}
const Book& Shelf::book(std::size_t place) const {
  LDFI_REQUIRE(place < 3, "a place {");
  return *at(place);
}
void Shelf::rename(NodeId node, std::string_view name) {}
void decode(std::span<const char> bytes) { if (bytes.empty()) throw DecodeError(""); }
}
"""
    FILES = {"common/journal/shelf.hpp": HEADER, "common/journal/shelf.cpp": SOURCE, "common/other/shelf.hpp": HEADER}

    def found(self, exceptions=""):
        return [line.split(": ", 1)[1].split(";")[0] for line in contracts.contracts(self.FILES, exceptions)]

    def test_finds_public_functions_that_check_nothing(self):
        checked = {one.title: checks for one, checks in contracts.functions(self.FILES)}
        self.assertEqual(checked, {"Shelf::Shelf": False, "Shelf::book": True, "Shelf::rename": False, "decode": True})
        self.assertEqual(self.found(), ["Shelf::Shelf(std::size_t) checks nothing that it is given",
                                        "Shelf::rename(NodeId, std::string_view) checks nothing that it is given"])

    def test_reads_exceptions_and_rejects_those_that_are_not_needed(self):
        good = ("# why\ncommon/journal/shelf.hpp Shelf::Shelf(std::size_t) -- any size\n"
                "common/journal/shelf.hpp Shelf::rename(NodeId, std::string_view) -- any name\n")
        self.assertEqual(self.found(good), [])
        self.assertEqual(self.found(good.replace(" -- any size", "")), ["no reason behind ` -- `"])
        self.assertEqual(self.found(good + "common/journal/shelf.hpp Shelf::gone(int) -- x\n"),
                         ["there is no common/journal/shelf.hpp Shelf::gone(int)"])
        self.assertEqual(self.found(good + "common/journal/shelf.hpp Shelf::book(std::size_t) -- x\n"),
                         ["common/journal/shelf.hpp Shelf::book(std::size_t) checks what it is given, and needs no exception"])


class Decisions(unittest.TestCase):
    PAGE = "# 1. One\n\n## Context\na\n\n## Options considered\nb\n\n## Decision\nc\n\n## Consequences\nd\n\n## Status\nAccepted.\n"
    SUPERSEDED = "# 1. One\n\n## Decision\nc\n\n## Status\nSuperseded by 2.\n"
    GOOD = {"docs/decisions/README.md": "## A\n- [1. One](0001-one.md)\n", "docs/decisions/0001-one.md": PAGE}

    def test_accepts_the_form(self):
        self.assertEqual(list(decisions.decisions(self.GOOD)), [])
        self.assertEqual(list(decisions.decisions({**self.GOOD, "docs/decisions/0001-one.md": self.SUPERSEDED})), [])

    def test_rejects_what_differs_from_it(self):
        def found(changed):
            return [line.split(": ", 1)[1] for line in decisions.decisions({**self.GOOD, **changed})]

        page = "docs/decisions/0001-one.md"
        index = "docs/decisions/README.md"
        self.assertEqual(found({"docs/decisions/0003-three.md": self.PAGE.replace("1. One", "3. Three")})[0], "has number 3, and 2 comes next")
        self.assertEqual(found({page: self.PAGE.replace("1. One", "2. One")}), ["the title does not begin with `# 1. `"])
        once = f"does not have the number, title and file of {page} exactly once"
        self.assertEqual(found({page: self.PAGE.replace("One", "Two")}), [once])
        self.assertEqual(found({index: 2 * self.GOOD[index]}), [once])
        headings = ("the headings are not Context, Options considered, Decision, Consequences, Status; or, if it is superseded, "
                    "Decision, Status")
        self.assertEqual(found({page: self.PAGE.replace("## Consequences\n", "")}), [headings])
        self.assertEqual(found({page: self.PAGE.replace("Accepted", "Good")}), ["the status does not begin with `Accepted`"])
        self.assertEqual(found({page: self.SUPERSEDED.replace("Superseded by", "After")}),
                         ["has only Decision and Status, but its status does not begin with `Superseded by `"])
        self.assertEqual(found({page: self.PAGE.replace("\nb\n", "\nb\n" * 40)}), ["has more than 60 lines"])


if __name__ == "__main__":
    unittest.main()
