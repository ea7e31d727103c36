import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { makePrivate, NotPrivateError } from '../../storage/secrets/private-files.js'

const MODE = 0o700

/**
 * Creates the data directory if it does not exist and makes its files readable by their owner only.
 * Throws an error with a sentence for the operator.
 */
export function makeOwnDirectory(directory: string): void {
  try {
    makeDirectories(directory)
    if (!statSync(directory).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
    makePrivate(directory)
  } catch (cause) {
    if (cause instanceof NotPrivateError) throw cause
    throw new Error(`DATA_DIR '${directory}' ${whyNot(cause)}`, { cause })
  }
}

/**
 * Creates one directory level at a time: `mkdirSync` with `recursive` never returns on a file
 * system such as `/proc`, which reports an existing folder as missing.
 */
function makeDirectories(directory: string): void {
  if (existsSync(directory)) return
  const parent = dirname(directory)
  if (parent !== directory) makeDirectories(parent)
  mkdirSync(directory, { mode: MODE })
}

function whyNot(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException
  switch (code) {
    case 'ENOTDIR':
      return 'is a file, or below one: set it to a folder'
    case 'EACCES':
    case 'EPERM':
      return 'is closed to the user that the server runs as: give the folder to this user, or set another'
    case 'ENOENT':
      return 'cannot be made, since its parent takes no folder: set another'
    case 'EROFS':
      return 'is on a file system that can only be read: set another'
    default:
      return `cannot be used: ${message}`
  }
}
