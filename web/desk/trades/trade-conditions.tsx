import type { Schemas } from '../../link/contract.js'
import type { FilterLack, ListColumn } from '../../look/table/column.js'
import { FilterChips } from '../../look/table/filter-chips.js'
import { FilterMenu } from '../../look/table/filter-menu.js'
import { ask } from '../../staff/place.js'
import { knownSymbols } from '../../staff/settings/groups-and-symbols.js'
import { staffLogins } from '../../staff/settings/staff-logins.js'
import { tradeValue } from '../../text/desk/trades-words.js'
import type { FilterType } from '../../text/filter/filter-fields.js'
import { without } from '../../text/filter/filter-text.js'
import { words } from '../../text/words.js'

/** Figures of open trades that change with every price. */
const LIVE: ReadonlySet<string> = new Set(['now', 'distance', 'swap', 'profit', 'margin'])

/** The types of fields that do not contain text. */
const TYPES: Readonly<Record<string, FilterType>> = {
  id: 'whole',
  position_id: 'whole',
  order_id: 'whole',
  login: 'whole',
  dealer: 'whole',
  volume: 'amount',
  volume_initial: 'amount',
  volume_current: 'amount',
  opened_at: 'time',
  closed_at: 'time',
  created_at: 'time',
  expires_at: 'time',
  done_at: 'time',
  at: 'time',
}

const REASONS: readonly NonNullable<Schemas['DealsWindowRow']['reason']>[] = [
  'client',
  'api',
  'dealer',
  'system',
  'sl',
  'tp',
  'stop_out',
  'activation',
  'expiration',
  'rollover',
  'gateway',
  'correction',
]
/** Fields with a fixed set of values. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  kind: ['market', 'limit', 'stop', 'stop_limit'],
  state: ['started', 'placed', 'partial', 'filled', 'cancelled', 'rejected', 'expired'],
  entry: ['in', 'out', 'inout', 'out_by', 'balance'],
  reason: REASONS,
  close_reason: REASONS,
}

/** Values that are suggested for a field, although it may have others. */
const OFFERED: Readonly<Record<string, () => readonly string[]>> = {
  symbol: () => knownSymbols.value,
  dealer: () => staffLogins.value,
}

function choicesOf(field: string): readonly (readonly [string, string])[] | undefined {
  if (field !== 'side') return VALUES[field]?.map((one) => [one, tradeValue(one)] as const)
  const { buy, sell } = words.value.sides
  return [
    ['buy', buy],
    ['sell', sell],
  ]
}

/**
 * The reason why the server does not filter by a column. Figures of open trades change with prices.
 */
function lackOf(id: string, isLive: boolean): FilterLack {
  if (id === 'group') return 'own'
  if (id === 'currency') return 'group'
  return isLive && LIVE.has(id) ? 'live' : 'server'
}

/** The columns of a list of trades, filtered and sorted by the fields of the server. */
export function servedColumns<Row>(list: {
  readonly sorts: Readonly<Record<string, string>>
  readonly sortsHere?: readonly string[]
  readonly isLive: boolean
  columns(): readonly ListColumn<Row>[]
}): readonly ListColumn<Row>[] {
  return list.columns().map((column) => {
    const field = list.sorts[column.id]
    if (field === undefined) {
      const isSorted = list.sortsHere?.includes(column.id) === true
      return { ...column, isSorted, filter: { why: lackOf(column.id, list.isLive) } }
    }
    const choices = choicesOf(field)
    const offered = OFFERED[field]
    const filter = {
      field,
      type: TYPES[field] ?? 'text',
      ...(choices === undefined ? {} : { choices: () => choices }),
      ...(offered === undefined ? {} : { offered }),
    }
    return { ...column, isSorted: true, filter }
  })
}

interface Conditions<Row> {
  readonly columns: readonly ListColumn<Row>[]
  readonly text: string
}

export function TradeConditionButton<Row>({ columns, text }: Conditions<Row>) {
  return (
    <FilterMenu
      columns={columns}
      onAdd={(condition) => ask({ q: `${text} ${condition}`.trim() })}
    />
  )
}

/** The conditions without an input field, as chips. */
export function TradeChips<Row>({ columns, text }: Conditions<Row>) {
  return (
    <div class="row wrap chips">
      <FilterChips
        text={text}
        columns={columns}
        hasWords={true}
        onRemove={(part) => ask({ q: without(text, part) })}
      />
    </div>
  )
}
