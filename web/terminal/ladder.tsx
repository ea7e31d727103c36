import { useEffect } from 'preact/hooks'
import { settings } from '../settings/settings.js'
import { isOneClick, kindWords, mayTrade, question } from '../state/acts.js'
import { depth, watchDepth } from '../state/link.js'
import type { MarketSymbol } from '../state/market.js'
import { trade } from '../state/trading.js'
import { typedNumber } from '../text/numbers.js'
import { words } from '../text/words.js'

/** Levels of the market; a press places a limit order at a price. */
export function Ladder({ symbol }: { symbol: MarketSymbol }) {
  const { ladder: text } = words.value
  useEffect(() => {
    watchDepth(symbol.name)
    return () => watchDepth(null)
  }, [symbol.name])
  const levels = depth.value?.symbol === symbol.name ? depth.value : null
  if (levels === null) return <p class="empty">{text.none}</p>
  const most = Math.max(
    1e-9,
    ...[...levels.bids, ...levels.asks].map(({ volume }) => Number(volume ?? 0)),
  )
  const place = (side: 'buy' | 'sell', price: string) => {
    const volume = typedNumber(settings.value.volume)
    if (volume === null || !mayTrade()) return
    const request = { kind: 'place', symbol: symbol.name, side, order_kind: 'limit', volume, price }
    const what = words.value.ticket.place(
      words.value.sides[side],
      kindWords('limit'),
      `${volume} ${symbol.name}`,
    )
    const act = () => trade(request, what)
    if (isOneClick(volume)) void act()
    else
      question.value = {
        title: words.value.trade.confirm(what),
        lines: [price],
        go: what,
        side,
        act,
      }
  }
  const row = (
    side: 'buy' | 'sell',
    { price, volume }: { price: string; volume: string | null },
  ) => (
    <tr key={`${side}${price}`}>
      <td class="num">
        {side === 'buy' && volume}
        {side === 'buy' && (
          <i class="bar bid" style={{ width: `${(100 * Number(volume ?? 0)) / most}%` }} />
        )}
      </td>
      <td class="num">
        <button
          type="button"
          class={`plain small ${side}`}
          aria-label={words.value.ticket.place(words.value.sides[side], kindWords('limit'), price)}
          onClick={() => place(side, price)}
        >
          {price}
        </button>
      </td>
      <td class="num">
        {side === 'sell' && volume}
        {side === 'sell' && (
          <i class="bar ask" style={{ width: `${(100 * Number(volume ?? 0)) / most}%` }} />
        )}
      </td>
    </tr>
  )
  return (
    <div class="scroll ladder">
      <table class="list">
        <thead>
          <tr>
            <th class="num">{text.bids}</th>
            <th class="num">{text.price}</th>
            <th class="num">{text.asks}</th>
          </tr>
        </thead>
        <tbody>
          {[...levels.asks].reverse().map((level) => row('sell', level))}
          {levels.bids.map((level) => row('buy', level))}
        </tbody>
      </table>
    </div>
  )
}
