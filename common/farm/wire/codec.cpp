// Encodes messages. A message is a header of fixed size and a payload:
//
//   magic u32 | protocol version u32 | message kind u32 | payload bytes u64 | checksum u64 |
//   payload
//
// The checksum (XXH3 of the payload, seeded with the kind) shows whether the bytes were damaged, in
// contrast to a bug of ldfi-farm.
#include "common/farm/wire/codec.hpp"

#include <fmt/core.h>
#include <xxhash.h>

#include <array>
#include <cstring>

#include "common/base/errors.hpp"
#include "common/farm/wire/archive.hpp"
#include "common/farm/wire/assignment_texts.hpp"
#include "common/farm/wire/record_fields.hpp"

namespace ldfi {

// The functions below describe each type once, for reading and for writing, as in fault_fields.hpp.

namespace dedalus {

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, SourceFile>
void fields(Archive& ar, T& file) {
  ar(file.name, file.text);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Sources>
void fields(Archive& ar, T& sources) {
  ar(sources.programs, sources.files);
}

}  // namespace dedalus

namespace wire {
namespace {

template <class Archive, class... Alternatives>
void choice(Archive& ar, std::variant<Alternatives...>& value) {
  std::uint32_t tag = 0;
  ar(tag);
  const auto load = [&]<std::size_t... I>(std::index_sequence<I...>) {
    return ((tag == I ? (ar(value.template emplace<I>()), true) : false) || ...);
  };
  if (!load(std::index_sequence_for<Alternatives...>())) throw DecodeError("unknown alternative");
}

template <class Archive, class... Alternatives>
void choice(Archive& ar, const std::variant<Alternatives...>& value) {
  const auto tag = static_cast<std::uint32_t>(value.index());
  ar(tag);
  std::visit([&ar](const auto& alternative) { ar(alternative); }, value);
}

template <class Archive, class T>
void enumeration(Archive& ar, T& value, std::remove_const_t<T> last) {
  if constexpr (Archive::loading) {
    ar.enumeration(value, last);
  } else {
    ar(value);
  }
}

template <class Archive, class T>
void weights(Archive& ar, T& value) {
  for (auto& weight : value.kinds.values) {
    ar(weight);
    if (weight > FaultWeights::most) throw DecodeError("a weight that is too large");
  }
}

}  // namespace

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, ground::PrunedFact>
void fields(Archive& ar, T& pruned) {
  ar(pruned.fact, pruned.question);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Budget>
void fields(Archive& ar, T& budget) {
  auto& [max_facts, memory_limit_bytes, time_left_ms] = budget;
  ar(max_facts, memory_limit_bytes, time_left_ms);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Invariant>
void fields(Archive& ar, T& invariant) {
  auto& [pre, post, fail_on] = invariant;
  ar(pre, post);
  enumeration(ar, fail_on, FailOn::critical);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Grounding>
void fields(Archive& ar, T& grounding) {
  auto& [pruning, solver, pruning_done, pruned, bounded, plain] = grounding;
  enumeration(ar, pruning, Pruning::always);
  enumeration(ar, solver, SolverName::cryptominisat);
  ar(pruning_done, bounded, plain, pruned);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, SystemFile>
void fields(Archive& ar, T& file) {
  auto& [name, bytes, program] = file;
  ar(name, bytes, program);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, SystemSource>
void fields(Archive& ar, T& system) {
  auto& [config, said, path, files, fingerprint] = system;
  ar(config, said, path, files, fingerprint);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Setup>
void fields(Archive& ar, T& setup) {
  auto& [sources, fspec, invariant, budget, grounding, system] = setup;
  ar(sources, fspec, invariant, budget, grounding, system);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, ExecuteJob>
void fields(Archive& ar, T& job) {
  ar(job.faults, job.offers);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, EnumerateJob>
void fields(Archive& ar, T& job) {
  ar(job.given, job.more, job.first, job.count, job.known);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, SampleJob>
void fields(Archive& ar, T& job) {
  ar(job.seed, job.first, job.count, job.known);
  weights(ar, job.weights);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, SearchSettings>
void fields(Archive& ar, T& settings) {
  if constexpr (Archive::loading) {
    ar.enumeration(settings.strategy, StrategyName::fts);
    ar.enumeration(settings.negation, Negation::ignore);
    ar.enumeration(settings.expand, Expansion::automatic);
    ar.enumeration(settings.symmetry, Symmetry::never);
    ar.enumeration(settings.solver, SolverName::cryptominisat);
  } else {
    ar(settings.strategy, settings.negation, settings.expand, settings.symmetry, settings.solver);
  }
  ar(settings.all, settings.known);
  ar(settings.seed, settings.exhaustive_limit, settings.max_runs);
  weights(ar, settings.weights);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, SearchJob>
void fields(Archive& ar, T& job) {
  ar(job.eot, job.eff, job.crashes);
  ar(job.probe);
  ar(job.settings);
  Budgets::members(job.budgets, [&ar](auto& number) { ar(number); });
  ar(job.params, job.smaller, job.without);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, DriveJob>
void fields(Archive& ar, T& job) {
  auto& [what, seed, way, again] = job;
  AssignmentTexts texts;
  if constexpr (!Archive::loading) texts = texts_of(what);
  ar(texts.faults, seed);
  enumeration(ar, way, DriveWay::slow);
  ar(again, texts.some, texts.deliveries);
  ar(texts.draw, texts.chances);
  if constexpr (Archive::loading) what = assignment_of(texts);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, DriveReport>
void fields(Archive& ar, T& report) {
  ar(report.recording, report.lacks);
  enumeration(ar, report.memory_bound, MemoryBound::cgroup);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Job>
void fields(Archive& ar, T& job) {
  ar(job.id);
  choice(ar, job.work);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Offer>
void fields(Archive& ar, T& offer) {
  ar(offer.fault, offer.at, offer.sending, offer.ids);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, ExecuteReport>
void fields(Archive& ar, T& report) {
  enumeration(ar, report.outcome, Outcome::unended);
  ar(report.lineage, report.violated, report.specifications, report.error, report.offers);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Unended>
void fields(Archive& ar, T& unended) {
  ar(unended.faults, unended.why);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, EnumerateReport>
void fields(Archive& ar, T& report) {
  ar(report.executed, report.violating, report.falsifiers, report.errors, report.unended);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, SampleReport>
void fields(Archive& ar, T& report) {
  ar(report.executed, report.harmless, report.sound, report.unended);
  enumeration(ar, report.outcome, Outcome::error);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Report>
void fields(Archive& ar, T& report) {
  ar(report.job, report.fingerprint, report.execute_ns);
  choice(ar, report.result);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Failure>
void fields(Archive& ar, T& failure) {
  ar(failure.text, failure.status);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Stop> ||
    std::same_as<std::remove_const_t<T>, WorkerHeartbeat>
void fields(Archive&, T&) {}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, MasterHeartbeat>
void fields(Archive& ar, T& beat) {
  ar(beat.silence_ms, beat.doing, beat.resume_hint);
}

namespace {

constexpr std::uint32_t magic = 0x4946444c;  // "LDFI" in memory on little-endian machines

struct Header {
  std::uint32_t magic_number = magic;
  std::uint32_t version = protocol_version;
  std::uint32_t kind = 0;
  std::uint64_t payload_bytes = 0;
  std::uint64_t checksum = 0;

  template <class F>
  void each(F f) {
    f(magic_number), f(version), f(kind), f(payload_bytes), f(checksum);
  }
};
constexpr std::size_t header_bytes = 3 * sizeof(std::uint32_t) + 2 * sizeof(std::uint64_t);

std::uint64_t checksum(std::uint32_t kind, const char* first, std::size_t count) {
  return XXH3_64bits_withSeed(first, count, kind);
}

Header read_header(const Bytes& bytes) {
  if (bytes.size() > max_message_bytes) {
    throw DecodeError(fmt::format("a message of {} bytes is too large", bytes.size()));
  }
  if (bytes.size() < header_bytes) {
    throw DecodeError(fmt::format("{} bytes are too few for a message", bytes.size()));
  }
  Header header;
  std::size_t at = 0;
  header.each([&](auto& field) {
    std::memcpy(&field, bytes.data() + at, sizeof field);
    at += sizeof field;
  });
  if (header.magic_number != magic) throw DecodeError("not a message of ldfi-farm");
  if (header.version != protocol_version) {
    throw DecodeError(
        fmt::format("protocol version {} instead of {}: are all ranks the same build?",
                    header.version, protocol_version));
  }
  if (header.payload_bytes != bytes.size() - header_bytes) {
    throw DecodeError(fmt::format("a payload of {} bytes instead of {}",
                                  bytes.size() - header_bytes, header.payload_bytes));
  }
  if (header.checksum != checksum(header.kind, bytes.data() + header_bytes, header.payload_bytes)) {
    throw DecodeError("the checksum does not match");
  }
  return header;
}

template <std::size_t... I>
bool load_alternative(InputArchive& ar, std::uint32_t kind, Message& message,
                      std::index_sequence<I...>) {
  return ((kind == I ? (ar(message.emplace<I>()), true) : false) || ...);
}

}  // namespace

std::uint64_t fingerprint(const Setup& setup) {
  const Bytes bytes = encode(without_limits(setup));
  return checksum(0, bytes.data(), bytes.size());
}

Bytes encode(const Message& message) {
  Bytes bytes(header_bytes);
  {
    OutputArchive ar(bytes);
    std::visit([&ar](const auto& m) { ar(m); }, message);
  }
  if (bytes.size() > max_message_bytes) {
    throw BudgetExceeded("message", fmt::format("a message of {} bytes exceeds the limit of {}",
                                                bytes.size(), max_message_bytes));
  }
  Header header;
  header.kind = static_cast<std::uint32_t>(message.index());
  header.payload_bytes = bytes.size() - header_bytes;
  header.checksum = checksum(header.kind, bytes.data() + header_bytes, bytes.size() - header_bytes);
  std::size_t at = 0;
  header.each([&](const auto& field) {
    std::memcpy(bytes.data() + at, &field, sizeof field);
    at += sizeof field;
  });
  return bytes;
}

Message decode(const Bytes& bytes) {
  const Header header = read_header(bytes);
  Message message;
  read_whole(std::span(bytes).subspan(header_bytes), "the message", [&](InputArchive& ar) {
    constexpr auto kinds = std::make_index_sequence<std::variant_size_v<Message>>();
    if (!load_alternative(ar, header.kind, message, kinds)) {
      throw DecodeError(fmt::format("unknown message kind {}", header.kind));
    }
    return true;
  });
  return message;
}

}  // namespace wire
}  // namespace ldfi
