import { decideCorrect, type PositionCorrection } from '../engine/account/decide-correct.js'
import type { AccountEvent, CorrectionEvent, JournalNote } from '../engine/account/event.js'
import { assert } from '../engine/assert.js'
import { type Refusal, refuse } from '../engine/code.js'
import { textFromScaled, volumeText } from '../engine/decimal.js'
import type { Login } from '../engine/units.js'
import type { ShardOperations } from '../wire/messages.js'
import { textDigest } from '../wire/trade-digest.js'
import type { ShardAnswer } from './shard-asks.js'
import type { ShardCore } from './shard-core.js'
import { factsOf, positionText } from './shard-trades.js'

/** Positions as staff correct them: one record, one event, one line of the journal. */
export function correctAsked(
  core: ShardCore,
  { login, correction, request_id, by }: ShardOperations['correct']['request'],
): ShardAnswer {
  const account = core.account(login)
  if ('ok' in account) return account
  const { positionId } = correction
  const key = request_id === '' ? '' : `c:${request_id}:${positionId}`
  const digest = textDigest(JSON.stringify(correction))
  const decide = () =>
    busyAtProvider(core, login, positionId) ??
    decideCorrect(core.contextOf(account), account, correction)
  const outcome = core.once(account, key, digest, decide, (events) => ({
    ...{ actor: by.login, kind: 'trade', ip: by.ip, requestId: by.request_id },
    text: `Account ${login}: ${correctedText(core, correctionIn(events), correction)}`,
  }))
  if (!outcome.ok) return outcome
  const position = account.positions.get(positionId)
  // A repeat may find it closed meanwhile: it was corrected all the same.
  return { ok: true, text: position === undefined ? 'null' : positionText(core, account, position) }
}

/** What a provider fills of an order is booked to the position as it is then. */
function busyAtProvider(core: ShardCore, login: Login, positionId: number): Refusal | undefined {
  if (!core.waits.lot.isAtProvider(login, positionId)) return undefined
  const who = `Position ${positionId} has an order at a provider`
  return refuse('conflict', `${who}. Wait for what comes of it, or disable the gateway.`)
}

function correctionIn(events: readonly AccountEvent[]): CorrectionEvent {
  const [event] = events
  assert(event?.type === 'correction', 'a correction is one event')
  return event
}

function correctedText(
  core: ShardCore,
  row: CorrectionEvent,
  { isDeleted }: PositionCorrection,
): JournalNote['text'] {
  const { name, digits } = factsOf(core.book.symbolsById.get(row.symbolId), row.symbolId)
  if (isDeleted) return `position ${row.id} of ${name} was deleted, its deals stay`
  const price = (points: number): string => textFromScaled(points, digits)
  return (
    `position ${row.id}, ${row.side === 1 ? 'buy' : 'sell'} ${volumeText(row.volume)} ${name}, is corrected to ` +
    `open price ${price(row.priceOpen)}, stop loss ${price(row.stopLoss)}, take profit ${price(row.takeProfit)}`
  )
}
