import { crc32 } from 'node:zlib'
import type { AccountEvent, AccountRecord, JournalNote } from '../../engine/account/event.js'
import { assert } from '../../engine/assert.js'
import type { RefusalNumbers } from '../../engine/code.js'
import type { Login, UnixMs } from '../../engine/units.js'
import type { JournalAnchor } from '../stored/journal-line.js'
import { RECORD_VERSION, readersOf, storedType } from './event-layouts.js'
import { readOrigin, writeOrigin } from './origin-part.js'
import { type RecordBuffer, TEXT_HEAD_BYTES } from './record-buffer.js'
import { BadRecord, RecordReader } from './record-reader.js'
import { type RefusalCount, refusalsIn, refusalsText } from './refusal-counts.js'
import { clientNameOf } from './request-key.js'
import { type TurnTimes, writeTurn } from './turn-times.js'

export { RecordBuffer } from './record-buffer.js'
export { BadRecord } from './record-reader.js'

/**
 * Encodes the result of one request as a log record, in little-endian bytes:
 *
 *     0  u32  length of the whole record        24  u64  the account's previous record
 *     4  u32  CRC-32 of everything after it     32  f64  time
 *     8  u16  record version                    40  f64  login
 *    10  u16  number of events                  48  u64  the account's seq before it
 *    12  u32  digest of the request             56  key, code and message as texts,
 *    16  u64  seq                                   then each event: type, fields of its layout
 *
 * Three special versions belong to no account, and readers of accounts skip them:
 *
 *   - `ANCHOR_VERSION` records the newest line of the journal: its id at 24, the time at 32 and the
 *     hash of the line as a text at 40.
 *   - `TURN_VERSION` has the times of an earlier turn (turn-times.ts) from 40 on, the shard at 10 and
 *     the number of shards at 12. Zeros fill it up to the smallest size.
 *   - `REFUSALS_VERSION` has counts of refused requests (refusal-counts.ts): the shard at 10, the time
 *     of the first request at 40, then JSON, filled up with zeros.
 *
 * Other versions differ as follows:
 *
 *   - From `NUMBERS_VERSION` on, the numbers of a refusal follow the message as JSON text; an empty
 *     text means none.
 *   - From version 9 on, events omit fields with their usual value (record-layout.ts, Y2).
 *   - Even versions have a journal note between message and events: the login of the person who acted
 *     as f64, then kind, text, address and request id. The odd version before is the same without it.
 *   - Versions 17 and 18 are 15 and 16 with the origin of a change before the events (origin-part.ts).
 *     Records without an origin are still written as 15 and 16.
 *
 * Rules:
 *
 *   - The bytes of a version never change; `test/wire/record/record-versions.test.ts` checks this.
 *   - Length, checksum, version, seq and time have the same position in every version.
 *   - Nothing is read from a record whose length or checksum is wrong.
 *
 * The checksum is computed by zlib: 0.23 µs for 200 bytes and 0.40 µs for 1,000, compared with 0.25 and
 * 1.3 µs for a table in JavaScript.
 */
const HEAD_BYTES = 56
const CRC_START = 8
const F64_BYTES = 8
const VERSION_AT = 8
const SEQ_AT = 16
const TIME_AT = 32
const LOGIN_AT = 40
const ANCHOR_HEAD_BYTES = 40
const ANCHOR_VERSION = 0xffff
const TURN_VERSION = 0xfffe
const REFUSALS_VERSION = 0xfffd
/** The first version with the numbers of refusals. */
const NUMBERS_VERSION = 7
/** The first version with an origin. The same version without one is lower by `ORIGIN_STEP`. */
const ORIGIN_VERSION = 17
const ORIGIN_STEP = 2
/** The smallest record: the head and three empty texts. */
const RECORD_MIN_BYTES = HEAD_BYTES + 3
/** The largest number that a u16 can store. */
const EVENTS_MAX = 0xffff

