import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'

const PROCESSES = '/proc'

/**
 * Whether a process on this machine has a file in the folder open. Assumes yes where it cannot be
 * determined: for another user's Node process, and on systems without `/proc`.
 */
export function isHeldOpen(folder: string): boolean {
  const inside = `${realpathSync(folder)}${sep}`
  try {
    return readdirSync(PROCESSES)
      .filter((name) => /^\d+$/.test(name))
      .some((pid) => holds(join(PROCESSES, pid), inside))
  } catch {
    return true
  }
}

function holds(process: string, inside: string): boolean {
  const files = join(process, 'fd')
  try {
    return readdirSync(files).some((file) => linkOf(join(files, file)).startsWith(inside))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false
    return readFileSync(join(process, 'cmdline'), 'utf8').includes('openfloor')
  }
}

/** The path behind the link of an open file; empty if the file was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
