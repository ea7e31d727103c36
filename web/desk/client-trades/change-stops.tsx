import { useState } from 'preact/hooks'
import { Field } from '../../look/controls.js'
import { LevelField, type TypedLevel, useLevel } from '../../look/level-field.js'
import type { OpenPosition } from '../../staff/records.js'
import { tradingWords } from '../../text/actions/trading-words.js'
import { countText, grouped, groupedLots, pointOf } from '../../text/numbers.js'
import { typedWhole } from '../../text/typed-numbers.js'
import { words } from '../../text/words.js'
import { ComparisonTable } from '../corrections/comparison-table.js'
import { changedFields, changedRows } from './changed-rows.js'
import { type TradeBody, useTradeCheck } from './trade-check.js'
import { TradeDialog } from './trade-dialog.js'
import { TradeFigures } from './trade-figures.js'

/** The dialog in which staff modify stop loss, take profit and trailing stop of an open position. */
export function ChangeStops(props: {
  position: OpenPosition
  currency: string
  onClose: () => void
}) {
  const text = tradingWords.value
  const { position } = props
  const { id, login, side, symbol, volume, digits } = position
  const { stop, target, trailing, setTrailing, fields, rows } = useStops(position)
  const [comment, setComment] = useState('')
  const said = comment.trim() === '' ? {} : { comment: comment.trim() }
  const body: TradeBody | null =
    fields === null || rows.length === 0
      ? null
      : { kind: 'stops', position_id: id, ...fields, ...said }
  const check = useTradeCheck(login, body)
  const of = side === 'buy' ? 'bid' : 'ask'
  const from = position.price_current ?? position.price_open
  const common = { digits, tick: pointOf(digits), from, moved: text.moved }
  return (
    <TradeDialog
      login={login}
      title={text.modifyPosition({ id })}
      act={text.send.stops}
      body={body}
      doneText={() => text.done.stops({ id })}
      onClose={props.onClose}
    >
      <p>
        <b class={side}>
          {words.value.sides[side]} {groupedLots(volume)} {symbol}
        </b>{' '}
        {grouped(position.price_open)}
      </p>
      <div class="desk-fields">
        <LevelField label={text.stopLoss} level={stop} {...common} />
        <LevelField label={text.takeProfit} level={target} {...common} />
        <Field
          label={text.trailing}
          value={trailing}
          inputMode="numeric"
          maxLength={9}
          wrong={typedPoints(trailing) === null ? words.value.typed.whole : undefined}
          onInput={setTrailing}
        />
      </div>
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
        distances={[
          { label: text.figures.stopDistance, price: priceOf(stop), of },
          { label: text.figures.targetDistance, price: priceOf(target), of },
        ]}
      />
    </TradeDialog>
  )
}

/** The typed stops. `fields` holds the request fields, or null while an input is not a number. */
function useStops(position: OpenPosition) {
  const text = tradingWords.value
  const { digits } = position
  const stop = useLevel(position.stop_loss, digits)
  const target = useLevel(position.take_profit, digits)
  const was = position.trailing_pts ?? 0
  const [typed, setTrailing] = useState<string | null>(null)
  const trailing = typed ?? String(was)
  const points = typedPoints(trailing)
  const levels = [
    { name: 'stop_loss', label: text.stopLoss, level: stop },
    { name: 'take_profit', label: text.takeProfit, level: target },
  ]
  const rows = changedRows(levels)
  const fields = changedFields(levels)
  const common = { stop, target, trailing, setTrailing }
  if (points === null || fields === null) return { ...common, rows, fields: null }
  if (points === was) return { ...common, rows, fields }
  return {
    ...common,
    rows: [...rows, { name: text.trailing, before: countText(was), after: countText(points) }],
    fields: { ...fields, trailing_pts: points, trailing_pts_was: was },
  }
}

/** An empty field removes the trailing stop. */
function typedPoints(typed: string): number | null {
  const whole = typed.trim() === '' ? '0' : typedWhole(typed)
  return whole === null ? null : Number(whole)
}

/** The new price of the stop or, if it is unchanged, its current price. */
function priceOf({ now, change }: TypedLevel): string | null {
  return change?.to === 'price' ? change.price : change?.to === 'unchanged' ? now : null
}
