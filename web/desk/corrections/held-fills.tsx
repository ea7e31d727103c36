import { useEffect, useState } from 'preact/hooks'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import { followWaiting, waiting } from '../../staff/office/waiting.js'
import { open, place } from '../../staff/place.js'
import { needGroups } from '../../staff/settings/groups-and-symbols.js'
import { correctionsWords } from '../../text/desk/corrections-words.js'
import { countText, grouped, groupedLots } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { type RecordColumn, RecordGrid } from '../lists/record-grid.js'
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
  const [order, number] = place.value.parts
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
    <div class={`desk-split ${key === null ? '' : 'open'}`}>
      <section class="desk-list" aria-label={text.title}>
        <ReadPanel read={read}>
          {({ items, total }) => (
            <>
              <RecordGrid<HeldFill>
                name="held"
                label={text.title}
                columns={columns()}
                rows={items}
                idOf={keyOf}
                open={key}
                onOpen={(row) => open([row.order_id, row.number], key !== null)}
                onClose={() => open([])}
                empty={text.empty}
              />
              <div class="desk-foot row" role="status">
                <span>{text.count({ n: countText(total) })}</span>
                {total > items.length && (
                  <span class="faint">{text.first({ n: countText(items.length) })}</span>
                )}
              </div>
            </>
          )}
        </ReadPanel>
      </section>
      {key !== null && (
        <HeldCard
          key={key}
          fill={read.data?.items.find((row) => keyOf(row) === key) ?? null}
          isRead={read.data !== null}
          onClose={() => open([])}
          onDecided={() => setCount((n) => n + 1)}
        />
      )}
    </div>
  )
}

function columns(): readonly RecordColumn<HeldFill>[] {
  const { held: text } = correctionsWords.value
  const plain = (
    name: 'login' | 'group' | 'symbol' | 'volume' | 'price',
    px: number,
    written?: (text: string) => string,
  ): RecordColumn<HeldFill> => ({
    name,
    label: text[name],
    px,
    isNumber: name !== 'group' && name !== 'symbol',
    cell: (row) => written?.(String(row[name])) ?? row[name],
    by: (row) => row[name],
  })
  return [
    {
      name: 'at',
      label: text.at,
      px: 150,
      cell: ({ at }) => timeText(at),
      by: ({ at }) => at,
    },
    {
      name: 'waits',
      label: text.waits,
      px: 96,
      cell: ({ at }) => <Since at={at} isInGrid={true} />,
      by: ({ at }) => at,
    },
    {
      name: 'order',
      label: text.order,
      px: 80,
      isNumber: true,
      cell: ({ order_id }) => order_id,
      by: ({ order_id }) => order_id,
    },
    plain('login', 74),
    plain('group', 130),
    plain('symbol', 90),
    {
      name: 'side',
      label: text.side,
      px: 72,
      cell: ({ side }) => <span class={side}>{words.value.sides[side]}</span>,
      by: ({ side }) => side,
    },
    plain('volume', 74, groupedLots),
    plain('price', 110, grouped),
    { name: 'market', label: text.market, px: 160, isNumber: true, cell: marketText },
    {
      name: 'differs',
      label: text.differs,
      px: 100,
      isNumber: true,
      cell: (row) => {
        const worse = differenceOf(row)
        return worse === null ? words.value.none : String(worse)
      },
    },
    {
      name: 'why',
      label: text.why,
      px: 170,
      cell: ({ why }) => text.whyOf[why],
      by: ({ why }) => why,
    },
  ]
}
