import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { UnixMs } from '../../engine/units.js'
import { encodeAnchor, RecordBuffer } from '../../wire/record/record.js'
import type { JournalHead } from '../../wire/stored/journal-line.js'
import { archivePaths } from '../backup/archives.js'
import { refuseWithoutRoom } from '../backup/room.js'
import { syncPath } from '../durable-files.js'
import { newestSeqOf, newestTimeOf } from '../journal-anchors.js'
import { DATA_FILE } from '../log/lmdb-pages.js'
import type { Log, LogReader } from '../log/log.js'
import { openLog } from '../log/open.js'
import { dealtLogsDirectory, logDirectory } from '../paths.js'
import { Projector } from '../projection/projector.js'
import { idRangesRepo } from '../repos/id-ranges.js'
import { metaRepo } from '../repos/meta.js'
import { journalRepo } from '../repos/records/journal.js'
import { projectionRepo } from '../repos/trades/projection.js'
import { projectionWrites } from '../repos/trades/projection-writes.js'
import { requestKeysRepo } from '../repos/trades/request-keys.js'
import { openWriter, type Sqlite, Transactions } from '../sqlite/open.js'
import { dealLogs, misdealt, type NewLogs, type OnBytes, openNewLogs } from './dealing.js'
import { areLogsPlaced, placeDealtLogs } from './placing.js'
import { dealRequestKeys } from './request-keys.js'

/**
 * Distributes the accounts of a stopped server to another number of shards.
 *
 *   R1. Until the one transaction of the tables, nothing changes that the old number of shards
 *       could not continue with: the tables get what the logs have, and the new logs are made
 *       separately. After it the new number is valid (placing.ts).
 *   R2. The new logs have been compared with the old ones before that.
 *   R3. Tables and archives of tables have all records up to one seq, which becomes the cursor of
 *       each old and new shard.
 *   R4. Each new log ends with an anchor of the journal's line about the reshard, under a higher
 *       seq than all before, so that no shard's time or numbers go back, and no log is empty.
 *   - The archive of the logs continues in a separate directory, because a shard's records are now
 *     others.
 */
export interface ReshardOptions {
  readonly dataDir: string
  /** The only connection to the tables (`openAlone`). The caller closes it. */
  readonly db: Sqlite
  readonly shards: number
  readonly now: UnixMs
  readonly monotonic: () => number
  /** The disk space that the new logs must leave free. */
  readonly reserveBytes: number
  readonly mapBytes?: number
  /** Called after each step with its result. */
  readonly onStep?: (name: string, found: string) => void
  /** Called from time to time with the bytes copied so far, of about `of` in total. */
  readonly onBytes?: (bytes: number, of: number) => void
}

export class ReshardError extends Error {
  override readonly name = 'ReshardError'
}

/** The bytes of an empty log, and the overhead of file systems. */
const LOG_BYTES = 256 * 1024

/**
 * Moves all accounts to the new number of shards. Throws if that is impossible; the server is then
 * unchanged.
 */
export async function reshard(options: ReshardOptions): Promise<void> {
  const { dataDir, db, onStep = () => undefined } = options
  const before = Number(metaRepo(db).get('shards'))
  const directory = dealtLogsDirectory(dataDir)
  rmSync(directory, { recursive: true, force: true })
  refuseWithoutRoom(
    dataDir,
    'a reshard',
    reshardBytes(dataDir, db, before, options.shards),
    options.reserveBytes,
  )
  const logs = openOldLogs(options, before)
  try {
    const through = newestOfAll(db, logs)
    onStep('tables', `${projected(options, logs, through)} records were not in them yet`)
    const archives = archivePaths(dataDir)
    for (const path of archives) settleCursors(path, Math.max(before, options.shards))
    onStep('archives', `${archives.length} copies of the tables`)
    await makeLogs(options, logs)
    const keys = await decide(options, logs, through)
    onStep('decide', `the tables are of ${options.shards} shards, with ${keys} request keys`)
  } catch (error) {
    if (areLogsPlaced(db)) rmSync(directory, { recursive: true, force: true })
    throw error
  } finally {
    for (const log of logs) await log.close()
  }
  placeDealtLogs(dataDir, db)
  onStep('place', 'the new logs are in their place, the old ones are gone')
}

/** The maximum additional bytes that the reshard needs. */
export function reshardBytes(dataDir: string, db: Sqlite, before: number, shards: number): number {
  const logs = Array.from({ length: before }, (_, shard) => logBytes(dataDir, shard))
  const used = logs.reduce((sum, bytes) => sum + bytes, 0)
  return used + shards * LOG_BYTES + 2 * requestKeysRepo(db).bytes()
}

function logBytes(dataDir: string, shard: number): number {
  const path = join(logDirectory(dataDir, shard), DATA_FILE)
  return existsSync(path) ? statSync(path).size : 0
}

