#include "shell/transcript.hpp"

#include <algorithm>
#include <cctype>


namespace shell {
namespace {

/// A number alone does not say what it is about.
std::string with_subject(const std::string& text, const std::string& subject) {
  const bool has_letters = std::any_of(text.begin(), text.end(), [](char character) {
    return std::isalpha(static_cast<unsigned char>(character)) != 0;
  });
  return has_letters ? text : subject + " " + text;
}

/// FNV-1a (Fowler, Noll, Vo).
class Hash {
 public:
  void add(std::string_view text) {
    for (const char character : text) {
      add(static_cast<unsigned char>(character));
    }
    add(0xFFU);
  }
  void add(std::uint64_t number) { value_ = (value_ ^ number) * 0x100000001b3U; }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

}  // namespace

bool is_control(EntryKind kind) { return kind >= EntryKind::kButton && kind <= EntryKind::kMap; }

void Transcript::clear() {
  entries_.clear();
  label_.clear();
  labelled_.clear();
  family_.clear();
}

void Transcript::add(Entry entry) {
  entry.part = part_;
  const bool labelled = !labelled_.empty() && entry.name.starts_with(labelled_);
  const bool exactly = labelled && entry.name.size() == labelled_.size();
  if (exactly && entry.text.empty()) {
    entry.text = label_;
  } else if (labelled && !exactly && (entry.name[labelled_.size()] == '.' || entry.name[labelled_.size()] == '[')) {
    entry.group = label_;
    entry.text = entry.kind == EntryKind::kButton ? with_subject(entry.text, label_) : entry.text;
  }
  entry.family = family_;
  entries_.push_back(std::move(entry));
}

void Transcript::label(std::string_view text, std::string_view name) {
  label_ = text;
  labelled_ = name;
}

std::uint64_t Transcript::fingerprint() const {
  Hash hash;
  for (const Entry& entry : entries_) {
    if (entry.kind == EntryKind::kCode) {
      continue;
    }
    hash.add(static_cast<std::uint64_t>(entry.kind) | static_cast<std::uint64_t>(entry.part) << 8U |
             static_cast<std::uint64_t>(entry.chosen) << 16U | static_cast<std::uint64_t>(entry.enabled) << 17U |
             static_cast<std::uint64_t>(entry.transposed) << 18U | static_cast<std::uint64_t>(entry.side) << 20U);
    hash.add(entry.name);
    hash.add(entry.text);
    hash.add(entry.value);
    hash.add(entry.group);
    hash.add(static_cast<std::uint64_t>(entry.cell.tensor) << 48U ^ static_cast<std::uint64_t>(entry.cell.row) << 24U ^
             static_cast<std::uint64_t>(entry.cell.column) << 8U ^ static_cast<std::uint64_t>(entry.cell.head));
  }
  return hash.value();
}

}  // namespace shell
