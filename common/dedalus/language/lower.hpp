// Lowering: turns syntax trees into facts and rules, with ids for relations and slots for
// variables. Reports the errors that a single statement can have, such as unbound variables and
// wrong ticks. Also collects what each statement says about the types of columns.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/dedalus/language/ast.hpp"
#include "common/dedalus/language/load.hpp"
#include "common/dedalus/language/scope.hpp"
#include "common/dedalus/language/types.hpp"
#include "common/dedalus/language/vocabulary.hpp"

namespace ldfi::dedalus {

class Lowering {
 public:
  Lowering(Program& program, const CheckOptions& options, Report& report);

  /// Must be called before the first statement of a specification. From then on, the types of the
  /// protocol's columns are fixed, so that specifications cannot change them.
  void observe();
  void add(const ast::Statement& statement);
  /// Completes the program with the types and the storage of its relations. Must be called once,
  /// after the last statement, because any statement may determine them.
  void finish();
  /// Returns for each relation whether a storage statement declares it.
  [[nodiscard]] const std::vector<bool>& stored() const { return stored_; }
  /// Returns the `spec` statements, in source order.
  [[nodiscard]] const std::vector<ast::Specification>& specifications() const {
    return specifications_;
  }
  [[nodiscard]] const Vocabulary& vocabulary() const { return vocabulary_; }
  [[nodiscard]] std::size_t statements() const { return statements_; }

 private:
  /// A buffered relation, with its relation of tuples on the disk and the relation `sync`.
  struct Buffer {
    RelationId relation;
    RelationId disk;
    RelationId sync;
    SourceRange where;
  };
  void store(const ast::Stored& stored);
  void declare_disk(const ast::Stored& stored);
  void type_disk(const ast::Stored& stored);
  void add_disk(const Buffer& buffer);
  void warn_useless_syncs();
  std::optional<RelationId> built_in_for(const ast::Stored& stored, std::string_view name);
  RelationId declare_helper(std::string_view name, std::size_t strings, bool number = false);
  void declare(FaultRelation relation);
  void declare_flush();
  void declare_late();
  void declare_order();
  void declare_under_way(RelationId message);
  void add_flush();
  void add_storage(const ast::Statement& statement);
  void add_specification(const ast::Specification& specification);
  /// Returns the relation that a fact or the head of a rule defines. If the program may not define
  /// it, reports an error and returns nullopt.
  std::optional<RelationId> define(const ast::Head& head, Vocabulary::Use use);
  std::optional<RelationId> built_in(std::string_view name, std::size_t arity) const;
  void add_fact(const ast::Statement& statement);
  void fact_time(const ast::Statement& statement, Time& out);
  void fact_tuple(const ast::Head& head, RelationId relation, std::vector<Value>& out);

  void add_rule(const ast::Statement& statement);
  void set_kind(const ast::Head& head, Rule& rule);
  void warn_late(const Rule& rule);
  void lower_body(const ast::Statement& statement, Rule& rule, Scope& scope);
  void lower_literal(const ast::Literal& literal, Rule& rule, Scope& scope);
  /// Declares the event that a literal of a specification reads, if it reads one. Returns false,
  /// after an error message, if this event does not exist; otherwise returns true.
  bool read_event(const ast::Literal& literal);
  bool defines_event(const ast::Head& head);
  RelationId declare_event(EventKind kind, RelationId of, SourceRange where);
  void declare_quiet(FaultRelation relation, SourceRange where);
  [[nodiscard]] std::optional<RelationId> of_protocol(std::string_view name) const;
  /// Returns the relation that a literal of a body reads. Returns nullopt after reporting an error.
  std::optional<RelationId> read(const ast::Literal& literal, const Scope& scope);
  RelationId select(const ast::Literal& literal, RelationId from, const std::string& name,
                    const std::vector<std::size_t>& equal_to);
  void set_time(const ast::Literal& literal, Rule& rule, std::optional<Time>& out);
  void lower_comparison(const ast::Comparison& comparison, Rule& rule, Scope& scope);
  void lower_head(const ast::Head& head, Rule& rule, Scope& scope);
  void lower_head_term(const ast::HeadTerm& term, const Typed& column, HeadTerm& out, Scope& scope);
  void check_aggregates(const ast::Head& head, Rule& rule);
  /// Translates the variables of an expression into slots. Reports a variable that is not bound and
  /// returns false.
  bool lower_expression(const ast::Expr& expr, Expression& out, Scope& scope, const char* role);
  Typed typed(const ast::Expr& expr, Scope& scope);
  Typed typed(const ast::Term& term, Scope& scope);
  Value constant(const ast::Term& term);

  Program& program_;
  const CheckOptions& options_;
  Report& report_;
  TypeSolver types_;
  Vocabulary vocabulary_;
  /// By name, the generated relations that have only tuples with equal values in some columns; see
  /// selection.cpp.
  std::unordered_map<std::string, RelationId> selections_;
  /// Names that the checker has made. They are stored here because statements refer to them by
  /// string_view.
  std::deque<std::string> names_;
  /// For each rule, the type of its slot 0. The types of its other slots have the following
  /// numbers.
  std::vector<TypeNode> first_slot_;
  bool observing_ = false;
  std::vector<ast::Specification> specifications_;
  std::vector<ast::Stored> storage_;
  std::vector<Buffer> buffers_;
  std::vector<bool> stored_;
  /// For each relation, the first word of its storage statement; empty if there is no such
  /// statement.
  std::vector<std::string_view> how_;
  std::size_t statements_ = 0;
};

/// Returns the statement on one line, without comments, and with single blanks.
std::string one_line(std::string_view statement);

}  // namespace ldfi::dedalus
