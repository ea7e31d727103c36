import { BALANCE_ACTIONS } from '../../../engine/account/event.js'
import { PAYMENTS_PER_REQUEST_MAX } from '../../../engine/limits/bulk.js'
import { say } from '../../../engine/reasons/reasons.js'
import {
  AnyText,
  Body,
  Choice,
  Decimal,
  Default,
  Flag,
  List,
  Login,
  Multiline,
  Nullable,
  Optional,
  Rows,
  Text,
  Uuid,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { PaymentRow } from '../accounts/account.js'
import { CONFIRMED_BY } from '../shared/confirmation.js'

/** Payments per lot for open positions: preview and execution. */
const RATES_MAX = 256
const CURRENCY = '[A-Z0-9]{3,16}'

const Currency = Type.String({
  pattern: `^${CURRENCY}$`,
  'x-says': say('field.currency'),
})

const Percent = Type.String({
  pattern: '^(100(\\.0{1,12})?|(0|[1-9]\\d?)(\\.\\d{1,12})?)$',
  'x-says': say('field.decimal_percent'),
})

const Rates = Type.Unsafe<Record<string, string>>({
  type: 'object',
  maxProperties: RATES_MAX,
  patternProperties: {
    [`^${CURRENCY}->${CURRENCY}$`]: {
      type: 'string',
      pattern: '^(0|[1-9]\\d{0,17})(\\.\\d{1,12})?$',
    },
  },
  additionalProperties: false,
  description: 'Rates by FROM->TO, as decimal texts; a rate of "0" is none.',
})

export const PaymentTerms = Body({
  amount_per_lot: Decimal,
  tax_percent: Default(Percent, '0'),
  currency: Optional(Currency),
  action: Optional(Choice(BALANCE_ACTIONS)),
  comment: Optional(Multiline(64)),
})

export const PaymentsPreviewBody = Body({
  buy: Optional(PaymentTerms),
  sell: Optional(PaymentTerms),
  groups: Optional(Text(128)),
  symbols: Optional(Text(1024)),
  net: Default(Flag, false),
  rates: Optional(Rates),
  skip_zero: Default(Flag, false),
})

const Line = View({
  login: Login,
  group: AnyText,
  currency: AnyText,
  lots_buy: AnyText,
  lots_sell: AnyText,
  amount_buy: Nullable(AnyText),
  amount_sell: Nullable(AnyText),
  amount: Nullable(AnyText),
  net_side: Nullable(Choice(['buy', 'sell'])),
  request_id: AnyText,
})

const Totals = View({
  currency: AnyText,
  accounts: Type.Integer(),
  lots_buy: AnyText,
  lots_sell: AnyText,
  amount_buy: AnyText,
  amount_sell: AnyText,
  amount: AnyText,
})

export const PaymentsPreviewView = View({
  items: Rows(Line),
  totals: Rows(Totals),
  rates_needed: Rows(View({ pair: AnyText, rate: AnyText })),
})

export const PaymentSide = Body({
  action: Choice(BALANCE_ACTIONS),
  comment: Optional(Multiline(64)),
})

export const PositionPayment = Body({
  login: Login,
  request_id: Uuid,
  amount_buy: Optional(Decimal),
  amount_sell: Optional(Decimal),
  amount: Optional(Decimal),
  side: Optional(Choice(['buy', 'sell'])),
})

const params = {
  buy: Optional(PaymentSide),
  sell: Optional(PaymentSide),
  items: List(PositionPayment, PAYMENTS_PER_REQUEST_MAX, 1),
  skip_margin_check: Optional(Flag),
}

/** The part of the body that the confirmation covers. */
export const PositionPaymentsParams = Body(params)

export const PositionPaymentsBody = Body({ ...params, ...CONFIRMED_BY })

export const PaymentRowsView = Rows(PaymentRow)
