import { amountLook, amountText } from '../../look/amount.js'
import type { Column } from '../../look/table/column.js'
import { ShortTable } from '../../look/table/short-table.js'
import type { Held } from '../../look/table/still-rows.js'
import type { ExposureBy, ExposureRow } from '../../staff/dealing/exposure.js'
import { bySize, shareOf } from '../../staff/dealing/exposure-sums.js'
import type { TableSort } from '../../state/table-views.js'
import { exposureWords } from '../../text/desk/exposure-words.js'
import { countText, grouped, groupedLots, signed, signedLots } from '../../text/numbers.js'
import { words } from '../../text/words.js'
import { HourLine } from './hour-line.js'

/** A row with the house's own position, and whether that exceeds the reader's limit. */
export type ShownRow = ExposureRow & { readonly house: string | null; readonly isOver: boolean }

/** A size as text. Currencies have eight decimals, but two are enough for reading. */
function sizeText(size: string | null, by: ExposureBy): string {
  if (size === null) return words.value.none
  return by === 'symbol' ? groupedLots(size) : grouped(twoDecimals(size))
}

function signedSize(size: string | null, by: ExposureBy): string {
  if (size === null) return words.value.none
  return by === 'symbol' ? signedLots(size) : signed(twoDecimals(size))
}

function twoDecimals(size: string): string {
  const [whole = '', fraction = ''] = size.split('.')
  return fraction === '' ? whole : `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`
}

interface ExposureProps {
  readonly by: ExposureBy
  readonly rows: readonly ShownRow[]
  readonly sort: string
  readonly opened: string | null
  /** The currency of `profit_in`. */
  readonly currency: string
  readonly held: Held<HTMLTableElement>
  onSort(sort: string): void
  onOpen(key: string): void
}

export function ExposureTable(props: ExposureProps) {
  const { rows } = props
  const largest = rows.toSorted((a, b) => bySize(a.house, b.house))[0]?.house ?? null
  return (
    <ShortTable
      label={exposureWords.value.title}
      frame="scroll"
      look="exposure-table"
      rows={rows}
      keyOf={({ key }) => key}
      rowOf={({ key, isOver }) => ({
        class: `${key === props.opened ? 'open' : ''} ${isOver ? 'over' : ''}`,
        'aria-current': key === props.opened ? 'true' : undefined,
        'data-key': key,
        onClick: () => props.onOpen(key),
      })}
      held={props.held}
      sort={sortShown(props.sort)}
      sortName={(name) => exposureWords.value.sortBy({ name })}
      onSort={(id) => props.onSort(id === (props.sort || 'key') ? `-${id}` : id)}
      columns={columnsOf({ ...props, largest })}
    />
  )
}

/** In the address a minus turns the first order of a column: numbers fall at first, names rise. */
function sortShown(sort: string): TableSort {
  const by = sort === '' ? 'key' : sort.replace('-', '')
  return { by, isDown: (by === 'key') === sort.startsWith('-') }
}

function columnsOf(
  props: ExposureProps & { readonly largest: string | null },
): readonly Column<ShownRow>[] {
  const { by, largest, currency } = props
  const text = exposureWords.value
  const { columns } = text
  const wide = { isNumber: true, isWideOnly: true }
  const sorted = { isNumber: true, isSorted: true }
  return [
    {
      id: 'key',
      label: columns.key[by],
      isSorted: true,
      cell: ({ key, isOver }) => (
        <>
          <button type="button" class="plain bare" onClick={() => props.onOpen(key)}>
            <b>{key}</b>
          </button>
          {isOver && <span class="hidden">{text.overLimit}</span>}
        </>
      ),
    },
    { id: 'buy', label: columns.buy, ...wide, cell: ({ buy }) => sizeText(buy, by) },
    { id: 'sell', label: columns.sell, ...wide, cell: ({ sell }) => sizeText(sell, by) },
    { id: 'net', label: columns.net, ...sorted, cell: ({ net }) => signedSize(net, by) },
    {
      id: 'covered',
      label: columns.covered,
      ...wide,
      cell: ({ covered }) => signedSize(covered, by),
    },
    {
      id: 'house',
      label: columns.house,
      ...sorted,
      look: () => 'house',
      cell: ({ house }) => signedSize(house, by),
    },
    {
      id: 'bar',
      label: columns.house,
      isUnnamed: true,
      isWideOnly: true,
      cell: ({ house }) => <i class="house-bar" style={{ width: `${shareOf(house, largest)}%` }} />,
    },
    {
      id: 'profit',
      label: columns.profit,
      ...sorted,
      look: (row) => amountLook(profitOf(row, currency)[0]),
      cell: (row) => {
        const [profit, of] = profitOf(row, currency)
        return `${amountText(profit)} ${profit === null ? '' : of}`
      },
    },
    {
      id: 'accounts',
      label: columns.accounts,
      ...sorted,
      isWideOnly: true,
      cell: ({ accounts }) => countText(accounts),
    },
    {
      id: 'hour',
      label: columns.hour,
      isWideOnly: true,
      look: () => 'hour',
      cell: ({ key }) => <HourLine of={key} />,
    },
  ]
}

/** The profit in the currency of the page. Without a rate, it stays in the currency of the row. */
function profitOf(row: ShownRow, currency: string) {
  return row.profit_in === null
    ? ([row.profit, row.currency] as const)
    : ([row.profit_in, currency] as const)
}
