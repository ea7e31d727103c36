import { useState } from 'preact/hooks'
import { Field } from '../look/controls.js'
import { useStillPress } from '../look/table/still-press.js'
import { set, settings } from '../settings/settings.js'
import { quoteOf, symbols } from '../state/market.js'
import { grouped } from '../text/numbers.js'
import { words } from '../text/terminal/words.js'
import { typedNumber } from '../text/typed-numbers.js'
import { notNumber } from '../text/typed-words.js'
import { type Alert, addAlert, alerts, deleteAlert } from '../trader/watchlist/alerts.js'

/** The list of price alerts on this device, and a form for a new one. */
export function Alerts() {
  const { alerts: text, positions } = words.value
  const stillPress = useStillPress()
  return (
    <>
      <NewAlert key={settings.value.symbol} symbol={settings.value.symbol} />
      {alerts.value.length === 0 ? (
        <p class="empty">{text.empty}</p>
      ) : (
        <div class="scroll">
          <table class="list">
            <thead>
              <tr>
                <th>{positions.symbol}</th>
                <th>{text.when}</th>
                <th class="num">{text.price}</th>
                <th class="num">{positions.now}</th>
                <th class="num">
                  <span class="hidden">{positions.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody onClickCapture={stillPress}>
              {alerts.value.map((alert) => (
                <Row key={alert.id} alert={alert} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

function Row({ alert: { id, symbol, price, way } }: { alert: Alert }) {
  const { alerts: text } = words.value
  const bid = quoteOf(symbol).value?.bid
  return (
    <tr>
      <td>
        <button type="button" class="plain small" onClick={() => set({ symbol })}>
          {symbol}
        </button>
      </td>
      <td>{text[way]}</td>
      <td class="num">{grouped(price)}</td>
      <td class="num">{bid === undefined ? '–' : grouped(bid)}</td>
      <td class="num">
        <button
          type="button"
          class="small"
          aria-label={text.delete({ what: `${symbol} ${grouped(price)}` })}
          onClick={() => deleteAlert(id)}
        >
          {words.value.inbox.delete}
        </button>
      </td>
    </tr>
  )
}

function NewAlert({ symbol }: { symbol: string }) {
  const { alerts: text } = words.value
  const [price, setPrice] = useState('')
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const submit = (event: Event) => {
    event.preventDefault()
    const digits = symbols.value.get(symbol)?.digits ?? 5
    const typed = typedNumber(price, digits)
    if (typed === null) setWrong(notNumber(price, digits) ?? undefined)
    else if (!addAlert(symbol, Number(typed).toFixed(digits))) setWrong(text.noPrice)
    else {
      setPrice('')
      setWrong(undefined)
    }
  }
  return (
    <form class="row new-alert" onSubmit={submit}>
      <Field
        label={`${text.atPrice}: ${symbol}`}
        value={price}
        inputMode="decimal"
        wrong={wrong}
        onInput={setPrice}
      />
      <button type="submit">{text.add}</button>
      <span class="faint wide-only">{text.device}</span>
    </form>
  )
}
