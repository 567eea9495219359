// The checker of certificates against exhaustive enumeration, on random programs: it accepts what is
// true, with a proof that CaDiCaL finds, and nothing that is not. The two share neither parser nor
// evaluator nor formula.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <regex>

#include "common/base/errors.hpp"
#include "common/certificate/claim.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/language/storage.hpp"
#include "common/search/exhaustive.hpp"
#include "test/oracle/best_proofs.hpp"
#include "test/oracle/disk_readers.hpp"
#include "test/oracle/seeds.hpp"
#include "test/oracle/specified.hpp"
#include "test/oracle/who_fails.hpp"
#include "test/support/limited_program.hpp"
#include "test/support/random_program.hpp"
#include "test/support/recovery_program.hpp"
#include "test/support/search/search.hpp"
#include "test/support/specified_program.hpp"
#include "test/support/temporary_folder.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::test {
namespace {

class Certified {
 public:
  Certified(const RandomProgram& random, const Fspec& fspec, const std::string& specifications = "")
      : fspec_(fspec), specified_(!specifications.empty()) {
    std::filesystem::create_directory(folder_.path("program"));
    std::ofstream(folder_.path("program/p.ded")) << random.text;
    if (specified_) std::ofstream(folder_.path("program/p.spec")) << specifications;
  }

  /// Why the checker rejects what these lines claim, or nothing.
  std::string rejected(const std::string& lines) {
    std::string text = "ldfi-certificate 1\nprogram p.ded\n";
    if (specified_) text += "program p.spec\n";
    for (const std::string& node : fspec_.nodes()) text += "node " + node + "\n";
    text += fmt::format("eot {}\nlast-loss {}\ncrashes {}\ncrash-model {}\n", fspec_.eot(),
                        fspec_.limits().omissions == 0 ? 0 : fspec_.last_omission(),
                        fspec_.crashes(), name_of(fspec_.crash_model()));
    std::ofstream(folder_.path("claim.txt")) << text << who_fails(fspec_) << how_late() << lines;
    return rejected_at_best(folder_, proofs_);
  }

 private:
  [[nodiscard]] std::string how_late() const {
    const Delays& delays = fspec_.delays();
    std::string out;
    const auto limit = [&out](const char* key, const std::optional<int>& most) {
      if (most) out += fmt::format("{} {}\n", key, *most);
    };
    if (fspec_.limits().omissions != 0) limit("losses", fspec_.limits().omissions);
    limit("faults", fspec_.limits().faults);
    if (fspec_.restarts() > 0) {
      out += fmt::format("restarts {}\nlast-restart {}\nleast-down {}\n", fspec_.restarts(),
                         fspec_.last_omission(), fspec_.limits().least_down);
      limit("most-down", fspec_.limits().most_down);
      for (std::size_t a = 0; a < fspec_.node_count(); ++a) {
        if (!fspec_.restartable(NodeId(a)))
          out += fmt::format("stayer {}\n", fspec_.name(NodeId(a)));
      }
    }
    if (fspec_.limits().partitions > 0) {
      out += fmt::format("partitions {}\nlast-partition {}\n", fspec_.limits().partitions,
                         fspec_.last_omission());
      for (const Cut& cut : fspec_.cuts()) {
        std::string side, rest;
        for (std::size_t n = 0; n < fspec_.node_count(); ++n)
          (cut.side.contains(NodeId(n)) ? side : rest) += " " + fspec_.name(NodeId(n));
        const bool out_of = cut.way == Way::out;
        out += "cut " + (out_of ? side : cut.way == Way::in ? rest : side).substr(1);
        if (cut.way != Way::both) out += ">" + (out_of ? rest : side).substr(1);
        out += "\n";
      }
    }
    out += pauses() + disks();
    if (delays.none()) return out;
    out += fmt::format("late {}\nlate-until {}\ntwice {}\ntwice-within {}\n", delays.most,
                       fspec_.last_late(), delays.duplicates, delays.within);
    if (delays.fifo) out += "order fifo\n";
    limit("late-count", delays.count);
    limit("late-budget", delays.budget);
    for (const std::string& a : fspec_.nodes()) {
      for (const std::string& b : fspec_.nodes()) {
        const bool may = fspec_.may_be_late(*fspec_.find(a), *fspec_.find(b));
        if (a != b && !may) out += fmt::format("punctual {} {}\n", a, b);
      }
    }
    return out;
  }

