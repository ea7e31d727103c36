import type { Schemas } from '../../link/contract.js'
import type { FilterFields, FilterType } from '../../staff/lists/filter-fields.js'
import { without } from '../../staff/lists/filter-text.js'
import { ask } from '../../staff/place.js'
import { knownSymbols } from '../../staff/settings/groups-and-symbols.js'
import { tradeValue } from '../../text/desk/trades-words.js'
import { words } from '../../text/words.js'
import { FilterChips } from '../lists/filter-chips.js'
import { FilterMenu } from '../lists/filter-menu.js'

/** The facts about a list of trades that the conditions need. */
export interface FilteredList {
  /** Maps column names to the fields by which the server filters and sorts. */
  readonly sorts: Readonly<Record<string, string>>
  columns(): readonly { readonly name: string; readonly label: string }[]
}

/** Field types other than text. */
const TYPES: Readonly<Record<string, FilterType>> = {
  id: 'whole',
  position_id: 'whole',
  order_id: 'whole',
  login: 'whole',
  dealer: 'whole',
  volume: 'amount',
  volume_current: 'amount',
  opened_at: 'time',
  closed_at: 'time',
  created_at: 'time',
  expires_at: 'time',
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
  kind: ['limit', 'stop', 'stop_limit'],
  state: ['placed', 'partial', 'started'],
  entry: ['in', 'out', 'inout', 'out_by', 'balance'],
  reason: REASONS,
  close_reason: REASONS,
}

function choicesOf(field: string): readonly (readonly [string, string])[] {
  if (field !== 'side') return VALUES[field]?.map((one) => [one, tradeValue(one)] as const) ?? []
  const { buy, sell } = words.value.sides
  return [
    ['buy', buy],
    ['sell', sell],
  ]
}

function fieldsOf({ sorts }: FilteredList): FilterFields {
  return new Map(Object.values(sorts).map((field) => [field, TYPES[field] ?? 'text']))
}

/** A button that adds a condition on a column. */
export function TradeConditionButton({ list, text }: { list: FilteredList; text: string }) {
  const columns = list.columns()
  const labels = new Map(
    columns.flatMap(({ name, label }) => {
      const field = list.sorts[name]
      return field === undefined ? [] : [[field, label] as const]
    }),
  )
  return (
    <FilterMenu
      fields={fieldsOf(list)}
      label={(field) => labels.get(field) ?? field}
      others={columns.filter(({ name }) => !(name in list.sorts)).map(({ label }) => label)}
      offered={(field) => (field === 'symbol' ? knownSymbols.value : [])}
      choices={choicesOf}
      onAdd={(condition) => ask({ q: `${text} ${condition}`.trim() })}
    />
  )
}

/** The conditions without an input field, as chips. */
export function TradeChips({ list, text }: { list: FilteredList; text: string }) {
  return (
    <div class="row wrap chips">
      <FilterChips
        text={text}
        fields={fieldsOf(list)}
        hasWords={true}
        onRemove={(part) => ask({ q: without(text, part) })}
      />
    </div>
  )
}
