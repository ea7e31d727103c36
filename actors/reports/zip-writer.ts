import { constants, crc32, deflateRawSync } from 'node:zlib'

/**
 * Writes a zip archive sequentially, over several slices.
 *
 *   - Sizes and checksums follow each file and are in the directory at the end, so nothing that was
 *     written must be changed.
 *   - Each compressed part ends at a byte and does not refer to earlier data, so after a crash the
 *     next slice continues from the stored state.
 */
export interface KeptZip {
  /** The number of bytes written so far. */
  readonly at: number
  readonly files: readonly ZippedFile[]
  readonly open: OpenFile | null
}

interface OpenFile {
  readonly name: string
  readonly offset: number
  readonly crc: number
  readonly size: number
  readonly packed: number
}

type ZippedFile = OpenFile

const LOCAL = 0x04034b50
const BEHIND = 0x08074b50
const ENTRY = 0x02014b50
const END = 0x06054b50
const VERSION = 20
/** The flags of a file: its sizes follow the content, and names are in UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
/** The first date that zip supports, because files in the archive have no date. */
const DOS_DAY = 0x0021
/** Text is compressed in parts of about this size, each with a new window. */
const PART = 256 * 1024
/** The final deflate block, which is empty. */
const LAST_BLOCK = Uint8Array.of(0x03, 0x00)

export class ZipWriter {
  #at: number
  readonly #files: ZippedFile[]
  #open: OpenFile | null
  #text = ''
  #parts: Uint8Array[] = []

  constructor(kept: KeptZip | null) {
    this.#at = kept?.at ?? 0
    this.#files = [...(kept?.files ?? [])]
    this.#open = kept?.open ?? null
  }

  get size(): number {
    return this.#text.length + this.#parts.reduce((sum, part) => sum + part.length, 0)
  }

  begin(name: string): void {
    this.#open = { name, offset: this.#at, crc: 0, size: 0, packed: 0 }
    this.#put(record(LOCAL, [VERSION, FLAGS, DEFLATED, 0, DOS_DAY], [0, 0, 0], [name.length, 0]))
    this.#put(Buffer.from(name))
  }

  add(text: string): void {
    this.#text += text
    if (this.#text.length >= PART) this.#pack()
  }

  close(): void {
    this.#pack()
    if (this.#open === null) return
    this.#put(LAST_BLOCK)
    const file = { ...this.#open, packed: this.#open.packed + LAST_BLOCK.length }
    this.#put(record(BEHIND, [], [file.crc, file.packed, file.size], []))
    this.#files.push(file)
    this.#open = null
  }

  /** Adds a file whose whole content is known. */
  file(name: string, text: string): void {
    this.begin(name)
    this.add(text)
    this.close()
  }

  end(): void {
    const from = this.#at
    for (const { name, offset, crc, packed, size } of this.#files) {
      const versions = [VERSION, VERSION, FLAGS, DEFLATED, 0, DOS_DAY]
      this.#put(
        record(ENTRY, versions, [crc, packed, size], [name.length, 0, 0, 0, 0], [0, offset]),
      )
      this.#put(Buffer.from(name))
    }
    const count = this.#files.length
    this.#put(record(END, [0, 0, count, count], [this.#at - from, from], [0]))
  }

  taken(): Uint8Array {
    this.#pack()
    const bytes = Buffer.concat(this.#parts)
    this.#parts = []
    return bytes
  }

  kept(): KeptZip {
    return { at: this.#at, files: this.#files, open: this.#open }
  }

  #pack(): void {
    if (this.#text === '' || this.#open === null) return
    const bytes = Buffer.from(this.#text)
    this.#text = ''
    const packed = deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
    const { crc, size, packed: before } = this.#open
    this.#open = {
      ...this.#open,
      crc: crc32(bytes, crc),
      size: size + bytes.length,
      packed: before + packed.length,
    }
    this.#put(packed)
  }

  #put(bytes: Uint8Array): void {
    this.#parts.push(bytes)
    this.#at += bytes.length
  }
}

/**
 * Builds a record: a signature, then 16-bit numbers, 32-bit numbers, and 16-bit and 32-bit numbers
 * again.
 */
function record(
  signature: number,
  shorts: readonly number[],
  longs: readonly number[],
  moreShorts: readonly number[],
  moreLongs: readonly number[] = [],
): Uint8Array {
  const counts = 2 * (shorts.length + moreShorts.length) + 4 * (1 + longs.length + moreLongs.length)
  const bytes = Buffer.alloc(counts)
  let at = bytes.writeUInt32LE(signature, 0)
  for (const one of shorts) at = bytes.writeUInt16LE(one, at)
  for (const one of longs) at = bytes.writeUInt32LE(one, at)
  for (const one of moreShorts) at = bytes.writeUInt16LE(one, at)
  for (const one of moreLongs) at = bytes.writeUInt32LE(one, at)
  return bytes
}
