import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FileDigest } from '../durable-files.js'

/** The contents of a backup. It is written last, so a backup without it is incomplete. */
export interface Manifest {
  readonly format: 1
  readonly created_at: string
  readonly server_id: string
  /** The number of migrations of the tables. */
  readonly schema_version: number
  readonly shards: number
  readonly projection_seq: number
  /** The time of the scheduled run; undefined for other backups. */
  readonly scheduled_at?: string
  readonly files: Readonly<Record<string, FileDigest>>
}

export class BackupError extends Error {
  override readonly name = 'BackupError'
}

export const MANIFEST = 'manifest.json'
export const MANIFEST_BYTES_MAX = 64 * 1024 * 1024
/** The maximum number of shards of any server. */
const SHARDS_MAX = 64
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/**
 * The manifest of a backup, checked completely before anything of it is used, so that a damaged one
 * is reported at once. Throws a `BackupError`.
 */
export function readManifest(directory: string): Manifest {
  const path = join(directory, MANIFEST)
  if (!existsSync(directory)) {
    throw new BackupError(`there is no folder '${directory}': name the folder of a backup`)
  }
  if (!existsSync(path)) {
    const [inside] = backupsIn(directory)
    const next =
      inside === undefined
        ? 'the backup was not finished, take another'
        : `it is a folder of backups, name one of them, such as ${join(directory, inside)}`
    throw new BackupError(`${directory} has no ${MANIFEST}: ${next}`)
  }
  const file = statSync(path)
  if (!file.isFile() || file.size > MANIFEST_BYTES_MAX) throw damaged(path, 'it is no such file')
  const found = parsed(path)
  const { format, created_at, shards, projection_seq, files } = found
  if (format !== 1) {
    throw new BackupError(`${path} has format ${shown(format)}, this server reads format 1`)
  }
  if (typeof created_at !== 'string' || !TIME.test(created_at)) throw damaged(path, 'created_at')
  if (!isCount(shards) || shards < 1 || shards > SHARDS_MAX) throw damaged(path, 'shards')
  if (!isCount(projection_seq)) throw damaged(path, 'projection_seq')
  if (!isObject(files)) throw damaged(path, 'files')
  for (const digest of Object.values(files)) {
    const isDigest = isObject(digest) && typeof digest['sha256'] === 'string'
    if (!isDigest || !isCount(digest['bytes'])) throw damaged(path, 'files')
  }
  return found as unknown as Manifest
}

function parsed(path: string): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (isObject(found)) return found
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw damaged(path, 'it is no JSON object')
}

function damaged(path: string, what: string): BackupError {
  return new BackupError(`${path} is damaged (${what}): use another backup`)
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value as text for the terminal: without control codes, and shortened. */
function shown(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 40)
}

/** The names of the complete backups in a folder, newest first if their names contain the time. */
function backupsIn(folder: string): string[] {
  if (!statSync(folder).isDirectory()) return []
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, MANIFEST)))
  return names.sort().reverse()
}
