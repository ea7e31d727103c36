import { DAY_MS } from '../../../engine/calendar/durations.js'
import { REQUEST_KEY_DAYS } from '../../../engine/limits/requests.js'
import {
  type KeySecret,
  oldRequestKeyHash,
  requestKeyHash,
} from '../../../engine/numbers/request-key-hash.js'

/**
 * The request keys that accounts have used, with the log record of each one's outcome.
 *
 *   - Only a 53-bit hash is kept; the record in the log shows whether the key is really the same.
 *     All records whose keys share a hash are kept, so no used key counts as unused.
 *   K2. A table grows in `PARTS` parts, one at a time, so that no request waits while a million
 *       keys are moved.
 *   - A key is remembered for at least `REQUEST_KEY_DAYS` days; then the table of its day is
 *     dropped as a whole.
 *   K4. Keys that were stored before hashes had a secret are in separate tables, by their old hash,
 *       until they expire.
 */
const NONE: readonly number[] = []
const PARTS = 256
const START_SLOTS = 16

type Days = Map<number, KeyTable>

export class RequestKeys {
  readonly #secret: KeySecret
  readonly #days: Days = new Map()
  readonly #oldDays: Days = new Map()
  #size = 0
  #hashedLogin = -1
  #hashedKey = ''
  #lastHash = 0

  constructor(secret: KeySecret) {
    this.#secret = secret
  }

  /** The log seqs of records that may have used the key, oldest first; usually none or one. */
  find(login: number, requestKey: string): readonly number[] {
    const hash = this.#hash(login, requestKey)
    let found: number[] | undefined
    for (const table of this.#days.values()) found = table.find(hash, found)
    if (this.#oldDays.size > 0) {
      const old = oldRequestKeyHash(login, requestKey)
      for (const table of this.#oldDays.values()) found = table.find(old, found)
    }
    // Growing a table may have reversed their order.
    if (found !== undefined && found.length > 1) found.sort((a, b) => a - b)
    return found ?? NONE
  }

  add(login: number, requestKey: string, seq: number, atMs: number): void {
    this.addHashed(this.#hash(login, requestKey), seq, atMs)
  }

  /**
   * Adds a key at recovery, when only its hash is known. `isOld` marks a hash without the secret
   * (K4).
   */
  addHashed(hash: number, seq: number, atMs: number, isOld = false): void {
    const days = isOld ? this.#oldDays : this.#days
    const day = Math.floor(atMs / DAY_MS)
    let table = days.get(day)
    if (table === undefined) {
      table = new KeyTable()
      days.set(day, table)
      this.#forgetBefore(day - REQUEST_KEY_DAYS - 1)
    }
    const before = table.size
    table.add(hash, seq)
    this.#size += table.size - before
  }

  get size(): number {
    return this.#size
  }

  /**
   * The hash of a key. The last one is cached, because a request looks up its key and then adds it.
   */
  #hash(login: number, requestKey: string): number {
    if (login !== this.#hashedLogin || requestKey !== this.#hashedKey) {
      this.#hashedLogin = login
      this.#hashedKey = requestKey
      this.#lastHash = requestKeyHash(this.#secret, login, requestKey)
    }
    return this.#lastHash
  }

  #forgetBefore(day: number): void {
    for (const days of [this.#days, this.#oldDays]) {
      for (const [held, { size }] of days) {
        if (held >= day) continue
        days.delete(held)
        this.#size -= size
      }
    }
  }
}

/** The keys of one day, divided by their hash (K2). */
class KeyTable {
  size = 0
  readonly #parts = Array.from({ length: PARTS }, () => new KeyPart())

  find(hash: number, found: number[] | undefined): number[] | undefined {
    return this.#part(hash).find(hash, found)
  }

  add(hash: number, seq: number): void {
    if (this.#part(hash).add(hash, seq)) this.size++
  }

  #part(hash: number): KeyPart {
    return this.#parts[Math.floor(hash / 0x1_0000_0000) % PARTS] as KeyPart
  }
}

/**
 * A hash table with open addressing in two flat arrays: 32 bytes per key at half load, and no
 * garbage.
 */
class KeyPart {
  #used = 0
  #mask = START_SLOTS - 1
  #hashes = new Float64Array(START_SLOTS)
  #seqs = new Float64Array(START_SLOTS)

  /** Returns `found` with the seqs under this hash added; undefined while there is none. */
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

  /** Adds a seq. False if the table contained it already. */
  add(hash: number, seq: number): boolean {
    if (this.#used * 2 > this.#mask) this.#grow()
    let slot = this.#slot(hash)
    while (this.#hashes[slot] !== 0) {
      if (this.#hashes[slot] === hash && this.#seqs[slot] === seq) return false
      slot = (slot + 1) & this.#mask
    }
    this.#used++
    this.#hashes[slot] = hash
    this.#seqs[slot] = seq
    return true
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
    this.#used = 0
    for (let i = 0; i < hashes.length; i++) {
      if (hashes[i] !== 0) this.add(hashes[i] as number, seqs[i] as number)
    }
  }
}
