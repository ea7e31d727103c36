import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { syncPath } from './backup/durable-files.js'
import { resultDirectory, resultPath } from './paths.js'

/**
 * Results of jobs: a file each, its owner's alone.
 *
 *   F1. Only the first `bytes` of a file count, as the job's row has them. What is added is on disk before the
 *       row says so, and what a crash left beyond them is cut off before anything is added.
 *   F2. A file whose job has none, or is no more, goes with the next sweep.
 */
const MODE = 0o600
const RESULT_NAME = /^job-(\d+)$/

/** The file has less than its row says: it cannot be gone on with. */
export class DamagedResultError extends Error {
  override readonly name = 'DamagedResultError'
}

/** Adds to the first `bytes` of the job's file; answers how many it has then. */
export function addToResult(dataDir: string, id: number, bytes: number, part: Uint8Array): number {
  mkdirSync(resultDirectory(dataDir), { recursive: true, mode: 0o700 })
  const path = resultPath(dataDir, id)
  const isNew = !existsSync(path)
  if (isNew && bytes > 0) throw new DamagedResultError(`the result of job ${id} is gone`)
  const file = openSync(path, isNew ? 'wx' : 'r+', MODE)
  try {
    if (fstatSync(file).size < bytes) {
      throw new DamagedResultError(`the result of job ${id} is shorter than ${bytes} bytes`)
    }
    ftruncateSync(file, bytes)
    let written = 0
    while (written < part.length) {
      written += writeSync(file, part, written, part.length - written, bytes + written)
    }
    fdatasyncSync(file)
  } finally {
    closeSync(file)
  }
  if (isNew) syncPath(resultDirectory(dataDir))
  return bytes + part.length
}

/** Removes every file but those of these jobs; answers how many. */
export function sweepResults(dataDir: string, kept: ReadonlySet<number>): number {
  const directory = resultDirectory(dataDir)
  if (!existsSync(directory)) return 0
  const gone = readdirSync(directory)
    .map((name) => RESULT_NAME.exec(name)?.[1])
    .filter((id) => id !== undefined && !kept.has(Number(id)))
  for (const id of gone) rmSync(resultPath(dataDir, Number(id)), { force: true })
  return gone.length
}

/** Whether so many bytes more leave what is kept free. */
export function hasRoomFor(dataDir: string, bytes: number, reserveBytes: number): boolean {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize >= bytes + reserveBytes
}
