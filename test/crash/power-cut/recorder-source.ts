/**
 * The recorder (recorder.ts), in C: it stands before the C library and writes down what passes.
 * Kept as text, since the compiler of this project copies no other files.
 */
export const RECORDER_SOURCE = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE = 1, SYNCED_WRITE, SYNC, TRUNCATE, RENAME, SAID };
#define FILES 65536

struct head { uint32_t kind, reserved; uint64_t inode; uint32_t offset, length; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *directory;
static int record_fd = -1;
static uint64_t inodes[FILES]; /* of the descriptors that are watched, else 0 */
static uint8_t synced[FILES];

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
  directory = getenv("RECORD_DIRECTORY");
  const char *path = getenv("RECORD_FILE");
  if (path) record_fd = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

static void put(uint32_t kind, uint64_t inode, uint64_t offset, const struct iovec *parts,
                int count, size_t length) {
  struct head head = {kind, 0, inode, (uint32_t)offset, (uint32_t)length};
  size_t rest = length;
  pthread_mutex_lock(&lock);
  REAL(write)(record_fd, &head, sizeof head);
  for (int i = 0; i < count && rest > 0; i++) {
    size_t part = parts[i].iov_len < rest ? parts[i].iov_len : rest;
    REAL(write)(record_fd, parts[i].iov_base, part);
    rest -= part;
  }
  pthread_mutex_unlock(&lock);
}

static int watched(int fd) { return record_fd >= 0 && fd >= 0 && fd < FILES && inodes[fd] != 0; }

static void wrote(int fd, off_t offset, const struct iovec *parts, int count, ssize_t length) {
  if (length <= 0) return;
  if (fd == 1 && record_fd >= 0) put(SAID, 0, 0, parts, count, length);
  else if (watched(fd)) {
    put(synced[fd] ? SYNCED_WRITE : WRITE, inodes[fd], offset, parts, count, length);
  }
}

static int opened(int fd, const char *path, int flags) {
  struct stat info;
  if (fd < 0 || fd >= FILES) return fd;
  inodes[fd] = 0;
  if (directory && strncmp(path, directory, strlen(directory)) == 0 && fstat(fd, &info) == 0) {
    inodes[fd] = info.st_ino;
    synced[fd] = (flags & O_DSYNC) != 0;
  }
  return fd;
}

#define OPEN(name) \\
  int name(const char *path, int flags, ...) { \\
    va_list rest; \\
    va_start(rest, flags); \\
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \\
    va_end(rest); \\
    return opened(REAL(name)(path, flags, mode), path, flags); \\
  }
#define OPENAT(name) \\
  int name(int at, const char *path, int flags, ...) { \\
    va_list rest; \\
    va_start(rest, flags); \\
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \\
    va_end(rest); \\
    return opened(REAL(name)(at, path, flags, mode), path, flags); \\
  }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

int close(int fd) {
  if (fd >= 0 && fd < FILES) inodes[fd] = 0;
  return REAL(close)(fd);
}

static off_t position(int fd) { return watched(fd) ? lseek(fd, 0, SEEK_CUR) : 0; }

ssize_t write(int fd, const void *bytes, size_t length) {
  struct iovec part = {(void *)bytes, length};
  off_t offset = position(fd);
  ssize_t done = REAL(write)(fd, bytes, length);
  wrote(fd, offset, &part, 1, done);
  return done;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  off_t offset = position(fd);
  ssize_t done = REAL(writev)(fd, parts, count);
  wrote(fd, offset, parts, count, done);
  return done;
}

static ssize_t wrote_at(int fd, const void *bytes, off_t offset, ssize_t done) {
  struct iovec part = {(void *)bytes, done > 0 ? (size_t)done : 0};
  wrote(fd, offset, &part, 1, done);
  return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  return wrote_at(fd, bytes, offset, REAL(pwrite)(fd, bytes, length, offset));
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  return wrote_at(fd, bytes, offset, REAL(pwrite64)(fd, bytes, length, offset));
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  ssize_t done = REAL(pwritev)(fd, parts, count, offset);
  wrote(fd, offset, parts, count, done);
  return done;
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  ssize_t done = REAL(pwritev64)(fd, parts, count, offset);
  wrote(fd, offset, parts, count, done);
  return done;
}

static int did_sync(int fd, int failed) {
  if (!failed && watched(fd)) put(SYNC, inodes[fd], 0, 0, 0, 0);
  return failed;
}
int fsync(int fd) { return did_sync(fd, REAL(fsync)(fd)); }
int fdatasync(int fd) { return did_sync(fd, REAL(fdatasync)(fd)); }

static int did_truncate(int fd, off_t length, int failed) {
  if (!failed && watched(fd)) put(TRUNCATE, inodes[fd], length, 0, 0, 0);
  return failed;
}
int ftruncate(int fd, off_t length) {
  return did_truncate(fd, length, REAL(ftruncate)(fd, length));
}
int ftruncate64(int fd, off64_t length) {
  return did_truncate(fd, length, REAL(ftruncate64)(fd, length));
}

int rename(const char *from, const char *to) {
  struct stat info;
  int failed = REAL(rename)(from, to);
  if (!failed && record_fd >= 0 && directory && strncmp(to, directory, strlen(directory)) == 0 &&
      stat(to, &info) == 0) {
    struct iovec part = {(void *)to, strlen(to)};
    put(RENAME, info.st_ino, 0, &part, 1, part.iov_len);
  }
  return failed;
}
`
