import { grouped, signed } from '../../text/numbers.js'
import { terms } from './account.js'

/** An amount with the account's currency, such as `−12,345.60 USD`. */
export function moneyWords(amount: string, showsSign = false): string {
  const currency = terms.value?.currency ?? ''
  return `${showsSign ? signed(amount) : grouped(amount)} ${currency}`.trim()
}
