// The lessons there are, each made by a file of its own, in which what is private stands in a namespace of its name.
#pragma once

#include "core/playground/lesson.hpp"

namespace playground {

Lesson attention_lesson();
Lesson similarity_lesson();
Lesson scale_lesson();
Lesson mask_lesson();
Lesson softmax_lesson();
Lesson heads_lesson();
Lesson positions_lesson();
Lesson cost_lesson();
Lesson flash_lesson();
Lesson cache_lesson();
Lesson train_lesson();
Lesson parameters_lesson();
Lesson cross_lesson();
Lesson recurrence_lesson();
Lesson context_lesson();
Lesson block_lesson();

}  // namespace playground
