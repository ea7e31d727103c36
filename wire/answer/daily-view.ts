import { dateOfDay } from '../../engine/calendar/server-day.js'
import { textFromScaled } from '../../engine/numbers/decimal.js'
import { type JsonValue, jsonOf } from '../format/json-parts.js'
import { timeText } from '../format/time-text.js'
import type { StoredDaily } from '../stored/stored-daily.js'

/**
 * Data of the account for its daily rows. It is the current data, but only the name can have
 * changed.
 */
export interface DailyHolder {
  readonly currency: string
  readonly moneyDigits: number
  /** The name of the account's owner; null if the reader may not see it. */
  readonly name: string | null
}

/** A daily row in the form of the REST API. */
export function dailyView(row: StoredDaily, { currency, moneyDigits, name }: DailyHolder) {
  const money = (value: number): string => textFromScaled(value, moneyDigits)
  const valued = (value: number): string | null => (row.isValued ? money(value) : null)
  const sums = Object.entries(row.sums).map(([field, value]) => [field, money(value)])
  return {
    date: dateOfDay(row.day),
    login: row.login,
    group: row.group,
    name,
    currency,
    balance: money(row.balance),
    balance_prev_day: money(row.balancePrevDay),
    balance_prev_month: money(row.balancePrevMonth),
    credit: money(row.credit),
    swap: money(row.swap),
    equity: valued(row.equity),
    margin: valued(row.margin),
    margin_free: valued(row.marginFree),
    floating_profit: valued(row.profit),
    ...Object.fromEntries(sums),
    at: timeText(row.at),
  }
}

export function dailyText(row: StoredDaily, holder: DailyHolder): JsonValue {
  return jsonOf(dailyView(row, holder))
}