/** Opens the former logs like a start, which checks every record. */
function openOldLogs({ dataDir, mapBytes, onStep }: ReshardOptions, before: number): Log[] {
  return Array.from({ length: before }, (_, shard) =>
    openLog({
      directory: logDirectory(dataDir, shard),
      onTornTail: ({ lastSeq, cutBytes }) =>
        onStep?.('torn tail', `${cutBytes} bytes cut of shard ${shard}, after record ${lastSeq}`),
      ...(mapBytes === undefined ? {} : { mapBytes }),
    }),
  )
}

/** The newest record of all logs. Throws if the tables have a newer one. */
function newestOfAll(db: Sqlite, logs: readonly LogReader[]): number {
  const newest = logs.map(newestSeqOf)
  const projection = projectionRepo(db)
  const short = newest.findIndex((seq, shard) => seq < projection.cursor(shard))
  if (short >= 0) {
    throw new ReshardError(
      `the log of shard ${short} ends at record ${newest[short]}, but the tables hold record ` +
        `${projection.cursor(short)}: the log is damaged, restore a backup`,
    )
  }
  return Math.max(projection.seq(), ...newest)
}

/**
 * Updates the tables from the logs, as the next start would. Returns the number of records that the
 * tables lacked.
 */
function projected(
  { db, monotonic }: ReshardOptions,
  logs: readonly LogReader[],
  through: number,
): number {
  const projector = new Projector({ db, transactions: new Transactions(db), logs, monotonic })
  let records = 0
  for (;;) {
    const batch = projector.step(through)
    records += batch.records
    if (batch.isCaughtUp) return records
  }
}

/** Sets the cursors of an archive (R3), so that it fits either number of shards. */
function settleCursors(path: string, shards: number): void {
  const archive = openWriter(path)
  try {
    const seq = projectionRepo(archive).seq()
    const writes = projectionWrites(archive)
    new Transactions(archive).durable(() => {
      for (let shard = 0; shard < shards; shard++) writes.setCursor(shard, seq)
    })
    // Turns the archive back into a single file.
    archive.pragma('journal_mode = DELETE')
  } finally {
    archive.close()
  }
  syncPath(path)
}

/** R2. */
async function makeLogs(options: ReshardOptions, logs: readonly LogReader[]): Promise<void> {
  const { dataDir, shards, onStep = () => undefined } = options
  const to = newLogsOf(options)
  const of = logs.reduce((sum, _, shard) => sum + logBytes(dataDir, shard), 0)
  const onBytes: OnBytes = (bytes) => options.onBytes?.(Math.min(bytes, of), of)
  const records = await dealLogs(logs, to, onBytes)
  onStep('deal', `${records} records to ${shards} logs`)
  const wrong = await misdealt(logs, to, onBytes)
  if (wrong !== undefined) throw new ReshardError(`the new logs are not what was written: ${wrong}`)
  onStep('compare', `${records} records are the same in both`)
}

function newLogsOf({ dataDir, shards, mapBytes }: ReshardOptions): NewLogs {
  const directory = dealtLogsDirectory(dataDir)
  return mapBytes === undefined ? { directory, shards } : { directory, shards, mapBytes }
}

/** Runs the one transaction of R1. Returns the number of request keys. */
async function decide(
  options: ReshardOptions,
  logs: readonly LogReader[],
  through: number,
): Promise<number> {
  const { dataDir, db, shards, now } = options
  const made = openNewLogs(newLogsOf(options))
  try {
    return new Transactions(db).durable(() => {
      const keys = dealRequestKeys(db, logs, shards)
      const writes = projectionWrites(db)
      writes.forgetCursors()
      for (let shard = 0; shard < shards; shard++) writes.setCursor(shard, through)
      writes.setSeq(through)
      idRangesRepo(db).clear()
      const meta = metaRepo(db)
      meta.set('shards', String(shards))
      meta.set('log_timeline', String(now))
      meta.set('dealt_logs', String(now))
      const head = noted(db, logs.length, shards, now)
      anchor(made, head, through, newestTimeOf(logs) || now)
      for (const path of [dealtLogsDirectory(dataDir), dataDir]) syncPath(path)
      return keys
    })
  } finally {
    for (const log of made) await log.close()
  }
}

/** Writes the journal line about the reshard. */
function noted(db: Sqlite, before: number, shards: number, now: UnixMs): JournalHead {
  const text = `The accounts were divided again: SHARDS was ${before} and is ${shards}`
  const kind = 'server.resharded'
  const entry = { actor: null, login: null, kind, text, changes: [], ip: '', requestId: '' }
  const { id, hash } = journalRepo(db).append(entry, now)
  return { id, hash }
}

/** R4. */
function anchor(logs: readonly Log[], head: JournalHead, through: number, at: UnixMs): void {
  for (const [shard, log] of logs.entries()) {
    const seq = through + 1 + shard
    const record = new RecordBuffer()
    encodeAnchor({ ...head, seq, at }, record)
    log.commit(seq, record.bytes())
  }
}
