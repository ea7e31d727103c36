import { serverNow } from '../link/clock.js'
import { second } from '../state/market.js'
import { words } from '../text/terminal/words.js'
import { pricesOf } from '../trader/connection/link.js'
import { secondsLeft } from './bar-times.js'

const DAY_SEC = 86_400

/** The time left in the newest bar. It stops while the connection is not live. */
export function Countdown({ timeframe }: { timeframe: string }) {
  const left = second.value >= 0 ? secondsLeft(timeframe, pricesOf.value ?? serverNow()) : 0
  return <span class="countdown">{words.value.chart.barEnds({ time: clockText(left) })}</span>
}

function clockText(seconds: number): string {
  const [days, rest] = [Math.floor(seconds / DAY_SEC), seconds % DAY_SEC]
  const parts = [Math.floor(rest / 3_600), Math.floor(rest / 60) % 60, rest % 60]
  const shown = parts[0] === 0 && days === 0 ? parts.slice(1) : parts
  const text = shown.map((part) => String(part).padStart(2, '0')).join(':')
  return days === 0 ? text : `${days} d ${text}`
}
