// fork, a pipe for what the work returns, and poll with a deadline.
#include "lib/Fuzz/ChildProcess.h"

#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace weir::fuzz {

namespace {

using Clock = std::chrono::steady_clock;

struct Child {
  int64_t number;
  pid_t pid;
  int output;
  Clock::time_point deadline;
  std::string received;
};

void writeAll(int file, const std::string &text) {
  for (size_t done = 0; done < text.size();) {
    ssize_t count = write(file, text.data() + done, text.size() - done);
    if (count <= 0)
      return;
    done += static_cast<size_t>(count);
  }
}

/// None if the system gives no process.
std::optional<Child> start(int64_t number, int64_t seconds, const std::function<std::string(int64_t)> &work) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return std::nullopt;
  pid_t parent = getpid(), pid = fork();
  if (pid == 0) {
    // Who is killed leaves no processes behind, nor do those that it started.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
      _exit(1);
    // What a crash prints says less than the program that crashed.
    if (int nowhere = open("/dev/null", O_WRONLY); nowhere >= 0)
      dup2(nowhere, STDERR_FILENO);
    close(ends[0]);
    writeAll(ends[1], work(number));
    _exit(0);
  }
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return std::nullopt;
  }
  return Child{number, pid, ends[0], Clock::now() + std::chrono::seconds(seconds), {}};
}

ChildEnd finish(Child &child, const std::string &failure) {
  if (!failure.empty())
    kill(child.pid, SIGKILL);
  close(child.output);
  int status = 0;
  waitpid(child.pid, &status, 0);
  if (!failure.empty())
    return {{}, failure};
  if (WIFSIGNALED(status))
    return {{}, "signal " + std::to_string(WTERMSIG(status))};
  if (WEXITSTATUS(status) != 0)
    return {{}, "exit status " + std::to_string(WEXITSTATUS(status))};
  return {std::move(child.received), {}};
}

/// Reads what there is; whether the child has closed its end.
bool receive(Child &child) {
  char buffer[4096];
  ssize_t count = read(child.output, buffer, sizeof buffer);
  if (count > 0)
    child.received.append(buffer, static_cast<size_t>(count));
  return count <= 0;
}

} // namespace

void runInChildren(int64_t many, int64_t seconds, const std::function<std::optional<int64_t>()> &next,
                   const std::function<std::string(int64_t)> &work,
                   const std::function<void(int64_t, const ChildEnd &)> &ended) {
  std::vector<Child> children;
  // The others' time stands still while `ended` works, as nobody looks at them.
  auto end = [&](int64_t number, const ChildEnd &how) {
    Clock::time_point before = Clock::now();
    ended(number, how);
    for (Child &child : children)
      child.deadline += Clock::now() - before;
  };
  bool isOver = false;
  while (true) {
    while (!isOver && static_cast<int64_t>(children.size()) < many) {
      std::optional<int64_t> number = next();
      isOver = !number;
      if (isOver)
        break;
      if (std::optional<Child> child = start(*number, seconds, work))
        children.push_back(std::move(*child));
      else
        end(*number, {{}, "no process"});
    }
    if (children.empty())
      return;
    std::vector<pollfd> files;
    for (const Child &child : children)
      files.push_back({child.output, POLLIN, 0});
    poll(files.data(), files.size(), 1000);
    for (size_t i = 0; i < children.size(); ++i) {
      bool isDone = files[i].revents != 0 && receive(children[i]);
      bool isLate = !isDone && Clock::now() > children[i].deadline;
      if (!isDone && !isLate)
        continue;
      Child child = std::move(children[i]);
      children.erase(children.begin() + static_cast<ptrdiff_t>(i));
      end(child.number, finish(child, isLate ? "no end after " + std::to_string(seconds) + " s" : ""));
      break; // what poll told is old by now
    }
  }
}

ChildEnd runInChild(const ChildWork &work, int64_t seconds) {
  ChildEnd result;
  bool isStarted = false;
  runInChildren(
      1, seconds, [&] { return std::exchange(isStarted, true) ? std::nullopt : std::optional<int64_t>(0); },
      [&](int64_t) { return work(); }, [&](int64_t, const ChildEnd &end) { result = end; });
  return result;
}

} // namespace weir::fuzz