  [[nodiscard]] std::string pauses() const {
    std::string out =
        fmt::format("pauses {}\nlast-pause {}\n", fspec_.limits().pauses, fspec_.last_omission());
    for (const std::string& name : fspec_.nodes()) {
      if (!fspec_.may_pause(*fspec_.find(name), Time(1))) out += "steady " + name + "\n";
    }
    return out;
  }

  [[nodiscard]] std::string disks() const {
    const DiskFaults& disk = fspec_.disk();
    std::string out = fmt::format("failed-writes {}\nlast-write {}\ndead-disks {}\n", disk.write,
                                  fspec_.last_omission(), disk.dead);
    if (disk.silent) out += "disk-errors silent\n";
    out +=
        fmt::format("corruptions {}\nlast-corruption {}\nwrite-backs {}\nlast-write-back {}\n",
                    disk.corrupt, fspec_.last_omission(), disk.writeback, fspec_.last_omission());
    for (std::size_t i = 0; disk.corrupt > 0 && i < disk.damaged.size(); ++i) {
      out += disk.detected ? fmt::format("detected {}\n", disk.damaged[i])
                           : fmt::format("damaged {} {}\n", disk.damaged[i], disk.columns[i]);
    }
    for (const std::string& relation : disk.buffered) {
      if (disk.writeback > 0) out += fmt::format("written-back {}\n", relation);
    }
    for (std::size_t a = 0; a < fspec_.node_count(); ++a) {
      for (std::size_t r = 0; r < fspec_.stored().size(); ++r) {
        if (fspec_.has_disk(NodeId(a), StoredId(r)))
          out += fmt::format("disk {} {}\n", fspec_.name(NodeId(a)), fspec_.stored()[r]);
      }
    }
    return out;
  }

