import type { Unit } from './names.js'

/** The unit of a field: a fixed one, or one that depends on the value of another field. */
export interface FieldUnit {
  readonly unit: Unit | null
  readonly by: readonly { readonly field: string; readonly value: string; readonly unit: Unit }[]
}

const swap: FieldUnit = {
  unit: null,
  by: [
    { field: 'swap_mode', value: 'points', unit: 'points' },
    { field: 'swap_mode', value: 'base_currency', unit: 'base_currency' },
    { field: 'swap_mode', value: 'margin_currency', unit: 'margin_currency' },
    { field: 'swap_mode', value: 'deposit_currency', unit: 'deposit_currency' },
    { field: 'swap_mode', value: 'interest_current', unit: 'percent_a_year' },
    { field: 'swap_mode', value: 'interest_open', unit: 'percent_a_year' },
  ],
}
const level: FieldUnit = {
  unit: 'percent',
  by: [{ field: 'stop_out_mode', value: 'money', unit: 'deposit_currency' }],
}

/** Units that depend on other fields, by field name. */
const BY_OTHERS: Readonly<Record<string, FieldUnit>> = {
  margin_call_level: level,
  stop_out_level: level,
  swap_long: swap,
  swap_short: swap,
  'commissions[].tiers[].value': {
    unit: null,
    by: [
      { field: 'commissions[].mode', value: 'per_lot', unit: 'deposit_currency' },
      { field: 'commissions[].mode', value: 'percent', unit: 'percent' },
      { field: 'commissions[].mode', value: 'points', unit: 'points' },
    ],
  },
  'tiers[].range_to': {
    unit: 'lots',
    by: [
      { field: 'rules[].range_basis', value: 'value', unit: 'rule_currency' },
      { field: 'rules[].range_basis', value: 'value_per_symbol', unit: 'rule_currency' },
    ],
  },
}

/** Units by the end of a field's name; the first match counts. */
const BY_NAME: readonly (readonly [name: RegExp, unit: Unit | null])[] = [
  [/(^|\.)volume_\w+$|commissions\[\]\.tiers\[\]\.(from|to)$/, 'lots'],
  [/commissions\[\]\.tiers\[\]\.(min|max)$|^demo_deposit$/, 'deposit_currency'],
  [/(margin_rates|tiers)\[\]\.(initial|maintenance)$/, 'factor'],
  [/(^|\.)margin_(initial|maintenance)$/, 'margin_currency'],
  [/(^|\.)swap_days$/, 'nights'],
  [/_pts$/, 'points'],
  [/_pct$/, 'percent'],
  [/_sec$/, 'seconds'],
  [/(^|\.)(from|to)_min$/, 'minutes_of_day'],
  [/_min$/, 'minutes'],
  [/_days$/, 'days'],
  [/_months$/, 'months'],
  [/digits$/, 'decimals'],
  [/(^|_)leverages?$/, 'leverage'],
  [/_length$/, 'characters'],
  [/^contract_size$/, 'lot_units'],
  [/^tick_size$/, 'price'],
  [/^tick_value$/, 'profit_currency'],
  [/^(latitude|longitude)$/, 'degrees'],
]

const NONE: FieldUnit = { unit: null, by: [] }

/** The unit of a field by its full name, such as `commissions[].tiers[].value`. */
export function unitOf(name: string): FieldUnit {
  const other = Object.entries(BY_OTHERS).find(([end]) => name === end || endsIn(name, end))
  if (other !== undefined) return beside(name, other[1])
  const found = BY_NAME.find(([fits]) => fits.test(name))
  return found === undefined ? NONE : { unit: found[1], by: [] }
}

function endsIn(name: string, end: string): boolean {
  return name.endsWith(`.${end}`)
}

/** If the unit depends on a field of the same row, adds the name of the row to that field's name. */
function beside(name: string, unit: FieldUnit): FieldUnit {
  const row = name.slice(0, name.lastIndexOf('.') + 1)
  const by = unit.by.map((one) => ({
    ...one,
    field: one.field.includes('[]') ? one.field : `${row}${one.field}`,
  }))
  return { ...unit, by }
}
