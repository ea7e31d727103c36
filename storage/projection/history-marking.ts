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

/** Sums of an account's rows since its last mark, where memory has seen all of them and they are exact. */
export type SumsSinceMark = { [Kind in HistoryKind]: number[] | undefined }

export function sumsSinceMark({ deals, closed }: AccountChains): SumsSinceMark {
  return {
    orders: [],
    deals: deals % MARK_EVERY === 0 ? [0, 0] : undefined,
    closed: closed % MARK_EVERY === 0 ? [0, 0, 0, 0, 0] : undefined,
  }
}

/** Marks histories while rows come (storage/repos/trades/history-marks.ts), in transactions of the caller's. */
export class HistoryMarking {
  readonly #writes: ReturnType<typeof historyMarkWrites>
  readonly #due: HistoryMark[] = []
  readonly #repaired = new Map<Login, AccountChains>()
  #mayHaveUnmarked = true

  constructor(db: Sqlite) {
    this.#writes = historyMarkWrites(db)
  }

  /** Marks that the next `flush` has to sum from the tables. */
  get unsummed(): number {
    return this.#due.filter(({ sums }) => sums === undefined).length
  }

  /** A row has come to a history, with its share of the kind's sums in their order. */
  added(kind: HistoryKind, since: SumsSinceMark, row: AddedRow, ...shares: number[]): void {
    if (!addTo(since[kind], shares)) since[kind] = undefined
    if (row.ordinal % MARK_EVERY !== 0) return
    this.#due.push({ kind, ...row, sums: since[kind] })
    since[kind] = shares.map(() => 0)
  }

  /** Rows of before may be others now: the account's histories are marked anew, a slice at a time. */
  repaired(account: AccountChains): void {
    this.#repaired.set(account.login, account)
  }

  /** Call it when the rows are in the tables and counted. */
  flush(): void {
    for (const mark of this.#due) {
      if (mark.sums === undefined) this.#writes.addSummed(mark)
      else this.#writes.add(mark, mark.sums)
    }
    for (const account of this.#repaired.values()) {
      for (const kind of KINDS) this.#markAnew(kind, account)
    }
    this.forget()
  }

  forget(): void {
    this.#due.length = 0
    this.#repaired.clear()
  }

  /** False where no history waits to be marked. */
  get mayHaveUnmarked(): boolean {
    return this.#mayHaveUnmarked
  }

  /** Marks histories that have no marks yet, as many rows as `most` or somewhat more. */
  markUnmarked(most: number): void {
    for (let walked = 0; walked < most; walked += MARK_EVERY) {
      const history = this.#writes.unmarked()
      if (history === undefined) {
        // What was walked in this transaction may be undone yet.
        if (walked === 0) this.#mayHaveUnmarked = false
        return
      }
      this.#markNext(history)
    }
  }

  #markAnew(kind: HistoryKind, account: AccountChains): void {
    const { login } = account
    const newest = newestOf(kind, account)
    if (newest.ordinal < MARK_EVERY) return
    this.#writes.forget(kind, login)
    this.#writes.unmarkedFrom({ login, kind, ...newest })
    this.#mayHaveUnmarked = true
  }

  /** Marks the place if it is one of a mark, and goes down to the next one. */
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

/** False when a sum is not exact any more. */
function addTo(sums: number[] | undefined, shares: readonly number[]): boolean {
  if (sums === undefined) return false
  return shares.every((share, at) => {
    const sum = (sums[at] ?? 0) + share
    sums[at] = sum
    return Number.isSafeInteger(sum)
  })
}
