import { REQUEST_KEY_DAYS } from '../engine/limits.js'

/**
 * Which request keys an account has used, and the log record that holds each one's outcome.
 *
 *   K1. Only a 53-bit hash is kept; the record in the log says whether it truly is the key.
 *   K2. A key is known for at least `REQUEST_KEY_DAYS` days, then its day's table goes as a whole.
 */
const DAY_MS = 86_400_000

export class RequestKeys {
  readonly #days = new Map<number, KeyTable>()

  /** The log seq of the record that used the key, or 0. */
  find(login: number, requestKey: string): number {
    const hash = keyHash(login, requestKey)
    for (const table of this.#days.values()) {
      const seq = table.get(hash)
      if (seq !== 0) return seq
    }
    return 0
  }

  add(login: number, requestKey: string, seq: number, atMs: number): void {
    const day = Math.floor(atMs / DAY_MS)
    let table = this.#days.get(day)
    if (table === undefined) {
      table = new KeyTable()
      this.#days.set(day, table)
      this.#forgetBefore(day - REQUEST_KEY_DAYS - 1)
    }
    table.set(keyHash(login, requestKey), seq)
  }

  get size(): number {
    let size = 0
    for (const table of this.#days.values()) size += table.size
    return size
  }

  #forgetBefore(day: number): void {
    for (const held of this.#days.keys()) if (held < day) this.#days.delete(held)
  }
}

/** Open addressing over two flat arrays: 32 bytes a key at half load, nothing for the collector. */
class KeyTable {
  size = 0
  #mask = 1023
  #hashes = new Float64Array(1024)
  #seqs = new Float64Array(1024)

  get(hash: number): number {
    for (let slot = this.#slot(hash); ; slot = (slot + 1) & this.#mask) {
      const held = this.#hashes[slot] as number
      if (held === 0) return 0
      if (held === hash) return this.#seqs[slot] as number
    }
  }

  set(hash: number, seq: number): void {
    if (this.size * 2 > this.#mask) this.#grow()
    let slot = this.#slot(hash)
    while (this.#hashes[slot] !== 0 && this.#hashes[slot] !== hash) slot = (slot + 1) & this.#mask
    if (this.#hashes[slot] === 0) this.size++
    this.#hashes[slot] = hash
    this.#seqs[slot] = seq
  }

  #slot(hash: number): number {
    return ((hash % 0x1_0000_0000) >>> 0) & this.#mask
  }

  #grow(): void {
    const [hashes, seqs] = [this.#hashes, this.#seqs]
    const slots = (this.#mask + 1) * 2
    this.#mask = slots - 1
    this.#hashes = new Float64Array(slots)
    this.#seqs = new Float64Array(slots)
    this.size = 0
    for (let i = 0; i < hashes.length; i++) {
      if (hashes[i] !== 0) this.set(hashes[i] as number, seqs[i] as number)
    }
  }
}

/** Two 32-bit FNV-1a streams folded to 53 bits, never 0. */
function keyHash(login: number, requestKey: string): number {
  let a = 0x811c9dc5 ^ (login >>> 0)
  let b = 0xc2b2ae35 ^ Math.floor(login / 0x1_0000_0000)
  a = Math.imul(a, 0x01000193)
  b = Math.imul(b ^ login, 0x85ebca6b)
  for (let i = 0; i < requestKey.length; i++) {
    const code = requestKey.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
    b ^= b >>> 13
  }
  a ^= a >>> 16
  return ((b >>> 11) >>> 0) * 0x1_0000_0000 + (a >>> 0) || 1
}
