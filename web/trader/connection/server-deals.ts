import { serverNow } from '../../link/clock.js'
import { say } from '../../state/notes.js'
import { play } from '../../state/sound.js'
import { grouped, groupedLots, isLoss, sum } from '../../text/numbers.js'
import { words } from '../../text/terminal/words.js'
import { lastedText } from '../../text/times.js'
import { terms } from '../account/account.js'
import { amountOf, type ClosingDeal, netOf, takeClosingDeal } from '../account/closing-deals.js'
import { moneyWords } from '../account/money-words.js'

/**
 * Notifies about deals that the server makes by itself: stops and targets, filled orders, stop
 * outs.
 */

/**
 * Deals after an interruption shorter than this are shown as if the connection had not been lost.
 */
const AWAY_MS = 3_000
const LINES_MAX = 5
const SAID = new Set(['sl', 'tp', 'stop_out', 'activation'])

let past: ClosingDeal[] = []

/** Deals that happened while the connection was lost (`isPast`) are collected and shown together. */
export function takeServerDeal(deal: ClosingDeal, isPast: boolean): void {
  takeClosingDeal(deal)
  if (!SAID.has(deal.reason)) return
  if (isPast) past.push(deal)
  else tell(deal)
}

/**
 * Shows deals that happened while the connection was lost in one notification, unless the
 * interruption was very short.
 */
export function tellAway(goneSince: number, isWhole: boolean): void {
  const deals = past
  past = []
  const awayMs = serverNow() - goneSince
  const { away: text } = words.value
  if (awayMs < AWAY_MS) {
    for (const deal of deals) tell(deal)
    return
  }
  const title = text.title({ time: lastedText(awayMs) })
  if (!isWhole) say('alert', title, text.tooLong)
  if (deals.length === 0) return
  play('fill')
  const shown = deals.slice(0, LINES_MAX).map((deal) => `${titleOf(deal)}: ${dealWords(deal)}`)
  const rest = deals.length - shown.length
  const closed = deals.filter(isClosing)
  const total = sum(closed.map(netOf), terms.value?.currency_digits ?? 2)
  const lines = [
    ...(closed.length > 1 ? [`${words.value.positions.total} ${moneyWords(total, true)}`] : []),
    ...shown,
    ...(rest > 0 ? [text.more({ n: rest })] : []),
  ]
  say('alert', title, lines.join('\n'))
}

function isClosing({ entry }: ClosingDeal): boolean {
  return entry !== 'in'
}

function tell(deal: ClosingDeal): void {
  const { account: text } = words.value
  const title = titleOf(deal)
  if (deal.reason === 'stop_out') {
    say('alert', title, text.stopOutText({ closed: dealWords(deal) }))
    play('alert')
  } else say(isClosing(deal) && isLoss(netOf(deal)) ? 'bad' : 'good', title, dealWords(deal))
}

function titleOf({ reason }: ClosingDeal): string {
  const { account, chart } = words.value
  if (reason === 'stop_out') return account.stopOut
  if (reason === 'activation') return account.filled
  return reason === 'sl' ? chart.stopLoss : chart.takeProfit
}

/** A deal as text, such as `Close Buy 0.10 EURUSD at 1.15300, +5.00 USD`. */
function dealWords(deal: ClosingDeal): string {
  const { action, volume, symbol, price } = deal
  const { sides, trade } = words.value
  const [lots, at] = [groupedLots(volume), trade.at({ price: grouped(price) })]
  if (!isClosing(deal)) return `${sides[action]} ${lots} ${symbol} ${at}`
  const side = action === 'buy' ? sides.sell : sides.buy
  return `${trade.closeWhat({ side, volume: lots, symbol })} ${at}, ${amountOf(deal)}`
}
