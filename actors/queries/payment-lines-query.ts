import { PAYMENTS_PER_REQUEST_MAX } from '../../engine/limits/bulk.js'
import { because } from '../../engine/reasons/reasons.js'
import { type AccountReach, reachConditions } from '../../storage/repos/accounts/account-reach.js'
import { positionsRepo } from '../../storage/repos/trades/positions.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import { accept, type Handlers } from '../thread/ask.js'
import { paymentId } from '../thread/random.js'
import {
  type CurrencyTotals,
  currencyTotals,
  isNothing,
  type OpenVolumes,
  type PaymentLine,
  PaymentLines,
  type PaymentTerms,
} from './payment-lines.js'
import { rowFactsReader } from './row-facts.js'

/** Accounts with open positions, and their payments for them. */
export interface PaymentLinesQueries {
  'positions.payments': {
    readonly request: PaymentLinesRequest
    readonly answer: PaymentLinesFound
  }
}

export interface PaymentLinesRequest {
  readonly reach: AccountReach
  /** The symbols to pay for; null for all. */
  readonly symbolIds: readonly number[] | null
  readonly terms: PaymentTerms
  /** True to leave out lines without any payment. */
  readonly skipsZero: boolean
  /** The accounts' currency, by the path of their group. */
  readonly currencies: Readonly<Record<string, string>>
}

export interface PaymentLinesFound {
  readonly items: readonly (PaymentLine & { readonly request_id: string })[]
  readonly totals: readonly CurrencyTotals[]
  readonly needed: readonly { readonly pair: string; readonly rate: string }[]
}

const SIDES = 2

export function paymentLinesQueries(db: Sqlite): Handlers<PaymentLinesQueries> {
  const positions = positionsRepo(db)
  const readFacts = rowFactsReader(db)
  const reachOf = reachConditions(db)
  return {
    'positions.payments': ({ reach, symbolIds, terms, skipsZero, currencies }) =>
      inSnapshot(db, () => {
        const facts = readFacts()
        const condition = reachOf(reach)
        const filter = condition === undefined ? {} : { reach: condition }
        const rows = positions.volumes(filter, symbolIds, PAYMENTS_PER_REQUEST_MAX * SIDES + 1)
        const volumes = new Map<number, { buy: bigint; sell: bigint }>()
        for (const [login, side, volume] of rows) {
          const its = volumes.get(Number(login)) ?? { buy: 0n, sell: 0n }
          its[side === 1n ? 'buy' : 'sell'] += volume
          volumes.set(Number(login), its)
        }
        if (volumes.size > PAYMENTS_PER_REQUEST_MAX) {
          return because('too_large.payments', { max: PAYMENTS_PER_REQUEST_MAX })
        }
        const made = new PaymentLines(terms)
        const lines = [...volumes].map(([login, { buy, sell }]) => {
          const { group, moneyDigits } = facts.holder(login)
          const currency = currencies[group] ?? ''
          const of: OpenVolumes = { login, group, currency, digits: moneyDigits, buy, sell }
          return made.line(of)
        })
        const shown = skipsZero ? lines.filter((line) => !isNothing(line, terms)) : lines
        return accept({
          items: shown.map((line) => ({ ...line, request_id: paymentId() })),
          totals: currencyTotals(shown),
          needed: made.needed,
        })
      }),
  }
}
