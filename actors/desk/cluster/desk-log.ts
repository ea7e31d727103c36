import { assert } from '../../../engine/assert.js'
import { digestOf } from '../../../storage/log/quorum/guards.js'
import type { Quorum } from '../../../storage/log/quorum/quorum-log.js'
import { deskPlaceRepo } from '../../../storage/repos/desk-place.js'
import { projectionRepo } from '../../../storage/repos/trades/projection.js'
import { packEntry } from '../../../storage/row-images/desk-entry.js'
import type { DeskPlace } from '../../../storage/row-images/desk-place.js'
import type { TableShape } from '../../../storage/row-images/row-change.js'
import { RowCollector } from '../../../storage/row-images/row-collector.js'
import { tableShapes } from '../../../storage/row-images/table-shapes.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import type { SharedCounters } from '../../shared/shared-state.js'
import type { DeskChangeLog } from './change-log.js'

export type DeskCounters = Pick<SharedCounters, 'setDeskEntry' | 'giveWay'>

/** How long a change waits for the projector, longer than a batch of the projector takes. */
const TURN_MAX_MS = 200

/**
 * The log of the desk's changes in a quorum of databases (docs/decisions/standby-node.md, D1 to D4): a
 * change counts once the quorum has its rows.
 *
 *   - `append` is the last step of a transaction before its commit. A change without rows is in no
 *     log.
 *   L2. After `append` the change may count whatever happens to its transaction. If the transaction
 *       does not commit, this thread ends, and nothing is written to the tables until the next
 *       start applies the change (actors/shared/shared-state.ts, M4).
 *   - Nothing is written outside a change, because it would be only in these tables.
 */
export class DeskLog implements DeskChangeLog {
  readonly #db: Sqlite
  readonly #quorum: Quorum
  readonly #counters: DeskCounters
  readonly #rows: RowCollector
  readonly #shapes: ReadonlyMap<string, TableShape>
  #place: DeskPlace
  #next: DeskPlace | undefined

  /** The tables must contain everything that the quorum has. */
  constructor(db: Sqlite, quorum: Quorum, counters: DeskCounters) {
    this.#db = db
    this.#quorum = quorum
    this.#counters = counters
    this.#rows = new RowCollector(db)
    this.#shapes = new Map(tableShapes(db).map((shape) => [shape.name, shape]))
    this.#place = deskPlaceRepo(db).get()
  }

  get isAppended(): boolean {
    return this.#next !== undefined
  }

  giveWay(): void {
    this.#counters.giveWay(TURN_MAX_MS)
  }

  begin(): void {
    assert(this.#rows.isEmpty, 'rows were written outside a change (L3)')
    this.#counters.setDeskEntry(true)
  }

  append(): void {
    const changes = this.#rows.take()
    if (changes.length === 0) return
    const names = new Set(changes.map(({ table }) => table))
    const tables = [...names].map((name) => this.#shapes.get(name) as TableShape)
    const n = this.#place.n + 1
    const before = this.#place.digest
    const projectionSeq = projectionRepo(this.#db).seq()
    const bytes = packEntry({ n, before, projectionSeq, tables, changes })
    const place = { n, digest: digestOf(bytes) }
    deskPlaceRepo(this.#db).set(place)
    this.#rows.take()
    this.#next = place
    this.#quorum.begin(n, bytes)
    this.#quorum.settle()
  }

  committed(): void {
    this.#place = this.#next ?? this.#place
    this.#next = undefined
    this.#counters.setDeskEntry(false)
  }

  undone(): void {
    this.#rows.take()
    this.#counters.setDeskEntry(false)
  }

  close(): Promise<void> {
    return this.#quorum.close()
  }
}
