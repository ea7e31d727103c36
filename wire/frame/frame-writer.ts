/**
 * Writes a frame field by field as JSON or MessagePack, directly into bytes. Hot frames are
 * described only once (wire/row/rows.ts) and allocate no objects. Maps have to be opened with the
 * number of their fields.
 */
export interface FrameWriter {
  readonly bytes: Uint8Array
  readonly length: number
  /** The frame: `bytes` up to `length`, valid until the next write. */
  readonly written: Uint8Array
  clear(): void
  /** Opens a map with this many fields, as a value or under `key`. */
  map(fields: number, key?: Key): void
  endMap(): void
  array(items: number, key?: Key): void
  endArray(): void
  int(key: Key, value: number): void
  bool(key: Key, value: boolean): void
  none(key: Key): void
  text(key: Key, value: string): void
  /** Writes a time as RFC 3339 text. */
  time(key: Key, ms: number): void
  /** Writes `value / 10^digits` as decimal text. */
  scaled(key: Key, value: number, digits: number): void
  /** Writes a decimal like `scaled`, and leaves out trailing zeros. */
  trimmed(key: Key, value: number, digits: number): void
  pair(pair: FieldBytes): void
  /** Writes a non-negative integer as text, for sequence numbers. */
  intText(key: Key, value: number): void
}

/** A field, or its name, as bytes in both encodings. */
export interface FieldBytes {
  readonly json: Uint8Array
  readonly pack: Uint8Array
}

/** A field name with its bytes in both encodings, computed once. */
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

const keys = new Map<string, Key>()

/** The shared Key object of a field name. */
export function key(name: string): Key {
  let made = keys.get(name)
  if (made === undefined) {
    made = new Key(name)
    keys.set(name, made)
  }
  return made
}
