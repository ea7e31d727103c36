import type { LogEntry, LogReader } from '../../../storage/log/log.js'
import { digestOf } from '../../../storage/log/replicated/guards.js'
import type { Quorum } from '../../../storage/log/replicated/replicated-log.js'
import { Projector } from '../../../storage/projection/projector.js'
import { deskPlaceRepo } from '../../../storage/repos/desk-place.js'
import { projectionRepo } from '../../../storage/repos/trades/projection.js'
import { type DeskEntry, unpackEntry } from '../../../storage/row-images/desk-entry.js'
import type { DeskPlace } from '../../../storage/row-images/desk-place.js'
import { OtherTablesError, RowWriter } from '../../../storage/row-images/row-writer.js'
import { type Sqlite, Transactions } from '../../../storage/sqlite/open.js'

/**
 * Brings tables to where the desk's log is: each change at the place among the records of trading at which it was made.
 *
 *   U1. Records up to an entry's place are projected, then its rows are put in. Lines of the journal and margin letters have two writers:
 *       anywhere else they would come in another order.
 *   U2. An entry and its number are one transaction, so that it is put in once wherever this ends.
 */
export interface CatchingUp {
  readonly db: Sqlite
  /** The log of each shard, which has what the quorum has; closed by whoever opened them. */
  readonly openLogs: () => readonly LogReader[]
  readonly monotonic: () => number
}

/** Opens the desk's log beside these tables; answers how many changes came into them. */
export function catchUp(quorum: Quorum, { db, openLogs, monotonic }: CatchingUp): number {
  const place = deskPlaceRepo(db).get()
  const local = place.n === 0 ? undefined : { firstSeq: place.n, digest: place.digest }
  const tables = new TablesBehind(db, openLogs, monotonic)
  db.pragma('foreign_keys = OFF')
  try {
    for (const entry of quorum.open(local)) tables.put(entry)
  } finally {
    db.pragma('foreign_keys = ON')
    tables.close()
  }
  return deskPlaceRepo(db).get().n - place.n
}

class TablesBehind {
  readonly #db: Sqlite
  readonly #openLogs: () => readonly LogReader[]
  readonly #monotonic: () => number
  readonly #transactions: Transactions
  readonly #rows: RowWriter
  #place: DeskPlace
  #logs: readonly LogReader[] = []
  #projector: Projector | undefined

  constructor(db: Sqlite, openLogs: () => readonly LogReader[], monotonic: () => number) {
    this.#db = db
    this.#openLogs = openLogs
    this.#monotonic = monotonic
    this.#transactions = new Transactions(db)
    this.#rows = new RowWriter(db)
    this.#place = deskPlaceRepo(db).get()
  }

  put({ firstSeq, bytes }: LogEntry): void {
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
    const place = { n: entry.n, digest: digestOf(bytes) }
    this.#transactions.projected(() => {
      const shapes = new Map(entry.tables.map((shape) => [shape.name, shape]))
      for (const change of entry.changes) {
        const shape = shapes.get(change.table)
        if (shape !== undefined) this.#rows.write(shape, change)
      }
      deskPlaceRepo(this.#db).set(place)
    })
    this.#place = place
  }

  close(): void {
    for (const log of this.#logs) void log.close()
  }

  /** U1. */
  #project({ n, projectionSeq }: DeskEntry): void {
    const seq = this.#projector?.projectionSeq ?? projectionRepo(this.#db).seq()
    if (projectionSeq < seq) {
      throw new OtherTablesError(
        `change ${n} of the desk was made behind record ${projectionSeq}, and these tables have record ${seq}`,
      )
    }
    if (projectionSeq === seq) return
    if (this.#projector === undefined) {
      this.#logs = this.#openLogs()
      const [db, transactions] = [this.#db, this.#transactions]
      this.#projector = new Projector({
        db,
        transactions,
        logs: this.#logs,
        monotonic: this.#monotonic,
      })
    }
    while (!this.#projector.step(projectionSeq).isCaughtUp);
  }
}
