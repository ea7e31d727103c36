import type { AccountEvent, JournalNote } from '../../../engine/account/event.js'
import type { Account } from '../../../engine/account/state.js'
import { moneyDigitsOf } from '../../../engine/book/book.js'
import { textFromScaled, volumeText } from '../../../engine/numbers/decimal.js'
import type { Login } from '../../../engine/units.js'
import type { ProviderReport } from '../../../wire/thread/provider-messages.js'
import type { AccountBooks } from '../books.js'
import type { ParkedRequest } from '../parked/parked-requests.js'

/** Lines of the journal about orders at providers: what went wrong there, and what staff must look at. */

const SAID: Readonly<Record<string, string>> = {
  rejected: 'rejected',
  silent: 'did not answer in time and was given up:',
  unknown: 'does not know',
}

export function sentNote(
  core: AccountBooks,
  { account, id }: ParkedRequest,
  gatewayId: number,
  state: string,
  text: string,
): JournalNote {
  const order = account.orders.get(id)
  const said = SAID[state] ?? 'cancelled'
  const why = text === '' ? '' : ` (${text})`
  const what = order === undefined ? '' : ` (${orderText(core, order)})`
  const who = gatewayText(core, gatewayId)
  return noteOf(account.login, `${who} ${said} order ${id}${what}${why}`)
}

/** A trade that no order waited for. */
export function lateNote(
  core: AccountBooks,
  login: Login,
  orderId: number,
  report: ProviderReport,
  made: string,
): JournalNote {
  const who = gatewayText(core, report.gateway)
  return noteOf(login, `${who} traded ${tradeText(report)} of order ${orderId}, ${made}`)
}

/** A balance that a provider's last fill of a stop out leaves below zero is made good. */
export function compensationNote(
  core: AccountBooks,
  { login, groupPath }: Account,
  events: readonly AccountEvent[],
): JournalNote | undefined {
  const deal = events.find((event) => event.type === 'deal' && event.action === 'compensation')
  if (deal?.type !== 'deal') return undefined
  const amount = textFromScaled(deal.profit, moneyDigitsOf(core.book, groupPath))
  return { ...noteOf(login, `${amount} compensates the balance after a stop out`), kind: 'margin' }
}

/** A reported trade that staff must put right. */
export function strayNote(
  core: AccountBooks,
  login: Login,
  report: ProviderReport,
  why: string,
): JournalNote {
  const who = gatewayText(core, report.gateway)
  const said = report.text === '' ? '' : ` (${report.text})`
  const what = `${tradeText(report)} of order ${report.order}, which is not in the books`
  return noteOf(login, `${who} reported ${what}: ${why}${said}`)
}

/** Staff correct what is booked. */
export function undoneNote(
  core: AccountBooks,
  login: Login,
  report: ProviderReport,
  isBookedHere: boolean,
): JournalNote {
  const who = gatewayText(core, report.gateway)
  const what = report.text === '' ? 'takes back or corrects a trade' : report.text
  const then = isBookedHere
    ? 'it is booked as it was: put it right by hand'
    : 'it is not booked here under that name'
  return noteOf(login, `${who} ${what}, of order ${report.order}: ${then}`)
}

function tradeText({ execution, total }: ProviderReport): string {
  if (execution === null) return `${volumeText(total)} lots in all`
  return `${volumeText(execution.volume)} lots (execution ${execution.id})`
}

function orderText(
  core: AccountBooks,
  order: { symbolId: number; side: number; volumeInitial: number; volumeCurrent: number },
): string {
  const name = core.book.symbolsById.get(order.symbolId)?.name ?? `#${order.symbolId}`
  const filled = order.volumeInitial - order.volumeCurrent
  const part = filled === 0 ? '' : `, ${volumeText(filled)} of it filled`
  return `${order.side === 1 ? 'buy' : 'sell'} ${volumeText(order.volumeInitial)} ${name}${part}`
}

function gatewayText({ book }: AccountBooks, id: number): string {
  const name = book.records.gateways.find((one) => one.id === id)?.name
  return name === undefined ? `gateway ${id}` : `gateway ${name}`
}

function noteOf(login: Login, text: string): JournalNote {
  return { actor: 0, kind: 'trade', text: `Account ${login}: ${text}`, ip: '', requestId: '' }
}
