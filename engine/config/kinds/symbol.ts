import { lastSegment } from '../../names/group-path.js'
import { plainDecimal } from '../../numbers/decimal.js'
import { FIXED8_DIGITS, TICK_DIGITS } from '../../units.js'
import type { ContentOf } from '../config-records.js'
import type { ConfigKind } from '../kind.js'
import type { SymbolRecord } from '../records/symbol.js'
import { someNames } from '../reference.js'
import { symbolAtPath } from './quote-source.js'
import { symbolFaults } from './symbol-checks.js'
import { EXPIRATIONS, FILLINGS, SESSION_KINDS, SYMBOL_ORDER_KINDS } from './symbol-choices.js'
import { refuseSymbolChange, refuseSymbolDelete, takesQuotes } from './symbol-refusals.js'
import { plainTerms } from './symbol-terms.js'

type SymbolContent = ContentOf<SymbolRecord>

const QUOTE_MAX_AGE_SEC = 120

/** Defaults of a symbol, for staff and for the demo set. */
export const SYMBOL_DEFAULTS: SymbolContent = {
  path: '',
  description: '',
  digits: 5,
  base_currency: '',
  profit_currency: '',
  margin_currency: '',
  contract_size: '100000',
  calc_mode: 'forex',
  tick_size: '0',
  tick_value: '0',
  volume_min: '0.01',
  volume_max: '100',
  volume_step: '0.01',
  volume_limit: '0',
  spread_pts: 0,
  spread_balance_pts: 0,
  stops_level_pts: 0,
  freeze_level_pts: 0,
  execution: 'market',
  filling: ['fok', 'ioc'],
  expiration: ['gtc', 'day', 'specified', 'specified_day'],
  order_kinds: ['market', 'limit', 'stop', 'stop_limit'],
  trade_access: 'full',
  margin_initial: '0',
  margin_maintenance: '0',
  margin_hedged: '0',
  margin_rates: [],
  swap_mode: 'disabled',
  swap_long: '0',
  swap_short: '0',
  swap_days: [1, 1, 3, 1, 1, 0, 0],
  swap_year_days: 360,
  sessions: [],
  quote_source: '',
  quote_markup_bid_pts: 0,
  quote_markup_ask_pts: 0,
  filter_max_jump_pts: 0,
  quote_max_age_sec: QUOTE_MAX_AGE_SEC,
  offer_move_pts: 0,
  position: 0,
}

/** The currency of a symbol whose name is no currency pair. */
const CURRENCY = 'USD'
const PAIR = /^([A-Z]{3})([A-Z]{3})(?![A-Za-z])/

export const symbolKind: ConfigKind<'symbols'> = {
  kind: 'symbols',
  noun: 'symbol',
  scope: 'server',
  usedByThreads: ['shards', 'links'],
  refers: [
    {
      to: 'symbols',
      by: { keyOf: ({ path }) => path, find: (path, world) => symbolAtPath(world, path) },
      namedIn: ({ path, quote_source: key }) =>
        key === '' || key.toLowerCase() === path.toLowerCase()
          ? []
          : [{ path: 'quote_source', key }],
      whenGoing({ path }, users) {
        const paths = users.map((user) => user.path)
        const what = `${someNames(paths)} ${takesQuotes(paths)} from ${lastSegment(path)}.`
        return `${what} Give it another quote_source first.`
      },
    },
  ],
  transfer: {
    keyFields: ['path'],
    keyOf: ({ path }) => path,
    nameOfKey: lastSegment,
    leftOut: ['position'],
    sets: ['margin_rates'],
    after: ({ quote_source }) => quote_source,
  },
  order: 'plain_position',
  nameOf: ({ path }) => lastSegment(path),
  added: { quote_max_age_sec: QUOTE_MAX_AGE_SEC, offer_move_pts: 0 },
  follows: ['base_currency', 'profit_currency', 'margin_currency'],
  defaults: (input) => withCurrencies({ ...SYMBOL_DEFAULTS, ...input }),
  normal,
  check: symbolFaults,
  refuseChange: refuseSymbolChange,
  refuseDelete: refuseSymbolDelete,
}

function withCurrencies(symbol: SymbolContent): SymbolContent {
  const isForex = symbol.calc_mode === 'forex' || symbol.calc_mode === 'forex_no_leverage'
  const [, first = '', second = ''] = (isForex && PAIR.exec(lastSegment(symbol.path))) || []
  const profit_currency = symbol.profit_currency || second || CURRENCY
  const base_currency = symbol.base_currency || first || profit_currency
  const margin_currency = symbol.margin_currency || (isForex ? base_currency : profit_currency)
  return { ...symbol, base_currency, profit_currency, margin_currency }
}

/** Lists without a meaningful order are stored sorted, decimals without superfluous zeros. */
function normal(symbol: SymbolContent): SymbolContent {
  return {
    ...plainTerms(symbol),
    contract_size: plainDecimal(symbol.contract_size, FIXED8_DIGITS),
    tick_size: plainDecimal(symbol.tick_size, TICK_DIGITS),
    tick_value: plainDecimal(symbol.tick_value, TICK_DIGITS),
    filling: inOrder(FILLINGS, symbol.filling),
    expiration: inOrder(EXPIRATIONS, symbol.expiration),
    order_kinds: inOrder(SYMBOL_ORDER_KINDS, symbol.order_kinds),
    sessions: symbol.sessions.toSorted(
      (a, b) =>
        SESSION_KINDS.indexOf(a.kind) - SESSION_KINDS.indexOf(b.kind) ||
        a.day - b.day ||
        a.from_min - b.from_min,
    ),
  }
}

function inOrder<Name>(all: readonly Name[], given: readonly Name[]): readonly Name[] {
  return all.filter((name) => given.includes(name))
}
