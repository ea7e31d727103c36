import { closeSync, fstatSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { constants, gunzipSync, gzipSync } from 'node:zlib'
import { timeText } from '../../wire/format/time-text.js'
import { firstSeqOf, lastSeqOf, lastTimeOf, scanRecords } from '../../wire/record/record.js'
import { sha256Of, syncPath } from '../durable-files.js'

/**
 * A stretch of one shard's log as a self-describing file: a line of JSON as head, followed by the
 * records as in the log, compressed with gzip.
 *
 *   - It has all records of the shard after `after_seq` up to `last_seq`, complete and in order.
 *   G2. A file whose sizes, digest or records differ from its head is not used.
 */
export interface SegmentHead {
  /** The version of the file's format. */
  readonly openfloor_log: 1
  readonly server_id: string
  /**
   * The timeline, which changes with each restore from a backup, because the log may differ from
   * there on.
   */
  readonly timeline: string
  readonly shard: number
  readonly shards: number
  readonly after_seq: number
  readonly first_seq: number
  readonly last_seq: number
  readonly records: number
  readonly first_at: string
  readonly last_at: string
  /** The size of the records, uncompressed and compressed. */
  readonly bytes: number
  readonly packed_bytes: number
  readonly sha256: string
}

export type SegmentOrigin = Pick<SegmentHead, 'server_id' | 'timeline' | 'shard' | 'shards'>

export interface Segment {
  readonly head: SegmentHead
  readonly records: Buffer
}

/** A file that differs from its head, its name or the log. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}

/** A segment ends at this size; it may exceed it by one turn. */
export const SEGMENT_BYTES = 8 * 1024 * 1024
/**
 * The maximum size of the records, far more than SEGMENT_BYTES and the largest turn. A head with
 * more is damaged.
 */
const RECORDS_BYTES_MAX = 256 * 1024 * 1024
const HEAD_BYTES_MAX = 4096
const LINE_END = 0x0a
const NUMBERS = [
  'shard',
  'shards',
  'after_seq',
  'first_seq',
  'last_seq',
  'records',
  'bytes',
  'packed_bytes',
]
const TEXTS = ['server_id', 'timeline', 'first_at', 'last_at', 'sha256'] as const

/** Writes and syncs a segment. `records` must be complete and in order. */
export function writeSegment(
  path: string,
  origin: SegmentOrigin,
  afterSeq: number,
  records: Buffer,
): SegmentHead {
  const packed = gzipSync(records, { level: constants.Z_DEFAULT_COMPRESSION })
  const scan = scanRecords(records, afterSeq)
  const head: SegmentHead = {
    openfloor_log: 1,
    ...origin,
    after_seq: afterSeq,
    first_seq: firstSeqOf(records),
    last_seq: lastSeqOf(records),
    records: scan.records,
    first_at: timeText(firstTimeOf(records)),
    last_at: timeText(lastTimeOf(records)),
    bytes: records.length,
    packed_bytes: packed.length,
    sha256: sha256Of(records),
  }
  writeFileSync(path, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), packed]), {
    mode: 0o600,
  })
  syncPath(path)
  return head
}

/** Reads only the head, and checks that the file has the stated length. */
export function readHead(path: string): SegmentHead {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(HEAD_BYTES_MAX)
    const length = readSync(file, bytes, 0, HEAD_BYTES_MAX, 0)
    const { head, end } = headIn(path, bytes.subarray(0, length))
    const { size } = fstatSync(file)
    if (size !== end + head.packed_bytes) {
      throw new ArchiveError(`${path} has ${size} bytes, not what its head says`)
    }
    return head
  } finally {
    closeSync(file)
  }
}

/** See G2. */
export function readSegment(path: string): Segment {
  const head = readHead(path)
  const bytes = readFileSync(path)
  const { end } = headIn(path, bytes.subarray(0, HEAD_BYTES_MAX))
  let records: Buffer
  try {
    records = gunzipSync(bytes.subarray(end), { maxOutputLength: head.bytes + 1 })
  } catch (error) {
    throw new ArchiveError(`${path} cannot be unpacked: ${(error as Error).message}`)
  }
  if (records.length !== head.bytes || sha256Of(records) !== head.sha256) {
    throw new ArchiveError(`${path}: the records are not those that were written`)
  }
  const scan = scanRecords(records, head.after_seq)
  const isAsSaid =
    scan.problem === undefined &&
    scan.records === head.records &&
    scan.firstSeq === head.first_seq &&
    scan.lastSeq === head.last_seq
  if (!isAsSaid) {
    throw new ArchiveError(`${path}: ${scan.problem?.why ?? 'the head names other records'}`)
  }
  return { head, records }
}

function headIn(path: string, bytes: Uint8Array): { head: SegmentHead; end: number } {
  const line = bytes.indexOf(LINE_END)
  const text = Buffer.from(bytes.subarray(0, Math.max(0, line))).toString('utf8')
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    found = undefined
  }
  if (!isHead(found)) throw new ArchiveError(`${path} is no part of an archive of a log`)
  return { head: found, end: line + 1 }
}

function isHead(found: unknown): found is SegmentHead {
  if (typeof found !== 'object' || found === null) return false
  const head = found as Record<string, unknown>
  if (head['openfloor_log'] !== 1) return false
  const isCount = (n: unknown): boolean => Number.isSafeInteger(n) && (n as number) >= 0
  if (!NUMBERS.every((name) => isCount(head[name]))) return false
  if (!TEXTS.every((name) => typeof head[name] === 'string')) return false
  return (head['bytes'] as number) <= RECORDS_BYTES_MAX
}

/** Reads the time of the first record, which has the same offset in every record version. */
function firstTimeOf(records: Buffer): number {
  return lastTimeOf(records.subarray(0, records.readUInt32LE(0)))
}
