import type { Data } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import type { CurrencySums, SumsOf } from '../lists/list-sums.js'
import { type AccountList, accountFilter } from './account-window.js'

type Sum = NonNullable<Data<'GET /admin/v1/accounts/window/count'>['sums']>[number]

/**
 * Sums of the live figures of all matching accounts, by currency. They load only on a click,
 * because the server has to value every account.
 */
export function accountSums(key: string, asked: AccountList): SumsOf {
  return {
    key,
    by: null,
    tooLong: accountsWords.value.sums.tooMany,
    async read() {
      const answer = await call('GET /admin/v1/accounts/window/count', {
        query: { ...accountFilter(asked), sums: true },
      })
      if (!answer.ok) return { refused: answer }
      return { sums: answer.data.sums?.map(sumsOf) ?? null }
    },
  }
}

function sumsOf({ currency, balance, equity, profit, unpriced }: Sum): CurrencySums {
  const { sums: text } = accountsWords.value
  return {
    currency,
    parts: [
      { label: text.balance, value: balance, kind: 'amount' },
      { label: text.equity, value: equity, kind: 'amount' },
      { label: text.profit, value: profit, kind: 'gain' },
    ],
    note: unpriced > 0 ? text.unpriced({ n: unpriced }) : undefined,
  }
}
