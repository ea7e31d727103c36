import { newestSeqOf } from '../../../storage/journal-anchors.js'
import type { LogEntry, LogReader } from '../../../storage/log/log.js'
import { digestOf } from '../../../storage/log/replicated/guards.js'
import { Projector } from '../../../storage/projection/projector.js'
import { deskPlaceRepo } from '../../../storage/repos/desk-place.js'
import { projectionRepo } from '../../../storage/repos/trades/projection.js'
import { type DeskEntry, unpackEntry } from '../../../storage/row-images/desk-entry.js'
import type { DeskPlace } from '../../../storage/row-images/desk-place.js'
import { OtherTablesError, RowWriter } from '../../../storage/row-images/row-writer.js'
import { type Sqlite, Transactions } from '../../../storage/sqlite/open.js'

/**
 * Tables on their way to where the desk's log is: each change goes in at the place among the records of trading at which it was made.
 *
 *   U1. Records up to an entry's place are projected, then its rows are put in. Lines of the journal and margin letters have two writers:
 *       anywhere else they would come in another order.
 *   U2. An entry and its number are one transaction, so that it is put in once wherever this ends.
 *   U3. Whoever makes changes next projects all records first (`projectAll`): another node may have projected as many, and its tables
 *       take no change that was made behind fewer.
 */
export interface Behind {
  readonly db: Sqlite
  /** The log of each shard, which has what the quorum has; closed by whoever opened them, in `close` where nobody else does. */
  readonly openLogs: () => readonly LogReader[]
  readonly monotonic: () => number
  /** Looks at the tables as they are just before a change is put in. */
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
    // What a row takes along is a row of the change itself.
    db.pragma('foreign_keys = OFF')
  }

  /** Undefined before the first change. */
  get local(): { readonly firstSeq: number; readonly digest: Uint8Array } | undefined {
    const { n, digest } = this.#place
    return n === 0 ? undefined : { firstSeq: n, digest }
  }

  /** Answers the change that it put in. */
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

  /** U3. */
  projectAll(): void {
    this.#openProjector()
    this.#projectTo(Math.max(projectionRepo(this.#behind.db).seq(), ...this.#logs.map(newestSeqOf)))
  }

  close(): void {
    for (const log of this.#logs) void log.close()
    this.#behind.db.pragma('foreign_keys = ON')
  }

  /** U1. */
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