  const Fspec& fspec_;
  bool specified_;
  TemporaryFolder folder_;
  int proofs_ = 0;
};

struct Counted {
  int programs = 0, certified = 0, falsified = 0, sets = 0, violating = 0;
};

void compare(const RandomProgram& random, std::uint64_t seed, Counted& counted) {
  const auto program = checked(random);
  if (!program || !program->post) return;
  const Fspec fspec(random.fspec);
  const auto universe =
      ground::ground_program(*program, fspec, {}, nullptr, ground::Extent::everything);
  const auto executor = execute::make_ground_executor(universe);
  const auto exhaustive = search::make_exhaustive(fspec, {true, 1U << 20, 1000});
  const auto truth = drive(*exhaustive, *executor, 1, seed);
  Certified checker(random, fspec);
  ++counted.programs;
  if (!truth.error.empty()) {
    EXPECT_NE(checker.rejected("claim certified\n"), "") << "an error is not seen";
    if (truth.falsifiers.empty()) return;
  }
  const auto promised = program->pre ? *program->pre : *program->post;
  const bool vacuous =
      eval::run(*program, fspec, FaultSet{})->tuples(promised, Time(fspec.eot())).empty();
  if (truth.falsifiers.empty()) {
    ++counted.certified;
    EXPECT_EQ(checker.rejected(vacuous ? "claim vacuous\n" : "claim certified\n"), "");
    EXPECT_NE(checker.rejected(vacuous ? "claim certified\n" : "claim vacuous\n"), "");
  } else {
    ++counted.falsified;
    EXPECT_NE(checker.rejected("claim certified\n"), "");
    EXPECT_NE(checker.rejected("claim vacuous\n"), "");
    std::string all, but_one;
    std::size_t least = SIZE_MAX;
    for (const Falsifier& f : truth.falsifiers) {
      const std::string line = "violates " + to_text(f.faults, fspec) + "\n";
      if (&f != &truth.falsifiers.back()) but_one += line;
      all += line;
      least = std::min(least, f.faults.size());
    }
    EXPECT_EQ(checker.rejected(all + "claim minimal\nclaim least\nclaim all\n"), "");
    if (!but_one.empty()) {
      EXPECT_NE(checker.rejected(but_one + "claim all\n"), "");
    }
    const FaultSet& last = truth.falsifiers.back().faults;
    if (last.size() > least) {
      EXPECT_NE(checker.rejected("violates " + to_text(last, fspec) + "\nclaim least\n"), "");
    }
  }
  for (std::uint64_t i = 0; i < 5; ++i) {
    const FaultSet faults = random_fault_set(fspec, seed * 31 + i);
    const bool violates = !eval::judge(*program, fspec, *eval::run(*program, fspec, faults),
                                       *eval::run(*program, fspec, FaultSet{}))
                               .holds();
    const std::string line = "violates " + to_text(faults, fspec) + "\n";
    EXPECT_EQ(checker.rejected(line) == "", violates) << line;
    ++counted.sets;
    if (!violates) continue;
    ++counted.violating;
    const bool minimal = std::ranges::any_of(
        truth.falsifiers, [&](const Falsifier& f) { return f.faults == faults; });
    EXPECT_EQ(checker.rejected(line + "claim minimal\n") == "", minimal) << line;
  }
}

/// Each program of these seeds, as `make` makes it.
void compare_all(Seeds seeds, RandomProgram (*make)(std::uint64_t)) {
  Counted counted;
  for (std::uint64_t seed = seeds.first; seed < seeds.end(); ++seed) {
    const RandomProgram random = with_survivors(make(seed), seed);
    try {
      compare(random, seed, counted);
    } catch (const BudgetExceeded&) {
    } catch (const InputError&) {
    }
    if (::testing::Test::HasFailure() && !keeps_going()) {
      std::cout << "seed " << seed << "\n" << describe(random);
      break;
    }
  }
  std::cout << fmt::format(
      "{} programs: {} certified, {} falsified; {} fault sets, {} of them violate\n",
      counted.programs, counted.certified, counted.falsified, counted.sets, counted.violating);
  EXPECT_GT(counted.certified * 10, counted.programs);
  EXPECT_GT(counted.falsified * 10, counted.programs);
}

/// What is claimed of one specification, in lines.
using Said = std::pair<std::string, std::string>;

std::string text_of(const std::vector<Said>& claims) {
  std::string out;
  for (const auto& [name, lines] : claims) out += "specification " + name + "\n" + lines;
  return out;
}

/// The same with other lines of one of them.
std::string changed(std::vector<Said> claims, std::size_t which, const std::string& lines) {
  claims[which].second = lines;
  return text_of(claims);
}

/// What the law says of each specification.
std::vector<Said> true_claims(const SearchResult& truth, const Fspec& fspec) {
  std::vector<Said> out;
  for (const SpecificationResult& one : truth.specifications) {
    std::string lines;
    for (const std::uint32_t i : one.falsifiers)
      lines += "violates " + to_text(truth.falsifiers[i].faults, fspec) + "\n";
    if (!lines.empty()) lines += "claim minimal\nclaim least\nclaim all\n";
    if (lines.empty()) {
      lines = one.verdict == Verdict::vacuous        ? "claim vacuous\n"
              : one.verdict == Verdict::inconclusive ? "claim nothing\n"
                                                     : "claim certified\n";
    }
    out.emplace_back(one.says.name, lines);
  }
  return out;
}

/// Claims about one specification that are not so; those about the others stay true.
void compare_others(Certified& checker, const std::vector<Said>& claims, std::size_t s,
                    const SearchResult& truth) {
  const SpecificationResult& one = truth.specifications[s];
  for (const char* other : {"claim certified\n", "claim vacuous\n"}) {
    if (other == claims[s].second) continue;
    EXPECT_NE(checker.rejected(changed(claims, s, other)), "") << one.says.name << other;
  }
  if (one.falsifiers.size() < 2) return;
  const std::string& all = claims[s].second;
  const std::size_t second = all.find('\n') + 1;
  EXPECT_NE(checker.rejected(changed(claims, s, all.substr(second))), "") << one.says.name;
}

void compare_specified(const SpecifiedProgram& random, std::uint64_t seed, Counted& counted) {
  const dedalus::Program program = check(random);
  const Fspec fspec(random.protocol.fspec);
  const Enumerated all(program, random.specifications, fspec);
  const SearchResult truth = all.answer(true, true);
  const std::vector<Said> claims = true_claims(truth, fspec);
  Certified checker(random.protocol, fspec, specification_file(random));
  ++counted.programs;
  EXPECT_EQ(checker.rejected(text_of(claims)), "");
  if (claims.size() > 1) {
    std::vector<Said> turned = claims;
    std::swap(turned.front().first, turned.back().first);
    EXPECT_NE(checker.rejected(text_of(turned)), "");
  }
  for (std::size_t s = 0; s < claims.size(); ++s) {
    ++(truth.specifications[s].falsifiers.empty() ? counted.certified : counted.falsified);
    compare_others(checker, claims, s, truth);
  }
  for (std::uint64_t i = 0; i < 5; ++i) {
    const FaultSet faults = random_fault_set(fspec, seed * 31 + i);
    const auto violated = all.violated_by(faults);
    for (std::size_t s = 0; s < claims.size(); ++s) {
      const std::string line = "violates " + to_text(faults, fspec) + "\n";
      EXPECT_EQ(checker.rejected(changed(claims, s, line)) == "", violated[s]) << line;
      ++counted.sets;
      if (!violated[s]) continue;
      ++counted.violating;
      const auto& minimal = truth.specifications[s].falsifiers;
      const bool is = std::ranges::any_of(
          minimal, [&](std::uint32_t f) { return truth.falsifiers[f].faults == faults; });
      EXPECT_EQ(checker.rejected(changed(claims, s, line + "claim minimal\n")) == "", is) << line;
    }
  }
}

/// Whether the checker covers it.
bool covered(const SpecifiedProgram& random) {
  static const std::regex event(R"(\b(sent|delivered|lost|wrote|first|gone)\.)");
  return !random.specifications.empty() && !std::regex_search(random.rules, event);
}

TEST(CertificateOracle, AcceptsWhatIsTrueOfSpecifications) {
  Counted counted;
  const auto [first, count] = seeds({1, 400});
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const SpecifiedProgram random = specified_program(seed);
    if (!covered(random)) continue;
    try {
      compare_specified(random, seed, counted);
    } catch (const BudgetExceeded&) {
    } catch (const InputError&) {
    }
    if (::testing::Test::HasFailure() && !keeps_going()) {
      std::cout << "seed " << seed << "\n"
                << describe(random.protocol) << "\n// .spec\n"
                << specification_file(random);
      break;
    }
  }
  std::cout << fmt::format(
      "{} programs: {} specifications certified, {} falsified; {} fault sets, {} of them violate\n",
      counted.programs, counted.certified, counted.falsified, counted.sets, counted.violating);
  EXPECT_GT(counted.programs * 4, static_cast<int>(count));
  EXPECT_GT(counted.certified * 10, counted.programs);
  EXPECT_GT(counted.falsified * 10, counted.programs);
}

