import { decideCorrect, deletedRow } from '../../../engine/account/audit/correct.js'
import { decideBalance } from '../../../engine/account/decide/balance.js'
import type { AccountEvent, CorrectionEvent } from '../../../engine/account/event.js'
import type { Account } from '../../../engine/account/state.js'
import { assert } from '../../../engine/assert.js'
import { groupOf, moneyDigitsOf } from '../../../engine/book/book.js'
import { type Code, isRefusal, type Refusal } from '../../../engine/code.js'
import {
  scaledFromText,
  textFromScaled,
  volumeText,
  whyNotScaled,
} from '../../../engine/numbers/decimal.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import { notedDoer } from '../../../wire/thread/doer.js'
import type { ShardOperations } from '../../../wire/thread/messages.js'
import type { ShardCore } from '../core.js'
import { knownOutcome } from '../outcomes/known-outcome.js'
import { symbolOf } from '../row-facts.js'
import type { ShardAnswer } from './answer.js'
import { positionText } from './trades.js'

/** Corrects a position for staff: one record, one event, one line of the journal. */
export function answerCorrection(
  core: ShardCore,
  { login, correction, reason = '', by }: ShardOperations['correct']['request'],
): ShardAnswer {
  const account = core.account(login)
  if (isRefusal(account)) return account
  const { positionId } = correction
  const decide = () =>
    busyAtProvider(core, login, positionId) ??
    decideCorrect(core.contextOf(account), account, correction)
  const outcome = core.ledger.once(account, '', 0, decide, (events) => ({
    ...notedDoer(by),
    kind: 'trade',
    text: `Account ${login}: ${correctedText(core, correctionIn(events))}${whyText(reason)}`,
  }))
  if (!outcome.ok) return outcome
  const position = account.positions.get(positionId)
  assert(position !== undefined, 'a correction leaves its position open')
  return { ok: true, text: positionText(core, account, position) }
}

/**
 * Changes the prices of a position's deals. The new open price and the difference in money are one
 * record. A position can be corrected this way once: repeating the same request gets the first
 * answer, and other prices are a conflict.
 */
export function dealsCorrected(
  core: ShardCore,
  request: ShardOperations['correct_deals']['request'],
): ShardAnswer {
  const account = core.account(request.login)
  if (isRefusal(account)) return account
  const {
    login,
    position_id,
    version,
    price_open,
    amount: text,
    comment,
    reason = '',
    by,
  } = request
  const digits = moneyDigitsOf(core.book, account.groupPath)
  const amount = scaledFromText(text, digits)
  if (amount === undefined) {
    return refuseField('amount', whyNotScaled(text, digits))
  }
  const decide = () =>
    (version === 0 ? undefined : busyAtProvider(core, login, position_id)) ??
    decideDeals(core, account, request, amount)
  const key = `d:${position_id}`
  const { digest } = request
  // A refusal is not stored under the position, because a later request may have other terms.
  if (core.mayWrite && core.hasIds && knownOutcome(core, account, key, digest) === undefined) {
    core.ledger.endDays(account)
    const refused = decide()
    if (isRefusal(refused)) return refused
  }
  const outcome = core.ledger.once(account, key, digest, decide, () => ({
    ...notedDoer(by),
    kind: 'trade',
    text:
      `Account ${login}: prices of deals of position ${position_id} are corrected` +
      (version === 0 ? '' : `, open price ${price_open}`) +
      (amount === 0 ? '' : `, ${text} ${groupOf(core.book, account.groupPath)?.currency ?? ''}`) +
      `${comment === '' ? '' : `, ${comment}`}${whyText(reason)}`,
  }))
  if (!outcome.ok) return outcome
  const { events, seq } = outcome.record
  const deal = events.find((event) => event.type === 'deal')
  return { ok: true, value: { deal_id: deal?.id ?? null, projection_seq: String(seq) } }
}

function decideDeals(
  core: ShardCore,
  account: Account,
  request: ShardOperations['correct_deals']['request'],
  amount: number,
): readonly AccountEvent[] | Refusal {
  const { login, position_id, version, price_open, open_rest, comment, by } = request
  const context = core.contextOf(account)
  const position =
    version === 0
      ? []
      : decideCorrect(context, account, {
          positionId: position_id,
          version,
          priceOpen: price_open,
          openRest: open_rest,
          stopLoss: '',
          takeProfit: '',
          comment: undefined,
        })
  if (isRefusal(position)) return position
  if (amount === 0) return position
  const money = decideBalance(context, account, {
    kind: 'balance',
    login,
    action: 'correction',
    amount,
    comment,
    skipMarginCheck: request.skip_margin_check,
    dealer: by.login,
  })
  return money.ok ? [money.deal, ...position] : money
}

