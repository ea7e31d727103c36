import { useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { Dialog, OnceButton } from '../../look/controls.js'
import { ReadPanel, useRead } from '../../look/read.js'
import { tableWords } from '../../text/tables/table-words.js'
import { changedValue, changer, changeWords } from '../../text/tables/trade-change-words.js'
import { words } from '../../text/terminal/words.js'
import { timeText } from '../../text/times.js'
import { changesShown } from '../../trader/requests/changes-shown.js'

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
  const read = useRead(ROUTES[kind], { params: { id }, query: { page: 1, limit } }, 0)
  const title = text.title[kind]({ id })
  const close = () => {
    changesShown.value = null
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the focus to scroll it
    <section class="scroll" tabIndex={0} aria-label={label}>
      <table class="list" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{words.value.history.time}</th>
            <th scope="col">{text.what}</th>
            <th scope="col" class="num">
              {text.old}
            </th>
            <th scope="col" class="num">
              {text.new}
            </th>
            <th scope="col">{text.by}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((one) => (
            <tr key={`${one.at} ${one.field} ${one.new}`}>
              <td>{timeText(one.at)}</td>
              <td>{changeWords.value.fields[one.field]}</td>
              <td class="num">{one.old === null ? '–' : changedValue(one.field, one.old)}</td>
              <td class="num">{one.new === null ? '–' : changedValue(one.field, one.new)}</td>
              <td>{text.whoOf[changer(one)]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
