/**
 * Writes one frame field by field, as JSON or as MessagePack, straight into bytes: what leaves the
 * hot path is described once (wire/row/rows.ts) and costs no objects. Maps must be opened with the
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
  /** A moment as RFC 3339 text. */
  time(key: Key, ms: number): void
  /** `value / 10^digits` as decimal text. */
  scaled(key: Key, value: number, digits: number): void
  /** Writes like `scaled`, without trailing zeros. */
  trimmed(key: Key, value: number, digits: number): void
  pair(pair: FieldBytes): void
  /** A non-negative integer as text: sequence numbers. */
  intText(key: Key, value: number): void
}

/** A field, or its name alone, in both encodings. */
export interface FieldBytes {
  readonly json: Uint8Array
  readonly pack: Uint8Array
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
