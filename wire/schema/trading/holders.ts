import { HOLDER_ROWS_DEFAULT, HOLDER_ROWS_MAX } from '../../../engine/limits/long-answers.js'
import { HOLDERS_BY } from '../../thread/holders.js'
import {
  AnyText,
  Body,
  Choice,
  DecimalUnsigned,
  Default,
  Flag,
  GroupMask,
  Int,
  Nullable,
  NumberText,
  Optional,
  Query,
  Rows,
  type Static,
  Text,
  Time,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'

/** Accounts with the lowest margin levels, and those with the largest positions in a symbol. */
const Whole = Type.Integer()
const SYMBOL_NAME_MAX = 128

export const MarginArgs = Body({
  group: GroupMask,
  below: Optional(DecimalUnsigned),
  limit: Default(Int(1, HOLDER_ROWS_MAX), HOLDER_ROWS_DEFAULT),
})
export type MarginArgs = Static<typeof MarginArgs>

/** Ends the watch of a mask. Without a mask it ends all watches. */
export const UnwatchMarginArgs = Body({ group: Optional(GroupMask) })
export type UnwatchMarginArgs = Static<typeof UnwatchMarginArgs>

export const LowMarginsQuery = Query({
  group: Default(GroupMask, '*'),
  below: Optional(DecimalUnsigned),
  limit: Default(NumberText(1, HOLDER_ROWS_MAX), HOLDER_ROWS_DEFAULT),
})

export const LowMarginView = View({
  login: Whole,
  group: AnyText,
  level: AnyText,
  equity: AnyText,
  margin: AnyText,
  profit: AnyText,
  call: Flag,
})
export type LowMarginRow = Static<typeof LowMarginView>

export const LowMarginsView = View({
  group: AnyText,
  below: Nullable(AnyText),
  limit: Whole,
  at: Time,
  rows: Rows(LowMarginView),
})

export const HoldersQuery = Query({
  symbol: Text(SYMBOL_NAME_MAX, 1),
  group: Default(GroupMask, '*'),
  by: Default(Choice(HOLDERS_BY), 'net'),
  min: Default(DecimalUnsigned, '0'),
  limit: Default(NumberText(1, HOLDER_ROWS_MAX), HOLDER_ROWS_DEFAULT),
})

export const HolderView = View({
  login: Whole,
  group: AnyText,
  currency: AnyText,
  buy: AnyText,
  sell: AnyText,
  net: AnyText,
  profit: Nullable(AnyText),
  positions: Whole,
})
export type HolderRow = Static<typeof HolderView>

export const HoldersView = View({ symbol: AnyText, at: Time, rows: Rows(HolderView) })
