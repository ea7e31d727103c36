import { JsonWriter, MsgpackWriter } from './writer.js'

/**
 * Writes one frame field by field, as JSON or as MessagePack, straight into bytes: what leaves the
 * hot path is described once (wire/trade/views.ts) and costs no objects. Maps must be opened with the
 * number of fields that follow.
 */
export interface FrameWriter {
  readonly bytes: Uint8Array
  readonly length: number
  /** The frame: `bytes` up to `length`, valid until the next write. */
  readonly written: Uint8Array
  clear(): void
  /** Opens a map of `fields` fields, as a value or under `key`. */
  map(fields: number, key?: Key): void
  endMap(): void
  array(items: number, key?: Key): void
  endArray(): void
  int(key: Key, value: number): void
  bool(key: Key, value: boolean): void
  none(key: Key): void
  text(key: Key, value: string): void
  /** `value / 10^digits` as decimal text. */
  scaled(key: Key, value: number, digits: number): void
  /** As `scaled`, without trailing zeros. */
  trimmed(key: Key, value: number, digits: number): void
  pair(pair: Pair): void
  /** A non-negative integer as text: sequence numbers. */
  intText(key: Key, value: number): void
}

/** A field name with its bytes in both encodings, made once. */
export class Key {
  readonly name: string
  readonly json: Uint8Array
  readonly pack: Uint8Array

  constructor(name: string) {
    this.name = name
    this.json = Buffer.from(`"${name}":`, 'latin1')
    const raw = Buffer.from(name, 'latin1')
    this.pack = Uint8Array.from([0xa0 | raw.length, ...raw])
  }
}

/** A field whose value is one of few: name and value as bytes, made once. */
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
