import { useState } from 'preact/hooks'
import { Field } from '../look/controls.js'
import type { Column } from '../look/table/column.js'
import { ShortTable } from '../look/table/short-table.js'
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
  const { alerts: text } = words.value
  const stillPress = useStillPress()
  return (
    <>
      <NewAlert key={settings.value.symbol} symbol={settings.value.symbol} />
      <ShortTable
        label={text.title}
        frame="scroll"
        rows={alerts.value}
        keyOf={({ id }) => id}
        empty={<p class="empty">{text.empty}</p>}
        onClickCapture={stillPress}
        columns={columns()}
      />
    </>
  )
}

function columns(): readonly Column<Alert>[] {
  const { alerts: text, positions } = words.value
  return [
    {
      id: 'symbol',
      label: positions.symbol,
      cell: ({ symbol }) => (
        <button type="button" class="plain small" onClick={() => set({ symbol })}>
          {symbol}
        </button>
      ),
    },
    { id: 'when', label: text.when, cell: ({ way }) => text[way] },
    { id: 'price', label: text.price, isNumber: true, cell: ({ price }) => grouped(price) },
    { id: 'now', label: positions.now, isNumber: true, cell: ({ symbol }) => <Bid of={symbol} /> },
    {
      id: 'actions',
      label: positions.actions,
      isNumber: true,
      isUnnamed: true,
      cell: ({ id, symbol, price }) => (
        <button
          type="button"
          class="small"
          aria-label={text.delete({ what: `${symbol} ${grouped(price)}` })}
          onClick={() => deleteAlert(id)}
        >
          {words.value.inbox.delete}
        </button>
      ),
    },
  ]
}

function Bid({ of }: { of: string }) {
  const bid = quoteOf(of).value?.bid
  return <>{bid === undefined ? '–' : grouped(bid)}</>
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
