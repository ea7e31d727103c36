import type { AccountRecord } from '../../../engine/account/event.js'
import type { Account } from '../../../engine/account/state.js'
import { RESUME_RECORDS_MAX } from '../../../engine/limits/long-answers.js'
import type { ShardCore } from '../core.js'
import type { Slice } from '../live/slice.js'
import type { ShardSocket, ShardSockets } from '../live/sockets.js'
import type { BulkEnd } from './long-answers.js'

/**
 * The events of an account after some `seq`, oldest first, from its records in the log. Each record
 * knows only the one before it. So the first pass goes backwards and only notes where windows of
 * records end; the second pass reads one window after the other from its end, and sends its events.
 */
const WINDOW_RECORDS = 64
const WINDOW_EVENTS = 512
/**
 * The cost of reading a record and each of its events, in bytes, in addition to the bytes that are
 * written.
 */
const READ_BYTES = 256

interface Window {
  /** The seq of the window's newest record. */
  readonly newest: number
  records: number
}

interface EventWalk {
  /** The windows of records, newest first. */
  readonly windows: Window[]
  /** The records of the last window, newest first. */
  readonly oldest: AccountRecord[]
}

/**
 * Reads backwards until it has all records after `after`; undefined if the log does not reach back
 * that far. It covers the account's records up to the moment when it begins.
 */
export function* walkBack(
  core: ShardCore,
  account: Account,
  after: number,
  slice: Slice,
): Generator<void, EventWalk | undefined> {
  const windows: Window[] = []
  let oldest: AccountRecord[] = []
  let events = 0
  let records = 0
  let find = core.records.recordWalk()
  let reached = account.seq
  for (let seq = account.lastRecordSeq; reached > after; ) {
    if (seq === 0 || records++ === RESUME_RECORDS_MAX) return undefined
    const record = find(seq)
    if (record === undefined) return undefined
    let window = windows.at(-1)
    if (window === undefined || window.records === WINDOW_RECORDS || events >= WINDOW_EVENTS) {
      window = { newest: seq, records: 0 }
      windows.push(window)
      oldest = []
      events = 0
    }
    window.records++
    events += record.events.length
    oldest.push(record)
    reached = record.accountSeq
    seq = record.previousSeq
    slice.left -= costOf(record)
    if (slice.left > 0) continue
    yield
    find = core.records.recordWalk()
  }
  return { windows, oldest }
}

/** Sends one socket all events after `from`, including those that happen meanwhile. */
export function* tellEvents(
  core: ShardCore,
  sockets: ShardSockets,
  socket: ShardSocket,
  account: Account,
  from: number,
  slice: Slice,
  walked?: EventWalk,
): Generator<void, BulkEnd> {
  let sent = from
  let known = walked
  for (;;) {
    if (known === undefined && account.seq === sent) return undefined
    const found = known ?? (yield* walkBack(core, account, sent, slice))
    known = undefined
    if (found === undefined) return BEHIND
    const { windows, oldest } = found
    let records: AccountRecord[] | undefined = oldest
    while (records !== undefined) {
      for (let record = records.pop(); record !== undefined; record = records.pop()) {
        sent = yield* tellRecord(core, sockets, socket, account, record, sent, slice)
      }
      windows.pop()
      const next = windows.at(-1)
      if (next === undefined) break
      records = readBack(core, next, slice)
      if (records === undefined) return BEHIND
    }
  }
}

/** Sends the events of a record after `from`. Returns the seq of the last event that was sent. */
function* tellRecord(
  core: ShardCore,
  sockets: ShardSockets,
  socket: ShardSocket,
  account: Account,
  record: AccountRecord,
  from: number,
  slice: Slice,
): Generator<void, number> {
  let told = from
  for (;;) {
    told = sockets.replay(core, socket, account, record, told, slice)
    if (slice.left <= 0) yield
    if (told >= record.accountSeq + record.events.length) return told
  }
}

/** The records of a window, newest first. */
function readBack(
  core: ShardCore,
  { newest, records }: Window,
  slice: Slice,
): AccountRecord[] | undefined {
  const find = core.records.recordWalk()
  const read: AccountRecord[] = []
  for (let seq = newest; read.length < records; ) {
    const record = find(seq)
    if (record === undefined) return undefined
    read.push(record)
    seq = record.previousSeq
    slice.left -= costOf(record)
  }
  return read
}

function costOf({ events }: AccountRecord): number {
  return READ_BYTES * (1 + events.length)
}

/**
 * Closes a socket when the log has trimmed records that it still had to read. The client resumes
 * again or takes a snapshot.
 */
const BEHIND: BulkEnd = { closing: 4008, why: 'too_slow' }
