import { ReadPanel } from '../../look/panel-data.js'
import type { Column } from '../../look/table/column.js'
import { ShortTable } from '../../look/table/short-table.js'
import { whyWords } from '../../text/desk/why-words.js'
import { countText } from '../../text/numbers.js'
import { changedValue, changer, changeWords } from '../../text/tables/trade-change-words.js'
import { timeText } from '../../text/times.js'
import { PlaceLink } from '../shell/place-link.js'
import type { Trade } from '../steps/steps.js'
import { allChanges, type OneChange } from './change-words.js'
import type { ChangesOfTrade, useChanges } from './use-changes.js'

const SHOWN_MAX = 100

/** The changes of stops and order terms, newest first, with author and time. */
export function ChangeTable(props: { trade: Trade; own: ReturnType<typeof useChanges> }) {
  const text = whyWords.value.changes
  const { changes, refused, again } = props.own
  if (props.trade.symbol === null) return null
  return (
    <section class="why-part" aria-label={text.title}>
      <h2>{text.title}</h2>
      <ReadPanel read={{ data: changes, refused, again }}>
        {(read) => <Rows trade={props.trade} changes={read} />}
      </ReadPanel>
    </section>
  )
}

function Rows({ trade, changes }: { trade: Trade; changes: ChangesOfTrade }) {
  const text = whyWords.value.changes
  const all = allChanges(changes)
  const lists = [changes.position, ...changes.orders.values()].filter((list) => list !== null)
  const isPartly = lists.some(({ isComplete }) => !isComplete)
  const shown = all.slice(0, SHOWN_MAX)
  return (
    <>
      {isPartly && <p class="banner">{text.isPartly}</p>}
      {all.length === 0 ? (
        !isPartly && <p class="faint">{text.none}</p>
      ) : (
        <ShortTable
          label={text.title}
          frame="scroll"
          rows={shown}
          keyOf={(one) => shown.indexOf(one)}
          columns={columns(trade)}
        />
      )}
      {all.length > shown.length && (
        <p class="faint">
          {text.newest({ n: countText(shown.length), all: countText(all.length) })}
        </p>
      )}
    </>
  )
}

function columns(trade: Trade): readonly Column<OneChange>[] {
  const text = whyWords.value.changes
  return [
    { id: 'at', label: text.time, cell: ({ at }) => timeText(at) },
    { id: 'what', label: text.what, cell: (one) => <What one={one} trade={trade} /> },
    {
      id: 'old',
      label: text.old,
      isNumber: true,
      cell: ({ field, old }) => old !== null && changedValue(field, old),
    },
    {
      id: 'new',
      label: text.new,
      isNumber: true,
      cell: (one) => one.new !== null && changedValue(one.field, one.new),
    },
    { id: 'by', label: text.by, cell: whoText },
    { id: 'name', label: text.name, cell: ({ client_order_id: name }) => name },
    { id: 'request', label: text.request, cell: ({ request_id: id }) => id },
  ]
}

/** The field that was changed, and the order if it is of another one. */
function What({ one, trade }: { one: OneChange; trade: Trade }) {
  const isOther = one.order !== null && !(trade.kind === 'orders' && trade.id === one.order)
  return (
    <>
      {changeWords.value.fields[one.field]}
      {isOther && (
        <>
          {' '}
          <PlaceLink page="orders" parts={[one.order ?? 0]}>
            {whyWords.value.changes.order({ n: String(one.order) })}
          </PlaceLink>
        </>
      )}
    </>
  )
}

function whoText(one: OneChange): string {
  const text = whyWords.value.changes
  const { by, actor } = one
  if (actor === null) return text.whoOf[changer(one)]
  if (by === 'dealer') return text.staff({ login: String(actor) })
  return `${text.whoOf[changer(one)]}, ${text.confirmed({ login: String(actor) })}`
}
