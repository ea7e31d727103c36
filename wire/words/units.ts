import type { Words } from './words.js'

/** The units in which fields of settings and accounts are counted. */
export const UNIT_WORDS = {
  points: {
    en: ['Points', 'The last decimal of the symbol’s prices.'],
    de: ['Punkte', 'Die letzte Dezimale der Preise des Symbols.'],
  },
  lots: {
    en: ['Lots', 'Each of as many units as the symbol’s contract size.'],
    de: ['Lots', 'Jedes von so vielen Einheiten wie die Kontraktgröße des Symbols.'],
  },
  lot_units: {
    en: ['Units a lot', 'Units of the underlying that one lot is.'],
    de: ['Einheiten je Lot', 'Einheiten des Basiswerts, die ein Lot sind.'],
  },
  price: {
    en: ['Price', 'In the symbol’s prices.'],
    de: ['Preis', 'In Preisen des Symbols.'],
  },
  percent: {
    en: ['Per cent', 'A hundredth part.'],
    de: ['Prozent', 'Ein hundertster Teil.'],
  },
  percent_a_year: {
    en: ['Per cent a year', 'Interest of a year, of which each night has its part.'],
    de: ['Prozent im Jahr', 'Zinsen eines Jahres, von denen jede Nacht ihren Teil hat.'],
  },
  leverage: {
    en: ['1 to', 'The second figure of a leverage: 100 means 1:100.'],
    de: ['1 zu', 'Die zweite Zahl eines Hebels: 100 bedeutet 1:100.'],
  },
  deposit_currency: {
    en: ['Deposit currency', 'Money in the currency of the account.'],
    de: ['Einzahlungswährung', 'Geld in der Währung des Kontos.'],
  },
  base_currency: {
    en: ['Base currency', 'Money in the base currency of the symbol.'],
    de: ['Basiswährung', 'Geld in der Basiswährung des Symbols.'],
  },
  margin_currency: {
    en: ['Margin currency', 'Money in the margin currency of the symbol.'],
    de: ['Marginwährung', 'Geld in der Marginwährung des Symbols.'],
  },
  profit_currency: {
    en: ['Profit currency', 'Money in the profit currency of the symbol.'],
    de: ['Gewinnwährung', 'Geld in der Gewinnwährung des Symbols.'],
  },
  rule_currency: {
    en: [
      'Currency of the rule',
      'Money in the currency that the rule names, else in that of the account.',
    ],
    de: ['Währung der Regel', 'Geld in der Währung, die die Regel nennt, sonst in der des Kontos.'],
  },
  factor: {
    en: ['Factor', 'What the figure is multiplied by; 1 leaves it as it is.'],
    de: ['Faktor', 'Womit die Zahl malgenommen wird; 1 lässt sie, wie sie ist.'],
  },
  nights: {
    en: ['Nights', 'For how many nights one midnight counts.'],
    de: ['Nächte', 'Für wie viele Nächte eine Mitternacht zählt.'],
  },
  seconds: {
    en: ['Seconds', 'Of time that passes.'],
    de: ['Sekunden', 'Von verstreichender Zeit.'],
  },
  minutes: {
    en: ['Minutes', 'Whole minutes.'],
    de: ['Minuten', 'Ganze Minuten.'],
  },
  minutes_of_day: {
    en: [
      'Minute of the day',
      'Minutes after midnight on the server’s clock; 1440 is the end of the day.',
    ],
    de: [
      'Minute des Tages',
      'Minuten nach Mitternacht auf der Serveruhr; 1440 ist das Ende des Tages.',
    ],
  },
  days: {
    en: ['Days', 'Whole days.'],
    de: ['Tage', 'Ganze Tage.'],
  },
  months: {
    en: ['Months', 'Months of the calendar.'],
    de: ['Monate', 'Monate des Kalenders.'],
  },
  decimals: {
    en: ['Decimals', 'Figures behind the decimal point.'],
    de: ['Dezimalen', 'Stellen hinter dem Dezimalpunkt.'],
  },
  characters: {
    en: ['Characters', 'Letters, digits and signs.'],
    de: ['Zeichen', 'Buchstaben, Ziffern und Satzzeichen.'],
  },
  degrees: {
    en: ['Degrees', 'Of latitude or longitude, as a decimal.'],
    de: ['Grad', 'Geografische Breite oder Länge, als Dezimalzahl.'],
  },
} as const satisfies Readonly<Record<string, Words>>

export type Unit = keyof typeof UNIT_WORDS

/** The unit of a field: one, or another by what a field beside it holds. */
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

/** Units that follow other fields, by the name of the field. */
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

/** Units by the end of a field's name, the first that fits. */
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

/** The unit of a field by its name, with the names of the rows that it stands in: `commissions[].tiers[].value`. */
export function unitOf(name: string): FieldUnit {
  const other = Object.entries(BY_OTHERS).find(([end]) => name === end || endsIn(name, end))
  if (other !== undefined) return beside(name, other[1])
  const found = BY_NAME.find(([fits]) => fits.test(name))
  return found === undefined ? NONE : { unit: found[1], by: [] }
}

function endsIn(name: string, end: string): boolean {
  return name.endsWith(`.${end}`)
}

/** A unit that follows a field of the same row names it with its row. */
function beside(name: string, unit: FieldUnit): FieldUnit {
  const row = name.slice(0, name.lastIndexOf('.') + 1)
  const by = unit.by.map((one) => ({
    ...one,
    field: one.field.includes('[]') ? one.field : `${row}${one.field}`,
  }))
  return { ...unit, by }
}
