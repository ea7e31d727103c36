/**
 * Splits bytes into FIX messages: from `8=` to the end of the CheckSum. Keeps an incomplete
 * message.
 *
 * - Between two chunks it keeps at most one message of the largest size and the end of a chunk.
 * - A message with wrong first fields, BodyLength or CheckSum is skipped and counted. Reading
 *   continues with the next valid message, even if it is within the bytes that the wrong one
 *   claimed.
 * - More than `garbledMax` wrong messages in a row, or more bytes than a message may have, are an
 *   error. An error is final: no messages follow, and the connection has to be closed.
 */
export interface FixFrameLimits {
  readonly messageBytesMax: number
  readonly garbledMax: number
}

/** Limits for messages from outside this server. Larger messages are refused. */
export const FIX_FRAME_LIMITS: FixFrameLimits = { messageBytesMax: 262_144, garbledMax: 10 }

interface FrameHead {
  /** The position of the body, after BodyLength and its separator. */
  readonly bodyAt: number
  readonly bodyLength: number
}

const SOH = 1
const DIGIT_0 = 48
const EQUALS = 61
/** The length of `10=000` and its separator. */
const TRAILER_BYTES = 7
/** An upper bound for the bytes of `8=FIX.4.4` and `9=1234567` with their separators. */
const HEAD_BYTES_MAX = 40
const LENGTH_DIGITS_MAX = 7
const START = '8=FIX'
const NOTHING: Buffer = Buffer.alloc(0)

export class FixFrameReader {
  readonly #limits: FixFrameLimits
  #bytes: Buffer = NOTHING
  #at = 0
  #garbled = 0
  #inRow = 0
  #junkBytes = 0
  #fault = ''

  constructor(limits: FixFrameLimits = FIX_FRAME_LIMITS) {
    this.#limits = limits
  }

  /** The reason why reading ended; empty if there is no error. */
  get fault(): string {
    return this.#fault
  }

  /** The number of messages that were skipped because of errors. */
  get garbled(): number {
    return this.#garbled
  }

  get heldBytes(): number {
    return this.#bytes.length - this.#at
  }

  push(bytes: Uint8Array): void {
    if (this.#fault !== '') return
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#bytes =
      this.heldBytes === 0 ? chunk : Buffer.concat([this.#bytes.subarray(this.#at), chunk])
    this.#at = 0
  }

  /**
   * The next complete message, valid until the next `push`; undefined if more bytes are needed, or
   * after an error.
   */
  next(): Buffer | undefined {
    while (this.#fault === '' && this.heldBytes > 0) {
      const head = this.#head()
      if (head === 'more') return undefined
      const end = head === 'bad' ? 0 : head.bodyAt + head.bodyLength + TRAILER_BYTES
      if (end > this.#bytes.length) return undefined
      if (head !== 'bad' && this.#isWhole(head)) return this.#take(end)
      this.#passOver()
    }
    return undefined
  }

  /** Counts a message that has a correct checksum but cannot be parsed. */
  refuse(): void {
    this.#count()
  }

  #take(end: number): Buffer {
    const frame = this.#bytes.subarray(this.#at, end)
    this.#at = end
    this.#inRow = 0
    this.#junkBytes = 0
    return frame
  }

  #head(): FrameHead | 'more' | 'bad' {
    const [bytes, at] = [this.#bytes, this.#at]
    const partial = bytes.length - at < HEAD_BYTES_MAX ? 'more' : 'bad'
    for (let i = 0; i < 2; i++) {
      if (at + i >= bytes.length) return 'more'
      if (bytes[at + i] !== START.charCodeAt(i)) return 'bad'
    }
    const beginEnd = bytes.indexOf(SOH, at)
    if (beginEnd < 0 || beginEnd - at > HEAD_BYTES_MAX) return partial
    let next = beginEnd + 1
    if (next + 2 > bytes.length) return partial
    if (bytes[next] !== DIGIT_0 + 9 || bytes[next + 1] !== EQUALS) return 'bad'
    let bodyLength = 0
    const digitsAt = next + 2
    for (next = digitsAt; next - digitsAt <= LENGTH_DIGITS_MAX; next++) {
      if (next >= bytes.length) return partial
      const byte = bytes[next] as number
      if (byte === SOH) break
      if (byte < DIGIT_0 || byte > DIGIT_0 + 9) return 'bad'
      bodyLength = bodyLength * 10 + byte - DIGIT_0
    }
    if (bytes[next] !== SOH || next === digitsAt) return 'bad'
    const bodyAt = next + 1
    if (bodyAt - at + bodyLength + TRAILER_BYTES > this.#limits.messageBytesMax) return 'bad'
    return { bodyAt, bodyLength }
  }

  /** Whether MsgType is the third field and the CheckSum is correct and where BodyLength says. */
  #isWhole({ bodyAt, bodyLength }: FrameHead): boolean {
    const bytes = this.#bytes
    const end = bodyAt + bodyLength
    if (bytes[bodyAt] !== DIGIT_0 + 3 || bytes[bodyAt + 1] !== DIGIT_0 + 5) return false
    if (bytes[bodyAt + 2] !== EQUALS || bytes[end - 1] !== SOH || bytes[end + 6] !== SOH)
      return false
    if (bytes[end] !== DIGIT_0 + 1 || bytes[end + 1] !== DIGIT_0) return false
    if (bytes[end + 2] !== EQUALS) return false
    let said = 0
    for (let i = end + 3; i < end + 6; i++) {
      const digit = (bytes[i] as number) - DIGIT_0
      if (digit < 0 || digit > 9) return false
      said = said * 10 + digit
    }
    let sum = 0
    for (let i = this.#at; i < end; i++) sum += bytes[i] as number
    return (sum & 0xff) === said
  }

  /**
   * Skips to the next place where a message may begin. All skipped bytes count as one wrong
   * message.
   */
  #passOver(): void {
    const from = this.#at
    const isNew = this.#junkBytes === 0
    const found = this.#bytes.indexOf(START, from + 1, 'latin1')
    this.#at = found >= 0 ? found : Math.max(from + 1, this.#bytes.length - START.length + 1)
    if (found >= 0) this.#junkBytes = 0
    else this.#junkBytes += this.#at - from
    if (isNew) this.#count()
    if (this.#junkBytes > this.#limits.messageBytesMax) this.#fail('it sends what is not FIX')
  }

  #count(): void {
    this.#garbled++
    this.#inRow++
    if (this.#inRow > this.#limits.garbledMax) this.#fail('too many garbled messages in a row')
  }

  #fail(why: string): void {
    this.#fault = why
    this.#bytes = NOTHING
    this.#at = 0
  }
}