TEST(CertificateOracle, AcceptsWhatIsTrueAndNothingElse) {
  compare_all(seeds({1, 250}), [](std::uint64_t seed) { return random_program(seed); });
}

TEST(CertificateOracle, AcceptsWhatIsTrueOfLateMessages) {
  compare_all(seeds({3'800, 200}), late_program);
}

TEST(CertificateOracle, AcceptsWhatIsTrueOfFifoChannels) {
  compare_all(seeds({1, 400}), [](std::uint64_t seed) { return fifo_program(seed, 2000); });
}

TEST(CertificateOracle, AcceptsWhatIsTrueOfPartitions) {
  compare_all(seeds({1, 200}), limited_program);
}

TEST(CertificateOracle, AcceptsWhatIsTrueOfDisks) {
  compare_all(seeds({1, 400}), [](std::uint64_t seed) {
    return seed % 2 == 0 ? failed_write_program(seed) : disk_fault_program(seed);
  });
}

TEST(CertificateOracle, AcceptsWhatIsTrueOfPauses) {
  compare_all(seeds({1, 250}), pause_program);
}

TEST(CertificateOracle, AcceptsWhatIsTrueOfCorruptions) {
  compare_all(seeds({1, 400}), corruption_program);
}

TEST(CertificateOracle, AcceptsWhatIsTrueOfDisksThatAreRead) {
  compare_all(seeds({1, 300}), disk_reader);
}

TEST(CertificateOracle, AcceptsWhatIsTrueOfRestarts) {
  compare_all(seeds({1, 200}), recovery_program);
}

}  // namespace
}  // namespace ldfi::test
