import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { csvRows } from '../../text/csv.js'
import { isAmbiguous, typedNumber } from '../../text/typed-numbers.js'
import { exactSum } from './bulk-totals.js'

/**
 * Reads a file of payments, one per line: login, action, amount and comment.
 *
 * - Each invalid line is listed with its fault. The valid lines can be paid without the invalid
 *   ones.
 * - A line that repeats an earlier line is marked: it may be intended, or pasted twice by mistake.
 * F3. A file has a fingerprint, so that the desk warns when staff load a file that was already
 *     paid.
 */
type Item = Schemas['BalanceBulkBody']['items'][number]
export type Payment = Omit<Item, 'request_id'>
type PaymentAction = Payment['action']

type LineFault =
  | 'login'
  | 'action'
  | 'amount'
  | 'ambiguous'
  | 'zero'
  | 'sign'
  | 'comment'
  | 'cells'
  | 'unknown'
export interface FaultyLine {
  readonly line: number
  readonly fault: LineFault
  /** The text of the cell that is wrong. */
  readonly cell: string
}

export interface PaymentLine extends Payment {
  readonly line: number
  /** The number of an earlier line with the same payment, or null. */
  readonly like: number | null
}

export interface PaymentFile {
  readonly lines: readonly PaymentLine[]
  readonly faults: readonly FaultyLine[]
}

export const PAYMENTS_MAX = 10_000
const COMMENT_MAX = 64
const ACTIONS: readonly PaymentAction[] = [
  'deposit',
  'withdraw',
  'credit_in',
  'credit_out',
  'bonus',
  'charge',
  'correction',
  'commission',
  'compensation',
]
/** Actions that may add or remove money; a minus before the amount removes it. */
const SIGNED: ReadonlySet<PaymentAction> = new Set(['correction', 'compensation'])
const COLUMNS = ['login', 'action', 'amount', 'comment'] as const

/**
 * Parses the typed payments; null if the text is not a table. Column names in the first line set
 * the order of the columns; without them it is `COLUMNS`.
 */
export function paymentsOf(text: string): PaymentFile | null {
  const rows = csvRows(text)
  if (rows === null) return null
  const names = rows[0]?.cells.map((cell) => cell.toLowerCase()) ?? []
  const hasNames = names.includes('login')
  const places = COLUMNS.map((name, i) => (hasNames ? names.indexOf(name) : i))
  const seen = new Map<string, number>()
  const lines: PaymentLine[] = []
  const faults: FaultyLine[] = []
  for (const { line, cells } of hasNames ? rows.slice(1) : rows) {
    const [login = '', action = '', amount = '', comment = ''] = places.map((i) => cells[i] ?? '')
    const width = hasNames ? names.length : COLUMNS.length
    const extra = cells.slice(width).filter(Boolean)
    const isSplit = /^\D*[1-9]\d{0,2}$/.test(amount) && /^\d{3}(\.\d*)?$/.test(comment)
    if (extra.length > 0 || isSplit) {
      // An amount with a thousands comma, such as `1,000`, has been split into two cells.
      const fault = isSplit ? 'ambiguous' : 'cells'
      faults.push({ line, fault, cell: isSplit ? `${amount},${comment}` : extra.join(',') })
      continue
    }
    const read = paymentOf({ login, action: action.toLowerCase(), amount, comment })
    if ('fault' in read) {
      faults.push({ line, ...read })
      continue
    }
    const key = JSON.stringify(read)
    lines.push({ ...read, line, like: seen.get(key) ?? null })
    if (!seen.has(key)) seen.set(key, line)
  }
  return { lines, faults }
}

type Cells = Readonly<Record<(typeof COLUMNS)[number], string>>
type Read = Payment | Omit<FaultyLine, 'line'>

