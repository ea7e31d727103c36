import type {
  AccountRecord,
  CorrectionEvent,
  OrderEvent,
  PositionEvent,
  RestoredPositionEvent,
} from '../../engine/account/event.js'
import {
  type ChangeField,
  expirationNumber,
  type StoredChange,
  TRAILING_STEP_MS,
} from '../../wire/stored/stored-change.js'
import { tradeChangesRepo } from '../repos/records/trade-changes.js'
import type { Sqlite } from '../sqlite/open.js'
import type { Differences } from './differences.js'

type PositionRow = PositionEvent | CorrectionEvent | RestoredPositionEvent
type Row = OrderEvent | PositionRow
type Expected = Pick<
  StoredChange,
  'id' | 'ofOrder' | 'seq' | 'field' | 'login' | 'at' | 'old' | 'new'
>

/** The stops that every row has, and the additional terms of waiting orders. */
const STOPS: readonly (readonly [ChangeField, (row: Row) => number])[] = [
  ['stop_loss', (row) => row.stopLoss],
  ['take_profit', (row) => row.takeProfit],
  ['trailing_pts', (row) => row.trailingPts],
]
const TERMS: readonly (readonly [ChangeField, (row: OrderEvent) => number])[] = [
  ['price', (row) => row.price],
  ['trigger_price', (row) => row.triggerPrice],
  ['volume_current', (row) => row.volumeCurrent],
  ['expiration', (row) => expirationNumber(row.expiration)],
  ['expires_at', (row) => row.expiresAt],
]
const GTC = expirationNumber('gtc')

/**
 * Compares the changes of stops and order terms found by a replay with the tables. The newest step
 * of a trailing stop is compared once another change follows it, because the next step may replace
 * it.
 */
export class ReplayedChanges {
  readonly #found: Differences
  readonly #repo: ReturnType<typeof tradeChangesRepo>
  readonly #keptFrom: number
  /** The newest step of each position's trailing stop. */
  readonly #steps = new Map<number, Expected>()
  #rows = 0

  constructor(db: Sqlite, found: Differences) {
    this.#found = found
    this.#repo = tradeChangesRepo(db)
    this.#keptFrom = this.#repo.keptFrom().seq
  }

  /** The number of rows that the tables should have. */
  get rows(): number {
    return this.#rows
  }

  /** Changes in an archive are still in the tables; those of a position are in order. */
  startFrom(changes: Iterable<StoredChange>): void {
    for (const change of changes) {
      const { id, ofOrder, seq, field, login, at, old } = change
      if (!ofOrder) this.#settle(id)
      const row = { id, ofOrder, seq, field, login, at, old, new: change.new }
      this.#expect(row, change.by === 'trailing')
    }
  }

  /** `before` is the previous row; undefined if there was none. */
  add(record: AccountRecord, seq: number, before: Row | undefined, row: Row): void {
    const { login, at, events } = record
    if (record.seq <= this.#keptFrom) return
    const ofOrder = row.type === 'order'
    if (row.type === 'restored_position') return
    if (ofOrder ? row.doneAt !== 0 || row.kind === 'market' : row.volume === 0) return
    if (before !== undefined && events.some(({ type }) => type === 'day' || type === 'night'))
      return
    const changed: Pick<Expected, 'field' | 'old' | 'new'>[] = []
    const look = (field: ChangeField, old: number, now: number) => {
      if (old !== now) changed.push({ field, old, new: now })
    }
    for (const [field, of] of STOPS) look(field, before === undefined ? 0 : of(before), of(row))
    if (row.type === 'order') {
      const held = before?.type === 'order' ? before : undefined
      for (const [field, of] of TERMS) {
        const isUsual = held === undefined && field === 'expiration' && of(row) === GTC
        if (!isUsual) look(field, held === undefined ? 0 : of(held), of(row))
      }
    }
    const isStep = changed.length === 1 && isTrailing(record, before, row)
    for (const one of changed) {
      const expected = { id: row.id, ofOrder, seq, login, at, ...one }
      if (!isStep && !ofOrder) this.#settle(row.id)
      this.#expect(expected, isStep)
    }
  }

  /** Compares the changes that are left at the end. */
  end(): void {
    for (const id of [...this.#steps.keys()]) this.#settle(id)
  }

  #expect(change: Expected, isStep: boolean): void {
    if (!isStep) {
      this.#compare(change)
      return
    }
    const step = this.#steps.get(change.id)
    if (step === undefined || slotOf(step) !== slotOf(change)) {
      this.#settle(change.id)
      this.#steps.set(change.id, change)
    } else this.#steps.set(change.id, { ...change, old: step.old })
  }

  #settle(id: number): void {
    const step = this.#steps.get(id)
    if (step === undefined) return
    this.#steps.delete(id)
    this.#compare(step)
  }

  #compare(change: Expected): void {
    const { id, ofOrder, seq, field } = change
    this.#rows += 1
    const subject = `change ${seq} of ${field} of ${ofOrder ? 'order' : 'position'} ${id}`
    this.#found.compare(subject, this.#repo.get(id, ofOrder, seq, field), change)
  }
}

function isTrailing(record: AccountRecord, before: Row | undefined, row: Row): boolean {
  const { requestKey, note, origin, events } = record
  if (requestKey !== '' || note !== undefined || origin !== undefined) return false
  if (row.type === 'order' || before === undefined || events.length > 1) return false
  return before.stopLoss !== row.stopLoss && row.trailingPts !== 0
}

function slotOf({ at }: Expected): number {
  return Math.floor(at / TRAILING_STEP_MS)
}
