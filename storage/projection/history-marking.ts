import type { Login } from '../../engine/units.js'
import type { AccountChains } from '../repos/accounts/account-states.js'
import {
  type HistoryMark,
  historyMarkWrites,
  type UnmarkedHistory,
} from '../repos/trades/history-mark-writes.js'
import { type HistoryKind, MARK_EVERY, newestOf } from '../repos/trades/history-marks.js'
import type { Sqlite } from '../sqlite/open.js'

const KINDS: readonly HistoryKind[] = ['orders', 'deals', 'closed']

/**
 * Sums of an account's rows since its last mark. Undefined for a kind if rows were not seen here,
 * or if a sum is not exact.
 */
export type SumsSinceMark = { [Kind in HistoryKind]: number[] | undefined }

export function sumsSinceMark({ deals, closed }: AccountChains): SumsSinceMark {
  return {
    orders: [],
    deals: deals % MARK_EVERY === 0 ? [0, 0] : undefined,
    closed: closed % MARK_EVERY === 0 ? [0, 0, 0, 0, 0] : undefined,
  }
}

/**
 * Marks histories as rows are added (storage/repos/trades/history-marks.ts), in the caller's
 * transactions.
 */
export class HistoryMarking {
  readonly #writes: ReturnType<typeof historyMarkWrites>
  readonly #due: HistoryMark[] = []
  readonly #repaired = new Map<Login, AccountChains>()
  #mayHaveUnmarked = true

  constructor(db: Sqlite) {
    this.#writes = historyMarkWrites(db)
  }

  /** The number of new marks whose sums the next `flush` must read from the tables. */
  get unsummed(): number {
    return this.#due.filter(({ sums }) => sums === undefined).length
  }

  /** Counts a new row of a history, with its amounts in the order of the kind's sums. */
  added(kind: HistoryKind, since: SumsSinceMark, row: AddedRow, ...shares: number[]): void {
    if (!addTo(since[kind], shares)) since[kind] = undefined
    if (row.ordinal % MARK_EVERY !== 0) return
    this.#due.push({ kind, ...row, sums: since[kind] })
    since[kind] = shares.map(() => 0)
  }

  /**
   * Marks the account's histories again, in slices, because a repair may have changed older rows.
   */
  repaired(account: AccountChains): void {
    this.#repaired.set(account.login, account)
  }

  /** Writes the marks. Call it after the rows were written and counted. */
  flush(): void {
    for (const mark of this.#due) {
      if (mark.sums === undefined) this.#writes.addSummed(mark)
      else this.#writes.add(mark, mark.sums)
    }
    for (const account of this.#repaired.values()) {
      for (const kind of KINDS) this.#markAgain(kind, account)
    }
    this.forget()
  }

  forget(): void {
    this.#due.length = 0
    this.#repaired.clear()
  }

  /** False if no history waits to be marked. */
  get mayHaveUnmarked(): boolean {
    return this.#mayHaveUnmarked
  }

  /** Marks about `most` rows of histories without marks. */
  markUnmarked(most: number): void {
    for (let walked = 0; walked < most; walked += MARK_EVERY) {
      const history = this.#writes.unmarked()
      if (history === undefined) {
        // Rolling back this transaction would also undo its marks.
        if (walked === 0) this.#mayHaveUnmarked = false
        return
      }
      this.#markNext(history)
    }
  }

  #markAgain(kind: HistoryKind, account: AccountChains): void {
    const { login } = account
    const newest = newestOf(kind, account)
    if (newest.ordinal < MARK_EVERY) return
    this.#writes.forget(kind, login)
    this.#writes.unmarkedFrom({ login, kind, ...newest })
    this.#mayHaveUnmarked = true
  }

  /** Marks the row if its place needs a mark, and moves to the next lower place. */
  #markNext(history: UnmarkedHistory): void {
    const { ordinal } = history
    if (ordinal % MARK_EVERY === 0) this.#writes.addSummed(history)
    const rows = ordinal % MARK_EVERY || MARK_EVERY
    const next = ordinal > rows ? this.#writes.back(history, rows) : undefined
    if (next === undefined) this.#writes.marked(history)
    else this.#writes.unmarkedFrom({ ...history, ...next })
  }
}

type AddedRow = Pick<HistoryMark, 'login' | 'ordinal' | 'id' | 'at'>

/** Adds shares to sums. False if a sum is no longer exact. */
function addTo(sums: number[] | undefined, shares: readonly number[]): boolean {
  if (sums === undefined) return false
  return shares.every((share, at) => {
    const sum = (sums[at] ?? 0) + share
    sums[at] = sum
    return Number.isSafeInteger(sum)
  })
}
