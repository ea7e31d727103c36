import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, gzip } from 'node:zlib'
import {
  PACKED_AT_ONCE_MAX,
  PACKED_FROM_BYTES,
  PACKING_BYTES_MAX,
} from '../../engine/limits/front.js'
import type { ByteSource } from '../../wire/answer/byte-source.js'
import type { PlainAnswer, PlainRequest } from '../exchange/request.js'
import { takesGzip } from './accepted-encoding.js'

const gzipped = promisify<Buffer | Uint8Array, object, Buffer>(gzip)
const deflated = promisify<Uint8Array, object, Buffer>(deflateRaw)

/** The fastest level: higher ones cost more processor time than the saved bandwidth is worth. */
const LEVEL = constants.Z_BEST_SPEED
/** The size of each compressed chunk. Each chunk costs one turn of this thread. */
const CHUNK_BYTES = 256 * 1024
const PACKABLE = /^(?:application\/json|text\/csv|text\/html)\b/
/** The most UTF-8 bytes per unit of a string's `length`. */
const UTF8_BYTES_MAX = 3
const VARY = ['vary', 'accept-encoding'] as const
const ENCODING = ['content-encoding', 'gzip'] as const

/**
 * Compresses answers for clients that accept gzip.
 * - Only answers longer than `PACKED_FROM_BYTES`, of type JSON, CSV or HTML, from routes without
 *   secrets.
 * P2. Compression runs on the process's thread pool, at most `PACKED_AT_ONCE_MAX` at a time, so
 *     that file access is not blocked. Answers being compressed or waiting for it use at most
 *     `PACKING_BYTES_MAX` of memory; beyond that, answers are sent uncompressed.
 * - A stream is compressed chunk by chunk as the client reads it, so only one chunk is in memory.
 * - The headers for HEAD are the same as for GET.
 */
export class PackedAnswers {
  readonly #waiting: (() => void)[] = []
  #running = 0
  #held = 0
  #packed = 0
  #passed = 0

  /** The size of answers that are being compressed or wait for it. */
  get held(): number {
    return this.#held
  }

  /** The number of compressed answers since the start. */
  get packed(): number {
    return this.#packed
  }

  /** The number of answers sent uncompressed because the limit was reached. */
  get passed(): number {
    return this.#passed
  }

  /** Returns the answer at once if it is not compressed, or if it is a stream. */
  pack(request: PlainRequest, answer: PlainAnswer): PlainAnswer | Promise<PlainAnswer> {
    const { mayPack, source, body } = answer
    if (mayPack !== true || answer.status !== 200 || answer.isShared === true) return answer
    const size = source === undefined ? sizeOf(body) : (source.bytes ?? 0)
    if (size <= PACKED_FROM_BYTES || !PACKABLE.test(answer.mediaType)) return answer
    const plain = { ...answer, headers: [...answer.headers, VARY] }
    if (!takesGzip(request.headers['accept-encoding'])) return plain
    const headers = [...plain.headers, ENCODING]
    if (source !== undefined) {
      this.#packed++
      const packed = new PackedSource(source, (part) => this.#inTurn(() => deflated(part, PART)))
      return { ...plain, headers, source: packed }
    }
    if (this.#held + size > PACKING_BYTES_MAX) {
      this.#passed++
      return plain
    }
    return this.#whole(body, size).then(
      (packed) => ({ ...plain, headers, body: packed }),
      // If compression fails, the plain answer is sent.
      () => plain,
    )
  }

  async #whole(body: string | Uint8Array, size: number): Promise<Buffer> {
    this.#held += size
    try {
      const bytes = typeof body === 'string' ? Buffer.from(body) : body
      const options = { level: LEVEL, chunkSize: CHUNK_BYTES }
      const packed = await this.#inTurn(() => gzipped(bytes, options))
      this.#packed++
      return packed
    } finally {
      this.#held -= size
    }
  }

  /** Runs the work when a slot is free (P2). */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= PACKED_AT_ONCE_MAX) {
      await new Promise<void>((begin) => this.#waiting.push(begin))
    } else this.#running++
    try {
      return await work()
    } finally {
      // Passes the slot on to the next waiting answer.
      const next = this.#waiting.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }
}

/** The size in UTF-8, or for long texts the number of characters, which is a lower bound. */
function sizeOf(body: string | Uint8Array): number {
  if (typeof body !== 'string') return body.length
  const { length } = body
  // Most answers are clearly shorter or longer than the limit, and counting their bytes would be
  // the most expensive step here.
  if (length > PACKED_FROM_BYTES || length * UTF8_BYTES_MAX <= PACKED_FROM_BYTES) return length
  return Buffer.byteLength(body)
}

/**
 * Each part ends on a byte boundary, so that parts compressed one after the other form a single
 * stream.
 */
const PART = { level: LEVEL, chunkSize: CHUNK_BYTES, finishFlush: constants.Z_SYNC_FLUSH }
/** The gzip header of RFC 1952: deflate, no name, no time, unknown system. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** The deflate block that ends a stream; it is empty. */
const LAST_BLOCK = Buffer.from([0x03, 0x00])
const WORD = 0x1_0000_0000

/** A stream compressed as one gzip stream, whose length is unknown until its end. */
class PackedSource implements ByteSource {
  readonly bytes = null
  readonly #source: ByteSource
  readonly #pack: (part: Uint8Array) => Promise<Buffer>
  #state: 'new' | 'under way' | 'over' = 'new'
  #check = 0
  #length = 0

  constructor(source: ByteSource, pack: (part: Uint8Array) => Promise<Buffer>) {
    this.#source = source
    this.#pack = pack
  }

  async next(): Promise<Uint8Array | null> {
    if (this.#state === 'over') return null
    const part = await this.#source.next()
    const parts: Uint8Array[] = this.#state === 'new' ? [HEAD] : []
    this.#state = 'under way'
    if (part === null) {
      // A stream that ends before its announced length has failed.
      if (this.#length !== this.#source.bytes)
        throw new Error('a source ended before all its bytes')
      this.#state = 'over'
      parts.push(LAST_BLOCK, this.#foot())
    } else {
      this.#check = crc32(part, this.#check)
      this.#length += part.length
      parts.push(await this.#pack(part))
    }
    return Buffer.concat(parts)
  }

  close(): void {
    this.#source.close()
  }

  #foot(): Buffer {
    const foot = Buffer.allocUnsafe(8)
    foot.writeUInt32LE(this.#check, 0)
    foot.writeUInt32LE(this.#length % WORD, 4)
    return foot
  }
}
