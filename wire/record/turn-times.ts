import type { UnixMs } from '../../engine/units.js'
import { INTEGER_BYTES, type RecordBuffer } from './record-buffer.js'
import { RecordReader } from './record-reader.js'

/**
 * The times of a turn: when its requests arrived, and when their results were decided, written to
 * disk and sent. Stored once per turn instead of per order. An order is found in its turn by its id
 * or that of its deal, which rise within a shard.
 *
 * - Times are in whole microseconds after the start of the turn. The turn's records have the start
 *   time in milliseconds.
 * - `runs` describes the batches that the turn took from the front, in order: the first order id
 *   and deal id that can belong to each, and how long before sending the front had received it.
 *   Work of the server itself is marked with `NOBODY`.
 * W3. The turns of one batch of the projector are stored as a single value: their bytes as in the
 *     log, each with its length before it.
 */
export interface TurnTimes {
  readonly at: UnixMs
  /** The first order and deal ids that the turn could assign, and how many it assigned at most. */
  readonly firstOrder: number
  readonly firstDeal: number
  readonly orders: number
  readonly deals: number
  readonly decided: number
  readonly durable: number
  readonly told: number
  /** Triples of first order, first deal (both relative to the turn's first) and `received`. */
  readonly runs: readonly number[]
}

/** Marks a run without a batch. Otherwise the value is the microseconds plus 1. */
export const NOBODY = 0
export const RUN_FIELDS = 3
const F64_BYTES = 8
const FIELDS = 8
const LENGTH_BYTES = 2

export function writeTurn(into: RecordBuffer, turn: TurnTimes): void {
  const { runs } = turn
  into.reserve(F64_BYTES + (FIELDS + runs.length) * INTEGER_BYTES)
  into.setF64(into.length, turn.at)
  into.skip(F64_BYTES)
  into.uint(turn.firstOrder)
  into.uint(turn.firstDeal)
  into.uint(turn.orders)
  into.uint(turn.deals)
  into.uint(turn.decided)
  into.uint(turn.durable)
  into.uint(turn.told)
  into.uint(runs.length / RUN_FIELDS)
  for (let i = 0; i < runs.length; i++) into.uint(runs[i] as number)
}

export function readTurn(bytes: Uint8Array): TurnTimes {
  const reader = new RecordReader(bytes)
  reader.at = F64_BYTES
  const [firstOrder, firstDeal, orders, deals] = [
    reader.uint(),
    reader.uint(),
    reader.uint(),
    reader.uint(),
  ]
  const [decided, durable, told] = [reader.uint(), reader.uint(), reader.uint()]
  const runs = Array.from({ length: reader.uint() * RUN_FIELDS }, () => reader.uint())
  return { at: reader.f64(0), firstOrder, firstDeal, orders, deals, decided, durable, told, runs }
}

/** The start time of a turn, read from its bytes. */
export function turnAt(bytes: Uint8Array): UnixMs {
  return new DataView(bytes.buffer, bytes.byteOffset, F64_BYTES).getFloat64(0, true)
}

/** Collects turns for a row of the database (W3). */
export class TurnPack {
  #bytes = Buffer.allocUnsafe(1024)
  #length = 0
  shard = 0
  shards = 1
  firstAt = 0
  lastAt = 0
  lastSeq = 0

  get isEmpty(): boolean {
    return this.#length === 0
  }

  add(seq: number, turn: Uint8Array): void {
    const needed = this.#length + LENGTH_BYTES + turn.length
    if (needed > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2))
      grown.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = grown
    }
    const at = turnAt(turn)
    if (this.isEmpty) this.firstAt = at
    this.lastAt = at
    this.lastSeq = seq
    this.#bytes.writeUInt16LE(turn.length, this.#length)
    this.#bytes.set(turn, this.#length + LENGTH_BYTES)
    this.#length = needed
  }

  /** A view, valid until the next `add` or `clear`. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  clear(): void {
    this.#length = 0
  }
}

export function unpackTurns(pack: Uint8Array): TurnTimes[] {
  const bytes = Buffer.from(pack.buffer, pack.byteOffset, pack.length)
  const turns: TurnTimes[] = []
  for (let at = 0; at < bytes.length; ) {
    const start = at + LENGTH_BYTES
    at = start + bytes.readUInt16LE(at)
    turns.push(readTurn(bytes.subarray(start, at)))
  }
  return turns
}

/** The times of an order or deal; null if unknown, or if no client requested it. */
export interface FoundTimes {
  readonly received: UnixMs | null
  readonly decided: UnixMs
  readonly durable: UnixMs
  readonly told: UnixMs
}

/** The number to look up: the id of a deal or of an order. */
export type NumberIn = { readonly deal: number } | { readonly order: number }

/** The times of an order or deal; undefined if the turn did not assign its id. */
export function timesIn(turn: TurnTimes, number: NumberIn): FoundTimes | undefined {
  const isDeal = 'deal' in number
  const [first, count] = isDeal ? [turn.firstDeal, turn.deals] : [turn.firstOrder, turn.orders]
  const place = ('deal' in number ? number.deal : number.order) - first
  if (place < 0 || place >= count) return undefined
  let waited = NOBODY
  for (let i = 0; i < turn.runs.length; i += RUN_FIELDS) {
    if ((turn.runs[i + (isDeal ? 1 : 0)] as number) > place) break
    waited = turn.runs[i + 2] as number
  }
  const after = (us: number): UnixMs => turn.at + us / 1000
  const { decided, durable, told } = turn
  const received = waited === NOBODY ? null : after(told - (waited - 1))
  return { received, decided: after(decided), durable: after(durable), told: after(told) }
}
