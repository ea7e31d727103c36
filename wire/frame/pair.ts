import { textFromScaled } from '../../engine/numbers/decimal.js'
import { type FrameWriter, Key } from './frame-writer.js'
import { JsonWriter, MsgpackWriter } from './writer.js'

/** A field with one of few values: name and value as bytes, computed once. */
export class Pair {
  readonly json: Uint8Array
  readonly pack: Uint8Array

  constructor(name: string, value: string | number) {
    const key = new Key(name)
    const write = (w: FrameWriter): Uint8Array => {
      if (typeof value === 'number') w.int(key, value)
      else w.text(key, value)
      return w.bytes.slice(0, w.length)
    }
    this.json = write(new JsonWriter())
    this.pack = write(new MsgpackWriter())
  }
}

const MONEY_DIGITS_MAX = 10

/** An amount of zero by its decimals. Most amounts are zero, so zeros are encoded once. */
export function zeroPairs(name: string): readonly Pair[] {
  const digits = Array.from({ length: MONEY_DIGITS_MAX + 1 }, (_, i) => i)
  return digits.map((decimals) => new Pair(name, textFromScaled(0, decimals)))
}
