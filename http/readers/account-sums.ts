import { groupOf } from '../../engine/book/book.js'
import type { Book } from '../../engine/book/compiled.js'
import { textFromScaled } from '../../engine/numbers/decimal.js'
import { powerOfTen, roundedDivide } from '../../engine/numbers/rounding.js'
import { FIXED8_DIGITS } from '../../engine/units.js'
import type { AccountSumView } from '../../wire/schema/accounts/account-window.js'
import type { GroupMoney } from '../../wire/thread/exposure.js'
import type { Static } from '../../wire/types/scalars.js'

type AccountSum = Static<typeof AccountSumView>
const AMOUNTS = ['balance', 'credit', 'equity', 'profit'] as const

interface Sum {
  accounts: number
  unpriced: number
  /** The largest number of decimals among the groups. */
  digits: number
  /** Amounts as integers with 8 decimals. */
  readonly amounts: Record<(typeof AMOUNTS)[number], bigint>
}

/** Sums of the groups' money by currency, sorted by currency. */
export function accountSums(book: Book, rows: readonly GroupMoney[]): AccountSum[] {
  const sums = new Map<string, Sum>()
  for (const row of rows) {
    const group = groupOf(book, row.group)
    if (group === undefined) continue
    const { currency, currencyDigits } = group
    const sum = sums.get(currency) ?? noSum()
    sums.set(currency, sum)
    sum.accounts += row.accounts
    sum.unpriced += row.unpriced
    sum.digits = Math.max(sum.digits, currencyDigits)
    const unit = powerOfTen(FIXED8_DIGITS - currencyDigits)
    for (const name of AMOUNTS) sum.amounts[name] += BigInt(row[name]) * unit
  }
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { accounts, unpriced, digits, amounts }]) => {
      const text = (name: (typeof AMOUNTS)[number]): string => {
        const unit = powerOfTen(FIXED8_DIGITS - digits)
        return textFromScaled(roundedDivide(amounts[name], unit), digits)
      }
      return {
        currency,
        accounts,
        unpriced,
        balance: text('balance'),
        credit: text('credit'),
        equity: text('equity'),
        profit: text('profit'),
      }
    })
}

function noSum(): Sum {
  const amounts = { balance: 0n, credit: 0n, equity: 0n, profit: 0n }
  return { accounts: 0, unpriced: 0, digits: 0, amounts }
}
