import { useState } from 'preact/hooks'
import { Field } from '../../look/controls.js'
import type { OpenOrder } from '../../staff/records.js'
import { tradingWords } from '../../text/actions/trading-words.js'
import { distanceOf, orderText } from './order-text.js'
import { type TradeBody, useTradeCheck } from './trade-check.js'
import { TradeDialog } from './trade-dialog.js'
import { TradeFigures } from './trade-figures.js'

/** The dialog in which staff cancel a client's pending order. */
export function CancelOrder(props: { order: OpenOrder; currency: string; onClose: () => void }) {
  const text = tradingWords.value
  const { order } = props
  const { id, login, side } = order
  const [reason, setReason] = useState('')
  const body: TradeBody = {
    kind: 'delete',
    order_id: id,
    ...(reason.trim() === '' ? {} : { comment: reason.trim() }),
  }
  const check = useTradeCheck(login, body)
  return (
    <TradeDialog
      login={login}
      title={text.cancelOrder({ id })}
      act={text.send.delete}
      back={text.keep}
      body={body}
      doneText={() => text.done.delete({ id })}
      onClose={props.onClose}
    >
      <p>
        <b class={side}>{orderText({ ...order, volume: order.volume_current })}</b>
      </p>
      <Field
        label={text.reason}
        value={reason}
        maxLength={64}
        hasFocus={true}
        onInput={setReason}
      />
      <TradeFigures
        check={check}
        currency={props.currency}
        distances={[distanceOf(order, order.trigger_price, order.price)]}
        isChange={true}
      />
    </TradeDialog>
  )
}
