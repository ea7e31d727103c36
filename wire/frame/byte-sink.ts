import { timeText } from '../format/time-text.js'
import type { FieldBytes, FrameWriter, Key } from './frame-writer.js'

const START_BYTES = 4096
/** The most bytes of a number with its separators. */
export const NUMBER_BYTES = 64
const ZERO = 48
const MINUS = 45
const POINT = 46
const POWERS = Array.from({ length: 17 }, (_, digits) => 10 ** digits)

/**
 * A growing buffer and methods that write numbers. A field consists of a name and a value.
 * Subclasses define how each encoding writes them (`name`, `put…`), so that a value can also be
 * written separately (frame-template.ts).
 */
export abstract class ByteSink implements FrameWriter {
  protected at = 0
  protected out = new Uint8Array(START_BYTES)

  get bytes(): Uint8Array {
    return this.out
  }

  get length(): number {
    return this.at
  }

  get written(): Uint8Array {
    return this.out.subarray(0, this.at)
  }

  /** Drops everything from `length` on. `length` must be the end of a field or frame. */
  rewind(length: number): void {
    this.at = length
  }

  /** Called after the bytes so far were sent. Writing continues in the same frame. */
  goOn(): void {
    this.at = 0
  }

  abstract clear(): void
  abstract map(fields: number, key?: Key): void
  abstract endMap(): void
  abstract array(items: number, key?: Key): void
  abstract endArray(): void
  abstract pair(pair: FieldBytes): void
  abstract bool(key: Key, value: boolean): void
  abstract none(key: Key): void
  /** Writes a field name, and reserves space for a number that follows. */
  abstract name(key: Key): void
  abstract putInt(value: number): void
  abstract putText(value: string): void
  /**
   * These methods overwrite a value of the same length. They return false if the lengths differ;
   * the old value is then lost.
   */
  abstract overText(at: number, end: number, value: string): boolean
  abstract overInt(at: number, end: number, value: number): boolean
  abstract overIntText(at: number, end: number, value: number): boolean
  abstract overScaled(at: number, end: number, value: number, digits: number): boolean
  abstract overTrimmed(at: number, end: number, value: number, digits: number): boolean
  abstract putScaled(value: number, digits: number): void
  abstract putTrimmed(value: number, digits: number): void
  abstract putIntText(value: number): void

  int(key: Key, value: number): void {
    this.name(key)
    this.putInt(value)
  }

  text(key: Key, value: string): void {
    this.name(key)
    this.putText(value)
  }

  time(key: Key, ms: number): void {
    this.name(key)
    this.putText(timeText(ms))
  }

  scaled(key: Key, value: number, digits: number): void {
    this.name(key)
    this.putScaled(value, digits)
  }

  trimmed(key: Key, value: number, digits: number): void {
    this.name(key)
    this.putTrimmed(value, digits)
  }

  intText(key: Key, value: number): void {
    this.name(key)
    this.putIntText(value)
  }

  room(bytes: number): void {
    if (this.at + bytes <= this.out.length) return
    let size = this.out.length * 2
    while (size < this.at + bytes) size *= 2
    const grown = new Uint8Array(size)
    grown.set(this.out.subarray(0, this.at))
    this.out = grown
  }

  protected raw(bytes: Uint8Array): void {
    const { out } = this
    let { at } = this
    for (let i = 0; i < bytes.length; i++) out[at++] = bytes[i] as number
    this.at = at
  }

  /** Writes the digits of a safe, non-negative integer. */
  protected digits(value: number): void {
    if (value < 10) {
      this.out[this.at++] = ZERO + value
      return
    }
    const end = this.at + digitCount(value)
    this.#backwards(value, this.at, end)
    this.at = end
  }

  /** Writes a decimal with the same result as `textFromScaled`. */
  protected decimal(value: number, digits: number): void {
    let left = value
    if (value < 0) {
      this.out[this.at++] = MINUS
      left = -value
    }
    if (digits === 0) {
      this.digits(left)
      return
    }
    const scale = POWERS[digits] as number
    const whole = Math.floor(left / scale)
    this.digits(whole)
    this.out[this.at++] = POINT
    const end = this.at + digits
    this.#backwards(left - whole * scale, this.at, end)
    this.at = end
  }

  /**
   * Overwrites digits with the digits of a safe, non-negative integer; false if the number of
   * digits differs.
   */
  protected overDigits(from: number, end: number, value: number): boolean {
    const width = end - from
    const isLess = width > 1 && value < (POWERS[width - 1] as number)
    if (isLess || value >= (POWERS[width] as number)) return false
    this.#backwards(value, from, end)
    return true
  }

  /** Overwrites a decimal; false if the lengths differ. */
  protected overDecimal(from: number, end: number, value: number, digits: number): boolean {
    if (value < 0) return false
    if (digits === 0) return this.overDigits(from, end, value)
    const scale = POWERS[digits] as number
    const whole = Math.floor(value / scale)
    const point = end - digits - 1
    if (point <= from || !this.overDigits(from, point, whole)) return false
    this.out[point] = POINT
    this.#backwards(value - whole * scale, point + 1, end)
    return true
  }

  protected overTrimmedDecimal(from: number, end: number, value: number, digits: number): boolean {
    const kept = keptDigits(value, digits)
    return this.overDecimal(from, end, value / (POWERS[digits - kept] as number), kept)
  }

  /** Fills `from..end` with the digits of `value`, with leading zeros. */
  #backwards(value: number, from: number, end: number): void {
    const { out } = this
    let at = end
    let left = value
    while (left > 0x7fff_ffff) {
      const rest = Math.floor(left / 10)
      out[--at] = ZERO + (left - rest * 10)
      left = rest
    }
    let small = left | 0
    while (at > from) {
      const rest = (small / 10) | 0
      out[--at] = ZERO + (small - rest * 10)
      small = rest
    }
  }

  /** Writes a decimal and leaves out trailing zeros. */
  protected trimmedDecimal(value: number, digits: number): void {
    const kept = keptDigits(value, digits)
    this.decimal(value / (POWERS[digits - kept] as number), kept)
  }
}

/** The number of decimals up to the last one that is not zero. */
function keptDigits(value: number, digits: number): number {
  let left = value
  let kept = digits
  // Most volumes are multiples of 0.01 lots, so six zeros are tried at once.
  if (kept >= 6 && left % 1_000_000 === 0) {
    left /= 1_000_000
    kept -= 6
  }
  while (kept > 0) {
    const rest = left / 10
    if (!Number.isInteger(rest)) break
    left = rest
    kept--
  }
  return kept
}

function digitCount(value: number): number {
  let count = 1
  while (count < POWERS.length && value >= (POWERS[count] as number)) count++
  return count
}
