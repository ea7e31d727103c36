import {
  AnyText,
  Body,
  Default,
  GroupMask,
  Nullable,
  Query,
  Rows,
  type Static,
  Time,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { Currency } from '../settings/group.js'

/** Sums over groups of accounts: current money, and figures of the day. */
const Whole = Type.Integer()

export const OverviewArgs = Body({ group: GroupMask, currency: Currency })
export type OverviewArgs = Static<typeof OverviewArgs>

export const OverviewQuery = Query({ group: Default(GroupMask, '*'), currency: Currency })

export const OverviewSymbolView = View({
  symbol: AnyText,
  buy: AnyText,
  sell: AnyText,
  net: AnyText,
  volume_day: AnyText,
})

export const OverviewOthersView = View({
  symbols: Whole,
  buy: AnyText,
  sell: AnyText,
  volume_day: AnyText,
})

export const OverviewHourView = View({
  at: Time,
  profit: AnyText,
  deposits: AnyText,
  withdrawals: AnyText,
  volume: AnyText,
})

export const OverviewView = View({
  group: AnyText,
  currency: AnyText,
  at: Time,
  day_start: Time,
  accounts: Whole,
  unconverted: Whole,
  balance: AnyText,
  credit: AnyText,
  equity: AnyText,
  profit: AnyText,
  profit_day: AnyText,
  deposits_day: AnyText,
  withdrawals_day: AnyText,
  margin_calls: Whole,
  margin_calls_day: Whole,
  stop_outs_day: Whole,
  open_lots: AnyText,
  volume_day: AnyText,
  symbols: Rows(OverviewSymbolView),
  others: Nullable(OverviewOthersView),
  hours: Rows(OverviewHourView),
})
export type Overview = Static<typeof OverviewView>
