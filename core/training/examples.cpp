#include "core/training/examples.hpp"

#include <cmath>

namespace training {
namespace {

static_assert(kAnimates == kPlaces, "is_held_out gives every noun one pair");

Index held_out_place(Index animate) { return (kPlaces - animate) % kPlaces; }

}  // namespace

std::vector<Example> draw_examples(attention::Generator& generator, Index count) {
  const attention::Matrix uniform = generator.uniform(count, 5);
  std::vector<Example> drawn;
  drawn.reserve(static_cast<std::size_t>(count));
  for (Index row = 0; row < count; ++row) {
    const auto one_of = [&](Index column, Index choices) {
      return static_cast<Index>(std::floor(uniform(row, column) * static_cast<double>(choices)));
    };
    Choice choice;
    choice.animate = one_of(0, kAnimates);
    choice.place = (held_out_place(choice.animate) + 1 + one_of(1, kPlaces - 1)) % kPlaces;
    choice.verb = one_of(2, kVerbs);
    choice.adjective = one_of(3, kAdjectives);
    choice.form = one_of(4, kForms);
    drawn.push_back(example(choice));
  }
  return drawn;
}

std::vector<Example> held_out_examples() {
  std::vector<Example> all;
  Choice choice;
  for (choice.animate = 0; choice.animate < kAnimates; ++choice.animate) {
    choice.place = held_out_place(choice.animate);
    for (choice.verb = 0; choice.verb < kVerbs; ++choice.verb) {
      for (choice.adjective = 0; choice.adjective < kAdjectives; ++choice.adjective) {
        for (choice.form = 0; choice.form < kForms; ++choice.form) all.push_back(example(choice));
      }
    }
  }
  return all;
}

std::vector<Example> few_held_out_examples() {
  std::vector<Example> few;
  Choice choice;
  for (choice.animate = 0; choice.animate < kAnimates; ++choice.animate) {
    choice.place = held_out_place(choice.animate);
    for (choice.form = 0; choice.form < kForms; ++choice.form) {
      choice.verb = (choice.animate + choice.form) % kVerbs;
      for (Index kind = 0; kind < 2; ++kind) {
        choice.adjective = kind * kAdjectivesOfKind + (choice.animate + 2 * choice.form + kind) % kAdjectivesOfKind;
        few.push_back(example(choice));
      }
    }
  }
  return few;
}

}  // namespace training
