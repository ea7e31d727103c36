import type { Code } from '../../engine/code.js'
import {
  REFUSED_BYTES_PER_CHANGE,
  REFUSED_ROWS_PER_CHANGE,
  REFUSED_ROWS_WAITING_MAX,
} from '../../engine/limits/requests.js'
import type {
  RefusedBatch,
  RefusedMore,
  RefusedNews,
  RefusedOf,
} from '../../wire/thread/refused-request.js'
import type { Outcome } from '../thread/ask.js'
import { type Clock, type Timer, within } from '../thread/clock.js'
import { randomToken } from '../thread/random.js'

/**
 * Passes refused requests from the shards to the desk, and counts them for the metrics.
 *
 *   - It sends one batch a second, and never before the desk has stored the previous one. A crash
 *     loses the last second.
 *   - A batch that could not be stored is sent again unchanged, and the desk stores it once.
 *   - The queue is bounded. When it is full, further rows are only counted by account and code;
 *     when those counts are full, they are dropped.
 */
export interface RefusalKeeperOptions {
  readonly clock: Clock
  keep(batch: RefusedBatch): Promise<Outcome<null>>
}

const EVERY_MS = 1_000
const SETTLE_MS = 1_000
const KINDS_MAX = 8_192

export class RefusalKeeper {
  readonly #options: RefusalKeeperOptions
  readonly #run = randomToken()
  readonly #more = new Map<string, RefusedMore & { count: number }>()
  #rows: RefusedOf[] = []
  #given: RefusedBatch | undefined
  #number = 0
  #work: Promise<void> | undefined
  #timer: Timer | undefined
  /** The number of refused requests by code and by routing rule, since the start. */
  readonly byCode = new Map<Code, number>()
  readonly byRule = new Map<number, number>()

  constructor(options: RefusalKeeperOptions) {
    this.#options = options
  }

  start(): void {
    this.#timer = this.#options.clock.every(EVERY_MS, () => void this.flush())
  }

  heard({ rows, more, codes, rules }: RefusedNews): void {
    for (const [code, count] of codes) this.byCode.set(code, (this.byCode.get(code) ?? 0) + count)
    for (const [rule, count] of rules) this.byRule.set(rule, (this.byRule.get(rule) ?? 0) + count)
    for (const row of rows) {
      if (this.#rows.length < REFUSED_ROWS_WAITING_MAX) this.#rows.push(row)
      else this.#countMore({ login: row.login, at: row.at, code: row.code, count: 1 })
    }
    for (const one of more) this.#countMore(one)
  }

  /** Sends the waiting rows to the desk, unless a batch is already on its way. */
  flush(): Promise<void> {
    this.#work ??= this.#keepOne().finally(() => {
      this.#work = undefined
    })
    return this.#work
  }

  /** Sends all waiting rows to the desk, but waits only a moment for it. */
  async settle(): Promise<void> {
    this.#timer?.cancel()
    const all = async (): Promise<void> => {
      await this.#work
      while (this.#waits && (await this.#isKept()));
    }
    await within(this.#options.clock, SETTLE_MS, all(), 'refusals').catch(() => undefined)
  }

  get #waits(): boolean {
    return this.#given !== undefined || this.#rows.length > 0 || this.#more.size > 0
  }

  async #keepOne(): Promise<void> {
    if (this.#waits) await this.#isKept()
  }

  async #isKept(): Promise<boolean> {
    this.#given ??= this.#nextBatch()
    const kept = await this.#options.keep(this.#given)
    if (kept.ok) this.#given = undefined
    return kept.ok
  }

  #nextBatch(): RefusedBatch {
    const rows = this.#rows.splice(0, this.#rowsAtOnce())
    const more = [...this.#more.values()]
    this.#more.clear()
    return { run: this.#run, number: ++this.#number, rows, more }
  }

  /** The number of rows that fit into one message to the desk; at least one. */
  #rowsAtOnce(): number {
    let bytes = 0
    const most = this.#rows.slice(0, REFUSED_ROWS_PER_CHANGE)
    const beyond = most.findIndex(({ request }) => {
      bytes += request.length
      return bytes > REFUSED_BYTES_PER_CHANGE
    })
    return beyond === -1 ? most.length : Math.max(1, beyond)
  }

  #countMore(one: RefusedMore): void {
    const key = `${one.login} ${one.code}`
    const known = this.#more.get(key)
    if (known !== undefined) known.count += one.count
    else if (this.#more.size < KINDS_MAX) this.#more.set(key, { ...one })
  }
}
