#include "common/dedalus/explore/label.hpp"

namespace ldfi::explore {
namespace {

constexpr unsigned node_bits = 16;
constexpr unsigned time_bits = 24;
constexpr unsigned kind_bits = 8;
static_assert(kind_bits + 2 * node_bits + time_bits == 64);

using Code = std::uint64_t;

Code mask(unsigned bits) {
  return (Code{1} << bits) - 1;
}

/// Encodes a fault as a number. Its kind is in the highest bits, followed by the members of the
/// fault. So the order of the numbers is the order of the faults.
class Writer {
 public:
  void operator()(Code kind) { put(kind, kind_bits); }
  void operator()(NodeId node) { put(node.raw(), node_bits); }
  void operator()(Time time) { put(static_cast<Code>(time.tick()), time_bits); }
  [[nodiscard]] Code code() const { return code_; }

 private:
  void put(Code value, unsigned bits) {
    left_ -= bits;
    code_ |= (value & mask(bits)) << left_;
  }
  Code code_ = 0;
  unsigned left_ = 64;
};

class Reader {
 public:
  explicit Reader(Code code) : code_(code) {}
  Code kind() { return take(kind_bits); }
  void operator()(NodeId& node) { node = NodeId(static_cast<std::uint32_t>(take(node_bits))); }
  void operator()(Time& time) { time = Time(static_cast<int>(take(time_bits))); }

 private:
  Code take(unsigned bits) {
    left_ -= bits;
    return code_ >> left_ & mask(bits);
  }
  Code code_;
  unsigned left_ = 64;
};

template <class Kind>
Code coded(const Kind& fault) {
  Writer writer;
  writer(Code{Fault(fault).index()});
  Kind::members(fault, [&](const auto& member) { writer(member); });
  return writer.code();
}

template <class Kind>
Fault read(Reader& reader) {
  Kind fault;
  Kind::members(fault, [&](auto& member) { reader(member); });
  return fault;
}

Fault decoded(Code code) {
  Reader reader(code);
  const bool omission = reader.kind() == Fault(Omission{}).index();
  return omission ? read<Omission>(reader) : read<Crash>(reader);
}

}  // namespace

void Label::add(const Omission& omission) {
  add(coded(omission));
}

void Label::add(const Crash& crash) {
  add(coded(crash));
}

void Label::add(Code code) {
  auto* const end = codes_.data() + size_;
  auto* const at = std::upper_bound(codes_.data(), end, code);
  std::move_backward(at, end, end + 1);
  *at = code;
  ++size_;
}

FaultSet Label::faults() const {
  std::vector<Fault> out;
  for (std::size_t i = 0; i < size_; ++i) out.push_back(decoded(codes_[i]));
  return FaultSet(std::move(out));
}

}  // namespace ldfi::explore
