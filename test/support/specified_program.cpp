#include "test/support/specified_program.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/check_options.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/language/load.hpp"
#include "test/support/recovery_program.hpp"
#include "test/support/specification_writer.hpp"

namespace ldfi::test {
namespace {

using dedalus::Program;

/// Lowers the limits on faults until there are few enough fault sets to execute all of them.
void make_small(FspecParameters& p) {
  while (Fspec(p).distinct_fault_sets() > max_specified_fault_sets) {
    if (p.eff > 1 || (p.eff > 0 && p.crashes == 0 && p.restarts == 0)) {
      --p.eff;
    } else if (p.restarts > 1 || (p.restarts > 0 && p.crashes == 0)) {
      --p.restarts;
    } else {
      --p.crashes;
    }
  }
}

RandomProgram protocol_of(std::uint64_t seed, Random& random) {
  const bool recovers = random.chance(40);
  RandomProgram out = !recovers       ? random_program(seed)
                      : seed % 2 == 0 ? recovery_program(seed)
                      : seed % 6 == 1 ? failed_write_program(seed)
                      : seed % 6 == 3 ? disk_fault_program(seed)
                                      : pause_program(seed);
  if (recovers && random.chance(25)) out.fspec.restarts = 0;
  if (!recovers && random.chance(40)) out.fspec.crash_model = CrashModel::halt;
  if (out.fspec.crashes == 0 && random.chance(60)) out.fspec.crashes = 1;
  make_small(out.fspec);
  return out;
}

/// Executes a protocol under some fault sets. The results decide which random specifications are
/// kept.
class Trials {
 public:
  Trials(const FspecParameters& fspec, std::uint64_t seed) : fspec_(fspec) {
    for (std::uint64_t i = 0; i < 8; ++i) sets_.push_back(random_fault_set(fspec_, seed * 64 + i));
  }

  struct Tried {
    bool broken = false;
    bool violated = false;  ///< true if some of the fault sets violates the specification
  };

  [[nodiscard]] Tried of(const SpecifiedProgram& candidate) const {
    const Program program = check(candidate);
    const Specification& last = candidate.specifications.back();
    const auto violated = [&](const FaultSet& faults) {
      const auto model = eval::run(program, fspec_, faults);
      return !violations(program, last, *model, fspec_.eot()).empty();
    };
    return {violated(FaultSet{}), std::any_of(sets_.begin(), sets_.end(), violated)};
  }

