import { assert } from '../engine/assert.js'

/**
 * What one event-loop turn has for another thread, as one transferred buffer of raw entries.
 * An entry is a 12-byte head (kind, target, length; u32 little-endian) and its bytes, padded to 4.
 * The target is a socket id or an ask id. Nothing here is decoded on the way.
 */

/** Front to shard. */
export const TO_SHARD = {
  frame: 1,
  socketOpen: 2,
  socketClose: 3,
  ask: 4,
  /** The target is 0: JSON of a `ProviderReport`. */
  report: 5,
} as const

/** Shard to front. `reply` answers one frame of the socket, so the front counts it down. */
export const FROM_SHARD = {
  reply: 1,
  event: 2,
  control: 3,
  answer: 4,
  /** As `event`, but only the newest counts: a reader that is behind gets that one alone. */
  latest: 6,
  /** No bytes: the target counts the bytes of batches that the shard has taken since the last one. */
  taken: 5,
  /** The target is 0: JSON of a `DealingEvent`, for the dealing desk. */
  dealing: 7,
  /** The target is 0: a `WatchedFrame`, for staff who watch its account. */
  watched: 8,
  /** The target is 0: JSON of a `ToGateway`. */
  gateway: 9,
} as const

const HEAD_BYTES = 12

/** An entry's head in words of a Uint32Array: what stands where. */
export const ENTRY = { kind: 0, target: 1, length: 2, headWords: 3 } as const

/** The word at which the entry after the one at `word` starts. */
export function nextEntry(words: Uint32Array, word: number): number {
  return word + ENTRY.headWords + (((words[word + ENTRY.length] as number) + 3) >> 2)
}

const START_BYTES = 16 * 1024
/** So many takes in a row that needed a quarter of the memory, and half of it is let go. */
const IDLE_TAKES_MAX = 256
const COPY_BY_HAND_MAX = 64

export class BatchWriter {
  #bytes = new Uint8Array(START_BYTES)
  #words = new Uint32Array(this.#bytes.buffer)
  #length = 0
  #idle = 0

  get length(): number {
    return this.#length
  }

  push(kind: number, target: number, bytes: Uint8Array): void {
    const { length } = bytes
    const end = this.#length + HEAD_BYTES + length + 4
    if (end > this.#bytes.length) this.#grow(end)
    const word = this.#length >> 2
    this.#words[word] = kind
    this.#words[word + 1] = target
    this.#words[word + 2] = length
    const to = this.#bytes
    const at = this.#length + HEAD_BYTES
    // A short copy by hand is cheaper than a call.
    if (length < COPY_BY_HAND_MAX) for (let i = 0; i < length; i++) to[at + i] = bytes[i] as number
    else to.set(bytes, at)
    this.#length += HEAD_BYTES + ((length + 3) & ~3)
  }

  /** Forgets what was pushed after `length`, for a turn whose commit failed. */
  rewind(length: number): void {
    assert(length <= this.#length, 'a batch only rewinds')
    this.#length = length
  }

  /** The batch as a buffer of its own, to be transferred. The writer starts afresh. */
  take(): ArrayBuffer {
    const out = this.#bytes.buffer.slice(0, this.#length)
    this.#length = 0
    // Memory that turns need again and again is kept; what one large turn needed is let go.
    if (out.byteLength * 4 < this.#bytes.length) this.#idle++
    else this.#idle = 0
    if (this.#idle > IDLE_TAKES_MAX && this.#bytes.length > START_BYTES) {
      this.#bytes = new Uint8Array(this.#bytes.length / 2)
      this.#words = new Uint32Array(this.#bytes.buffer)
      this.#idle = 0
    }
    return out
  }

  #grow(needed: number): void {
    let size = this.#bytes.length
    while (size < needed) size *= 2
    const bytes = new Uint8Array(size)
    bytes.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = bytes
    this.#words = new Uint32Array(bytes.buffer)
  }
}

/** Calls `each` for every entry; `bytes` is a view into `buffer`. */
export function readBatch(
  buffer: ArrayBuffer,
  each: (kind: number, target: number, bytes: Uint8Array) => void,
): void {
  const words = new Uint32Array(buffer)
  let at = 0
  while (at < buffer.byteLength) {
    const word = at >> 2
    const length = words[word + 2] as number
    each(
      words[word] as number,
      words[word + 1] as number,
      new Uint8Array(buffer, at + HEAD_BYTES, length),
    )
    at += HEAD_BYTES + ((length + 3) & ~3)
  }
  assert(at === buffer.byteLength, 'a batch holds whole entries')
}
