import { amountLook } from '../../look/amount.js'
import { keyFor } from '../../staff/own-keys.js'
import { currencyOf } from '../../staff/settings/groups-and-symbols.js'
import { whyWords } from '../../text/desk/why-words.js'
import { groupedLots, signed } from '../../text/numbers.js'
import { words } from '../../text/words.js'
import { usePositionActs } from '../corrections/position-acts.js'
import { FactList, type FactRow } from '../lists/fact-list.js'
import { PlaceLink } from '../shell/place-link.js'
import type { Trade } from '../steps/steps.js'
import { sumOf } from './client-text.js'

/** The header of a trade's page: the trade, its state and its account. */
export function TradeHead(props: { trade: Trade; onCopy: () => void; onChange: () => void }) {
  const { trade } = props
  const acts = usePositionActs(props.onChange)
  const text = whyWords.value
  const { kind, id, login, group, symbol, position, closed } = trade
  const held = position ?? closed
  const [order] = trade.orders
  const side = held?.side ?? order?.side ?? null
  const lots = held?.volume ?? order?.volume_initial ?? ''
  return (
    <>
      <header class="row wrap why-head">
        <h1 class="grow">
          {text.of[kind]({ n: String(id) })}
          {side !== null && (
            <span class={side}>
              {' '}
              {words.value.sides[side]} {groupedLots(lots)} {symbol}
            </span>
          )}
        </h1>
        {position !== null && acts.buttons(position)}
        <button type="button" class="primary" onClick={props.onCopy}>
          {text.copyText} <kbd>{keyFor('C')}</kbd>
        </button>
      </header>
      {acts.dialog}
      <FactList
        rows={[
          [
            text.account,
            <PlaceLink
              key="account"
              page="accounts"
              parts={[login, closed === null ? 'positions' : 'closed']}
            >
              {login}
            </PlaceLink>,
          ],
          [text.group, group],
          ...positionRows(trade),
        ]}
      />
    </>
  )
}

function positionRows(trade: Trade): FactRow[] {
  const text = whyWords.value
  const { position, closed, position_id: number, group, kind, id } = trade
  if (number === null) return []
  const currency = currencyOf(group)
  const money = (amount: string) => (
    <span class={amountLook(amount)}>
      {signed(amount)} {currency}
    </span>
  )
  const link: FactRow[] =
    kind === 'positions' && id === number
      ? []
      : [
          [
            text.position,
            <PlaceLink key="position" page="positions" parts={[number]}>
              {number}
            </PlaceLink>,
          ],
        ]
  if (position !== null) {
    return [
      ...link,
      [text.state, text.isOpen],
      [text.openPrice, position.price_open],
      [text.now, position.price_current],
      [text.stopLoss, position.stop_loss],
      [text.takeProfit, position.take_profit],
      [text.swap, money(position.swap)],
      [text.profit, position.profit === null ? null : money(position.profit)],
      [text.comment, position.comment],
    ]
  }
  if (closed === null) return [...link, [text.state, trade.deals.length === 0 ? null : text.taken]]
  return [
    ...link,
    [text.state, text.isClosed],
    [text.openPrice, closed.price_open],
    [text.closePrice, closed.price_close],
    [text.commission, money(sumOf([closed.commission, closed.fee]))],
    [text.swap, money(closed.swap)],
    [text.profit, money(closed.profit)],
    [text.comment, closed.comment],
  ]
}
