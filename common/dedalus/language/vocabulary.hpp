// The relations of a program by name. For each relation, records its number of columns, its first
// mention, and whether anything derives it. A relation is declared by its first mention.
#pragma once

#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/dedalus/language/report.hpp"
#include "common/dedalus/language/types.hpp"

namespace ldfi::dedalus {

inline constexpr std::string_view crash_name = "crash";
inline constexpr std::string_view clock_name = "clock";
/// Name of a generated relation. Its tuples name the relations that are being written to disk.
inline constexpr std::string_view flush_name = "sync[any]";
inline constexpr std::string_view sync_name = "sync";

class Vocabulary {
 public:
  static constexpr std::size_t max_columns = 63;

  enum class Use : std::uint8_t { fact, head, body };
  struct Info {
    SourceRange first;  ///< place of the first mention, which determines the arity
    /// Place of the first literal in a rule's body that reads the relation; nullopt if there is
    /// none.
    std::optional<SourceRange> body;
    bool defined = false;  ///< true if the relation occurs as a fact or as the head of a rule
    TypeNode first_column = 0;
  };

  Vocabulary(Program& program, TypeSolver& types, Report& report)
      : program_(program), types_(types), report_(report) {}

  /// Returns the relation's id, and declares the relation if it is new. If the name is reserved or
  /// the number of columns differs from earlier mentions, reports an error and returns nullopt.
  std::optional<RelationId> mention(std::string_view name, std::size_t arity, SourceRange where,
                                    Use use);
  [[nodiscard]] std::optional<RelationId> find(std::string_view name) const {
    const auto known = ids_.find(name);
    return known == ids_.end() ? std::nullopt : std::optional(known->second);
  }
  [[nodiscard]] const Info& info(RelationId id) const { return infos_[id.index()]; }
  [[nodiscard]] TypeNode column(RelationId id, std::size_t index) const {
    return infos_[id.index()].first_column + static_cast<TypeNode>(index);
  }

 private:
  RelationId declare(std::string_view name, std::size_t arity, SourceRange where);
  void declare_crash(RelationId id);
  bool allowed(std::string_view name, SourceRange where, Use use);

  Program& program_;
  TypeSolver& types_;
  Report& report_;
  // The keys are views into the texts of the sources.
  std::unordered_map<std::string_view, RelationId> ids_;
  std::vector<Info> infos_;
  std::set<std::pair<std::string, std::size_t>> reported_arities_;
};

}  // namespace ldfi::dedalus
