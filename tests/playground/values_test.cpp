#include "core/playground/values.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "tests/playground/random_sessions.hpp"

using playground::exact_text;
using playground::int_from_text;
using playground::number_from_text;

TEST_SUITE("values") {
  TEST_CASE("whole numbers are read whole") {
    CHECK(int_from_text("-12").value() == -12);
    CHECK(int_from_text("2147483647").value() == std::numeric_limits<int>::max());
    for (const char* text : {"", " 1", "1 ", "+1", "1.0", "1e3", "0x1", "--1", "2147483648", "one"}) {
      CHECK_MESSAGE(!int_from_text(text).ok(), text);
    }
  }

  TEST_CASE("numbers are finite decimals") {
    CHECK(number_from_text("-1.5e-3").value() == -0.0015);
    CHECK(number_from_text(".5").value() == 0.5);
    CHECK(number_from_text("+2").value() == 2);
    for (const char* text : {"", " 1", "1 ", "inf", "nan", "0x10", "1e999", "1,5", "1.5.2", "e", "-", "1e"}) {
      CHECK_MESSAGE(!number_from_text(text).ok(), text);
    }
    CHECK_FALSE(number_from_text(std::string_view("1\0002", 3)).ok());
  }

  TEST_CASE("a number's text is as short as reads back exactly") {
    CHECK(exact_text(0.1) == "0.1");
    CHECK(exact_text(1.0 / 3) == "0.3333333333333333");
    CHECK(exact_text(0.1 + 0.2) == "0.30000000000000004");
    CHECK(exact_text(-2) == "-2");
    support::Dice dice(3);
    for (int count = 0; count < 2'000; ++count) {
      const double number = dice.number();
      CHECK(number_from_text(exact_text(number)).value() == number);
    }
  }

  TEST_CASE("every setting reads back from its text") {
    support::Dice dice(4);
    for (int count = 0; count < 500; ++count) {
      const playground::Mask mask = support::random_mask(dice, 30);
      CHECK(playground::mask_from_text(text_of(mask)).value() == mask);
      const playground::Positions positions = support::random_positions(dice);
      CHECK(playground::positions_from_text(text_of(positions)).value() == positions);
      const playground::Scale scale = support::random_scale(dice);
      CHECK(playground::scale_from_text(text_of(scale)).value() == scale);
      playground::Model model;
      model.sizes = support::random_sizes(dice);
      const playground::CellEdit edit = support::random_edit(dice, model, 12);
      CHECK(playground::edit_from_text(text_of(edit)).value() == edit);
    }
  }

  TEST_CASE("edits of a wrong form are refused") {
    for (const char* text : {"", "_", "wq", "wq_1", "wq.1_1", "wq.1.2", "wq.1.2_", "wq.1.2.3.4_1", "wq.a.2_1",
                             "nope.1.2_1", "wq.1.2_1_2", "wq.1.2_inf", "wq..2_1"}) {
      CHECK_MESSAGE(!playground::edit_from_text(text).ok(), text);
    }
  }

  TEST_CASE("unknown steps and tensors are told the known ones") {
    CHECK(playground::step_from_text("norm_3").sentence() ==
          "“norm_3” is not known: tokens, embeddings, queries, keys, values, scores, scaled, masked, softmax, output, "
          "concatenated, projected, residual_1, norm_1, feed_forward, residual_2 or norm_2 are allowed.");
    CHECK(playground::tensor_from_text("W").sentence().find("head_output, concatenated, output, residual_1") !=
          std::string::npos);
  }

  TEST_CASE("what is quoted from a long text is short") {
    CHECK(playground::step_from_text(std::string(100'000, 'x')).sentence().size() < 300);
  }
}
