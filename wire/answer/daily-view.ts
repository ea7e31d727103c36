import { dateOfDay } from '../../engine/calendar/server-day.js'
import { textFromScaled } from '../../engine/numbers/decimal.js'
import type { StoredDaily } from '../stored/stored-daily.js'
import { timeText } from '../trade/views.js'

/** Facts that a daily row takes from its account as it is now: these do not change, but for the name. */
export interface DailyHolder {
  readonly currency: string
  readonly moneyDigits: number
  /** Null where the reader may not see it. */
  readonly name: string | null
}

/** A daily row as REST answers it, as JSON text. */
export function dailyText(row: StoredDaily, { currency, moneyDigits, name }: DailyHolder): string {
  const money = (field: string, value: number): string =>
    `"${field}":"${textFromScaled(value, moneyDigits)}"`
  const valued = (field: string, value: number): string =>
    row.isValued ? money(field, value) : `"${field}":null`
  const figures = [
    money('balance', row.balance),
    money('balance_prev_day', row.balancePrevDay),
    money('balance_prev_month', row.balancePrevMonth),
    money('credit', row.credit),
    money('swap', row.swap),
    valued('equity', row.equity),
    valued('margin', row.margin),
    valued('margin_free', row.marginFree),
    valued('floating_profit', row.profit),
    ...Object.entries(row.sums).map(([field, value]) => money(field, value)),
  ]
  return (
    `{"date":"${dateOfDay(row.day)}","login":${row.login},"group":${JSON.stringify(row.group)},` +
    `"name":${JSON.stringify(name)},"currency":${JSON.stringify(currency)},` +
    `${figures.join(',')},"at":"${timeText(row.at)}"}`
  )
}
