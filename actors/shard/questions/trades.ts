import type {
  AccountEvent,
  DealEvent,
  JournalNote,
  OrderEvent,
} from '../../../engine/account/event.js'
import type { Position } from '../../../engine/account/holdings/position.js'
import { type PositionValue, positionValue } from '../../../engine/account/money/position-value.js'
import { marketPrice } from '../../../engine/account/rules/fill.js'
import type { Account } from '../../../engine/account/state.js'
import { assert } from '../../../engine/assert.js'
import { isRefusal } from '../../../engine/code.js'
import { textFromScaled, volumeText } from '../../../engine/numbers/decimal.js'
import {
  codedJson,
  inLines,
  type JsonFields,
  type JsonValue,
  jsonField,
  jsonFields,
  jsonObject,
} from '../../../wire/format/json-parts.js'
import { clientNameOf, staffKey } from '../../../wire/record/request-key.js'
import { rowFields, rowText } from '../../../wire/row/row-text.js'
import {
  type LivePrice,
  NO_FIGURES,
  ORDER_ROW,
  POSITION_ROW,
  TRADE_ANSWER_ROW,
  TRADE_CHECK_ROW,
} from '../../../wire/row/rows.js'
import { type Doer, notedDoer } from '../../../wire/thread/doer.js'
import type { ShardOperations, TradeOrder } from '../../../wire/thread/messages.js'
import { checkOf } from '../../../wire/trade/trade-question.js'
import { type ParsedTrade, type TradeAsker, tradeOf } from '../../../wire/trade/trade-request.js'
import type { ShardCore } from '../core.js'
import type { RequestOutcome } from '../outcomes/outcome.js'
import { successOf, tradeAnswer } from '../outcomes/trade-answer.js'
import type { Tell } from '../routed/parked-requests.js'
import { holderOf, symbolOf } from '../row-facts.js'
import { checkAnswer } from '../trade/trade-check.js'
import type { ShardAnswer } from './answer.js'
import { answerOutcome } from './first-outcomes.js'

/**
 * Trades that arrive by REST, and an account's open rows from memory.
 *
 *   - A trade is handled exactly like one of a live socket: same request, checks, record and
 *     answer. The route has already checked its body against the schema.
 *   - Request ids of staff are separate: the same id sent by the account's holder is another
 *     request.
 *   - The record of a staff trade contains the journal line, which is written with its rows.
 */
export function answerTrade(
  core: ShardCore,
  order: TradeOrder,
  tell: (answer: ShardAnswer) => void,
): void {
  const tellOutcome = (outcome: RequestOutcome): void => tell(answerText(core, outcome))
  const outcome = traded(core, order, tellOutcome)
  if (outcome !== 'waits') tellOutcome(outcome)
}

function traded(core: ShardCore, order: TradeOrder, tell: Tell): RequestOutcome | 'waits' {
  const account = core.account(order.login)
  if (isRefusal(account)) return account
  const { body, by } = order
  const asker = askerOf(order)
  const parsed = tradeOf(body, asker)
  if (!parsed.ok) {
    core.refused.add(core, account, { body, by: asker }, parsed)
    return parsed
  }
  if (by === null) return core.trade(account, parsed, undefined, tell)
  const note = (events: readonly AccountEvent[]) => noteOf(core, order, by, events)
  return core.trade(account, underDealer(parsed, by), note, tell)
}

function answerText(core: ShardCore, outcome: RequestOutcome): ShardAnswer {
  if (!outcome.ok) return outcome
  const answer = tradeAnswer(core.book, outcome.record)
  const row = rowText(TRADE_ANSWER_ROW.stored, answer, undefined, answer, undefined)
  return { ok: true, text: codedJson(successOf(outcome.record), row) }
}

