import { Skeleton } from '../../look/panel-data.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { Table } from '../../look/table/table.js'
import { type Overview, overview } from '../../staff/office/overview.js'
import { overviewWords } from '../../text/desk/overview-words.js'
import { groupedLots, signedLots } from '../../text/numbers.js'
import { words } from '../../text/words.js'
import { PlaceLink } from '../shell/place-link.js'
import { shareOf } from './sums.js'

interface Row {
  /** The symbol; null in the row that sums up all other symbols. */
  readonly symbol: string | null
  readonly count: number
  readonly buy: string
  readonly sell: string
  readonly net: string | null
  readonly volume: string
}

/**
 * Shows open lots and today's volume by symbol: the largest first, the rest summed up in one row.
 */
export function BySymbol({ group }: { group: string }) {
  const text = overviewWords.value.symbols
  const shown = overview.value
  const rows = shown === null ? null : rowsOf(shown)
  return (
    <section class="panel">
      <h2 class="title">
        <PlaceLink page="exposure" query={{ group }}>
          {text.title}
        </PlaceLink>
      </h2>
      {rows === null ? (
        <Skeleton />
      ) : rows.length === 0 ? (
        <p class="empty">{text.none}</p>
      ) : (
        <Table
          name="overview.symbols"
          label={text.title}
          rows={rows}
          keyOf={({ symbol }) => symbol ?? ''}
          columns={columns(rows, group, shown)}
          total={text.total}
        />
      )}
    </section>
  )
}

function rowsOf({ symbols, others }: Overview): Row[] {
  const rows: Row[] = symbols.map(({ volume_day: volume, ...one }) => ({
    ...one,
    count: 1,
    volume,
  }))
  if (others === null) return rows
  const { symbols: count, buy, sell, volume_day: volume } = others
  return [...rows, { symbol: null, count, buy, sell, net: null, volume }]
}

function columns(rows: readonly Row[], group: string, shown: Overview | null) {
  const text = overviewWords.value.symbols
  const kinds = columnKinds<Row>()
  const open = ({ buy, sell }: Row) => Number(buy) + Number(sell)
  const largest = Math.max(0, ...rows.map((row) => Math.max(Number(row.buy), Number(row.sell))))
  const most = Math.max(0, ...rows.map(({ volume }) => Number(volume)))
  return [
    kinds.text('symbol', text.symbol, ({ symbol }) => symbol, {
      narrow: 'row',
      cell: ({ symbol, count }) =>
        symbol === null ? (
          text.others({ n: count })
        ) : (
          <PlaceLink page="exposure" parts={[symbol]} query={{ group }}>
            {symbol}
          </PlaceLink>
        ),
    }),
    kinds.lots('buy', text.buy, ({ buy }) => buy, { narrow: 'below' }),
    kinds.lots('sell', text.sell, ({ sell }) => sell, { narrow: 'below' }),
    kinds.number('net', text.net, ({ net }) => net, {
      cell: ({ net }) => (net === null ? words.value.none : signedLots(net)),
      narrow: 'row',
    }),
    kinds.number('open', text.open, (row) => String(open(row)), {
      cell: ({ buy, sell }) => (
        <Sides
          buy={shareOf(Number(buy), largest)}
          sell={shareOf(Number(sell), largest)}
          says={text.sides({ buy: groupedLots(buy), sell: groupedLots(sell) })}
        />
      ),
      total: shown && groupedLots(shown.open_lots),
    }),
    kinds.lots('volume', text.volume, ({ volume }) => volume, {
      narrow: 'row',
      total: shown && groupedLots(shown.volume_day),
    }),
    kinds.number('share', text.share, ({ volume }) => volume, {
      cell: ({ volume }) => (
        <span class="volume-bar" style={{ width: `${shareOf(Number(volume), most)}%` }} />
      ),
    }),
  ]
}

/** A bar that shows sold lots to the left and bought lots to the right. */
function Sides({ buy, sell, says }: { buy: number; sell: number; says: string }) {
  return (
    <svg class="sides" viewBox="0 0 200 10" preserveAspectRatio="none" role="img" aria-label={says}>
      <rect class="sell" x={100 - sell} width={sell} y="1" height="8" />
      <rect class="buy" x="100" width={buy} y="1" height="8" />
      <line x1="100" x2="100" y1="0" y2="10" />
    </svg>
  )
}
