import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes a data directory private to its owner: it contains password hashes, token digests and
 * personal data.
 *
 *   - New files are private, whatever the umask was (`PRIVATE_UMASK`).
 *   - Existing files of the server are made private at the start; files of other users are left
 *     unchanged.
 *   - A directory that others may read is closed if it contains no files of other users. Otherwise
 *     it is refused, because it may be a home directory or `/tmp`.
 */
export const PRIVATE_UMASK = 0o077

const OTHERS = 0o077
const FILE_MODE = 0o600
const DIRECTORY_MODE = 0o700
/**
 * Names of the server's files: databases and the files that SQLite puts beside them, keys, and the
 * clock confirmation.
 */
const OWN =
  /^(?:(?:openfloor|prices)\.sqlite(?:-wal|-shm|-journal)?|secret\.key(?:\.new)?|clock-confirmed)$/
const OWN_DIRECTORY = /^(?:log(?:\.new|\.old)?|archive|results|files|fix)$/
/** A directory that the file system reserves for itself. */
const NOBODYS = 'lost+found'
const DEPTH_MAX = 3

export class NotPrivateError extends Error {
  override readonly name = 'NotPrivateError'
}

/** Makes the files private; `directory` must exist. */
export function makePrivate(directory: string): void {
  if ((statSync(directory).mode & OTHERS) !== 0) close(directory)
  for (const name of readdirSync(directory)) {
    const path = join(directory, name)
    if (OWN.test(name)) restrict(path, FILE_MODE)
    else if (OWN_DIRECTORY.test(name)) makeTreePrivate(path, 1)
  }
}

function close(directory: string): void {
  const isForeign = (name: string): boolean =>
    !OWN.test(name) && !OWN_DIRECTORY.test(name) && name !== NOBODYS
  const foreign = readdirSync(directory).find(isForeign)
  if (foreign !== undefined) {
    throw new NotPrivateError(
      `others may read DATA_DIR ${directory}, and it holds '${foreign}', which is not the server's: ` +
        "set DATA_DIR to a directory of its own, or take the others' rights away (chmod 700)",
    )
  }
  try {
    chmodSync(directory, DIRECTORY_MODE)
  } catch (cause) {
    throw new NotPrivateError(
      `others may read DATA_DIR ${directory}, and its rights cannot be changed: give it to the user ` +
        'that the server runs as, or set DATA_DIR to a new directory below it',
      { cause },
    )
  }
}

function makeTreePrivate(path: string, depth: number): void {
  const isDirectory = statSync(path).isDirectory()
  restrict(path, isDirectory ? DIRECTORY_MODE : FILE_MODE)
  if (!isDirectory || depth >= DEPTH_MAX) return
  for (const name of readdirSync(path)) makeTreePrivate(join(path, name), depth + 1)
}

/** Sets the mode of a path. Does nothing if the path was deleted meanwhile. */
function restrict(path: string, mode: number): void {
  if (!existsSync(path) || (statSync(path).mode & OTHERS) === 0) return
  chmodSync(path, mode)
}
