import { assert } from '../../engine/assert.js'
import { BATCH_BYTES_MAX, BATCH_FULL_BYTES } from '../../engine/limits/shards.js'

/**
 * The output of one turn of the event loop for another thread: a batch of raw entries, or several
 * batches if it is large. An entry consists of a 16-byte head (kind, target, length, unused; u32
 * little-endian) and its bytes, padded to 8 because copying into shared memory is slow unless it is
 * aligned to words. The target is a socket id or a request id. Nothing is decoded on the way.
 */

/** Entries from the front to a shard. */
export const TO_SHARD = {
  frame: 1,
  socketOpen: 2,
  socketClose: 3,
  ask: 4,
  /** Has no bytes: the client has read everything sent before the shard's `credit` message. */
  credit: 6,
  /** Has no bytes: the client missed a part of a valuation and has caught up now. */
  valuation: 7,
  /**
   * The first entry of a batch: when the front received the following entries (`receivedBytes`);
   * the target is 0.
   */
  received: 8,
  /**
   * Ends the thread like a crash, for drills: during work for the login that is the target, after a
   * commit if its JSON is true. It is an entry, so it arrives together with the requests before it.
   */
  fail: 9,
} as const

/**
 * Entries from a shard to the front. `reply` answers one frame of the socket, whose number of open
 * frames the front decreases.
 */
export const FROM_SHARD = {
  reply: 1,
  event: 2,
  control: 3,
  answer: 4,
  /** An event of which only the newest matters: a slow client receives only that one. */
  latest: 6,
  /**
   * Has no bytes: the target is how many bytes the shard has processed since the last such entry.
   */
  taken: 5,
  /** A `DealingEvent` as JSON for the dealing desk; the target is 0. */
  dealing: 7,
  /** A `WatchedFrame` for staff who watch the account; the target is 0. */
  watched: 8,
  /**
   * A part of a reply that is too long for one entry. Other frames of the socket follow after the
   * last part.
   */
  part: 10,
  /** The last part; counts as `reply`. */
  lastPart: 11,
  /** Has no bytes: asks the front to report when the client has read everything sent so far. */
  credit: 12,
  /** An event that is not sent to a slow client. */
  valuation: 13,
  /** A `RefusedNews` as JSON; the target is 0. */
  refused: 14,
} as const

const HEAD_BYTES = 16
const WORD_BYTES = 4

/** The most bytes of an entry (B1). */
export const ENTRY_BYTES_MAX = BATCH_BYTES_MAX - HEAD_BYTES

/** The positions in an entry's head, in words of a Uint32Array. */
export const ENTRY = { kind: 0, target: 1, length: 2, headWords: HEAD_BYTES / WORD_BYTES } as const

/** The word at which the entry after the one at `word` starts. */
export function nextEntry(words: Uint32Array, word: number): number {
  return word + bytesOf(words[word + ENTRY.length] as number) / WORD_BYTES
}

/** The size of an entry including head and padding. */
function bytesOf(length: number): number {
  return HEAD_BYTES + ((length + 7) & ~7)
}

const START_BYTES = 16 * 1024
/** The memory is halved after this many takes in a row that needed at most a quarter of it. */
const IDLE_TAKES_MAX = 256
const COPY_BY_HAND_MAX = 64

/** Memory with entries, one after the other from its start. */
export class BatchMemory {
  readonly buffer: ArrayBufferLike
  readonly bytes: Uint8Array
  readonly words: Uint32Array

  constructor(buffer: ArrayBufferLike) {
    this.buffer = buffer
    this.bytes = new Uint8Array(buffer)
    this.words = new Uint32Array(buffer, 0, buffer.byteLength >>> 2)
  }
}

/** Complete entries. The memory belongs to the reader until it returns. */
export interface Batch {
  readonly memory: BatchMemory
  readonly byteLength: number
}

export function batchOf(buffer: ArrayBuffer): Batch {
  return { memory: new BatchMemory(buffer), byteLength: buffer.byteLength }
}

/**
 * The message that passes a batch to another thread: its slot in a lane, or its memory to transfer.
 */
export type BatchMessage = number | ArrayBuffer

/** Memory that writer and reader of batches share (`batch-lane.ts`). */
export interface BatchSlot extends BatchMemory {
  /** Creates the message that announces this many bytes as a batch. */
  message(byteLength: number): number
  /** Releases the slot without using it. */
  release(): void
}

/**
 * Writes batches.
 *
 * B1. No batch is larger than `BATCH_BYTES_MAX`. An entry that does not fit starts the next batch,
 *     and callers take batches until none is left. An entry that fits no batch is refused.
 * - Long-running work checks `isFull` between steps and then sends what has been written.
 */
export class BatchWriter {
  readonly #freeSlot: () => BatchSlot | undefined
  /** The writer's own memory, used when no slot is free. */
  #own = new BatchMemory(new ArrayBuffer(START_BYTES))
  #slot: BatchSlot | undefined
  #memory: BatchMemory = this.#own
  /** The number of bytes in the current batch. */
  #length = 0
  #idle = 0
  /** The full batches that the reader has not taken yet. */
  #sealed: ArrayBuffer[] = []
  #sealedBytes = 0

