import { serverNow } from '../../link/clock.js'
import { second } from '../../state/market.js'
import { lastedText, timeText } from '../../text/times.js'

/** How long ago a moment was, updated every second. Hover and focus show the exact time. */
export function Since(props: {
  at: string
  /** In a grid the text cannot get the focus, because the grid is a single tab stop. */
  isInGrid?: boolean
  /** Puts the age into a sentence. Without it, only the age is shown. */
  say?: (age: string) => string
}) {
  const { at, isInGrid = false, say = (age) => age } = props
  const now = second.value < 0 ? 0 : serverNow()
  const exact = timeText(at)
  return (
    <time
      class="since num"
      dateTime={at}
      title={exact}
      data-exact={exact}
      {...(isInGrid ? {} : { tabIndex: 0 })}
    >
      {say(lastedText(Math.max(0, now - Date.parse(at))))}
    </time>
  )
}