export function encodeRecord(record: AccountRecord, into: RecordBuffer): void {
  const { requestKey, code, message, events, note, origin } = record
  const numbers = record.numbers === undefined ? '' : JSON.stringify(record.numbers)
  assert(events.length <= EVENTS_MAX, 'a log record has at most 65,535 events')
  const start = into.length
  into.reserve(
    HEAD_BYTES +
      4 * TEXT_HEAD_BYTES +
      2 * (requestKey.length + code.length + message.length + numbers.length),
  )
  const version = origin === undefined ? RECORD_VERSION - ORIGIN_STEP : RECORD_VERSION
  into.setU16(start + VERSION_AT, note === undefined ? version - 1 : version)
  into.setU16(start + 10, events.length)
  into.setU32(start + 12, record.requestDigest)
  into.setU64(start + SEQ_AT, record.seq)
  into.setU64(start + 24, record.previousSeq)
  into.setF64(start + TIME_AT, record.at)
  into.setF64(start + LOGIN_AT, record.login)
  into.setU64(start + 48, record.accountSeq)
  into.skip(HEAD_BYTES)
  into.text(requestKey)
  into.text(code)
  into.text(message)
  into.text(numbers)
  if (note !== undefined) writeNote(into, note)
  if (origin !== undefined) writeOrigin(into, origin)
  const head = { at: record.at, name: clientNameOf(requestKey) ?? '' }
  for (const event of events) {
    const { place, write } = storedType(event.type)
    into.reserve(1)
    into.byte(place)
    write(into, event, head)
  }
  close(into, start)
}

/** Writes the anchor of a journal that has at least one line. */
export function encodeAnchor(anchor: JournalAnchor, into: RecordBuffer): void {
  const start = into.length
  into.reserve(ANCHOR_HEAD_BYTES + TEXT_HEAD_BYTES + 2 * anchor.hash.length)
  into.setU16(start + VERSION_AT, ANCHOR_VERSION)
  into.setU16(start + 10, 0)
  into.setU32(start + 12, 0)
  into.setU64(start + SEQ_AT, anchor.seq)
  into.setU64(start + 24, anchor.id)
  into.setF64(start + TIME_AT, anchor.at)
  into.skip(ANCHOR_HEAD_BYTES)
  into.text(anchor.hash)
  close(into, start)
}

/** Writes the times of a turn during a later turn; `seq` and `at` belong to the later turn. */
export function encodeTurn(
  { seq, at, shard, shards }: Omit<TurnRecord, 'turn'>,
  turn: TurnTimes,
  into: RecordBuffer,
): void {
  const start = into.length
  into.reserve(RECORD_MIN_BYTES)
  into.setU16(start + VERSION_AT, TURN_VERSION)
  into.setU16(start + 10, shard)
  into.setU32(start + 12, shards)
  into.setU64(start + SEQ_AT, seq)
  into.setU64(start + 24, 0)
  into.setF64(start + TIME_AT, at)
  into.skip(ANCHOR_HEAD_BYTES)
  writeTurn(into, turn)
  const missing = RECORD_MIN_BYTES - (into.length - start)
  into.reserve(Math.max(0, missing))
  for (let i = 0; i < missing; i++) into.byte(0)
  close(into, start)
}

/** Writes counts of refused requests; `since` is the time of the first. */
export function encodeRefusals(
  { seq, at, shard, since, refusals }: RefusalsRecord,
  into: RecordBuffer,
): void {
  const text = refusalsText(refusals)
  const start = into.length
  into.reserve(RECORD_MIN_BYTES + TEXT_HEAD_BYTES + 2 * text.length)
  into.setU16(start + VERSION_AT, REFUSALS_VERSION)
  into.setU16(start + 10, shard)
  into.setU32(start + 12, 0)
  into.setU64(start + SEQ_AT, seq)
  into.setU64(start + 24, 0)
  into.setF64(start + TIME_AT, at)
  into.setF64(start + ANCHOR_HEAD_BYTES, since)
  into.skip(ANCHOR_HEAD_BYTES + F64_BYTES)
  into.text(text)
  while (into.length - start < RECORD_MIN_BYTES) into.byte(0)
  close(into, start)
}

export interface RefusalsRecord {
  readonly seq: number
  readonly at: UnixMs
  readonly shard: number
  readonly since: UnixMs
  readonly refusals: readonly RefusalCount[]
}

/** A record that belongs to no account and that is projected into the database. */
export type TallyRecord = TurnRecord | RefusalsRecord

/** The times of a turn as stored in the log. */
export interface TurnRecord {
  readonly seq: number
  readonly at: UnixMs
  readonly shard: number
  /** The number of shards at that time. */
  readonly shards: number
  /** A view (`turn-times.ts`). */
  readonly turn: Uint8Array
}

export function isTurn(record: AccountRecord | TallyRecord): record is TurnRecord {
  return 'turn' in record
}

export function hasRefusals(record: AccountRecord | TallyRecord): record is RefusalsRecord {
  return 'refusals' in record
}

function close(into: RecordBuffer, start: number): void {
  into.setU32(start, into.length - start)
  into.setU32(start + 4, crc32(into.bytesFrom(start + CRC_START)))
}

/** Separates the kind of a note from the name of the API key. Neither contains a line break. */
const VIA = '\n'

