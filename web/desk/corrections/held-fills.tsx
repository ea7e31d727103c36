import { useEffect, useState } from 'preact/hooks'
import type { Data } from '../../link/contract.js'
import { usePanelData } from '../../look/panel-data.js'
import type { ListColumn } from '../../look/table/column.js'
import { lives } from '../../staff/connection/link.js'
import { followWaiting, waiting } from '../../staff/office/waiting.js'
import { open, place } from '../../staff/place.js'
import { needGroups } from '../../staff/settings/groups-and-symbols.js'
import { correctionsWords } from '../../text/desk/corrections-words.js'
import { countText } from '../../text/numbers.js'
import { tradeKinds } from '../lists/trade-column-kinds.js'
import { RecordPage } from '../records/record-page.js'
import { Since } from '../shell/since.js'
import { HeldCard } from './held-card.js'
import { differenceOf, type HeldFill, keyOf, marketText } from './held-fill.js'

const ROWS_MAX = 1_000

/**
 * Held fills that wait for staff, and the card of the selected one. The list reloads when their
 * number changes.
 */
export function HeldFills() {
  const text = correctionsWords.value.held
  const { parts } = place.value
  const [order, number] = parts
  const [count, setCount] = useState(0)
  useEffect(followWaiting, [])
  useEffect(needGroups, [])
  const waits = waiting.value?.held_fills
  useEffect(() => setCount((n) => n + 1), [waits])
  const read = usePanelData(
    'GET /admin/v1/held-fills',
    { query: { limit: ROWS_MAX } },
    count + lives.value,
  )
  const key = order === undefined ? null : `${order} ${number ?? ''}`
  return (
    <RecordPage<HeldFill, Data<'GET /admin/v1/held-fills'>>
      name="held"
      title={text.title}
      columns={columns()}
      read={read}
      rowsOf={({ items }) => items}
      idOf={keyOf}
      open={key}
      onOpen={(row) => open([row.order_id, row.number], key !== null)}
      onClose={() => open([])}
      empty={text.empty}
      count={(_, { total }) => text.count({ n: countText(total) })}
      note={({ items, total }) =>
        total > items.length && text.first({ n: countText(items.length) })
      }
    >
      {key !== null && (
        <HeldCard
          key={key}
          fill={read.data?.items.find((row) => keyOf(row) === key) ?? null}
          isRead={read.data !== null}
          onClose={() => open([])}
          onDecided={() => setCount((n) => n + 1)}
        />
      )}
    </RecordPage>
  )
}

function columns(): readonly ListColumn<HeldFill>[] {
  const { held: text } = correctionsWords.value
  const kinds = tradeKinds<HeldFill>()
  return [
    kinds.moment('at', text.at, ({ at }) => at),
    kinds.moment('waits', text.waits, ({ at }) => at, {
      px: 96,
      cell: ({ at }) => <Since at={at} isInGrid={true} />,
    }),
    kinds.number('order', text.order, ({ order_id: id }) => id, { px: 80 }),
    kinds.number('login', text.login, ({ login }) => login, { px: 74 }),
    kinds.text('group', text.group, ({ group }) => group, { px: 130 }),
    kinds.text('symbol', text.symbol, ({ symbol }) => symbol, { px: 90 }),
    kinds.side(({ side }) => side),
    kinds.lots('volume', text.volume, ({ volume }) => volume, { px: 74 }),
    kinds.number('price', text.price, ({ price }) => price, { px: 110 }),
    kinds.text('market', text.market, marketText, { px: 160, isNumber: true }),
    kinds.number('differs', text.differs, (row) => differenceOf(row)?.toString(), { px: 100 }),
    kinds.word(
      'why',
      text.why,
      ({ why }) => why,
      (why) => text.whyOf[why],
      { px: 170 },
    ),
  ]
}
