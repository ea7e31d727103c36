import type { Money } from '../../engine/account/money/money.js'
import type { Account } from '../../engine/account/state.js'
import { broken, must } from './must.js'
import type { NaiveAccount } from './naive-account.js'
import type { NaiveMoney } from './naive-money.js'

/** Checks that the engine holds of an account what the reference has, field by field. */
export function compareHoldings(own: NaiveAccount, live: Account): void {
  const who = `account ${live.login}`
  must(live.balance === own.balance, `${who}: balance ${own.balance}, not ${live.balance}`)
  must(live.credit === own.credit, `${who}: credit ${own.credit}, not ${live.credit}`)
  must(live.commissionDue === own.commissionDue, `${who}: ${own.commissionDue} is due`)
  must(live.inMarginCall === own.inMarginCall, `${who}: in margin call: ${own.inMarginCall}`)
  must(live.day === own.day, `${who}: day ${own.day} ended last, not ${live.day}`)
  must(live.nightThrough === own.nightThrough, `${who}: night through ${own.nightThrough}`)
  must(live.balancePrevDay === own.balancePrevDay, `${who}: had ${own.balancePrevDay} then`)
  compareRows(live.positions.values(), own.positions, `${who}: position`)
  compareRows([...live.orders.values()], own.orders, `${who}: order`)
}

function compareRows<Row extends { readonly id: number }>(
  live: readonly Row[],
  own: ReadonlyMap<number, Row>,
  what: string,
): void {
  must(live.length === own.size, `${what}s: ${own.size}, not ${live.length}`)
  for (const row of live) {
    const { id } = row
    const expected = own.get(id) as Readonly<Record<string, unknown>> | undefined
    if (expected === undefined) broken(`${what} ${id}: is there`)
    for (const name in row) {
      if (expected[name] === row[name]) continue
      broken(`${what} ${id}: ${name} is ${expected[name]}, not ${row[name]}`)
    }
  }
}

/** Margin, profit and what follows of them. */
export function compareMoney(own: NaiveMoney, live: Money, login: number): void {
  for (const name of Object.keys(own) as (keyof NaiveMoney)[]) {
    must(live[name] === own[name], `account ${login}: ${name} is ${own[name]}, not ${live[name]}`)
  }
}