/** The outcome of a client's request as one value. */
export function outcomeText(
  core: ShardCore,
  { login, client_order_id }: ShardOperations['outcome']['request'],
): ShardAnswer {
  const account = core.account(login)
  if (isRefusal(account)) return account
  const told = answerOutcome(core, account, client_order_id)
  if (isRefusal(told)) return told
  const { code, message } = told
  const data = rowText((w) => told.write(w), undefined, undefined, undefined, undefined)
  return { ok: true, text: jsonObject(jsonFields({ code, message }), jsonField('data', data)) }
}

function askerOf({ reason, session, ip, request_id, by }: TradeOrder): TradeAsker {
  const requestId = request_id ?? by?.request_id
  return { reason, dealer: by?.login ?? 0, session, ip: ip ?? by?.ip, requestId }
}

export function answerTradeCheck(
  core: ShardCore,
  order: ShardOperations['check']['request'],
): ShardAnswer {
  const account = core.account(order.login)
  if (isRefusal(account)) return account
  const asked = checkOf(order.body, order.risk)
  if (!asked.ok) return asked
  const found = checkAnswer(core, account, asked, askerOf(order))
  if (!found.ok) return found
  const row = rowText(TRADE_CHECK_ROW.stored, found.check, found, found.check, undefined)
  return { ok: true, text: codedJson('ok', row) }
}

export function restingText(core: ShardCore, account: Account, order: OrderEvent): JsonValue {
  const live = livePrice(core, account, order)
  const symbol = symbolOf(core.book, order.symbolId)
  return rowText(ORDER_ROW.listed, order, holderOf(core.book, account), symbol, live)
}

/** The price at which the order would fill now. */
export function livePrice(core: ShardCore, account: Account, order: OrderEvent): LivePrice {
  const quote = core.contextOf(account).prices.quote(order.symbolId)
  return { price: quote === undefined ? null : marketPrice(order.side, quote) }
}

export function answerLivePositions(
  core: ShardCore,
  { positions }: ShardOperations['live_positions']['request'],
): ShardAnswer {
  const figures = positions.map(([login, id]) => {
    const account = core.account(login)
    const position = isRefusal(account) ? undefined : account.positions.get(id)
    if (isRefusal(account) || position === undefined) return NO_FIGURES
    try {
      return figuresOf(core, account, position)
    } catch (error) {
      // An account that fails is put into quarantine; the others are still answered.
      core.quarantine.add(account, error)
      return NO_FIGURES
    }
  })
  return { ok: true, text: inLines(figures) }
}

function underDealer(parsed: ParsedTrade, { login }: Doer): ParsedTrade {
  const name = clientNameOf(parsed.requestKey)
  return name === undefined ? parsed : { ...parsed, requestKey: staffKey(login, name) }
}

function noteOf(
  core: ShardCore,
  { login, body }: TradeOrder,
  by: Doer,
  events: readonly AccountEvent[],
): JournalNote {
  const { comment = '' } = body
  const said = comment === '' ? '' : ` (${comment})`
  const text = `Account ${login}: ${doneText(core, events)}${said}`
  return { ...notedDoer(by), kind: 'trade', text }
}

function doneText(core: ShardCore, events: readonly AccountEvent[]): string {
  const [first] = events
  assert(first !== undefined && 'symbolId' in first, 'an accepted request does something')
  const { name, digits } = symbolOf(core.book, first.symbolId)
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

export function positionText(core: ShardCore, account: Account, position: Position): JsonValue {
  const symbol = symbolOf(core.book, position.symbolId)
  const value = positionNow(core, account, position)
  return rowText(POSITION_ROW.listed, position, holderOf(core.book, account), symbol, value)
}

function figuresOf(core: ShardCore, account: Account, position: Position): JsonFields {
  const symbol = symbolOf(core.book, position.symbolId)
  const value = positionNow(core, account, position)
  return rowFields(POSITION_ROW.figures, undefined, holderOf(core.book, account), symbol, value)
}

export function positionNow(core: ShardCore, account: Account, position: Position): PositionValue {
  return positionValue(account, position, core.book, core.contextOf(account).prices)
}
