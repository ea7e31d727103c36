import type { Login } from '../../engine/units.js'
import type { RawRecord } from '../../wire/record/record.js'
import type { LogReader } from '../log/log.js'
import { requestKeysRepo } from '../repos/trades/request-keys.js'
import { KeyPack, unpackKeys } from '../sqlite/key-pack.js'
import type { Sqlite } from '../sqlite/open.js'
import { rawRecordsOf, shardOf } from './dealing.js'

/**
 * Moves the request keys of all shards to the shards that now have their accounts.
 *
 *   - A stored key knows its record but not its account, which is read from the record's head in
 *     the former logs.
 *   - A key whose record was trimmed is older than keys are kept, and is dropped.
 *   - Batches are read in order of their last records and deleted as they are read; written batches
 *     end before the next read one, so no two have the same number.
 */
interface UsedKey {
  readonly hash: number
  readonly seq: number
  readonly at: number
}

/** The size up to which small batches are combined, in keys. */
const BATCH_KEYS = 4_096

/** Moves the keys inside a transaction and returns their number. `logs` are the former ones. */
export function dealRequestKeys(db: Sqlite, logs: readonly LogReader[], shards: number): number {
  const keys = requestKeysRepo(db)
  const logins = logs.map((log) => new LoginsBySeq(log))
  const waiting = Array.from({ length: 2 * shards }, (): UsedKey[] => [])
  let dealt = 0
  const write = (place: number): void => {
    const used = waiting[place] as UsedKey[]
    if (used.length === 0) return
    waiting[place] = []
    dealt += used.length
    const pack = new KeyPack()
    for (const { hash, seq, at } of used.sort((a, b) => a.seq - b.seq)) pack.add(hash, seq, at)
    keys.addDealt(place % shards, pack, place >= shards)
  }
  let batch = keys.batchAfter(0)
  while (batch !== undefined) {
    const { last_seq: lastSeq, shard, keys: packed, keyed } = batch
    const ofShard = logins[shard]
    unpackKeys(packed, (hash, seq, at) => {
      const login = ofShard?.of(seq)
      if (login === undefined) return
      waiting[shardOf({ login, shard: undefined, seq }, shards) + keyed * shards]?.push({
        hash,
        seq,
        at,
      })
    })
    keys.remove(lastSeq)
    for (const [place, { length }] of waiting.entries()) if (length >= BATCH_KEYS) write(place)
    batch = keys.batchAfter(lastSeq)
  }
  for (const place of waiting.keys()) write(place)
  return dealt
}

/** The login of a record, for seqs in nearly rising order. */
class LoginsBySeq {
  readonly #log: LogReader
  #records: Iterator<RawRecord, undefined> | undefined
  #head: RawRecord | undefined
  #asked = 0

  constructor(log: LogReader) {
    this.#log = log
  }

  /** The login of a record; undefined if the log does not contain that record. */
  of(seq: number): Login | undefined {
    if (this.#records === undefined || seq < this.#asked) {
      this.#records = rawRecordsOf(this.#log, seq - 1)
      this.#head = this.#records.next().value
    }
    this.#asked = seq
    while (this.#head !== undefined && this.#head.seq < seq) this.#head = this.#records.next().value
    return this.#head?.seq === seq ? this.#head.login : undefined
  }
}