function writeNote(into: RecordBuffer, note: JournalNote): void {
  const { kind, via } = note
  const texts = [via === undefined ? kind : kind + VIA + via, note.text, note.ip, note.requestId]
  into.reserve(F64_BYTES + texts.reduce((sum, { length }) => sum + TEXT_HEAD_BYTES + 2 * length, 0))
  into.setF64(into.length, note.actor)
  into.skip(F64_BYTES)
  for (const text of texts) into.text(text)
}

function readNote(reader: RecordReader): JournalNote {
  const actor = reader.f64(reader.at)
  reader.at += F64_BYTES
  const [kind, via] = reader.text().split(VIA)
  return {
    actor,
    kind: kind as JournalNote['kind'],
    ...(via === undefined ? {} : { via }),
    text: reader.text(),
    ip: reader.text(),
    requestId: reader.text(),
  }
}

/** Decodes the records in `bytes` in order. Throws `BadRecord` at the first incomplete one. */
export function* decodeRecords(bytes: Uint8Array): Generator<AccountRecord, void, undefined> {
  const reader = new RecordReader(bytes)
  for (let start = 0; start < bytes.length; ) {
    const end = checkedEnd(reader, bytes, start)
    if (!isOfNoAccount(reader, start)) yield decodeChecked(reader, start, end)
    start = end
  }
}

/** Decodes records, including turn times and counts of refusals. */
export function* decodeWithTallies(
  bytes: Uint8Array,
): Generator<AccountRecord | TallyRecord, void, undefined> {
  const reader = new RecordReader(bytes)
  for (let start = 0; start < bytes.length; ) {
    const end = checkedEnd(reader, bytes, start)
    if (!isOfNoAccount(reader, start)) yield decodeChecked(reader, start, end)
    else if (!isAnchor(reader, start)) yield tallyAt(reader, bytes, start, end)
    start = end
  }
}

function tallyAt(reader: RecordReader, bytes: Uint8Array, start: number, end: number): TallyRecord {
  const seq = reader.u64(start + SEQ_AT)
  const at = reader.f64(start + TIME_AT)
  const shard = reader.u16(start + 10)
  if (reader.u16(start + VERSION_AT) === TURN_VERSION) {
    const turn = bytes.subarray(start + ANCHOR_HEAD_BYTES, end)
    return { seq, at, shard, shards: reader.u32(start + 12), turn }
  }
  const since = reader.f64(start + ANCHOR_HEAD_BYTES)
  reader.at = start + ANCHOR_HEAD_BYTES + F64_BYTES
  return { seq, at, shard, since, refusals: refusalsIn(reader.text()) }
}

/** A record that is not decoded: its bytes, with data from its head. */
export interface RawRecord {
  readonly seq: number
  readonly at: UnixMs
  /**
   * The login of the account; undefined for records without one: anchors, turn times, counts of
   * refusals.
   */
  readonly login: Login | undefined
  /** The shard of turn times and counts; undefined for other records. */
  readonly shard: number | undefined
  /** A view into the bytes that were read, not a copy. */
  readonly bytes: Uint8Array
}

/**
 * The undecoded records in `bytes`, found by their lengths. Only for bytes that have been verified.
 */
export function* rawRecords(bytes: Uint8Array): Generator<RawRecord, void, undefined> {
  const reader = new RecordReader(bytes)
  for (let start = 0; start < bytes.length; ) {
    const end = endOf(reader, bytes, start)
    yield {
      seq: reader.u64(start + SEQ_AT),
      at: reader.f64(start + TIME_AT),
      login: isOfNoAccount(reader, start) ? undefined : reader.f64(start + LOGIN_AT),
      shard: isTally(reader, start) ? reader.u16(start + 10) : undefined,
      bytes: bytes.subarray(start, end),
    }
    start = end
  }
}

/** The journal anchors among the records, up to the first incomplete record. */
export function* decodeAnchors(bytes: Uint8Array): Generator<JournalAnchor, void, undefined> {
  const reader = new RecordReader(bytes)
  for (let start = 0; start < bytes.length; ) {
    const length = bytes.length - start >= RECORD_MIN_BYTES ? reader.u32(start) : 0
    if (length < RECORD_MIN_BYTES || length > bytes.length - start) return
    if (isAnchor(reader, start) && breakOf(reader, bytes, start) === undefined) {
      reader.at = start + ANCHOR_HEAD_BYTES
      const hash = reader.text()
      const [seq, id, at] = [start + SEQ_AT, start + 24, start + TIME_AT]
      yield { seq: reader.u64(seq), id: reader.u64(id), at: reader.f64(at), hash }
    }
    start += length
  }
}

