import type { DayAnswer } from '../../actors/queries/overview/day-query.js'
import type { QueryPool } from '../../actors/queries/pool.js'
import type { Clock } from '../../actors/thread/clock.js'
import type { Book } from '../../engine/book/compiled.js'
import { serverDayAt } from '../../engine/calendar/server-day.js'
import { isRefusal, type Refusal } from '../../engine/code.js'
import type { UnixMs } from '../../engine/units.js'

/** The money that deals moved within one hour, in minor units. */
export interface HourMoney {
  readonly profit: bigint
  readonly deposits: bigint
  readonly withdrawals: bigint
}

/** The trading day of a group's accounts. Hours count from the start of the day. */
export interface GroupDay {
  readonly hours: Map<number, HourMoney>
  readonly volumeByHour: Map<number, bigint>
  readonly volumeBySymbol: Map<number, bigint>
  marginCalls: number
  stopOuts: number
}

/** The current trading day by group path. */
export interface DaySoFar {
  readonly start: UnixMs
  readonly groups: ReadonlyMap<string, GroupDay>
}

export interface DayParts {
  readonly clock: Clock
  readonly queries: Pick<QueryPool, 'of'>
  projectionSeq(): number
  book(): Book
}

/**
 * How often the day is summed again from the start, so that accounts that changed their group are
 * counted in the new one.
 */
const SUMMED_AGAIN_MS = 5 * 60_000
/** The caller of these queries. They take turns with the queries of staff. */
const ASKER = { audience: 'staff', login: 0 } as const

/**
 * Sums up the trading day from the database. It reads only new deals, and nothing while there are
 * none.
 */
export class DaySums {
  readonly #parts: DayParts
  #day = new DaySum(0)
  #summedAt = Number.NEGATIVE_INFINITY

  constructor(parts: DayParts) {
    this.#parts = parts
  }

  async read(): Promise<DaySoFar | Refusal> {
    const { clock, book, projectionSeq } = this.#parts
    const { start } = serverDayAt(book().clock, clock.now())
    const now = clock.monotonic()
    const isWhole = start !== this.#day.start || now - this.#summedAt >= SUMMED_AGAIN_MS
    const seq = projectionSeq()
    if (!isWhole && seq === this.#day.seq) return this.#day
    const day = isWhole ? new DaySum(start) : this.#day
    const refusal = await this.#addNew(day)
    if (refusal !== undefined) return refusal
    day.seq = seq
    this.#day = day
    if (isWhole) this.#summedAt = now
    return day
  }

  async #addNew(day: DaySum): Promise<Refusal | undefined> {
    const queries = this.#parts.queries.of(ASKER)
    for (;;) {
      const answer = await queries.run('overview.day', { start: day.start, next: day.next })
      if (isRefusal(answer)) return answer
      day.add(answer.value)
      if (answer.value.isOver) return undefined
    }
  }
}

class DaySum implements DaySoFar {
  readonly start: UnixMs
  readonly groups = new Map<string, GroupDay>()
  next: DayAnswer['next'] = []
  /** The `projection_seq` up to which deals are included. */
  seq = -1

  constructor(start: UnixMs) {
    this.start = start
  }

  add({ money, volumes, standings, next }: DayAnswer): void {
    for (const [path, hour, profit, deposits, withdrawals] of money) {
      const { hours } = this.#of(path)
      const before = hours.get(Number(hour)) ?? NO_MONEY
      hours.set(Number(hour), {
        profit: before.profit + profit,
        deposits: before.deposits + deposits,
        withdrawals: before.withdrawals + withdrawals,
      })
    }
    for (const [path, symbolId, hour, volume] of volumes) {
      const group = this.#of(path)
      addTo(group.volumeBySymbol, Number(symbolId), volume)
      addTo(group.volumeByHour, Number(hour), volume)
    }
    for (const [path, marginCalls, stopOuts] of standings) {
      const group = this.#of(path)
      group.marginCalls = Number(marginCalls)
      group.stopOuts = Number(stopOuts)
    }
    this.next = next
  }

  #of(path: string): GroupDay {
    const known = this.groups.get(path)
    if (known !== undefined) return known
    const fresh: GroupDay = {
      hours: new Map(),
      volumeByHour: new Map(),
      volumeBySymbol: new Map(),
      marginCalls: 0,
      stopOuts: 0,
    }
    this.groups.set(path, fresh)
    return fresh
  }
}

const NO_MONEY: HourMoney = { profit: 0n, deposits: 0n, withdrawals: 0n }

export function addTo(sums: Map<number, bigint>, key: number, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}