/**
 * Deletes positions of an account for staff: all that can be deleted, in one record. The others are
 * listed with a code each. A repeat under the same request id gets the first answer.
 */
export function answerDeletion(
  core: ShardCore,
  {
    login,
    ids,
    request_id,
    digest,
    reason = '',
    by,
  }: ShardOperations['delete_positions']['request'],
): ShardAnswer {
  const account = core.account(login)
  if (isRefusal(account)) return account
  const key = request_id === '' ? '' : `c:${request_id}`
  let why: readonly (Refusal | undefined)[] = []
  const decide = () => {
    why = ids.map((id) => refusalOf(core, account, id))
    return decideDeletion(core, account, ids, why)
  }
  const outcome = core.ledger.once(account, key, digest, decide, (events) => ({
    ...notedDoer(by),
    kind: 'trade',
    text: `Account ${login}: ${deletedText(core, events)}${whyText(reason)}`,
  }))
  if (outcome.ok) return { ok: true, value: codesOf(core, account, ids, outcome.record.events) }
  return { ok: true, value: ids.map((_, i) => why[i]?.code ?? outcome.code) }
}

function decideDeletion(
  core: ShardCore,
  account: Account,
  ids: readonly number[],
  why: readonly (Refusal | undefined)[],
): readonly AccountEvent[] | Refusal {
  const rows = ids.flatMap((id, i) => {
    const position = account.positions.get(id)
    return position === undefined || why[i] !== undefined
      ? []
      : [deletedRow(core.contextOf(account), position)]
  })
  return rows.length > 0 ? rows : (why.find((refusal) => refusal !== undefined) ?? rows)
}

function refusalOf(core: ShardCore, account: Account, id: number): Refusal | undefined {
  if (account.archived) return because('trade.disabled.archived_read_only')
  if (account.positions.has(id)) return busyAtProvider(core, account.login, id)
  return because('trade.position_unknown.position', { id })
}

/**
 * The codes in the order of the ids: `ok` for a position that is in these rows, otherwise why it is
 * not deleted.
 */
function codesOf(
  core: ShardCore,
  account: Account,
  ids: readonly number[],
  rows: readonly AccountEvent[],
): readonly Code[] {
  const deleted = new Set(rows.map((row) => (row.type === 'correction' ? row.id : 0)))
  return ids.map((id) => {
    return deleted.has(id) ? 'ok' : (refusalOf(core, account, id)?.code ?? 'conflict')
  })
}

/** Refuses if fills from a provider are still being booked to the position. */
function busyAtProvider(core: ShardCore, login: Login, positionId: number): Refusal | undefined {
  if (!core.parking.requests.isAtProvider(login, positionId)) return undefined
  return because('conflict.position_at_provider', { id: positionId })
}

function correctionIn(events: readonly AccountEvent[]): CorrectionEvent {
  const [event] = events
  assert(event?.type === 'correction', 'a correction is one event')
  return event
}

function whyText(reason: string): string {
  return reason.trim() === '' ? '' : ` (${reason.trim()})`
}

function correctedText(core: ShardCore, row: CorrectionEvent): string {
  const { name, digits } = symbolOf(core.book, row.symbolId)
  const price = (points: number): string => textFromScaled(points, digits)
  return (
    `position ${row.id}, ${row.side === 1 ? 'buy' : 'sell'} ${volumeText(row.volume)} ${name}, is corrected to ` +
    `open price ${price(row.priceOpen)}, stop loss ${price(row.stopLoss)}, take profit ${price(row.takeProfit)}`
  )
}

function deletedText(core: ShardCore, events: readonly AccountEvent[]): string {
  const named = events.map((event) => {
    assert(event.type === 'correction', 'a deletion is of corrections')
    const { name } = symbolOf(core.book, event.symbolId)
    return `position ${event.id} of ${name}`
  })
  const verb = named.length === 1 ? 'was deleted, its deals stay' : 'were deleted, their deals stay'
  return `${named.join(', ')} ${verb}`
}
