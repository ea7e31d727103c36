import { newestSeqOf } from '../../../storage/journal-anchors.js'
import type { LogEntry, LogReader } from '../../../storage/log/log.js'
import { digestOf } from '../../../storage/log/quorum/guards.js'
import { Projector } from '../../../storage/projection/projector.js'
import { deskPlaceRepo } from '../../../storage/repos/desk-place.js'
import { projectionRepo } from '../../../storage/repos/trades/projection.js'
import { type DeskEntry, unpackEntry } from '../../../storage/row-images/desk-entry.js'
import type { DeskPlace } from '../../../storage/row-images/desk-place.js'
import { OtherTablesError, RowWriter } from '../../../storage/row-images/row-writer.js'
import { type Sqlite, Transactions } from '../../../storage/sqlite/open.js'

/**
 * Updates tables to the desk's log. Each change is applied at the place among the trading records
 * at which it was made.
 *
 *   U1. Records up to an entry's place are projected before its rows are applied. Journal lines and
 *       margin letters have two writers, and at another place they would get another order.
 *   - An entry and its number are one transaction, so it is applied exactly once.
 *   U3. Before this node makes changes, it projects all records (`projectAll`): another node may
 *       have projected as many, and its tables accept no change that was made after fewer.
 */
export interface Behind {
  readonly db: Sqlite
  /**
   * The log of each shard, with everything that the quorum has. The caller who opened them closes
   * them, otherwise `close`.
   */
  readonly openLogs: () => readonly LogReader[]
  readonly monotonic: () => number
  /** Called just before a change is applied to the tables. */
  readonly before?: (entry: DeskEntry) => void
}

export class TablesBehind {
  readonly #behind: Behind
  readonly #transactions: Transactions
  readonly #rows: RowWriter
  #place: DeskPlace
  #logs: readonly LogReader[] = []
  #projector: Projector | undefined

  constructor(behind: Behind) {
    const { db } = behind
    this.#behind = behind
    this.#transactions = new Transactions(db)
    this.#rows = new RowWriter(db)
    this.#place = deskPlaceRepo(db).get()
    // Rows that a foreign key would delete are deleted by rows of the change itself.
    db.pragma('foreign_keys = OFF')
  }

  /** The newest applied change; undefined before the first one. */
  get local(): { readonly firstSeq: number; readonly digest: Uint8Array } | undefined {
    const { n, digest } = this.#place
    return n === 0 ? undefined : { firstSeq: n, digest }
  }

  /** Applies an entry of the log and returns its change. */
  put({ firstSeq, bytes }: LogEntry): DeskEntry {
    const entry = unpackEntry(bytes)
    const isNext =
      firstSeq === entry.n &&
      entry.n === this.#place.n + 1 &&
      Buffer.compare(entry.before, this.#place.digest) === 0
    if (!isNext) {
      throw new OtherTablesError(
        `change ${entry.n} of the desk follows none that these tables have, whose newest is ${this.#place.n}`,
      )
    }
    this.#project(entry)
    this.#behind.before?.(entry)
    const place = { n: entry.n, digest: digestOf(bytes) }
    this.#transactions.projected(() => {
      const shapes = new Map(entry.tables.map((shape) => [shape.name, shape]))
      for (const change of entry.changes) {
        const shape = shapes.get(change.table)
        if (shape !== undefined) this.#rows.write(shape, change)
      }
      deskPlaceRepo(this.#behind.db).set(place)
    })
    this.#place = place
    return entry
  }

  /** See U3. */
  projectAll(): void {
    this.#openProjector()
    this.#projectTo(Math.max(projectionRepo(this.#behind.db).seq(), ...this.#logs.map(newestSeqOf)))
  }

  close(): void {
    for (const log of this.#logs) void log.close()
    this.#behind.db.pragma('foreign_keys = ON')
  }

  /** See U1. */
  #project({ n, projectionSeq }: DeskEntry): void {
    const seq = this.#projector?.projectionSeq ?? projectionRepo(this.#behind.db).seq()
    if (projectionSeq < seq) {
      throw new OtherTablesError(
        `change ${n} of the desk was made behind record ${projectionSeq}, and these tables have record ${seq}`,
      )
    }
    if (projectionSeq > seq) this.#projectTo(projectionSeq)
  }

  #projectTo(seq: number): void {
    const projector = this.#openProjector()
    while (!projector.step(seq).isCaughtUp);
  }

  #openProjector(): Projector {
    if (this.#projector !== undefined) return this.#projector
    const { db, openLogs, monotonic } = this.#behind
    this.#logs = openLogs()
    const [transactions, logs] = [this.#transactions, this.#logs]
    this.#projector = new Projector({ db, transactions, logs, monotonic })
    return this.#projector
  }
}
