// The relations of a program: their ids by name, and how they are used so far (arity, first
// mention, whether anything derives them). A relation exists from its first mention on.
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
/// Name of the relation of all relations that are written to disks. Generated rules read it.
inline constexpr std::string_view flush_name = "sync[any]";
inline constexpr std::string_view sync_name = "sync";

class Vocabulary {
 public:
  static constexpr std::size_t max_columns = 63;

  enum class Use : std::uint8_t { fact, head, body };
  struct Info {
    SourceRange first;  ///< place of the first mention, which determines the arity
    /// Place of the first use in a body; nullopt if there is none.
    std::optional<SourceRange> body;
    bool defined = false;  ///< true if a fact or head mentions it
    TypeNode first_column = 0;
  };

  Vocabulary(Program& program, TypeSolver& types, Report& report)
      : program_(program), types_(types), report_(report) {}

  /// Returns the relation's id. Returns nullopt after reporting that the name is reserved or the
  /// arity differs.
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
  // The keys refer to the texts of the sources.
  std::unordered_map<std::string_view, RelationId> ids_;
  std::vector<Info> infos_;
  std::set<std::pair<std::string, std::size_t>> reported_arities_;
};

}  // namespace ldfi::dedalus
