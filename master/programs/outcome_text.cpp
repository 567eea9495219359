#include "master/programs/outcome_text.hpp"

#include "common/record/search_result.hpp"

namespace ldfi::app {

std::string outcome_in_words(const dedalus::Program& program, const eval::Judgement& judgement) {
  if (judgement.holds()) return "holds";
  return eval::counts(program, judgement) ? "violates" : "violates nothing that counts";
}

void add_specifications(const dedalus::Program& program, const Fspec& fspec,
                        const eval::Judgement& judgement, results::Json& out) {
  if (program.specifications.empty()) return;
  SearchResult judged;
  for (const auto& one : program.specifications)
    judged.specifications.push_back({one.says, {}, {}});
  out["counts"] = eval::counts(program, judgement);
  out["specs"] = results::specifications_json(judged, fspec);
  for (std::size_t i = 0; i < judged.specifications.size(); ++i) {
    auto& one = out["specs"][i];
    one.erase("verdict");
    one.erase("counterexamples");
    one["violated"] = violated_of(judged, i, {{}, false, judgement.violated});
  }
}

}  // namespace ldfi::app
