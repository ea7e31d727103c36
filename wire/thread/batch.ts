import { assert } from '../../engine/assert.js'
import { BATCH_BYTES_MAX, BATCH_FULL_BYTES } from '../../engine/limits/shards.js'

/**
 * The output of one event-loop turn for another thread, as one piece of raw entries, or, where it is very
 * much, as several pieces one after the other. An entry is a 16-byte head (kind, target, length, nothing; u32
 * little-endian) and its bytes, padded to 8: into shared memory bytes are copied one by one, unless both
 * places are whole words. The target is a socket id or an ask id. Nothing here is decoded on the way.
 */

/** Front to shard. */
export const TO_SHARD = {
  frame: 1,
  socketOpen: 2,
  socketClose: 3,
  ask: 4,
  /** The target is 0: JSON of a `ProviderReport`. */
  report: 5,
  /** No bytes: the socket's reader has taken what came before the shard asked (`credit`). */
  credit: 6,
  /** No bytes: the socket's reader missed a part of a valuation, and has read what it has. */
  valuation: 7,
  /** The first entry of a batch: when the front had what follows (`receivedBytes`). The target is 0. */
  received: 8,
} as const

/** Shard to front. `reply` answers one frame of the socket, so the front counts it down. */
export const FROM_SHARD = {
  reply: 1,
  event: 2,
  control: 3,
  answer: 4,
  /** Like `event`, but only the newest counts: a reader that is behind gets that one alone. */
  latest: 6,
  /** No bytes: the target counts the bytes of batches that the shard has taken since the last one. */
  taken: 5,
  /** The target is 0: JSON of a `DealingEvent`, for the dealing desk. */
  dealing: 7,
  /** The target is 0: a `WatchedFrame`, for staff who watch its account. */
  watched: 8,
  /** The target is 0: JSON of a `ToGateway`. */
  gateway: 9,
  /** A part of a reply that is too long for one entry: frames of others come behind the last one. */
  part: 10,
  /** The end of it; counts as `reply`. */
  lastPart: 11,
  /** No bytes: the shard is to be told when the reader has taken what was sent to the socket. */
  credit: 12,
  /** Like `event`, but a reader that is far behind is not sent it. */
  valuation: 13,
  /** The target is 0: JSON of a `RefusedNews`. */
  refused: 14,
} as const

const HEAD_BYTES = 16
const WORD_BYTES = 4

/** The most bytes of an entry (B1). */
export const ENTRY_BYTES_MAX = BATCH_BYTES_MAX - HEAD_BYTES

/** The places in an entry's head, in words of a Uint32Array. */
export const ENTRY = { kind: 0, target: 1, length: 2, headWords: HEAD_BYTES / WORD_BYTES } as const

/** The word at which the entry after the one at `word` starts. */
export function nextEntry(words: Uint32Array, word: number): number {
  return word + bytesOf(words[word + ENTRY.length] as number) / WORD_BYTES
}

/** The bytes of a whole entry. */
function bytesOf(length: number): number {
  return HEAD_BYTES + ((length + 7) & ~7)
}

const START_BYTES = 16 * 1024
/** After so many takes in a row that needed a quarter of the memory or less, half of it is freed. */
const IDLE_TAKES_MAX = 256
const COPY_BY_HAND_MAX = 64

/** Memory that entries lie in, one after the other from its start. */
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

/** Whole entries. The memory is the reader's until it returns. */
export interface Batch {
  readonly memory: BatchMemory
  readonly byteLength: number
}

export function batchOf(buffer: ArrayBuffer): Batch {
  return { memory: new BatchMemory(buffer), byteLength: buffer.byteLength }
}

/** The message that brings a batch to its thread: its place in a lane, or its memory to be transferred. */
export type BatchMessage = number | ArrayBuffer

/** Memory that the writer and the reader of batches share (batch-lane.ts). */
export interface BatchSlot extends BatchMemory {
  /** The message that tells the reader that so many bytes of it are a batch. */
  message(byteLength: number): number
  /** Gives the slot back unused. */
  release(): void
}

/**
 * Writes batches.
 *
 *   B1. No batch is larger than `BATCH_BYTES_MAX`: an entry that does not fit begins the next one, and
 *       whoever takes them takes until nothing is left. An entry that fits none is refused.
 *   B2. Whoever works on and on looks at `isFull` between two pieces of work: then what is there goes first.
 */
export class BatchWriter {
  readonly #freeSlot: () => BatchSlot | undefined
  /** Memory of its own, used where no slot is free. */
  #own = new BatchMemory(new ArrayBuffer(START_BYTES))
  #slot: BatchSlot | undefined
  #memory: BatchMemory = this.#own
  /** Bytes of the batch that is being written. */
  #length = 0
  #idle = 0
  /** Batches that came to their bound. */
  #sealed: ArrayBuffer[] = []
  #sealedBytes = 0

  constructor(freeSlot: () => BatchSlot | undefined = () => undefined) {
    this.#freeSlot = freeSlot
  }

  /** Bytes of all that was pushed and not taken. */
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
    // A short copy by hand is cheaper than a call.
    if (length < COPY_BY_HAND_MAX) for (let i = 0; i < length; i++) to[at + i] = bytes[i] as number
    else to.set(bytes, at)
    this.#length += entryBytes
  }

  /** Forgets what was pushed after `length`, for a turn whose commit failed. */
  rewind(length: number): void {
    assert(length <= this.length, 'a batch only rewinds')
    if (length < this.#sealedBytes) {
      assert(length === 0, 'of several batches all are forgotten, or a part of the last')
      this.#sealed.length = 0
      this.#sealedBytes = 0
    }
    this.#length = length - this.#sealedBytes
  }

  /** The first batch, to be told to its reader. After the last one the writer starts afresh. */
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

  /** Like `take`, but the batch is always memory of its own. */
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
    // Memory that turns need again and again is kept; what one large turn needed is let go.
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

  /** Into the writer's own memory: a slot does not grow. */
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

/** A moment on the clock that all threads share, as the bytes of an entry: a view, good until the next call. */
export function receivedBytes(at: number): Uint8Array {
  received[0] = at
  return receivedAsBytes
}

export function receivedIn(bytes: Uint8Array): number {
  receivedAsBytes.set(bytes)
  return received[0] as number
}

/** The value of an entry's bytes, where they are JSON. */
export function jsonIn({ buffer, byteOffset, length }: Uint8Array): unknown {
  return JSON.parse(Buffer.from(buffer, byteOffset, length).toString('utf8'))
}
