import { serverNow } from '../../link/clock.js'
import type { Request } from '../../staff/dealing/dealing.js'
import { leftMs, leftShare, SHORT_MS } from '../../staff/dealing/dealing-time.js'
import { second } from '../../state/market.js'
import { dealingWords } from '../../text/desk/dealing-words.js'

const RADIUS = 6
const ROUND = 2 * Math.PI * RADIUS

/** The remaining time of a request, as a ring and in seconds. */
export function LeftTime({ row }: { row: Request }) {
  const now = second.value < 0 ? 0 : serverNow()
  const left = leftMs(row, now)
  return (
    <span class={`left-time ${left <= SHORT_MS ? 'short' : ''}`}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r={RADIUS} class="whole" />
        <circle
          cx="8"
          cy="8"
          r={RADIUS}
          class="part"
          stroke-dasharray={`${leftShare(row, now) * ROUND} ${ROUND}`}
          transform="rotate(-90 8 8)"
        />
      </svg>
      {dealingWords.value.seconds({ n: Math.ceil(left / 1_000) })}
    </span>
  )
}
