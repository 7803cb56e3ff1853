// The doctest program. A test that cannot run is skipped, named with what it lacks, and never counted as passed.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <iostream>

namespace {

/// Names what was skipped; doctest's own report only counts. A test says what it lacks in doctest::description.
class SkippedTests : public doctest::IReporter {
 public:
  explicit SkippedTests(const doctest::ContextOptions&) {}
  void test_case_skipped(const doctest::TestCaseData& test) override {
    if (test.m_skip) {  // not those that a filter of the command line left out
      std::cout << "SKIPPED: " << test.m_name << ": " << (test.m_description ? test.m_description : "") << std::endl;
    }
  }

  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_start(const doctest::TestCaseData&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
};

DOCTEST_REGISTER_LISTENER("skipped", 1, SkippedTests);

}  // namespace
