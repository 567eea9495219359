// Divides the history of one register into layers, one for each answer, in the order of time. A layer lists
// the calls that arrive with it. Each call has a slot: the bit that a state of the search keeps for it.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/systems/check/register_call.hpp"

namespace ldfi::check {

class RegisterLayers {
 public:
  static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);

  struct Arrival {
    std::uint32_t call = 0;
    std::uint32_t slot = none;  ///< `none` for an open write whose value no later call observes
  };
  /// The slot of an open call whose value no call observes from a layer on.
  struct End {
    std::uint32_t slot = 0;
    bool write = false;
  };
  struct Layer {
    std::uint32_t answered = 0;      ///< the call that is answered with this layer
    std::uint32_t slot = 0;          ///< slot of that call
    std::uint32_t arrivals = 0;      ///< index behind the last arrival
    std::uint32_t ends = 0;          ///< index behind the last end
    std::uint32_t differs_left = 0;  ///< calls of the kind `differs` that are answered from here on
  };

  /// Builds the layers of the first `count` of `answers`. Requires that `answers` is by_answer(calls).
  RegisterLayers(const std::vector<RegisterCall>& calls, const std::vector<std::uint32_t>& answers,
                 std::size_t count);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(layers_.size()); }
  [[nodiscard]] const Layer& operator[](std::uint32_t layer) const { return layers_[layer]; }
  /// Returns the calls that are requested after the answer of the previous layer and by the answer of `layer`.
  [[nodiscard]] std::span<const Arrival> arrivals(std::uint32_t layer) const;
  [[nodiscard]] std::span<const End> ends(std::uint32_t layer) const;
  [[nodiscard]] std::uint32_t slots() const { return static_cast<std::uint32_t>(owners_.size()); }
  /// Returns the call that has a slot at a layer. Fast if successive questions are about close layers.
  [[nodiscard]] std::uint32_t call_at(std::uint32_t slot, std::uint32_t layer);
  /// True if a call that is answered at `layer` or later can observe that the register has `value`.
  [[nodiscard]] bool is_observed(ValueNumber value, std::uint32_t layer) const {
    return value >= 0 && end_of_value_[static_cast<std::size_t>(value)] > layer;
  }
  /// True if a state in which the register has `value` can be needed by a call that is answered at
  /// `layer` or later.
  [[nodiscard]] bool is_useful(ValueNumber value, std::uint32_t layer) const {
    return end_of_differs_ > layer || is_observed(value, layer);
  }
  /// Returns the kind of a call by number. Two calls of the same kind have the same effect.
  [[nodiscard]] std::uint32_t kind_of(std::uint32_t call) const { return kinds_[call]; }
  [[nodiscard]] std::uint32_t kinds() const { return kind_count_; }
  /// Returns the layer of the answer of a call, or `none` if the call is open.
  [[nodiscard]] std::uint32_t layer_of(std::uint32_t call) const { return layer_of_[call]; }

 private:
  struct Owner {
    std::uint32_t from = 0;  ///< layer
    std::uint32_t call = 0;
  };
  struct Slot {
    std::vector<Owner> owners;
    std::size_t last_found = 0;
  };

  void number_kinds(const std::vector<RegisterCall>& calls);
  void find_ends(const std::vector<RegisterCall>& calls);
  void extend_over_open_cas(const std::vector<RegisterCall>& calls);
  void give_slots(const std::vector<RegisterCall>& calls);
  std::uint32_t take_slot(std::uint32_t call, std::uint32_t layer);
  void arrive(const RegisterCall& one, std::uint32_t call, std::uint32_t layer);

  std::vector<Layer> layers_;
  std::vector<Arrival> arrivals_;
  std::vector<End> ends_;
  std::vector<Slot> owners_;
  std::vector<std::uint32_t> free_slots_;
  std::vector<std::vector<End>> ends_at_;  ///< future ends by layer
  std::vector<std::uint32_t>
      end_of_value_;  ///< first layer from which on no call observes the value, by value
  std::uint32_t end_of_differs_ = 0;  ///< first layer from which on no call has the kind `differs`
  std::vector<std::uint32_t> layer_of_;
  std::vector<std::uint32_t> kinds_;
  std::uint32_t kind_count_ = 0;
};

}  // namespace ldfi::check