function paymentOf({ login, action, amount, comment }: Cells): Read {
  if (!/^[1-9]\d{0,14}$/.test(login)) return { fault: 'login', cell: login }
  const known = ACTIONS.find((one) => one === action)
  if (known === undefined) return { fault: 'action', cell: action }
  const plain = amount.replace(/^\+/, '').replace(/^[-−]/, '')
  const isMinus = /^[-−]/.test(amount)
  const size = typedNumber(plain, 2, 'asked')
  if (size === null) {
    return { fault: isAmbiguous(plain, 2, 'asked') ? 'ambiguous' : 'amount', cell: amount }
  }
  if (!/[1-9]/.test(size)) return { fault: 'zero', cell: amount }
  if (isMinus && !SIGNED.has(known)) return { fault: 'sign', cell: amount }
  if (comment.length > COMMENT_MAX) return { fault: 'comment', cell: comment }
  return {
    login: Number(login),
    action: known,
    amount: isMinus ? `-${size}` : size,
    ...(comment === '' ? {} : { comment }),
  }
}

/** A fingerprint of the payments (F3). It does not depend on the order of the lines. */
export function markOf(payments: readonly Payment[]): string {
  const text = payments
    .map(({ login, action, amount, comment = '' }) => [login, action, amount, comment].join('|'))
    .toSorted()
    .join('\n')
  let [one, other] = [0x9e3779b9, 0x85ebca6b]
  for (let i = 0; i < text.length; i++) {
    one = Math.imul(one ^ text.charCodeAt(i), 0x01000193)
    other = Math.imul(other + text.charCodeAt(i), 0x5bd1e995)
  }
  return `${payments.length}.${(one >>> 0).toString(36)}.${(other >>> 0).toString(36)}`
}

/** Totals of the payments in one currency: paid in, paid out, and the change of credit. */
interface PaymentTotal {
  readonly currency: string
  readonly count: number
  readonly accounts: number
  readonly paidIn: string
  readonly paidOut: string
  readonly credit: string
}

const INTO: ReadonlySet<PaymentAction> = new Set(['deposit', 'bonus'])

export function paymentTotals(
  payments: readonly Payment[],
  currencyOfLogin: (login: number) => string,
): PaymentTotal[] {
  const byCurrency = new Map<string, Payment[]>()
  for (const payment of payments) {
    const currency = currencyOfLogin(payment.login)
    const same = byCurrency.get(currency) ?? []
    same.push(payment)
    byCurrency.set(currency, same)
  }
  return [...byCurrency]
    .map(([currency, all]) => {
      const amounts = (fits: (payment: Payment) => boolean) =>
        all.filter(fits).map(({ amount }) => amount.replace('-', ''))
      const isIn = ({ action, amount }: Payment) =>
        INTO.has(action) || (SIGNED.has(action) && !amount.startsWith('-'))
      const isCredit = ({ action }: Payment) => action.startsWith('credit_')
      const credits = all
        .filter(isCredit)
        .map(({ action, amount }) => (action === 'credit_out' ? `-${amount}` : amount))
      return {
        currency,
        count: all.length,
        accounts: new Set(all.map(({ login }) => login)).size,
        paidIn: exactSum(amounts((one) => isIn(one) && !isCredit(one))),
        paidOut: exactSum(amounts((one) => !isIn(one) && !isCredit(one))),
        credit: exactSum(credits),
      }
    })
    .toSorted((one, other) => other.count - one.count)
}

const ASKED_AT_ONCE = 100

export interface PaidAccount {
  readonly name: string
  readonly group: string
  readonly currency: string
}

/**
 * The accounts of these logins that are within the reader's scope, or null if they cannot be read.
 */
export async function accountsOf(
  logins: readonly number[],
): Promise<ReadonlyMap<number, PaidAccount> | null> {
  const found = new Map<number, PaidAccount>()
  const all = [...new Set(logins)]
  for (let i = 0; i < all.length; i += ASKED_AT_ONCE) {
    const value = all.slice(i, i + ASKED_AT_ONCE)
    const answer = await call('GET /admin/v1/accounts/window', {
      query: {
        filter: JSON.stringify([{ field: 'login', op: 'in', value }]),
        limit: ASKED_AT_ONCE,
        fields: 'login,name,last_name,group,currency',
      },
    })
    if (!answer.ok) return null
    for (const { login, name, last_name, group, currency } of answer.data.items) {
      found.set(Number(login), {
        name: [name, last_name].filter(Boolean).join(' '),
        group: group ?? '',
        currency: currency ?? '',
      })
    }
  }
  return found
}
