import { isFreshBuild } from '../state/build.js'
import { grouped } from '../text/numbers.js'
import { pageLink } from '../text/page-link.js'
import { words } from '../text/terminal/words.js'
import { clockText } from '../text/times.js'
import { money, terms } from '../trader/account/account.js'
import { floating } from '../trader/account/floating.js'
import { marginStanding } from '../trader/account/margin.js'
import { moneyWords } from '../trader/account/money-words.js'
import { pricesOf } from '../trader/connection/link.js'

/**
 * Banners that concern the whole page: outdated prices, a margin call, a newer version of the page.
 */
export function Banners() {
  const isFine = pricesOf.value === null && marginStanding.value === 'fine'
  if (isFine && !isFreshBuild.value) return null
  return (
    <div class="banners">
      <LineBanner />
      <MarginBanner />
      {isFreshBuild.value && <FreshBanner />}
    </div>
  )
}

/** Shows the age of all prices while the connection is lost. */
export function LineBanner() {
  const { line: text } = words.value
  if (pricesOf.value === null) return null
  return (
    <div class="banner line-banner" role="alert">
      <b>{text.asOf({ time: clockText(pricesOf.value) })}</b> {text.asOfLong}
    </div>
  )
}

/** Says that the server has a newer version of the terminal. */
function FreshBanner() {
  const { line: text } = words.value
  return (
    <div class="banner row" role="status">
      <span class="grow">{text.restart}</span>
      <button type="button" class="small" onClick={() => location.reload()}>
        {text.reload}
      </button>
    </div>
  )
}

/** The margin call banner: the account's state, what happens next, and what the trader can do. */
function MarginBanner() {
  const { account: text, header } = words.value
  const standing = marginStanding.value
  if (standing === 'fine' || terms.value === null || money.value === null) return null
  const { margin_call_level, stop_out_level, stop_out_mode, deposit_url } = terms.value
  const levels =
    stop_out_mode === 'percent'
      ? text.marginLevel({
          now: grouped(money.value.margin_level ?? '–'),
          call: margin_call_level,
          out: stop_out_level,
        })
      : text.marginEquity({
          now: moneyWords(floating.value.equity ?? '–'),
          call: moneyWords(margin_call_level),
          out: moneyWords(stop_out_level),
        })
  return (
    <div class={`banner margin-banner ${standing === 'out' ? 'bad' : ''}`}>
      <span>
        <b role="alert">{standing === 'out' ? text.stopOut : text.marginCall}</b>: {levels}{' '}
        {text.marginCallText}
      </span>
      {deposit_url.startsWith('https://') && (
        <a href={pageLink(deposit_url)} target="_blank" rel="noopener noreferrer">
          {header.deposit}
        </a>
      )}
    </div>
  )
}
