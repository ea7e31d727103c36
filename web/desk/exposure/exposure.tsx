import { useEffect } from 'preact/hooks'
import { Segments } from '../../look/controls.js'
import { Skeleton } from '../../look/panel-data.js'
import { useHeldRows } from '../../look/table/still-rows.js'
import {
  type ExposureBy,
  limitsOf,
  type Picture,
  picture,
  refusal,
  watchExposure,
} from '../../staff/dealing/exposure.js'
import { bySize, EVERY, houseNet, isOver, profitSums } from '../../staff/dealing/exposure-sums.js'
import { ask, open, place } from '../../staff/place.js'
import { exposureWords } from '../../text/desk/exposure-words.js'
import { isGain, isLoss, signed } from '../../text/numbers.js'
import { refusalWords } from '../../text/refusals.js'
import { clockText } from '../../text/times.js'
import { CurrencyField, GroupMaskField } from '../lists/mask-fields.js'
import { ownKeys } from '../shell/keys.js'
import { ExposureTable, type ShownRow } from './exposure-table.js'
import { HoldersCard } from './holders-card.js'
import { LimitField } from './limit-field.js'

const CURRENCY = 'USD'

/**
 * The exposure page: live net positions of the clients, the covered part, and the position of the
 * house. Beside it are the holders of the open row's symbol.
 *
 * - The address holds the whole view: groups, symbol or currency, sort order, open row.
 * X2. No row moves while the pointer is over the table.
 */
export function Exposure() {
  const text = exposureWords.value
  const { parts, query } = place.value
  const by: ExposureBy = query.get('by') === 'currency' ? 'currency' : 'symbol'
  const group = query.get('group') ?? '*'
  const currency = (query.get('in') ?? CURRENCY).toUpperCase()
  const sort = query.get('sort') ?? ''
  const [opened] = parts
  useEffect(() => watchExposure({ group, by, currency }), [group, by, currency])
  const { rows, held } = useRows(by, sort)
  const show = (key: string | undefined) => open(key === undefined ? [] : [key], true)
  useKeys(rows, opened, show)
  const isOpen = opened !== undefined
  return (
    <div class={`desk-split ${isOpen ? 'open' : ''}`}>
      <section class="desk-list" aria-label={text.title}>
        <Tools group={group} by={by} currency={currency} />
        <Totals currency={currency} rows={rows} />
        {refusal.value !== null ? (
          <p class="empty" role="alert">
            {refusalWords(refusal.value.code, refusal.value.message, refusal.value.data)}
          </p>
        ) : picture.value === null ? (
          <Skeleton />
        ) : rows.length === 0 ? (
          <p class="empty">{text.empty}</p>
        ) : (
          <ExposureTable
            by={by}
            rows={rows}
            sort={sort}
            opened={opened ?? null}
            currency={currency}
            held={held}
            onSort={(next) => ask({ sort: next })}
            onOpen={show}
          />
        )}
      </section>
      {isOpen && (
        <HoldersCard
          key={`${by} ${group} ${opened}`}
          of={opened}
          by={by}
          group={group}
          onClose={() => show(undefined)}
        />
      )}
    </div>
  )
}

/** The rows in display order (X2), each with the house's position. */
function useRows(by: ExposureBy, sort: string) {
  const limits = limitsOf(by)
  const all: readonly ShownRow[] = (picture.value?.rows ?? []).map((row) => {
    const house = houseNet(row)
    return { ...row, house, isOver: isOver(limits, row.key, house) }
  })
  return useHeldRows<ShownRow, HTMLTableElement>(inOrder(all, sort), ({ key }) => key, sort)
}

/** Sorts by name, or by the absolute value of a figure, largest first; `-` reverses the order. */
function inOrder(rows: readonly ShownRow[], sort: string): readonly ShownRow[] {
  const name = sort.replace('-', '')
  const way = sort.startsWith('-') ? -1 : 1
  const compare = (a: ShownRow, b: ShownRow): number => {
    if (name === 'net' || name === 'house') return bySize(a[name], b[name])
    if (name === 'profit') return bySize(a.profit_in, b.profit_in)
    if (name === 'accounts') return b.accounts - a.accounts
    return a.key < b.key ? -1 : 1
  }
  return rows.toSorted((a, b) => way * compare(a, b))
}

/**
 * ↑ ↓ open another row. With Alt they skip to the next row above its limit. Escape closes the row.
 */
function useKeys(
  rows: readonly ShownRow[],
  opened: string | undefined,
  show: (key: string | undefined) => void,
) {
  useEffect(() =>
    ownKeys(({ key, altKey }) => {
      if (key === 'Escape' && opened !== undefined) {
        show(undefined)
        return true
      }
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return false
      const way = key === 'ArrowDown' ? 1 : -1
      const from = rows.findIndex((row) => row.key === opened)
      const at = from < 0 && way < 0 ? rows.length : from
      const next = altKey
        ? way > 0
          ? rows.find((row, i) => i > at && row.isOver)
          : rows.findLast((row, i) => i < at && row.isOver)
        : rows[at + way]
      if (next === undefined) return altKey
      show(next.key)
      return true
    }),
  )
}

function Tools({ group, by, currency }: { group: string; by: ExposureBy; currency: string }) {
  const text = exposureWords.value
  return (
    <div class="desk-tools">
      <div class="row wrap exposure-tools">
        <GroupMaskField group={group} />
        <Segments
          label={text.by}
          value={by}
          options={[
            ['symbol', text.bySymbol],
            ['currency', text.byCurrency],
          ]}
          onInput={(next) =>
            next === by || open([], true) === undefined
              ? ask({ by: next === 'currency' ? next : '', sort: '', order: '', min: '' })
              : undefined
          }
        />
        <CurrencyField currency={currency} label={text.currency} />
        <LimitField by={by} of={EVERY} label={text.limit} />
      </div>
    </div>
  )
}

/** The clients' total profit, the number of rows above their limits, and the time of the data. */
function Totals({ currency, rows }: { currency: string; rows: readonly ShownRow[] }) {
  const text = exposureWords.value
  const shown: Picture | null = picture.value
  if (shown === null) return null
  const sums = profitSums(shown.rows.map(({ profit_in: profit }) => ({ currency, profit })))
  const missing = shown.rows.filter(
    ({ profit_in, profit }) => profit_in === null && profit !== null,
  ).length
  const over = rows.filter((row) => row.isOver).length
  return (
    <p class="row wrap exposure-totals">
      <span class="faint">{text.profits}</span>
      {sums.map(([name, profit]) => (
        <b key={name} class={isLoss(profit) ? 'loss' : isGain(profit) ? 'gain' : ''}>
          {signed(profit)} {name}
        </b>
      ))}
      {missing > 0 && <span class="faint">{text.noRate({ n: missing })}</span>}
      <span class="grow" />
      {over > 0 && (
        <b class="loss">
          {text.over({ n: over })} <kbd>Alt ↑ ↓</kbd>
        </b>
      )}
      <span class="faint">{text.asOf({ time: clockText(Date.parse(shown.at)) })}</span>
    </p>
  )
}
