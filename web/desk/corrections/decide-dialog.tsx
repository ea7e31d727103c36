import { useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import { Field, Stepper } from '../../look/controls.js'
import { correctionsWords } from '../../text/desk/corrections-words.js'
import { fractionOf, grouped, groupedLots, pointOf } from '../../text/numbers.js'
import { fieldText, typedNumber } from '../../text/typed-numbers.js'
import { words } from '../../text/words.js'
import { ActDialog } from '../changes/act-dialog.js'
import { FactList } from '../lists/fact-list.js'
import { type HeldFill, marketOf, marketText } from './held-fill.js'

export type Decision = 'confirm' | 'book' | 'refuse'

const REASON_CHARS_MAX = 128

/**
 * Accepts or rejects a held fill. The server refuses the decision if the fill has changed since it
 * was shown.
 */
export function DecideDialog(props: {
  act: Decision
  fill: HeldFill
  onDone: () => void
  onClose: () => void
}) {
  const { act, fill } = props
  const { held: text, unknown, askAgain } = correctionsWords.value
  const digits = fill.digits
  const [typed, setTyped] = useState(() => fieldText(marketOf(fill) ?? fill.price))
  const [reason, setReason] = useState('')
  const price = typedNumber(typed, digits)
  const isPriced = price !== null && /[1-9]/.test(price) && fractionOf(price) <= digits
  const isReady = act === 'confirm' || (act === 'book' ? isPriced : reason.trim() !== '')
  const booked = act === 'confirm' ? fill.price : (price ?? '')
  const send = (key: string) => {
    const { login, order_id, number, version } = fill
    const body = {
      action: act,
      version,
      ...(act === 'book' ? { price: price ?? '' } : {}),
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    }
    const params = { login, order_id, number }
    return call('POST /admin/v1/accounts/{login}/held-fills/{order_id}/{number}', {
      params,
      body,
      key,
    })
  }
  return (
    <ActDialog
      title={text.titles[act]}
      act={act === 'refuse' ? text.acts.refuse : text.acts[act]({ price: grouped(booked) })}
      again={askAgain}
      isOff={!isReady}
      unknown={unknown}
      send={send}
      onDone={props.onDone}
      onClose={props.onClose}
    >
      <p>
        <b class={fill.side}>
          {words.value.sides[fill.side]} {groupedLots(fill.volume)} {fill.symbol}
        </b>
      </p>
      {act === 'book' && (
        <Stepper
          label={text.priceAt}
          value={typed}
          step={pointOf(digits)}
          digits={digits}
          onInput={setTyped}
        />
      )}
      <Field
        label={text.reasonFor[act]}
        value={reason}
        maxLength={REASON_CHARS_MAX}
        hasFocus={true}
        onInput={setReason}
      />
      <FactList
        rows={[
          [text.price, fill.price],
          [text.market, marketText(fill)],
          [
            correctionsWords.value.after,
            <b key="then">{act === 'refuse' ? words.value.none : booked}</b>,
          ],
        ]}
      />
      <p>{text.says[act]}</p>
    </ActDialog>
  )
}
