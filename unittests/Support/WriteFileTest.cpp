// A file is written whole, or what stood there stays.
#include "lib/Support/WriteFile.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <unistd.h>

namespace fs = std::filesystem;
using weir::writeFile;

namespace {

class WriteFileTest : public testing::Test {
protected:
  void SetUp() override {
    folder = fs::temp_directory_path() / ("WriteFileTest" + std::to_string(getpid()));
    fs::create_directories(folder);
  }

  void TearDown() override { fs::remove_all(folder); }

  std::string at(const char *name) const { return folder / name; }

  static std::string text(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// Names of all files, as a text.
  std::string names() const {
    std::string found;
    for (const auto &entry : fs::directory_iterator(folder))
      found += entry.path().filename().string() + " ";
    return found;
  }

  fs::path folder;
};

} // namespace

TEST_F(WriteFileTest, HoldsTheBytesAndNothingElseIsLeft) {
  ASSERT_FALSE(writeFile(at("a"), std::string_view("x\0y", 3)));
  ASSERT_FALSE(writeFile(at("a"), "new"));
  EXPECT_EQ(text(at("a")), "new");
  EXPECT_EQ(names(), "a ");
}

TEST_F(WriteFileTest, ReadersOfTheOldFileKeepIt) {
  ASSERT_FALSE(writeFile(at("a"), "old"));
  std::ifstream reader(at("a"), std::ios::binary);
  ASSERT_FALSE(writeFile(at("a"), "new"));
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(reader), {}), "old");
}

TEST_F(WriteFileTest, PermissionsStayAndLinksAreFollowed) {
  ASSERT_FALSE(writeFile(at("a"), "old"));
  fs::permissions(at("a"), fs::perms::owner_all);
  fs::create_symlink("a", at("link"));
  ASSERT_FALSE(writeFile(at("link"), "new"));
  EXPECT_TRUE(fs::is_symlink(at("link")));
  EXPECT_EQ(text(at("a")), "new");
  EXPECT_EQ(fs::status(at("a")).permissions(), fs::perms::owner_all);
}

TEST_F(WriteFileTest, AFailureSaysWhyAndLeavesNothing) {
  EXPECT_EQ(writeFile(at("none/a"), "new"), std::errc::no_such_file_or_directory);
  EXPECT_EQ(writeFile(folder, "new"), std::errc::is_a_directory);
  EXPECT_EQ(names(), "");
}

TEST_F(WriteFileTest, ADeviceIsWrittenInPlace) {
  EXPECT_FALSE(writeFile("/dev/null", "new"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(writeFile("/dev/full", "new"), std::errc::no_space_on_device);
}
