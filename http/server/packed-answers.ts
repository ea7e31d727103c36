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

/** Quick: what it saves beyond this level costs more of the processor than the network is worth. */
const LEVEL = constants.Z_BEST_SPEED
/** The size of each chunk of packed bytes; every chunk takes a turn of this thread. */
const CHUNK_BYTES = 256 * 1024
const PACKABLE = /^(?:application\/json|text\/csv|text\/html)\b/
/** The most UTF-8 bytes for each unit of a text's `length`. */
const UTF8_BYTES_MAX = 3
const VARY = ['vary', 'accept-encoding'] as const
const ENCODING = ['content-encoding', 'gzip'] as const

/**
 * Answers packed on their way out, for those who take gzip.
 *   P1. Only what is longer than `PACKED_FROM_BYTES`, is JSON, CSV or HTML, and is of a route without secrets.
 *   P2. On the threads of the process's own pool, `PACKED_AT_ONCE_MAX` at a time, so that files can be read meanwhile.
 *       Answers that are packed or wait for it hold `PACKING_BYTES_MAX` together: one beyond that goes as it is.
 *   P3. What comes from a source is packed part by part, as its reader takes it: nothing is held but the part.
 *   P4. HEAD says what GET would.
 */
export class PackedAnswers {
  readonly #waiting: (() => void)[] = []
  #running = 0
  #held = 0
  #packed = 0
  #passed = 0

  /** Bytes of answers that are being packed, or wait for it. */
  get held(): number {
    return this.#held
  }

  /** Answers that went out packed, since the start. */
  get packed(): number {
    return this.#packed
  }

  /** Answers that went out as they are because too much was being packed. */
  get passed(): number {
    return this.#passed
  }

  /** Answers at once where nothing is to be packed, or only as its reader takes it. */
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
      // It is whole as it is.
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

  /** P2. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= PACKED_AT_ONCE_MAX) {
      await new Promise<void>((begin) => this.#waiting.push(begin))
    } else this.#running++
    try {
      return await work()
    } finally {
      // The next one that waits takes over the place.
      const next = this.#waiting.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }
}

/** The size in UTF-8; of a long text its characters, which are no more. */
function sizeOf(body: string | Uint8Array): number {
  if (typeof body !== 'string') return body.length
  const { length } = body
  // Most answers are far shorter or longer: to count their bytes costs more than all else here.
  if (length > PACKED_FROM_BYTES || length * UTF8_BYTES_MAX <= PACKED_FROM_BYTES) return length
  return Buffer.byteLength(body)
}

/** Ends on a whole byte and goes on: parts that were packed so, one after the other, are one stream. */
const PART = { level: LEVEL, chunkSize: CHUNK_BYTES, finishFlush: constants.Z_SYNC_FLUSH }
/** RFC 1952: gzip by deflate, no name, no time, any system. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** The last block of deflate, empty. */
const LAST_BLOCK = Buffer.from([0x03, 0x00])
const WORD = 0x1_0000_0000

/** The bytes of a source as one gzip stream, whose length nobody knows before its end. */
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
      // Fewer bytes than were promised are no end of it.
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