function isAnchor(reader: RecordReader, start: number): boolean {
  return reader.u16(start + VERSION_AT) === ANCHOR_VERSION
}

function isTally(reader: RecordReader, start: number): boolean {
  return isOfNoAccount(reader, start) && !isAnchor(reader, start)
}

function isOfNoAccount(reader: RecordReader, start: number): boolean {
  return reader.u16(start + VERSION_AT) >= REFUSALS_VERSION
}

/** The `seq` of the first record in `bytes`; 0 if there is none. */
export function firstSeqOf(bytes: Uint8Array): number {
  return bytes.length < RECORD_MIN_BYTES ? 0 : new RecordReader(bytes).u64(SEQ_AT)
}

/** The `seq` of the last record in `bytes`, found by lengths; 0 if there is none. */
export function lastSeqOf(bytes: Uint8Array): number {
  const reader = new RecordReader(bytes)
  let lastSeq = 0
  for (let start = 0; start < bytes.length; ) {
    const end = endOf(reader, bytes, start)
    lastSeq = reader.u64(start + SEQ_AT)
    start = end
  }
  return lastSeq
}

/** The time of the last record of any kind in `bytes`, found by lengths; 0 if there is none. */
export function lastTimeOf(bytes: Uint8Array): UnixMs {
  const reader = new RecordReader(bytes)
  let at = 0
  for (let start = 0; start < bytes.length; start = endOf(reader, bytes, start)) {
    at = reader.f64(start + TIME_AT)
  }
  return at
}

/** The number of bytes up to and including record `seq`, found by lengths. */
export function lengthThrough(bytes: Uint8Array, seq: number): number {
  const reader = new RecordReader(bytes)
  let start = 0
  while (start < bytes.length && reader.u64(start + SEQ_AT) <= seq) {
    start = endOf(reader, bytes, start)
  }
  return start
}

/** The record `seq` in `bytes`. Earlier records are skipped by their length. */
export function findRecord(bytes: Uint8Array, seq: number): AccountRecord | undefined {
  const reader = new RecordReader(bytes)
  const start = startOf(reader, bytes, seq)
  if (start < 0) return undefined
  return decodeChecked(reader, start, checkedEnd(reader, bytes, start))
}

export function hasRecord(bytes: Uint8Array, seq: number): boolean {
  return startOf(new RecordReader(bytes), bytes, seq) >= 0
}

/**
 * An index of the records in `bytes` by `seq`. The heads are read once, for any number of lookups.
 */
export class RecordIndex {
  readonly #bytes: Uint8Array
  readonly #reader: RecordReader
  readonly #starts = new Map<number, number>()

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#reader = new RecordReader(bytes)
    for (let start = 0; start < bytes.length; start = endOf(this.#reader, bytes, start)) {
      this.#starts.set(this.#reader.u64(start + SEQ_AT), start)
    }
  }

