import { amountLook, amountText } from '../../look/amount.js'
import type { ExposureBy, ExposureRow } from '../../staff/dealing/exposure.js'
import { bySize, shareOf } from '../../staff/dealing/exposure-sums.js'
import { exposureWords } from '../../text/desk/exposure-words.js'
import { countText, grouped, groupedLots, signed, signedLots } from '../../text/numbers.js'
import { words } from '../../text/words.js'
import { HourLine } from './hour-line.js'

/** A row with the house's own position, and whether that exceeds the reader's limit. */
export type ShownRow = ExposureRow & { readonly house: string | null; readonly isOver: boolean }

const SORTED = ['key', 'net', 'house', 'profit', 'accounts'] as const
type Sorted = (typeof SORTED)[number]

/** Currency amounts have eight decimals; two are enough for display. */
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

export function ExposureTable(props: {
  by: ExposureBy
  rows: readonly ShownRow[]
  sort: string
  opened: string | null
  /** The currency of `profit_in`. */
  currency: string
  onPoint: (isPointed: boolean) => void
  onSort: (sort: string) => void
  onOpen: (key: string) => void
}) {
  const { by, rows } = props
  const { columns } = exposureWords.value
  const largest = rows.toSorted((a, b) => bySize(a.house, b.house))[0]?.house ?? null
  const sorted = (name: Sorted, label: string, isNumber = true) => (
    <SortHead
      name={name}
      label={label}
      isNumber={isNumber}
      sort={props.sort}
      onSort={props.onSort}
    />
  )
  return (
    <div class="scroll">
      <table
        class="list exposure-table"
        aria-label={exposureWords.value.title}
        onPointerEnter={() => props.onPoint(true)}
        onPointerLeave={() => props.onPoint(false)}
      >
        <thead>
          <tr>
            {sorted('key', columns.key[by], false)}
            <th scope="col" class="num off-narrow">
              {columns.buy}
            </th>
            <th scope="col" class="num off-narrow">
              {columns.sell}
            </th>
            {sorted('net', columns.net)}
            <th scope="col" class="num off-narrow">
              {columns.covered}
            </th>
            {sorted('house', columns.house)}
            <td class="off-narrow" />
            {sorted('profit', columns.profit)}
            {sorted('accounts', columns.accounts)}
            <th scope="col" class="off-narrow hour">
              {columns.hour}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.key}
              row={row}
              by={by}
              currency={props.currency}
              share={shareOf(row.house, largest)}
              isOpen={row.key === props.opened}
              onOpen={() => props.onOpen(row.key)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SortHead(props: {
  name: Sorted
  label: string
  isNumber: boolean
  sort: string
  onSort: (sort: string) => void
}) {
  const { name, label, isNumber, sort } = props
  const isBy = sort.replace('-', '') === name || (sort === '' && name === 'key')
  const isTurned = sort.startsWith('-')
  const isUp = (name === 'key') !== isTurned
  return (
    <th
      scope="col"
      class={`${isNumber ? 'num' : ''} ${name === 'accounts' ? 'off-narrow' : ''}`}
      aria-sort={!isBy ? undefined : isUp ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        class="sort"
        aria-label={exposureWords.value.sortBy({ name: label })}
        onClick={() => props.onSort(isBy && !isTurned ? `-${name}` : name)}
      >
        {label} {isBy && <i aria-hidden="true">{isUp ? '▲' : '▼'}</i>}
      </button>
    </th>
  )
}

function Row(props: {
  row: ShownRow
  by: ExposureBy
  currency: string
  share: number
  isOpen: boolean
  onOpen: () => void
}) {
  const { row, by, currency } = props
  const text = exposureWords.value
  // Without an exchange rate the profit is shown in its own currency.
  const [profit, of] =
    row.profit_in === null ? [row.profit, row.currency] : [row.profit_in, currency]
  return (
    <tr
      class={`${props.isOpen ? 'open' : ''} ${row.isOver ? 'over' : ''}`}
      aria-current={props.isOpen ? 'true' : undefined}
      data-key={row.key}
      onClick={props.onOpen}
    >
      <td>
        <button type="button" class="plain bare" onClick={props.onOpen}>
          <b>{row.key}</b>
        </button>
        {row.isOver && <span class="hidden">{text.overLimit}</span>}
      </td>
      <td class="num off-narrow">{sizeText(row.buy, by)}</td>
      <td class="num off-narrow">{sizeText(row.sell, by)}</td>
      <td class="num">{signedSize(row.net, by)}</td>
      <td class="num off-narrow">{signedSize(row.covered, by)}</td>
      <td class="num house">{signedSize(row.house, by)}</td>
      <td class="off-narrow">
        <i class="house-bar" style={{ width: `${props.share}%` }} />
      </td>
      <td class={`num ${amountLook(profit)}`}>
        {amountText(profit)} {profit !== null && of}
      </td>
      <td class="num off-narrow">{countText(row.accounts)}</td>
      <td class="off-narrow hour">
        <HourLine of={row.key} />
      </td>
    </tr>
  )
}
