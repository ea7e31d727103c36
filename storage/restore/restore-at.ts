import { mkdirSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { copyBackup, markRestored, putInPlace } from '../backup/backup.js'
import type { Manifest } from '../backup/manifest.js'
import { refuseWithoutRoom } from '../backup/room.js'
import { syncPath } from '../durable-files.js'
import { sqlitePath } from '../paths.js'
import { type BringOptions, bringRecords } from './bringing.js'
import type { RestorePlan } from './plan.js'

/** An upper bound for the space of a record in logs and tables, as a multiple of its bytes. */
const BYTES_OF_A_RECORD = 4
const MARGIN_BYTES = 4 * 1024 * 1024

export type RestoreAtOptions = Omit<BringOptions, 'directory'> & {
  /** A path that must not exist, or be empty. */
  readonly target: string
  /** The disk space that the restore must leave free. */
  readonly reserveBytes: number
}

/** The maximum number of bytes that the plan needs. */
export function bytesOf({ backup: { manifest }, bytes }: RestorePlan): number {
  const files = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0)
  return files + BYTES_OF_A_RECORD * bytes + MARGIN_BYTES
}

/**
 * Carries out a plan. The complete directory is renamed into place; after a failure nothing is
 * left.
 */
export async function restoreAt(options: RestoreAtOptions): Promise<Manifest> {
  const { target, plan, reserveBytes } = options
  const parent = dirname(resolve(target))
  mkdirSync(parent, { recursive: true })
  refuseWithoutRoom(parent, 'a restore', bytesOf(plan), reserveBytes)
  const { manifest, directory } = copyBackup(plan.backup.path, target)
  markRestored(directory, manifest)
  try {
    await bringRecords({ ...options, directory })
    for (const path of [sqlitePath(directory), directory]) syncPath(path)
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
  putInPlace(directory, target)
  return manifest
}
