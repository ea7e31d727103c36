import { useState } from 'preact/hooks'
import { Field } from '../../look/controls.js'
import type { OpenPosition } from '../../staff/records.js'
import { tradingWords } from '../../text/actions/trading-words.js'
import { grouped, groupedLots } from '../../text/numbers.js'
import { fieldText, typedNumber } from '../../text/typed-numbers.js'
import { wrongNumber } from '../../text/typed-words.js'
import { type TradeBody, useTradeCheck } from './trade-check.js'
import { TradeDialog } from './trade-dialog.js'
import { TradeFigures } from './trade-figures.js'

/** Closes an open position at the market, in whole or in part. */
export function ClosePosition(props: {
  position: OpenPosition
  currency: string
  onClose: () => void
}) {
  const text = tradingWords.value
  const { id, login, symbol, volume: max } = props.position
  const [volume, setVolume] = useState(() => fieldText(max))
  const [comment, setComment] = useState('')
  const lots = typedNumber(volume)
  const isReady = lots !== null && /[1-9]/.test(lots)
  const body: TradeBody | null = isReady
    ? {
        kind: 'close',
        position_id: id,
        volume: lots,
        ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
      }
    : null
  const check = useTradeCheck(login, body)
  const what = text.send.close({ volume: lots === null ? '' : groupedLots(lots), symbol })
  return (
    <TradeDialog
      login={login}
      title={text.close({ id })}
      act={what}
      body={body}
      doneText={({ price }) =>
        price === null ? text.done.sent({ what }) : text.done.close({ what, price: grouped(price) })
      }
      onClose={props.onClose}
    >
      <Field
        label={text.volumeOf({ max: groupedLots(max) })}
        value={volume}
        inputMode="decimal"
        wrong={volume === '' ? undefined : (wrongNumber(volume) ?? undefined)}
        onInput={setVolume}
      />
      <Field label={text.comment} value={comment} maxLength={64} onInput={setComment} />
      <TradeFigures check={check} currency={props.currency} distances={[]} isChange={true} />
    </TradeDialog>
  )
}
