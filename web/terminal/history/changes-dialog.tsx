import { useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { Dialog, OnceButton } from '../../look/controls.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { ShortTable } from '../../look/table/short-table.js'
import { tableWords } from '../../text/tables/table-words.js'
import { changedValue, changer, changeWords } from '../../text/tables/trade-change-words.js'
import { words } from '../../text/terminal/words.js'
import { timeText } from '../../text/times.js'
import { displayedChanges } from '../../trader/requests/displayed-changes.js'

type Change = Schemas['OwnChangeView']

const PAGE = 50
const SHOWN_MAX = 1_000

const ROUTES = {
  positions: 'GET /trader/v1/positions/{id}/changes',
  orders: 'GET /trader/v1/orders/{id}/changes',
} as const

/**
 * The dialog with the changes of a position's stops or an order's terms: author, time, old and new
 * value.
 */
export function ChangesDialog(props: { kind: 'positions' | 'orders'; id: number }) {
  const { kind, id } = props
  const text = tableWords.value.changes
  const [limit, setLimit] = useState(PAGE)
  const read = usePanelData(ROUTES[kind], { params: { id }, query: { page: 1, limit } }, 0)
  const title = text.title[kind]({ id })
  const close = () => {
    displayedChanges.value = null
  }
  return (
    <Dialog title={title} isWide onClose={close}>
      <ReadPanel read={read}>
        {({ items, total, is_complete }) => (
          <>
            {!is_complete && <p class="banner">{text.isPartly}</p>}
            {items.length === 0 ? (
              <p class="empty">{text.none}</p>
            ) : (
              <ChangeRows label={title} items={items} />
            )}
            {total > items.length && (
              <p class="row">
                <span class="faint grow">
                  {tableWords.value.newestOnly({ shown: items.length, total })}
                </span>
                {limit < SHOWN_MAX && (
                  <OnceButton onPress={async () => setLimit(Math.min(SHOWN_MAX, limit * 4))}>
                    {words.value.history.more}
                  </OnceButton>
                )}
              </p>
            )}
          </>
        )}
      </ReadPanel>
    </Dialog>
  )
}

function ChangeRows({ label, items }: { label: string; items: readonly Change[] }) {
  const text = tableWords.value.changes
  return (
    <ShortTable
      label={label}
      frame="scroll"
      rows={items}
      keyOf={({ at, field, new: value }) => `${at} ${field} ${value}`}
      columns={[
        { id: 'at', label: words.value.history.time, cell: ({ at }) => timeText(at) },
        { id: 'what', label: text.what, cell: ({ field }) => changeWords.value.fields[field] },
        {
          id: 'old',
          label: text.old,
          isNumber: true,
          cell: (one) => (one.old === null ? '–' : changedValue(one.field, one.old)),
        },
        {
          id: 'new',
          label: text.new,
          isNumber: true,
          cell: (one) => (one.new === null ? '–' : changedValue(one.field, one.new)),
        },
        { id: 'by', label: text.by, cell: (one) => text.whoOf[changer(one)] },
      ]}
    />
  )
}
