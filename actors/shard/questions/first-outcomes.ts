import type { OrderEvent } from '../../../engine/account/event.js'
import type { Account } from '../../../engine/account/state.js'
import { type Code, isRefusal, type Refusal, refusalData } from '../../../engine/code.js'
import { type FrameWriter, type Key, key } from '../../../wire/frame/frame-writer.js'
import { clientKey } from '../../../wire/record/request-key.js'
import type { RowHolder } from '../../../wire/row/row-facts.js'
import { ORDER_ROW, OUTCOME_ROW } from '../../../wire/row/rows.js'
import type { ShardCore } from '../core.js'
import { BEING_DECIDED, firstOutcome } from '../outcomes/known-outcome.js'
import type { RequestOutcome } from '../outcomes/outcome.js'
import { refusalParts, writeParts } from '../outcomes/refusal-parts.js'
import { successOf, tradeAnswer } from '../outcomes/trade-answer.js'
import { holderOf, symbolOf } from '../row-facts.js'

/**
 * Answers a question for the outcome of a request by its `client_order_id`. Nothing is decided or
 * changed. If the outcome is known, its data includes the id, which distinguishes a refusal of the
 * request from a refusal of the question.
 */
export interface OutcomeAnswer {
  readonly ok: true
  readonly code: Code
  readonly message: string
  /** Writes the data as a map. */
  write(w: FrameWriter, under?: Key): void
}

export function answerOutcome(
  core: ShardCore,
  account: Account,
  clientOrderId: string,
): OutcomeAnswer | Refusal {
  const requestKey = clientKey(clientOrderId)
  if (core.parking.requests.withKey(account.login, requestKey) !== undefined) return BEING_DECIDED
  const first = firstOutcome(core, account, requestKey)
  if (isRefusal(first)) return first
  const { outcome, record } = first
  const row = record?.events[0]
  const order = row?.type === 'order' ? row : undefined
  return told(core, account, clientOrderId, outcome, order)
}

function told(
  core: ShardCore,
  account: Account,
  clientOrderId: string,
  outcome: RequestOutcome,
  order: OrderEvent | undefined,
): OutcomeAnswer {
  const holder = holderOf(core.book, account)
  if (outcome.ok) {
    const answer = { ...tradeAnswer(core.book, outcome.record), clientOrderId }
    const beside = { order, symbol: symbolOf(core.book, order?.symbolId ?? 0) }
    return {
      ok: true,
      code: successOf(outcome.record),
      message: '',
      write: (w, under) => OUTCOME_ROW.stored(w, answer, holder, answer, beside, under),
    }
  }
  const { code, message } = outcome
  const parts = refusalParts(refusalData(withOpenOffer(core, account, outcome)))
  return {
    ok: true,
    code,
    message,
    write(w, under) {
      w.map(parts.length + 2, under)
      writeParts(w, parts)
      w.text(key('client_order_id'), clientOrderId)
      writeOrder(w, core, holder, order)
      w.endMap()
    },
  }
}

/** Removes the offered prices once the offer has expired. */
function withOpenOffer(core: ShardCore, account: Account, refusal: Refusal): Refusal {
  const { offer, ...rest } = refusal
  if (offer === undefined) return refusal
  const { offers, now } = core.contextOf(account)
  return offers.find(account.login, offer.quote_id, now) === undefined ? rest : refusal
}

function writeOrder(
  w: FrameWriter,
  { book }: ShardCore,
  holder: RowHolder,
  order: OrderEvent | undefined,
): void {
  if (order === undefined) w.none(key('order'))
  else {
    ORDER_ROW.stored(w, order, holder, symbolOf(book, order.symbolId), undefined, key('order'))
  }
}