  find(seq: number): AccountRecord | undefined {
    const start = this.#starts.get(seq)
    if (start === undefined) return undefined
    return decodeChecked(this.#reader, start, checkedEnd(this.#reader, this.#bytes, start))
  }
}

export interface RecordScan {
  /** The number of bytes at the start that are complete records. */
  readonly goodLength: number
  readonly records: number
  /** The `seq` of the first complete record; 0 if there is none. */
  readonly firstSeq: number
  /** The `seq` of the last complete record, or `afterSeq` if there is none. */
  readonly lastSeq: number
  /** The fault of the bytes after the complete records, if there is one. */
  readonly problem?: RecordProblem
}

/**
 * `torn`: an incomplete record at the end, as after an interrupted write. `damaged`: the first
 * invalid record is followed by a complete one, or is complete but unreadable (a newer version, or
 * out of order), which an interrupted write cannot explain.
 */
export interface RecordProblem {
  readonly kind: 'torn' | 'damaged'
  readonly why: string
}

/**
 * Finds the complete records at the start of `bytes`, with `seq` rising from `afterSeq`. Decodes no
 * events.
 */
export function scanRecords(bytes: Uint8Array, afterSeq = 0): RecordScan {
  const reader = new RecordReader(bytes)
  let start = 0
  let records = 0
  let firstSeq = 0
  let lastSeq = afterSeq
  while (start < bytes.length) {
    const problem = problemAt(reader, bytes, start, lastSeq)
    if (problem !== undefined) return { goodLength: start, records, firstSeq, lastSeq, problem }
    lastSeq = reader.u64(start + SEQ_AT)
    if (records === 0) firstSeq = lastSeq
    start += reader.u32(start)
    records += 1
  }
  return { goodLength: start, records, firstSeq, lastSeq }
}

function problemAt(
  reader: RecordReader,
  bytes: Uint8Array,
  start: number,
  lastSeq: number,
): RecordProblem | undefined {
  const broken = breakOf(reader, bytes, start)
  if (broken !== undefined) {
    const next = start + (bytes.length - start >= 4 ? reader.u32(start) : 0)
    const wholeAfter =
      next > start && next < bytes.length && breakOf(reader, bytes, next) === undefined
    return { kind: wholeAfter ? 'damaged' : 'torn', why: broken }
  }
  const version = reader.u16(start + VERSION_AT)
  if (!isOfNoAccount(reader, start) && readersOf(version) === undefined) {
    return { kind: 'damaged', why: `record version ${version} is unknown to this build` }
  }
  const seq = reader.u64(start + SEQ_AT)
  if (seq > lastSeq) return undefined
  return { kind: 'damaged', why: `record ${seq} follows record ${lastSeq}` }
}

/** The reason why the bytes at `start` are not a complete record; undefined if they are. */
function breakOf(reader: RecordReader, bytes: Uint8Array, start: number): string | undefined {
  const rest = bytes.length - start
  if (rest < RECORD_MIN_BYTES) return `${rest} bytes are left, which is no record`
  const length = reader.u32(start)
  if (length < RECORD_MIN_BYTES || length > rest) {
    return `the length says ${length} bytes and ${rest} are there`
  }
  const stored = reader.u32(start + 4)
  const found = crc32(bytes.subarray(start + CRC_START, start + length))
  return found === stored ? undefined : 'the checksum does not match'
}

/** The offset of the record `seq`; -1 if it is not there. */
function startOf(reader: RecordReader, bytes: Uint8Array, seq: number): number {
  for (let start = 0; start < bytes.length; ) {
    const end = endOf(reader, bytes, start)
    if (reader.u64(start + SEQ_AT) === seq) return start
    start = end
  }
  return -1
}

function endOf(reader: RecordReader, bytes: Uint8Array, start: number): number {
  const length = bytes.length - start >= RECORD_MIN_BYTES ? reader.u32(start) : 0
  if (length < RECORD_MIN_BYTES || start + length > bytes.length) {
    throw new BadRecord(`at byte ${start}: the length is wrong`)
  }
  return start + length
}

function checkedEnd(reader: RecordReader, bytes: Uint8Array, start: number): number {
  const broken = breakOf(reader, bytes, start)
  if (broken !== undefined) throw new BadRecord(`at byte ${start}: ${broken}`)
  return start + reader.u32(start)
}

function decodeChecked(reader: RecordReader, start: number, end: number): AccountRecord {
  const version = reader.u16(start + VERSION_AT)
  const readers = readersOf(version)
  if (readers === undefined) throw new BadRecord(`record version ${version} is unknown`)
  const count = reader.u16(start + 10)
  reader.at = start + HEAD_BYTES
  const requestKey = reader.text()
  const code = reader.isOk() ? 'ok' : (reader.text() as AccountRecord['code'])
  const message = reader.text()
  const numbers = version < NUMBERS_VERSION ? '' : reader.text()
  const note = version % 2 === 0 ? readNote(reader) : undefined
  const origin = version >= ORIGIN_VERSION ? readOrigin(reader) : undefined
  const head = { at: reader.f64(start + TIME_AT), name: clientNameOf(requestKey) ?? '' }
  const events: AccountEvent[] = []
  for (let index = 0; index < count; index++) {
    const read = readers[reader.byte()]
    if (read === undefined) throw new BadRecord(`at byte ${reader.at - 1}: unknown event type`)
    events.push(read(reader, head))
  }
  if (reader.at !== end) throw new BadRecord(`at byte ${start}: the events do not fill the record`)
  const record: AccountRecord = {
    seq: reader.u64(start + SEQ_AT),
    previousSeq: reader.u64(start + 24),
    at: head.at,
    login: reader.f64(start + LOGIN_AT),
    accountSeq: reader.u64(start + 48),
    requestKey,
    requestDigest: reader.u32(start + 12),
    code,
    message,
    events,
  }
  const numbered = numbers === '' ? record : { ...record, numbers: numbersIn(numbers, start) }
  const noted = note === undefined ? numbered : { ...numbered, note }
  return origin === undefined ? noted : { ...noted, origin }
}

function numbersIn(text: string, start: number): RefusalNumbers {
  try {
    return JSON.parse(text) as RefusalNumbers
  } catch {
    throw new BadRecord(`at byte ${start}: the numbers of the refusal are none`)
  }
}
