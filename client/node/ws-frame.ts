import { randomFillSync } from 'node:crypto'

/** The frame types of the WebSocket protocol. */

export const OP = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** A complete message, with its fragments joined. */
export interface WsMessage {
  readonly op: number
  readonly bytes: Buffer
}

/** A masked frame, as the protocol requires for clients. */
export function maskedFrame(op: number, payload: Uint8Array): Buffer {
  const size = payload.length
  const head = size < 126 ? 6 : size < 0x1_0000 ? 8 : 14
  const frame = Buffer.allocUnsafe(head + size)
  frame[0] = 0x80 | op
  if (head === 6) frame[1] = 0x80 | size
  else if (head === 8) {
    frame[1] = 0x80 | 126
    frame.writeUInt16BE(size, 2)
  } else {
    frame[1] = 0x80 | 127
    frame.writeBigUInt64BE(BigInt(size), 2)
  }
  const mask = randomFillSync(frame, head - 4, 4).subarray(head - 4, head)
  for (let i = 0; i < size; i++) frame[head + i] = (payload[i] as number) ^ (mask[i & 3] as number)
  return frame
}

/** Reads messages from bytes as they arrive. */
export class FrameReader {
  readonly #bytesMax: number
  #chunks: Buffer[] = []
  #bytes = 0
  #parts: Buffer[] = []
  #partsBytes = 0
  #op = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  push(bytes: Buffer): void {
    this.#chunks.push(bytes)
    this.#bytes += bytes.length
  }

  /** The next complete message; undefined until one is complete. */
  next(): WsMessage | 'broken' | undefined {
    for (;;) {
      const head = this.#head()
      if (head === undefined) return undefined
      const { op, isLast, isMasked, at, size } = head
      const isTooLong = size + this.#partsBytes > this.#bytesMax
      if (isMasked || isTooLong || !KNOWN.has(op)) return 'broken'
      if (this.#bytes < at + size) return undefined
      const payload = this.#taken(at + size).subarray(at)
      if (op >= OP.close) return { op, bytes: payload }
      if ((op === OP.more) !== this.#parts.length > 0) return 'broken'
      if (op !== OP.more) this.#op = op
      this.#parts.push(payload)
      this.#partsBytes += size
      if (isLast) return this.#whole()
    }
  }

  #whole(): WsMessage {
    const [only] = this.#parts
    const bytes = this.#parts.length === 1 && only !== undefined ? only : Buffer.concat(this.#parts)
    this.#parts = []
    this.#partsBytes = 0
    return { op: this.#op, bytes }
  }

  #head() {
    if (this.#bytes < 2) return undefined
    const first = this.#joined(14)
    const op = (first[0] as number) & 0x0f
    const isLast = ((first[0] as number) & 0x80) !== 0
    const isMasked = ((first[1] as number) & 0x80) !== 0
    const short = (first[1] as number) & 0x7f
    if (short < 126) return { op, isLast, isMasked, at: 2, size: short }
    if (short === 126) {
      return first.length < 4
        ? undefined
        : { op, isLast, isMasked, at: 4, size: first.readUInt16BE(2) }
    }
    if (first.length < 10) return undefined
    return { op, isLast, isMasked, at: 10, size: Number(first.readBigUInt64BE(2)) }
  }

  /** Returns a chunk with at least `count` bytes, if that many have arrived. */
  #joined(count: number): Buffer {
    const [first = Buffer.alloc(0)] = this.#chunks
    if (this.#chunks.length <= 1 || first.length >= count) return first
    return this.#join()
  }

  #taken(count: number): Buffer {
    const [first = Buffer.alloc(0)] = this.#chunks
    const all = first.length >= count ? first : this.#join()
    if (all.length === count) this.#chunks.shift()
    else this.#chunks[0] = all.subarray(count)
    this.#bytes -= count
    return all.subarray(0, count)
  }

  #join(): Buffer {
    const all = Buffer.concat(this.#chunks)
    this.#chunks = [all]
    return all
  }
}

const KNOWN: ReadonlySet<number> = new Set(Object.values(OP))
