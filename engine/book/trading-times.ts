import { DAY_MS, MINUTE_MS } from '../calendar/durations.js'
import { nextClockChange, type ServerClock, wallOffsetMin } from '../calendar/server-clock.js'
import { lastSegment } from '../names/group-path.js'
import { maskListCovers } from '../names/mask.js'
import type { UnixMs } from '../units.js'
import type { Book, SymbolSpec } from './compiled.js'
import { type HoursOfSymbol, sessionHoursAt } from './session-hours.js'

/**
 * When trading in a symbol next opens and closes, by its sessions, holidays and the server's clock,
 * in absolute time.
 *
 *   - Both are later than now. For an open symbol the next opening is the one after its close.
 *   - Null if it does not happen within `HORIZON_MS`; a yearly holiday is within it.
 *   - Symbols with the same sessions and holidays share one answer, which is valid until the
 *     earlier of the two times.
 */
export interface TradingTimes {
  readonly opensAt: UnixMs | null
  readonly closesAt: UnixMs | null
  /** The answer is valid until just before this moment. */
  readonly until: UnixMs
}

const HORIZON_MS = 400 * DAY_MS

type Holidays = Book['records']['holidays']

interface Known {
  readonly from: UnixMs
  readonly times: TradingTimes
}

interface Pattern {
  readonly holidays: Holidays
  readonly key: string
  /** The holidays on which the symbol is closed. */
  readonly relevant: Holidays
}

const patterns = new WeakMap<SymbolSpec, Pattern>()
const knownTimes = new WeakMap<Holidays, Map<string, Known>>()

export function nextTradingTimes(
  { clock, records: { holidays } }: Book,
  symbol: SymbolSpec,
  now: UnixMs,
): TradingTimes {
  const { key, relevant } = patternOf(symbol, holidays)
  let known = knownTimes.get(holidays)
  if (known === undefined) {
    known = new Map()
    knownTimes.set(holidays, known)
  }
  const which = `${clock.utc_offset_min} ${clock.daylight_saving} ${key}`
  const before = known.get(which)
  if (before !== undefined && now >= before.from && now < before.times.until) return before.times
  const times = lookUp(clock, symbol.record, relevant, now)
  known.set(which, { from: now, times })
  return times
}

function patternOf(symbol: SymbolSpec, holidays: Holidays): Pattern {
  const known = patterns.get(symbol)
  if (known?.holidays === holidays) return known
  const { path, sessions } = symbol.record
  const relevant = holidays.filter(
    ({ enabled, symbols }) => enabled && maskListCovers(symbols.join(','), lastSegment(path), path),
  )
  const trade = sessions.filter(({ kind }) => kind === 'trade')
  const hours = trade.map(({ day, from_min, to_min }) => [day, from_min, to_min])
  const key = JSON.stringify([hours, relevant.map(({ id }) => id)])
  const pattern = { holidays, key, relevant }
  patterns.set(symbol, pattern)
  return pattern
}

function lookUp(
  clock: ServerClock,
  symbol: HoursOfSymbol,
  holidays: Holidays,
  now: UnixMs,
): TradingTimes {
  const hasHours = symbol.sessions.some(({ kind }) => kind === 'trade')
  if (!hasHours && holidays.length === 0) return ALWAYS
  let opensAt: UnixMs | null = null
  let closesAt: UnixMs | null = null
  let { isOpen, until } = hoursAt(clock, symbol, holidays, now)
  while (until < now + HORIZON_MS && (opensAt === null || closesAt === null)) {
    const next = hoursAt(clock, symbol, holidays, until)
    if (next.isOpen !== isOpen) {
      if (next.isOpen) opensAt ??= until
      else closesAt ??= until
    }
    isOpen = next.isOpen
    until = next.until
  }
  const first = Math.min(opensAt ?? now + DAY_MS, closesAt ?? now + DAY_MS)
  return { opensAt, closesAt, until: first }
}

function hoursAt(clock: ServerClock, symbol: HoursOfSymbol, holidays: Holidays, at: UnixMs) {
  const offsetMs = wallOffsetMin(clock, at) * MINUTE_MS
  const { isOpen, until } = sessionHoursAt(symbol, 'trade', holidays, at + offsetMs)
  return { isOpen, until: Math.min(until - offsetMs, nextClockChange(clock, at)) }
}

const ALWAYS: TradingTimes = {
  opensAt: null,
  closesAt: null,
  until: Number.POSITIVE_INFINITY,
}
