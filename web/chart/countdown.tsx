import { serverClock, serverNow, serverWallMin, wallMoment } from '../link/clock.js'
import { second } from '../state/market.js'
import { words } from '../text/terminal/words.js'
import { pricesOf } from '../trader/link.js'
import { SECONDS } from './chart-parts.js'

const DAY_SEC = 86_400
/** The first Monday of all times: weeks begin with it. */
const MONDAY_SEC = 4 * DAY_SEC

/** The time left of the newest bar; it stands still while the line is not live. */
export function Countdown({ timeframe }: { timeframe: string }) {
  const left = second.value >= 0 ? secondsLeft(timeframe, pricesOf.value ?? serverNow()) : 0
  return <span class="countdown">{words.value.chart.barEnds(clockText(left))}</span>
}

/** Days, weeks and months end by the server's clock. */
function secondsLeft(timeframe: string, at: number): number {
  const length = SECONDS[timeframe] ?? 60
  if (length < DAY_SEC) return Math.ceil(length - ((at / 1_000) % length))
  const wall = at / 1_000 + 60 * serverWallMin(at)
  return Math.ceil((wallMoment(serverClock(), 1_000 * endOf(timeframe, wall)) - at) / 1_000)
}

/** When the bar of that second of the wall clock ends, on the wall clock. */
function endOf(timeframe: string, wall: number): number {
  if (timeframe === 'MN') {
    const day = new Date(1_000 * wall)
    return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1) / 1_000
  }
  const length = SECONDS[timeframe] ?? DAY_SEC
  const since = timeframe === 'W1' ? wall - MONDAY_SEC : wall
  return wall + length - (since % length)
}

function clockText(seconds: number): string {
  const [days, rest] = [Math.floor(seconds / DAY_SEC), seconds % DAY_SEC]
  const parts = [Math.floor(rest / 3_600), Math.floor(rest / 60) % 60, rest % 60]
  const shown = parts[0] === 0 && days === 0 ? parts.slice(1) : parts
  const text = shown.map((part) => String(part).padStart(2, '0')).join(':')
  return days === 0 ? text : `${days} d ${text}`
}