 private:
  Fspec fspec_;
  std::vector<FaultSet> sets_;
};

Specification statement(int number, int eot, Random& random) {
  Specification out;
  // Each name begins with all shorter names, to test comparisons of names.
  out.name = "s" + std::string(static_cast<std::size_t>(number), '0');
  out.severity = static_cast<Specification::Severity>(random.between(0, 3));
  if (random.chance(35)) {
    out.after = 0;
  } else if (random.chance(50)) {
    out.after = random.between(0, eot - 1);
  }
  if (number > 0 && random.chance(30)) {
    out.explains = static_cast<std::uint32_t>(random.between(0, number - 1));
  }
  return out;
}

/// Adds a specification. Most of them hold without faults, and are violated under some faults.
void add_specification(SpecifiedProgram& out, SpecificationWriter& writer, const Trials& trials,
                       Random& random) {
  constexpr int attempts = 10;
  const bool may_be_broken = random.chance(15);
  const bool may_hold = random.chance(35);
  const auto number = static_cast<int>(out.specifications.size());
  for (int i = 0; i < attempts; ++i) {
    const auto mark = writer.mark();
    SpecifiedProgram candidate = out;
    candidate.specifications.push_back(statement(number, out.protocol.fspec.eot, random));
    candidate.rules += writer.rules_for(candidate.specifications.back().name, number);
    try {
      const Trials::Tried tried = trials.of(candidate);
      if ((may_be_broken || !tried.broken) && (may_hold || tried.violated)) {
        out = std::move(candidate);
        return;
      }
    } catch (const InputError&) {  // the checker refuses the specification, or arithmetic fails
    } catch (const BudgetExceeded&) {
    }
    writer.forget(mark);
  }
}

/// Returns the part `explains PARENT` of a statement, or an empty text if the specification has no
/// parent.
std::string parent_of(const SpecifiedProgram& program, const Specification& one) {
  if (!one.explains) return "";
  return " explains " + program.specifications.at(*one.explains).name;
}

SpecifiedProgram specify(const RandomProgram& protocol, std::uint64_t seed, Random& random) {
  SpecifiedProgram out{protocol, "", {}};
  try {
    const Program program = check(out.protocol);
    const Fspec fspec(out.protocol.fspec);
    const auto model = eval::run(program, fspec, FaultSet{});
    SpecificationWriter writer(random, out.protocol.fspec.nodes, program, *model, fspec.eot());
    const Trials trials(out.protocol.fspec, seed);
    const int count = random.between(1, 4);
    for (int i = 0; i < count; ++i) add_specification(out, writer, trials, random);
  } catch (const InputError&) {  // the checker refuses the protocol, so it gets no specifications
  } catch (const BudgetExceeded&) {
  }
  return out;
}

}  // namespace

SpecifiedProgram specified_program(std::uint64_t seed) {
  Random random(seed * 104729 + 11);
  const RandomProgram protocol = protocol_of(seed, random);
  return specify(protocol, seed, random);
}

SpecifiedProgram specified(const RandomProgram& protocol, std::uint64_t seed) {
  Random random(seed * 104729 + 11);
  return specify(protocol, seed, random);
}

std::string specification_file(const SpecifiedProgram& program) {
  std::string out;
  for (const Specification& one : program.specifications) {
    out += fmt::format("spec {} {} {}{} \"says {}\";\n", one.name, name_of(one.severity),
                       one.when(), parent_of(program, one), one.name);
  }
  return out + program.rules;
}

Program check(const SpecifiedProgram& program) {
  dedalus::Sources sources{{"random.ded"}, {{"random.ded", program.protocol.text}}};
  if (!program.specifications.empty() || !program.rules.empty()) {
    sources.files.push_back({"random.spec", specification_file(program)});
  }
  dedalus::CheckOptions options;
  options.nodes = program.protocol.fspec.nodes;
  options.eot = program.protocol.fspec.eot;
  eval::set_faults(options, program.protocol.fspec);
  return dedalus::check_program(sources, options);
}

SpecifiedProgram shrink(SpecifiedProgram program,
                        const std::function<bool(const SpecifiedProgram&)>& still_fails) {
  for (std::size_t i = program.specifications.size(); i-- > 0;) {
    SpecifiedProgram fewer = program;
    fewer.specifications.erase(fewer.specifications.begin() + static_cast<std::ptrdiff_t>(i));
    for (Specification& one : fewer.specifications) one.explains.reset();
    if (still_fails(fewer)) program = std::move(fewer);
  }
  const auto with_rules = [&](const RandomProgram& rules) {
    SpecifiedProgram out = program;
    out.protocol.fspec = rules.fspec;
    out.rules = rules.text;
    return out;
  };
  program =
      with_rules(shrink({program.rules, program.protocol.fspec}, [&](const RandomProgram& rules) {
        return still_fails(with_rules(rules));
      }));
  program.protocol = shrink(program.protocol, [&](const RandomProgram& protocol) {
    SpecifiedProgram out = program;
    out.protocol = protocol;
    return still_fails(out);
  });
  return program;
}

std::vector<std::string> violations(const Program& program, const Specification& specification,
                                    const eval::Model& model, int eot) {
  const RelationId relation = program.find(specification.name).value();
  std::map<std::string, int> first;
  for (int t = 1; t <= eot; ++t) {
    if (specification.after ? t <= *specification.after : t != eot) continue;
    for (const eval::Tuple& tuple : model.tuples(relation, Time(t))) {
      first.emplace(program.tuple_text(relation, tuple.data()), t);
    }
  }
  std::vector<std::string> out;
  for (const auto& [text, tick] : first) {
    out.push_back(specification.after ? fmt::format("{}@{}", text, tick) : text);
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace ldfi::test
