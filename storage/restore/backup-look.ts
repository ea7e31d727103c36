import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Login, UnixMs } from '../../engine/units.js'
import { type RawRecord, rawRecords } from '../../wire/record/record.js'
import { BackupError, MANIFEST, type Manifest, readManifest } from '../backup/manifest.js'
import { newestSeqOf, newestTimeOf } from '../journal-anchors.js'
import type { LogReader } from '../log/log.js'
import { LogFile } from '../log/log-file.js'
import { logDirectory, sqlitePath } from '../paths.js'
import { knownNumbers } from '../repos/known-numbers.js'
import { metaRepo } from '../repos/meta.js'
import { projectionRepo } from '../repos/trades/projection.js'
import { openReader, type Sqlite } from '../sqlite/open.js'
import { RestoreError } from './restore-error.js'

/** A backup whose content was not verified yet. */
export interface FoundBackup {
  readonly path: string
  readonly manifest: Manifest
}

const UNFINISHED = /\.(?:partial|removed)$/

/** The backup at `path`, or all backups in that folder, newest first. */
export function backupsAt(path: string): FoundBackup[] {
  if (!existsSync(path)) throw new RestoreError(`there is no backup at ${path}`)
  const single = backupIn(path)
  if (single !== undefined) return [single]
  const found = readdirSync(path)
    .filter((name) => !UNFINISHED.test(name))
    .flatMap((name) => backupIn(join(path, name)) ?? [])
    .sort((a, b) => Date.parse(b.manifest.created_at) - Date.parse(a.manifest.created_at))
  if (found.length === 0) throw new RestoreError(`there is no backup in ${path}`)
  const servers = new Set(found.map(({ manifest }) => manifest.server_id))
  if (servers.size > 1) {
    const names = found.map((one) => basename(one.path)).join(', ')
    throw new RestoreError(
      `the backups in ${path} are of ${servers.size} servers, name one: ${names}`,
    )
  }
  return found
}

function backupIn(path: string): FoundBackup | undefined {
  if (!existsSync(join(path, MANIFEST))) return undefined
  try {
    return { path, manifest: readManifest(path) }
  } catch (error) {
    if (error instanceof BackupError) throw new RestoreError(error.message)
    throw error
  }
}

/** The state of a backup from which a restore to a later moment begins. */
export class BackupLook {
  readonly backup: FoundBackup
  readonly serverId: string
  readonly timeline: string
  /** The seq up to which the tables have all records. */
  readonly tablesThrough: number
  /** The newest record of each of its logs. It may be newer than the tables. */
  readonly ends: readonly number[]
  readonly newestAt: UnixMs
  readonly #db: Sqlite
  readonly #logs: readonly LogReader[]
  readonly #symbols: ReadonlySet<number>

  constructor(backup: FoundBackup) {
    const { path, manifest } = backup
    this.backup = backup
    this.#db = openReader(sqlitePath(path))
    this.#logs = Array.from(
      { length: manifest.shards },
      (_, shard) => new LogFile(logDirectory(path, shard)),
    )
    const meta = metaRepo(this.#db)
    this.serverId = meta.get('server_id') ?? ''
    this.timeline = meta.get('log_timeline') ?? ''
    this.tablesThrough = projectionRepo(this.#db).seq()
    this.ends = this.#logs.map(newestSeqOf)
    this.newestAt = newestTimeOf(this.#logs)
    this.#symbols = new Set(knownNumbers(this.#db).symbols())
  }

  get shards(): number {
    return this.#logs.length
  }

  hasAccount(login: Login): boolean {
    return knownNumbers(this.#db).hasAccount(login)
  }

  hasSymbol(symbolId: number): boolean {
    return symbolId === 0 || this.#symbols.has(symbolId)
  }

  /** The newest record of each log that is not empty. */
  newestRecords(): RawRecord[] {
    return this.#logs.flatMap((log) => {
      const entry = log.last()
      const newest = entry && [...rawRecords(entry.bytes)].at(-1)
      return newest === undefined ? [] : [{ ...newest, bytes: Buffer.from(newest.bytes) }]
    })
  }

  async close(): Promise<void> {
    this.#db.close()
    for (const log of this.#logs) await log.close()
  }
}
