import { widenSpread } from '../../engine/book/group-prices.js'
import { MINUTE_MS } from '../../engine/calendar/durations.js'
import { textFromScaled } from '../../engine/numbers/decimal.js'
import { rescaledPoints } from '../../engine/pricing/points.js'
import type { UnixMs } from '../../engine/units.js'
import { type StoredTick, ticksRepo } from '../../storage/repos/prices/ticks.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import { type JsonValue, jsonOf } from '../../wire/format/json-parts.js'
import { accept, type Handlers } from '../thread/ask.js'
import { NO_HISTORY } from './price-file.js'

export interface TickQueries {
  ticks: { readonly request: TicksRequest; readonly answer: Ticks }
}

export interface TicksRequest {
  readonly symbolId: number
  /** The current number of decimals of the symbol. */
  readonly digits: number
  /** The points by which a group widens the spread. */
  readonly spreadDiff: number
  /** The first and the last time, inclusive. */
  readonly from: UnixMs
  readonly to: UnixMs
  readonly limit: number
}

export interface Ticks {
  readonly items: readonly JsonValue[]
  /** The time of the first tick that did not fit; null if all of them did. */
  readonly next: UnixMs | null
}

/**
 * Reads ticks, oldest first. Ticks of one moment are never split, so that the next page begins at a
 * moment.
 */
export function tickQueries(open: () => Sqlite | undefined): Handlers<TickQueries> {
  return {
    ticks: (asked) => {
      const db = open()
      if (db === undefined) return NO_HISTORY
      return inSnapshot(db, () => {
        const items: JsonValue[] = []
        let last: UnixMs | undefined
        for (const tick of ticksBetween(db, asked)) {
          if (items.length >= asked.limit && tick.at !== last) {
            return accept({ items, next: tick.at })
          }
          last = tick.at
          items.push(tickText(tick, asked))
        }
        return accept({ items, next: null })
      })
    },
  }
}

function* ticksBetween(db: Sqlite, { symbolId, from, to }: TicksRequest): Generator<StoredTick> {
  const ticks = ticksRepo(db)
  const end = Math.floor(to / MINUTE_MS)
  for (let minute = Math.floor(from / MINUTE_MS); minute <= end; minute++) {
    const kept = ticks.ofMinute(symbolId, minute).sort((a, b) => a.at - b.at)
    for (const tick of kept) if (tick.at >= from && tick.at <= to) yield tick
  }
}

function tickText(tick: StoredTick, { digits, spreadDiff }: TicksRequest): JsonValue {
  const [bid, ask] = [tick.bid, tick.ask].map((price) => rescaledPoints(price, tick.digits, digits))
  const seen = widenSpread({ bid: bid as number, ask: ask as number, at: tick.at }, spreadDiff)
  return jsonOf({
    at: new Date(tick.at).toISOString(),
    bid: textFromScaled(seen.bid, digits),
    ask: textFromScaled(seen.ask, digits),
  })
}
