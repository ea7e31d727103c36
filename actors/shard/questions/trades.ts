import type {
  AccountEvent,
  DealEvent,
  JournalNote,
  OrderEvent,
} from '../../../engine/account/event.js'
import type { Position } from '../../../engine/account/holdings/position.js'
import { positionValue } from '../../../engine/account/money/position-value.js'
import type { Account } from '../../../engine/account/state.js'
import { assert } from '../../../engine/assert.js'
import { groupOf, moneyDigitsOf } from '../../../engine/book/book.js'
import type { SymbolSpec } from '../../../engine/book/compiled.js'
import { refuse } from '../../../engine/code.js'
import {
  textFromScaled,
  trimmedTextFromScaled,
  volumeText,
} from '../../../engine/numbers/decimal.js'
import { FIXED8_DIGITS } from '../../../engine/units.js'
import { JsonWriter } from '../../../wire/frame/writer.js'
import type { Doer } from '../../../wire/thread/doer.js'
import type { ShardOperations, TradeOrder } from '../../../wire/thread/messages.js'
import { type ParsedTrade, type TradeAsker, tradeOf } from '../../../wire/trade/trade-request.js'
import {
  liveOrderText,
  livePositionText,
  NO_LIVE_FIGURES,
  openOrderText,
  openPositionText,
  type SymbolFacts,
} from '../../../wire/trade/trade-views.js'
import { writeTradeAnswer } from '../../../wire/trade/views.js'
import type { ShardCore } from '../core.js'
import type { RequestOutcome } from '../outcome.js'
import type { Tell } from '../parked/parked-requests.js'
import { checkTrade } from '../trade.js'
import { successOf, tradeAnswer } from '../trade-answer.js'
import { writeTradeCheck } from '../trade-check.js'
import type { ShardAnswer } from './answer.js'

/**
 * The trade as REST asks for it, and what an account has open, from memory.
 *
 *   T1. A trade takes the way of the live socket's: the same request, checks, record and answer. That its body
 *       fits the schema was checked by the route.
 *   T2. A staff user's request ids are their own: what the holder sends under the same id is another
 *       request.
 *   T3. What staff traded is in the record as the line that the journal gets with its rows.
 */
const writer = new JsonWriter()

export function tradeAsked(
  core: ShardCore,
  order: TradeOrder,
  tell: (answer: ShardAnswer) => void,
): void {
  const tellOutcome = (outcome: RequestOutcome): void => tell(outcomeText(core, outcome))
  const outcome = traded(core, order, tellOutcome)
  if (outcome !== 'waits') tellOutcome(outcome)
}

function traded(core: ShardCore, order: TradeOrder, tell: Tell): RequestOutcome | 'waits' {
  const account = core.account(order.login)
  if ('ok' in account) return account
  const parsed = tradeOf(order.body, askerOf(order))
  if (!parsed.ok) return parsed
  const { by } = order
  if (by === null) return core.trade(account, parsed, undefined, tell)
  const note = (events: readonly AccountEvent[]) => noteOf(core, account, by, events)
  return core.trade(account, underDealer(parsed, by), note, tell)
}

function outcomeText(core: ShardCore, outcome: RequestOutcome): ShardAnswer {
  if (!outcome.ok) return outcome
  writer.clear()
  writeTradeAnswer(writer, tradeAnswer(core.book, outcome.record))
  return { ok: true, text: `${successOf(outcome.record)} ${written()}` }
}

function askerOf({ reason, by }: TradeOrder): TradeAsker {
  return { reason, dealer: by?.login ?? 0 }
}

export function checkAsked(core: ShardCore, order: TradeOrder): ShardAnswer {
  const account = core.account(order.login)
  if ('ok' in account) return account
  const parsed = tradeOf(order.body, askerOf(order))
  if (!parsed.ok) return parsed
  const decided = checkTrade(core, account, parsed)
  if ('ok' in decided) return decided
  const group = groupOf(core.book, account.groupPath)
  if (group === undefined) return refuse('trade.disabled', "The account's group is disabled.")
  writer.clear()
  writeTradeCheck(writer, core, account, group, decided)
  return { ok: true, text: `ok ${written()}` }
}

