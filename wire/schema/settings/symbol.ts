import { SYMBOL_PATH_CHARACTERS_MAX } from '../../../engine/config/kinds/symbol-checks.js'
import {
  CALC_MODES,
  EXPIRATIONS,
  FILLINGS,
  SESSION_KINDS,
  SYMBOL_ORDER_KINDS,
} from '../../../engine/config/kinds/symbol-choices.js'
import {
  AnyText,
  Body,
  Choice,
  DecimalUnsigned,
  Default,
  Int,
  Limit,
  List,
  Nullable,
  Optional,
  Page,
  PageOf,
  Query,
  Text,
  Time,
  View,
} from '../../types/scalars.js'
import { CreateOf, PatchOf, RecordOf } from './config.js'
import { TERMS } from './symbol-terms.js'

const MINUTES_OF_DAY = 1440
const POINTS_MAX = 1_000_000
const MARKUP_MAX = 100_000
const JUMP_MAX = 1_000_000_000
/** The number of seconds in a week. */
const QUOTE_AGE_MAX_SEC = 604_800
/** Sixteen per weekday, for quotes and for trading. */
const SESSIONS_MAX = 224
const MASK_CHARACTERS = 512

const Currency = Text(16)
const Points = Int(0, POINTS_MAX)
const Markup = Int(-MARKUP_MAX, MARKUP_MAX)

export const SymbolSession = Body({
  day: Int(1, 7),
  kind: Choice(SESSION_KINDS),
  from_min: Int(0, MINUTES_OF_DAY),
  to_min: Int(0, MINUTES_OF_DAY),
})

const FIELDS = {
  path: Text(SYMBOL_PATH_CHARACTERS_MAX, 1),
  description: Text(128),
  digits: Int(0, 10),
  base_currency: Currency,
  profit_currency: Currency,
  margin_currency: Currency,
  contract_size: DecimalUnsigned,
  calc_mode: Choice(CALC_MODES),
  tick_size: DecimalUnsigned,
  tick_value: DecimalUnsigned,
  spread_pts: Points,
  spread_balance_pts: Int(-POINTS_MAX, POINTS_MAX),
  freeze_level_pts: Points,
  filling: List(Choice(FILLINGS), 16, 1),
  expiration: List(Choice(EXPIRATIONS), 16, 1),
  order_kinds: List(Choice(SYMBOL_ORDER_KINDS), 16, 1),
  sessions: List(SymbolSession, SESSIONS_MAX),
  quote_source: Text(SYMBOL_PATH_CHARACTERS_MAX),
  quote_markup_bid_pts: Markup,
  quote_markup_ask_pts: Markup,
  filter_max_jump_pts: Int(0, JUMP_MAX),
  quote_max_age_sec: Int(0, QUOTE_AGE_MAX_SEC),
  offer_move_pts: Points,
  ...TERMS,
}

/** The state of a symbol at the moment; it is not stored. */
export const SYMBOL_STATUSES = ['disabled', 'quoted', 'silent'] as const

export const CreateSymbolBody = CreateOf(FIELDS, ['path'])
export const PatchSymbolBody = PatchOf(FIELDS)
export const SymbolView = RecordOf({ ...FIELDS, position: Int(1), status: Choice(SYMBOL_STATUSES) })
export const SymbolsPageView = PageOf(SymbolView)
const SYMBOLS_LIMIT_DEFAULT = 100
export const SymbolsQuery = Query({
  mask: Optional(Text(MASK_CHARACTERS)),
  page: Default(Page, 1),
  limit: Default(Limit(), SYMBOLS_LIMIT_DEFAULT),
})

/** Prices with the symbol's digits; null before the first quote. */
export const SymbolQuotesView = View({
  id: Int(1),
  symbol: AnyText,
  bid: Nullable(AnyText),
  ask: Nullable(AnyText),
  at: Nullable(Time),
  high: Nullable(AnyText),
  low: Nullable(AnyText),
})
