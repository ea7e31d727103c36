import { useState } from 'preact/hooks'
import { Field } from '../../look/controls.js'
import { LevelField, useLevel } from '../../look/level-field.js'
import type { OpenOrder } from '../../staff/records.js'
import { tradingWords } from '../../text/actions/trading-words.js'
import { pointOf } from '../../text/numbers.js'
import { type ComparedRow, ComparisonTable } from '../corrections/comparison-table.js'
import { changedFields, changedRows, type NamedLevel } from './changed-rows.js'
import { type Expiry, ExpiryFields, expiryFields, expiryOf } from './expiry-fields.js'
import { distanceOf, orderText } from './order-text.js'
import { type TradeBody, useTradeCheck } from './trade-check.js'
import { TradeDialog } from './trade-dialog.js'
import { TradeFigures } from './trade-figures.js'

/** The dialog in which staff modify the prices, stops and expiry of a pending order. */
export function ChangeOrder(props: { order: OpenOrder; currency: string; onClose: () => void }) {
  const text = tradingWords.value
  const { order } = props
  const { id, login, digits } = order
  const levels = useLevels(order)
  const [expiry, setExpiry] = useState<Expiry | null>(null)
  const [comment, setComment] = useState('')
  const own = expiryOf(order)
  const expires = expiry === null || isSame(expiry, own) ? {} : expiryFields(expiry)
  const rows = [...changedRows(levels), ...expiryRows(own, expiry)]
  const fields = changedFields(levels)
  const hasPrices = levels.every(
    ({ name, level }) => name.endsWith('price') === false || level.change?.to !== 'none',
  )
  const body: TradeBody | null =
    fields === null || expires === null || !hasPrices || rows.length === 0
      ? null
      : {
          kind: 'change',
          order_id: id,
          ...fields,
          ...expires,
          ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
        }
  const check = useTradeCheck(login, body)
  return (
    <TradeDialog
      login={login}
      title={text.modifyOrder({ id })}
      act={text.send.change}
      body={body}
      doneText={() => text.done.change({ id })}
      onClose={props.onClose}
    >
      <p>
        <b class={order.side}>{orderText({ ...order, volume: order.volume_current })}</b>
      </p>
      <div class="desk-fields">
        {levels.map(({ name, label, level }) => (
          <LevelField
            key={name}
            label={label}
            level={level}
            digits={digits}
            tick={pointOf(digits)}
            from={order.price ?? '0'}
            moved={text.moved}
          />
        ))}
      </div>
      <ExpiryFields expiry={expiry ?? own} onInput={setExpiry} />
      <Field label={text.comment} value={comment} maxLength={64} onInput={setComment} />
      {rows.length === 0 ? (
        <p class="faint">{text.unchanged}</p>
      ) : (
        <ComparisonTable label={text.changes} rows={rows} />
      )}
      <TradeFigures
        check={check}
        currency={props.currency}
        isChange={true}
        distances={[distanceOf(order, priceOf(levels, 'trigger_price'), priceOf(levels, 'price'))]}
      />
    </TradeDialog>
  )
}

/** The prices of the order. A stop limit order also has a trigger price. */
function useLevels(order: OpenOrder): NamedLevel[] {
  const text = tradingWords.value
  const { digits, kind } = order
  const trigger = useLevel(order.trigger_price, digits)
  const price = useLevel(order.price, digits)
  const stop = useLevel(order.stop_loss, digits)
  const target = useLevel(order.take_profit, digits)
  const isStopLimit = kind === 'stop_limit'
  return [
    ...(isStopLimit ? [{ name: 'trigger_price', label: text.trigger, level: trigger }] : []),
    { name: 'price', label: isStopLimit ? text.limitPrice : text.price, level: price },
    { name: 'stop_loss', label: text.stopLoss, level: stop },
    { name: 'take_profit', label: text.takeProfit, level: target },
  ]
}

function isSame(a: Expiry, b: Expiry): boolean {
  return a.expiration === b.expiration && a.until === b.until
}

function expiryRows(own: Expiry, expiry: Expiry | null): ComparedRow[] {
  if (expiry === null || isSame(expiry, own)) return []
  const name = tradingWords.value.expiration
  return [{ name, before: expiryText(own), after: expiryText(expiry) }]
}

function expiryText({ expiration, until }: Expiry): string {
  const { expirations } = tradingWords.value
  const isTimed = expiration.startsWith('specified')
  return isTimed ? `${expirations[expiration]} ${until.replace('T', ' ')}` : expirations[expiration]
}

/** The new price of a level or, if it is unchanged, its current price. */
function priceOf(levels: readonly NamedLevel[], name: string): string | null {
  const level = levels.find((one) => one.name === name)?.level
  return level?.change?.to === 'price' ? level.change.price : (level?.now ?? null)
}
