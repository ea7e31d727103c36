import type { Schemas } from '../../link/contract.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { tradeValue } from '../../text/desk/trades-words.js'
import { refusalWords } from '../../text/refusals.js'
import { words } from '../../text/words.js'

export type RefusedRow = Schemas['RefusedRequestView']

export function askedText({ kind, symbol, request }: RefusedRow): string {
  const { side, volume, price } = (request ?? {}) as Readonly<Record<string, unknown>>
  const sides: Readonly<Record<string, string>> = words.value.sides
  const parts = [
    kind === null ? null : tradeValue(kind),
    sides[String(side)],
    volume,
    symbol,
    price,
  ]
  return parts.filter((part) => part !== null && part !== undefined).join(' ')
}

export function sentText(request: RefusedRow['request']): string {
  return Object.entries(request ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}

export function refuserText({ dealer, gateway, rule }: RefusedRow): string | null {
  const { refusals } = accountsWords.value
  const parts = [
    rule === null ? '' : refusals.rule({ name: rule }),
    dealer === null ? '' : refusals.dealer({ login: dealer }),
    gateway ?? '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? null : parts.join(', ')
}

export function reasonOf({ code, message, data, reason, params }: RefusedRow): string {
  return refusalWords(code, message, { ...data, reason, params })
}

/** The id that identifies the request's page, or null if the request had none. */
export function idOf({ client_order_id, request_id }: RefusedRow): string | null {
  return client_order_id ?? request_id
}
