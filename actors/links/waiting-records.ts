import { TRANSACTIONS_PER_BATCH, TRANSACTIONS_WAITING_MAX } from '../../engine/limits.js'
import type { GatewayTransaction, RecordBatch } from '../../wire/thread/provider-records.js'
import { randomToken } from '../thread/random.js'

/**
 * Everything that providers said and that is to be kept, on its way out of the links thread.
 *
 *   B1. Whoever adds never waits: what does not find room is left out and counted.
 *   B2. One batch is out at a time. It is given again, the same, until whoever took it says that it is kept.
 *   B3. `waits` is called once, and again only after an empty batch was taken.
 */
export class WaitingRecords {
  readonly #run = randomToken()
  readonly #waits: () => void
  readonly #transactionsDropped = new Map<number, number>()
  #transactions: GatewayTransaction[] = []
  #given: RecordBatch | undefined
  #number = 0
  #hasSaid = false

  constructor(waits: () => void) {
    this.#waits = waits
  }

  /** False where it is left out. */
  transaction(row: GatewayTransaction): boolean {
    const hasRoom = this.#transactions.length < TRANSACTIONS_WAITING_MAX
    if (hasRoom) this.#transactions.push(row)
    else {
      const before = this.#transactionsDropped.get(row.gateway) ?? 0
      this.#transactionsDropped.set(row.gateway, before + 1)
    }
    this.#say()
    return hasRoom
  }

  /** `done` is the number of the last batch that is kept; 0 before the first. */
  take(done: number): RecordBatch {
    if (this.#given !== undefined && this.#given.number !== done) return this.#given
    this.#given = undefined
    if (this.#transactions.length === 0) {
      this.#hasSaid = false
      return this.#batch(0, [])
    }
    const some = this.#transactions.slice(0, TRANSACTIONS_PER_BATCH)
    this.#transactions = this.#transactions.slice(TRANSACTIONS_PER_BATCH)
    this.#given = this.#batch(++this.#number, some)
    return this.#given
  }

  #batch(number: number, transactions: readonly GatewayTransaction[]): RecordBatch {
    const transactionsDropped = [...this.#transactionsDropped]
    return { run: this.#run, number, transactions, transactionsDropped }
  }

  #say(): void {
    if (this.#hasSaid) return
    this.#hasSaid = true
    this.#waits()
  }
}