export function restingText(core: ShardCore, account: Account, order: OrderEvent): string {
  const { login, groupPath: group } = account
  const symbol = core.book.symbolsById.get(order.symbolId)
  const holder = { login, group, moneyDigits: moneyDigitsOf(core.book, group) }
  const facts = factsOf(symbol, order.symbolId)
  const live = liveOrderText(
    order.side,
    core.contextOf(account).prices.quote(order.symbolId),
    facts.digits,
  )
  return `${openOrderText(holder, facts, order)}${live}`
}

export function livePositionsAsked(
  core: ShardCore,
  { positions }: ShardOperations['live_positions']['request'],
): ShardAnswer {
  const lines = positions.map(([login, id]) => {
    const account = core.account(login)
    if ('ok' in account) return NO_LIVE_FIGURES
    const position = account.positions.get(id)
    if (position === undefined) return NO_LIVE_FIGURES
    try {
      return liveText(core, account, position)
    } catch (error) {
      // One among those of many accounts.
      core.quarantine.add(account, error)
      return NO_LIVE_FIGURES
    }
  })
  return { ok: true, text: lines.join('\n') }
}

function underDealer(parsed: ParsedTrade, { login }: Doer): ParsedTrade {
  if (parsed.requestKey === '') return parsed
  return { ...parsed, requestKey: `d:${login}:${parsed.requestKey.slice('o:'.length)}` }
}

function noteOf(
  core: ShardCore,
  { login }: Account,
  by: Doer,
  events: readonly AccountEvent[],
): JournalNote {
  const text = `Account ${login}: ${doneText(core, events)}`
  return { actor: by.login, kind: 'trade', ip: by.ip, requestId: by.request_id, text }
}

function doneText(core: ShardCore, events: readonly AccountEvent[]): string {
  const [first] = events
  assert(first !== undefined && 'symbolId' in first, 'an accepted request does something')
  const { name, digits } = factsOf(core.book.symbolsById.get(first.symbolId), first.symbolId)
  const price = (points: number): string => textFromScaled(points, digits)
  const deal = events.find((event) => event.type === 'deal')
  if (deal !== undefined) {
    const what = `${deal.action} ${volumeText(deal.volume)} ${name}`
    return `${doneBy(deal)} position ${deal.positionId} by ${what} at ${price(deal.price)}, order ${deal.orderId}, deal ${deal.id}`
  }
  if (first.type !== 'order') {
    assert(first.type === 'position', 'a trade without a deal is of an order or a position')
    return `position ${first.id} of ${name} has stop loss ${price(first.stopLoss)}, take profit ${price(first.takeProfit)}`
  }
  const side = first.side === 1 ? 'buy' : 'sell'
  const kind = first.kind.replace('_', ' ')
  return `order ${first.id}, ${side} ${kind} ${volumeText(first.volumeCurrent)} ${name} at ${price(first.price)}, is ${first.state}`
}

function doneBy({ entry, orderId, positionId }: DealEvent): string {
  if (entry === 'in') return orderId === positionId ? 'opened' : 'added to'
  return entry === 'inout' ? 'reversed' : 'closed'
}

export function positionText(core: ShardCore, account: Account, position: Position): string {
  const { login, groupPath: group } = account
  const symbol = core.book.symbolsById.get(position.symbolId)
  const holder = { login, group, moneyDigits: moneyDigitsOf(core.book, group) }
  const fixed = openPositionText(holder, factsOf(symbol, position.symbolId), position)
  return `${fixed}${liveText(core, account, position)}}`
}

function liveText(core: ShardCore, account: Account, position: Position): string {
  const digits = core.book.symbolsById.get(position.symbolId)?.digits ?? 0
  const value = positionValue(account, position, core.book, core.contextOf(account).prices)
  return livePositionText(value, digits, moneyDigitsOf(core.book, account.groupPath))
}

export function factsOf(symbol: SymbolSpec | undefined, id: number): SymbolFacts {
  if (symbol === undefined) return { name: `#${id}`, digits: 0, contractSize: '0' }
  const contractSize = trimmedTextFromScaled(symbol.contractSize, FIXED8_DIGITS)
  return { name: symbol.name, digits: symbol.digits, contractSize }
}

function written(): string {
  return Buffer.from(writer.bytes.buffer, writer.bytes.byteOffset, writer.length).toString('utf8')
}
