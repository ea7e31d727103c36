import { join } from 'node:path'
import { type RawRecord, rawRecords } from '../../wire/record/record.js'
import type { Log, LogReader } from '../log/log.js'
import { LogFile } from '../log/log-file.js'
import { openLog } from '../log/open.js'
import { shardName } from '../paths.js'
import { mergedBySeq } from '../projection/merged-records.js'

/**
 * Distributes the records of all logs to another number of logs.
 *
 *   D1. Every record is copied unchanged into one new log: all records of an account into the log
 *       of its login, so that the chain by previous records stays complete; others into any.
 *   D2. They are written in order of their seqs, which rise over all logs.
 *   D3. The written records are read back from the files and compared with the originals, byte by
 *       byte.
 */
export interface NewLogs {
  readonly directory: string
  readonly shards: number
  readonly mapBytes?: number
}

/** Called from time to time with the number of bytes copied so far. */
export type OnBytes = (bytes: number) => void

/** Records are collected up to this size, to avoid one sync per turn. */
const COMMIT_BYTES = 1024 * 1024
const TELL_BYTES = 16 * 1024 * 1024

/**
 * The new shard of a record. If the number of shards stays the same, times of turns stay in their
 * shard. Anchors are spread over the shards.
 */
export function shardOf(
  { login, shard, seq }: Pick<RawRecord, 'login' | 'shard' | 'seq'>,
  shards: number,
): number {
  return (login ?? shard ?? seq) % shards
}

/** The unchanged records of a log after `seq`. */
export function* rawRecordsOf(
  log: Pick<LogReader, 'read'>,
  afterSeq = 0,
): Generator<RawRecord, undefined, undefined> {
  for (const { bytes } of log.read(afterSeq + 1)) {
    for (const record of rawRecords(bytes)) {
      if (record.seq > afterSeq) yield record
    }
  }
}

/** Writes the new logs (D1, D2). Returns their number of records. */
export async function dealLogs(
  from: readonly LogReader[],
  to: NewLogs,
  onBytes: OnBytes = () => undefined,
): Promise<number> {
  const logs = openNewLogs(to)
  const turns = logs.map((log) => new OpenTurn(log))
  const tally = new Tally(onBytes)
  try {
    for (const { record } of mergedBySeq(from.map((log) => rawRecordsOf(log)))) {
      turns[shardOf(record, to.shards)]?.add(record)
      tally.count(record.bytes.length)
    }
    for (const turn of turns) turn.commit()
  } finally {
    for (const log of logs) await log.close()
  }
  return tally.records
}

/** The first record that differs in its new log (D3); undefined if all are equal. */
export async function misdealt(
  from: readonly LogReader[],
  { directory, shards }: NewLogs,
  onBytes: OnBytes = () => undefined,
): Promise<string | undefined> {
  const files = shardsOf(shards).map((shard) => new LogFile(join(directory, shardName(shard))))
  const tally = new Tally(onBytes)
  const dealt = mergedBySeq(files.map((file) => rawRecordsOf(file)))
  try {
    for (const { record } of mergedBySeq(from.map((log) => rawRecordsOf(log)))) {
      const next = dealt.next()
      if (next.done === true) return `record ${record.seq} is missing`
      const { shard, record: found } = next.value
      const isSame = Buffer.compare(found.bytes, record.bytes) === 0
      if (!isSame) return `record ${found.seq} is there where record ${record.seq} was`
      const right = shardOf(record, shards)
      if (shard !== right) return `record ${record.seq} is in shard ${shard}, not in ${right}`
      tally.count(record.bytes.length)
    }
    const more = dealt.next()
    return more.done === true ? undefined : `record ${more.value.record.seq} is too many`
  } finally {
    for (const file of files) await file.close()
  }
}

/** Opens the new logs for writing. Checks only their newest entries. */
export function openNewLogs({ directory, shards, mapBytes }: NewLogs): Log[] {
  return shardsOf(shards).map((shard) =>
    openLog({
      directory: join(directory, shardName(shard)),
      verifyFrom: Number.MAX_SAFE_INTEGER,
      ...(mapBytes === undefined ? {} : { mapBytes }),
    }),
  )
}

function shardsOf(shards: number): number[] {
  return Array.from({ length: shards }, (_, shard) => shard)
}

/** Records of one new log that wait for a common commit. */
export class OpenTurn {
  readonly #log: Log
  #bytes = Buffer.allocUnsafe(COMMIT_BYTES)
  #length = 0
  #firstSeq = 0

  constructor(log: Log) {
    this.#log = log
  }

  add({ seq, bytes }: RawRecord): void {
    if (this.#length + bytes.length > this.#bytes.length) this.commit()
    if (bytes.length > this.#bytes.length) this.#bytes = Buffer.allocUnsafe(bytes.length)
    if (this.#length === 0) this.#firstSeq = seq
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  commit(): void {
    if (this.#length === 0) return
    this.#log.commit(this.#firstSeq, this.#bytes.subarray(0, this.#length))
    this.#length = 0
  }
}

class Tally {
  records = 0
  readonly #onBytes: OnBytes
  #bytes = 0
  #toldAt = 0

  constructor(onBytes: OnBytes) {
    this.#onBytes = onBytes
  }

  count(bytes: number): void {
    this.records += 1
    this.#bytes += bytes
    if (this.#bytes - this.#toldAt < TELL_BYTES) return
    this.#toldAt = this.#bytes
    this.#onBytes(this.#bytes)
  }
}
