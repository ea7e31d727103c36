import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { lazy } from '../../look/lazy.js'
import type { OpenOrder, OpenPosition } from '../../staff/records.js'
import { tradingWords } from '../../text/actions/trading-words.js'
import { accountActsWords } from '../../text/desk/account-acts-words.js'

const CancelOrder = lazy(() => import('./cancel-order.js').then((part) => part.CancelOrder))
const ChangeOrder = lazy(() => import('./change-order.js').then((part) => part.ChangeOrder))
const ChangeStops = lazy(() => import('./change-stops.js').then((part) => part.ChangeStops))
const ClosePosition = lazy(() => import('./close-position.js').then((part) => part.ClosePosition))

/**
 * The buttons of a row and the dialog of the clicked one. The dialog stays open when the row
 * disappears.
 */
interface RowTrades<Row> {
  buttons(row: Row): ComponentChildren
  dialog(rows: readonly Row[] | null): ComponentChildren
}

interface Pressed<Act, Row> {
  readonly act: Act
  readonly row: Row
}

/** The current row or, if it has disappeared, its last state. */
function current<Row extends { readonly id: number }>(
  rows: readonly Row[] | null,
  { row }: { readonly row: Row },
): Row {
  return rows?.find(({ id }) => id === row.id) ?? row
}

/** The staff actions on an open position: modify stops, close. */
export function usePositionTrades(currency: string): RowTrades<OpenPosition> {
  const [pressed, setPressed] = useState<Pressed<'stops' | 'close', OpenPosition> | null>(null)
  const close = () => setPressed(null)
  return {
    buttons: (row) => (
      <>
        <button
          type="button"
          class="small"
          aria-label={tradingWords.value.acts.stopsOf({ symbol: row.symbol, id: row.id })}
          onClick={() => setPressed({ act: 'stops', row })}
        >
          {tradingWords.value.acts.stops}
        </button>
        <button type="button" class="small" onClick={() => setPressed({ act: 'close', row })}>
          {accountActsWords.value.closePosition}
        </button>
      </>
    ),
    dialog: (rows) => {
      if (pressed === null) return null
      const props = { position: current(rows, pressed), currency, onClose: close }
      return pressed.act === 'stops' ? <ChangeStops {...props} /> : <ClosePosition {...props} />
    },
  }
}

/** The staff actions on a pending order: modify, cancel. */
export function useOrderTrades(currency: string): RowTrades<OpenOrder> {
  const [pressed, setPressed] = useState<Pressed<'change' | 'cancel', OpenOrder> | null>(null)
  const close = () => setPressed(null)
  return {
    buttons: (row) => {
      const { acts: text } = tradingWords.value
      const { id } = row
      return (
        <>
          <button
            type="button"
            class="small"
            aria-label={text.modifyOf({ id })}
            onClick={() => setPressed({ act: 'change', row })}
          >
            {text.modify}
          </button>
          <button
            type="button"
            class="small"
            aria-label={text.cancelOf({ id })}
            onClick={() => setPressed({ act: 'cancel', row })}
          >
            {text.cancel}
          </button>
        </>
      )
    },
    dialog: (rows) => {
      if (pressed === null) return null
      const props = { order: current(rows, pressed), currency, onClose: close }
      return pressed.act === 'change' ? <ChangeOrder {...props} /> : <CancelOrder {...props} />
    },
  }
}
