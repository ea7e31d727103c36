import { REQUEST_KEY_DAYS } from '../engine/limits.js'
import { requestKeyHash } from '../engine/request-key-hash.js'

/**
 * Which request keys an account has used, and the log record that holds each one's outcome.
 *
 *   K1. Only a 53-bit hash is kept; the record in the log says whether it truly is the key. Of keys
 *       that share a hash every record is kept, so that none is taken for unused.
 *   K2. A table grows in `PARTS` parts, one at a time, so that no request waits while a million keys move.
 *   K3. A key is known for at least `REQUEST_KEY_DAYS` days, then its day's table goes as a whole.
 */
const DAY_MS = 86_400_000
const NONE: readonly number[] = []
const PARTS = 256
const START_SLOTS = 16

export class RequestKeys {
  readonly #days = new Map<number, KeyTable>()
  #hashedLogin = -1
  #hashedKey = ''
  #lastHash = 0

  /** The log seqs of the records that may have used the key, the oldest first; mostly none or one. */
  find(login: number, requestKey: string): readonly number[] {
    const hash = this.#hash(login, requestKey)
    let found: number[] | undefined
    for (const table of this.#days.values()) found = table.find(hash, found)
    // A table that grew may have turned its order round.
    if (found !== undefined && found.length > 1) found.sort((a, b) => a - b)
    return found ?? NONE
  }

  add(login: number, requestKey: string, seq: number, atMs: number): void {
    this.addHashed(this.#hash(login, requestKey), seq, atMs)
  }

  /** Recovery: the tables keep the hash alone, too. */
  addHashed(hash: number, seq: number, atMs: number): void {
    const day = Math.floor(atMs / DAY_MS)
    let table = this.#days.get(day)
    if (table === undefined) {
      table = new KeyTable()
      this.#days.set(day, table)
      this.#forgetBefore(day - REQUEST_KEY_DAYS - 1)
    }
    table.add(hash, seq)
  }

  get size(): number {
    let size = 0
    for (const table of this.#days.values()) size += table.size
    return size
  }

  /** A request asks for its key and then adds it: the hash is made once. */
  #hash(login: number, requestKey: string): number {
    if (login !== this.#hashedLogin || requestKey !== this.#hashedKey) {
      this.#hashedLogin = login
      this.#hashedKey = requestKey
      this.#lastHash = requestKeyHash(login, requestKey)
    }
    return this.#lastHash
  }

  #forgetBefore(day: number): void {
    for (const held of this.#days.keys()) if (held < day) this.#days.delete(held)
  }
}

/** A day's keys, divided by their hash (K2). */
class KeyTable {
  readonly #parts = Array.from({ length: PARTS }, () => new KeyPart())

  get size(): number {
    return this.#parts.reduce((sum, { size }) => sum + size, 0)
  }

  find(hash: number, found: number[] | undefined): number[] | undefined {
    return this.#part(hash).find(hash, found)
  }

  add(hash: number, seq: number): void {
    this.#part(hash).add(hash, seq)
  }

  #part(hash: number): KeyPart {
    return this.#parts[Math.floor(hash / 0x1_0000_0000) % PARTS] as KeyPart
  }
}

/** Open addressing over two flat arrays: 32 bytes a key at half load, nothing for the collector. */
class KeyPart {
  size = 0
  #mask = START_SLOTS - 1
  #hashes = new Float64Array(START_SLOTS)
  #seqs = new Float64Array(START_SLOTS)

  /** `found` with the seqs under this hash added to it; it stays undefined while there is none. */
  find(hash: number, found: number[] | undefined): number[] | undefined {
    let all = found
    for (let slot = this.#slot(hash); ; slot = (slot + 1) & this.#mask) {
      const held = this.#hashes[slot] as number
      if (held === 0) return all
      if (held !== hash) continue
      all ??= []
      all.push(this.#seqs[slot] as number)
    }
  }

  add(hash: number, seq: number): void {
    if (this.size * 2 > this.#mask) this.#grow()
    let slot = this.#slot(hash)
    while (this.#hashes[slot] !== 0) {
      if (this.#hashes[slot] === hash && this.#seqs[slot] === seq) return
      slot = (slot + 1) & this.#mask
    }
    this.size++
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
      if (hashes[i] !== 0) this.add(hashes[i] as number, seqs[i] as number)
    }
  }
}