  constructor(freeSlot: () => BatchSlot | undefined = () => undefined) {
    this.#freeSlot = freeSlot
  }

  /** The number of bytes that were pushed and not taken yet. */
  get length(): number {
    return this.#sealedBytes + this.#length
  }

  get isFull(): boolean {
    return this.length >= BATCH_FULL_BYTES
  }

  push(kind: number, target: number, bytes: Uint8Array): void {
    if (this.#length === 0) this.#begin()
    const { length } = bytes
    const entryBytes = bytesOf(length)
    if (this.#length + entryBytes > this.#memory.bytes.length) this.#makeRoom(entryBytes)
    const { bytes: to, words } = this.#memory
    const word = this.#length >>> 2
    words[word] = kind
    words[word + 1] = target
    words[word + 2] = length
    const at = this.#length + HEAD_BYTES
    // A loop is faster than a call for short data.
    if (length < COPY_BY_HAND_MAX) for (let i = 0; i < length; i++) to[at + i] = bytes[i] as number
    else to.set(bytes, at)
    this.#length += entryBytes
  }

  /** Drops everything pushed after `length`, for a turn whose commit failed. */
  rewind(length: number): void {
    assert(length <= this.length, 'a batch only rewinds')
    if (length < this.#sealedBytes) {
      assert(length === 0, 'of several batches all are forgotten, or a part of the last')
      this.#sealed.length = 0
      this.#sealedBytes = 0
    }
    this.#length = length - this.#sealedBytes
  }

  /**
   * Takes the first batch as a message for its reader. After the last one the writer starts again.
   */
  take(): BatchMessage {
    const sealed = this.#takeSealed()
    if (sealed !== undefined) return sealed
    const slot = this.#slot
    if (slot === undefined) return this.#takeLast()
    const message = slot.message(this.#length)
    this.#slot = undefined
    this.#length = 0
    return message
  }

  /** Takes the batch like `take`, but always with its own memory. */
  takeBuffer(): ArrayBuffer {
    return this.#takeSealed() ?? this.#takeLast()
  }

  #takeSealed(): ArrayBuffer | undefined {
    const sealed = this.#sealed.shift()
    if (sealed !== undefined) this.#sealedBytes -= sealed.byteLength
    return sealed
  }

  #takeLast(): ArrayBuffer {
    const out = new Uint8Array(this.#length)
    out.set(this.#memory.bytes.subarray(0, this.#length))
    this.#length = 0
    this.#slot?.release()
    this.#slot = undefined
    // Keeps memory that turns need regularly, and frees what a single large turn needed.
    const held = this.#own.bytes.length
    if (out.length * 4 < held) this.#idle++
    else this.#idle = 0
    if (this.#idle > IDLE_TAKES_MAX && held > START_BYTES) {
      this.#own = new BatchMemory(new ArrayBuffer(held / 2))
      this.#idle = 0
    }
    return out.buffer
  }

  #begin(): void {
    this.#slot ??= this.#freeSlot()
    this.#memory = this.#slot ?? this.#own
  }

  #makeRoom(entryBytes: number): void {
    assert(entryBytes <= BATCH_BYTES_MAX, 'an entry fits a batch')
    if (this.#length + entryBytes > BATCH_BYTES_MAX) {
      this.#sealedBytes += this.#length
      this.#sealed.push(this.#takeLast())
      this.#begin()
    }
    const needed = this.#length + entryBytes
    if (needed > this.#memory.bytes.length) this.#grow(needed)
  }

  /** Moves the batch to the writer's own memory, because a slot cannot grow. */
  #grow(needed: number): void {
    let size = this.#own.bytes.length
    while (size < needed) size = Math.min(size * 2, BATCH_BYTES_MAX)
    const grown = new BatchMemory(new ArrayBuffer(size))
    grown.bytes.set(this.#memory.bytes.subarray(0, this.#length))
    this.#slot?.release()
    this.#slot = undefined
    this.#own = grown
    this.#memory = grown
  }
}

/** Calls `each` for every entry; `bytes` is a view into the batch. */
export function readBatch(
  { memory: { buffer, words }, byteLength }: Batch,
  each: (kind: number, target: number, bytes: Uint8Array) => void,
): void {
  let at = 0
  while (at < byteLength) {
    const word = at >> 2
    const length = words[word + 2] as number
    each(
      words[word] as number,
      words[word + 1] as number,
      new Uint8Array(buffer, at + HEAD_BYTES, length),
    )
    at += bytesOf(length)
  }
  assert(at === byteLength, 'a batch holds whole entries')
}

const received = new Float64Array(1)
const receivedAsBytes = new Uint8Array(received.buffer)

/**
 * Encodes a time on the clock that all threads share as the bytes of an entry. A view, valid until
 * the next call.
 */
export function receivedBytes(at: number): Uint8Array {
  received[0] = at
  return receivedAsBytes
}

export function receivedIn(bytes: Uint8Array): number {
  receivedAsBytes.set(bytes)
  return received[0] as number
}

/** Parses an entry's bytes as JSON. */
export function jsonIn({ buffer, byteOffset, length }: Uint8Array): unknown {
  return JSON.parse(Buffer.from(buffer, byteOffset, length).toString('utf8'))
}
