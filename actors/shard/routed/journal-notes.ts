import type { AccountEvent, JournalNote, OrderEvent } from '../../../engine/account/event.js'
import {
  type HeldDecision,
  type HeldFill,
  heldFillsOf,
} from '../../../engine/account/rules/at-provider/held-fills.js'
import type { Account } from '../../../engine/account/state.js'
import { assert } from '../../../engine/assert.js'
import { moneyDigitsOf } from '../../../engine/book/book.js'
import type { Book } from '../../../engine/book/compiled.js'
import { plainLine } from '../../../engine/names/plain-text.js'
import { textFromScaled, volumeText } from '../../../engine/numbers/decimal.js'
import type { Login } from '../../../engine/units.js'
import { type Doer, notedDoer } from '../../../wire/thread/doer.js'
import type { ProviderReport, SaidFigures } from '../../../wire/thread/provider-messages.js'
import type { AccountBooks } from '../books.js'
import { symbolOf } from '../row-facts.js'
import type { ParkedRequest } from './parked-requests.js'

/**
 * Lines of the journal about waiting requests and orders at providers: failures, and what staff must
 * check.
 */

const SAID_CHARACTERS_MAX = 64
const SAID: Readonly<Record<string, string>> = {
  rejected: 'rejected',
  silent: 'did not answer in time and was given up:',
  unknown: 'does not know',
  unsent: 'was not connected for',
  full: 'had too many waiting orders for',
}

/**
 * The note for a request that nobody answered: its content, and the dealer who had taken it.
 */
export function timeOutNote(core: AccountBooks, parked: ParkedRequest, why: string): JournalNote {
  const { account, state } = parked
  const dealer = state.is === 'with_dealers' ? (state.queue.takenBy ?? 0) : 0
  const who = dealer === 0 ? why : `Dealer ${dealer} took it and did not answer in time.`
  return noteOf(account.login, `${askedText(core, parked)} has timed out. ${who}`)
}

function askedText({ book }: AccountBooks, { account, id, asked, state }: ParkedRequest): string {
  const { kind, side, volume } = asked
  if ('wait' in state) return `${kind} request ${id} (${side} ${volume} ${state.wait.symbol.name})`
  const order = account.orders.get(id)
  return order === undefined ? `request ${id}` : `request ${id} (${sideText(book, order)})`
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

/** The note for a trade that no order waited for. */
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

/** The orders, deals and positions that resulted from a trade. */
export function madeText(when: string, events: readonly AccountEvent[]): string {
  const deals = events.flatMap((event) => (event.type === 'deal' ? [event] : []))
  const [first] = deals
  assert(first !== undefined, 'what is booked has a deal')
  const ids = deals.map(({ id }) => id).join(' and ')
  const positions = [...new Set(deals.map(({ positionId }) => positionId))].join(' and ')
  return `${when}: order ${first.orderId}, deal ${ids}, position ${positions}`
}

/** The note for a fill that waits for staff; `rows` are the orders that hold it. */
export function heldNote(
  core: AccountBooks,
  { login }: Account,
  rows: readonly OrderEvent[],
  report: ProviderReport,
): JournalNote {
  const all = rows.flatMap((row) => {
    const fill = heldFillsOf(row).at(-1)
    return fill === undefined ? [] : [heldText(core, row, fill)]
  })
  const who = gatewayText(core, report.gateway)
  return noteOf(login, `${who} reported what staff must decide about: ${all.join('; ')}`)
}

/** The note for the decision of staff about a held fill. */
export function decidedNote(
  core: AccountBooks,
  { login }: Account,
  row: OrderEvent,
  fill: HeldFill,
  { action, price, reason }: Pick<HeldDecision, 'action' | 'price' | 'reason'>,
  by: Doer,
): JournalNote {
  const { digits } = symbolOf(core.book, row.symbolId)
  const why = reason === '' ? '' : ` (${reason})`
  const made = {
    confirm: 'confirmed',
    book: `booked at ${textFromScaled(price, digits)}`,
    refuse: 'refused',
  }[action]
  const text = `Account ${login}: ${made}${why}: ${heldText(core, row, fill)}`
  return { ...notedDoer(by), kind: 'trade', text }
}

function heldText(core: AccountBooks, row: OrderEvent, fill: HeldFill): string {
  const { name, digits } = symbolOf(core.book, row.symbolId)
  const price = (points: number): string => textFromScaled(points, digits)
  const { number, volume, execution, order, bid, ask } = fill
  const side = row.side === 1 ? 'buy' : 'sell'
  const market = bid === 0 ? 'unknown' : `${price(bid)} / ${price(ask)}`
  const of = order === row.id ? '' : `, of order ${order}`
  return (
    `fill ${number} of order ${row.id}, ${side} ${volumeText(volume)} ${name} at ${price(fill.price)} ` +
    `(market ${market}, execution ${execution}${of})`
  )
}

/** The note that a negative balance after a provider's last fill of a stop out was compensated. */
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

/** The note for a reported trade that staff must correct. */
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

/** The task of staff for a trade that the provider cancelled, by its state here. */
const UNDONE = {
  booked: 'it is booked as it was: put it right by hand',
  held: 'it is held here: refuse it, or book it as it is now',
  unknown: 'it is not booked here under that name',
} as const

export function undoneNote(
  core: AccountBooks,
  login: Login,
  report: ProviderReport,
  here: keyof typeof UNDONE,
): JournalNote {
  const who = gatewayText(core, report.gateway)
  const what = report.text === '' ? 'takes back or corrects a trade' : report.text
  return noteOf(login, `${who} ${what}, of order ${report.order}: ${UNDONE[here]}`)
}

function tradeText({ execution, total, unread }: ProviderReport): string {
  if (unread !== undefined) return unreadText(unread)
  if (execution === null) return `${volumeText(total)} lots in all`
  return `${volumeText(execution.volume)} lots (execution ${execution.id})`
}

/** A trade in its provider's own notation, cut to a maximum length because it is stored. */
function unreadText({ symbol, side, execution, total }: SaidFigures): string {
  const plain = (text: string): string => plainLine(text, SAID_CHARACTERS_MAX)
  if (execution === null) return `${side} ${plain(total)} ${plain(symbol)} in all, as it counts,`
  const { id, quantity, price } = execution
  return `${side} ${plain(quantity)} ${plain(symbol)} at ${plain(price)}, as it counts (execution ${id}),`
}

function orderText({ book }: AccountBooks, order: OrderEvent): string {
  const filled = order.volumeInitial - order.volumeCurrent
  const part = filled === 0 ? '' : `, ${volumeText(filled)} of it filled`
  return `${sideText(book, order)}${part}`
}

/** The side, volume and symbol of an order. */
function sideText(book: Book, { side, volumeInitial, symbolId }: OrderEvent): string {
  const way = side === 1 ? 'buy' : 'sell'
  return `${way} ${volumeText(volumeInitial)} ${symbolOf(book, symbolId).name}`
}

function gatewayText({ book }: AccountBooks, id: number): string {
  const name = book.records.gateways.find((one) => one.id === id)?.name
  return name === undefined ? `gateway ${id}` : `gateway ${name}`
}

function noteOf(login: Login, text: string): JournalNote {
  return { actor: 0, kind: 'trade', text: `Account ${login}: ${text}`, ip: '', requestId: '' }
}
