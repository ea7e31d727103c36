import { originNoter } from '../../../engine/account/change-origin.js'
import { decideTrade } from '../../../engine/account/decide/decide.js'
import {
  type AccountEvents,
  CANNOT_WAIT,
  type Decision,
  isHeldUp,
  isWaiting,
  NO_IDS,
  type Wait,
} from '../../../engine/account/decision.js'
import { offerTaken, touchedBy } from '../../../engine/account/rules/at-provider/waiting.js'
import type { Account } from '../../../engine/account/state.js'
import { symbolByName } from '../../../engine/book/book.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import type { ParsedTrade } from '../../../wire/trade/trade-request.js'
import type { AccountBooks } from '../books.js'
import type { NoteOf, RequestOutcome } from '../outcomes/outcome.js'
import { DEMO_HALTED } from '../outcomes/refusals.js'
import type { RefusalDetails } from '../outcomes/refused-requests.js'
import type { Tell } from '../routed/parked-requests.js'
import type { Parking } from '../routed/parking.js'
import { asksProvider, noteUnlessRequested } from '../routed/provider-requests.js'
import type { RequestBudget } from './request-budget.js'

/** The accounts of a shard, with the parts that give each request exactly one outcome. */
export interface TradingBooks extends AccountBooks {
  readonly parking: Parking
  readonly isDemoHalted: boolean
  readonly budget: RequestBudget
}

/**
 * Handles a trade request: decides it at once, or parks it until a dealer or provider has answered.
 * Then `tell` receives its outcome; without `tell` a request that would have to wait is refused.
 * `noteOf` makes the journal line.
 */
export function tradeOrWait(
  core: TradingBooks,
  account: Account,
  sent: ParsedTrade,
  noteOf?: NoteOf,
  tell?: Tell,
): RequestOutcome | 'waits' {
  const outcome = decidedOrWaits(core, account, sent, noteOf, tell)
  if (outcome !== 'waits' && !outcome.ok)
    core.refused.add(core, account, refusedTrade(sent), outcome)
  return outcome
}

function refusedTrade({ sent, requestKey }: ParsedTrade): RefusalDetails {
  return { ...sent, requestKey }
}

function decidedOrWaits(
  core: TradingBooks,
  account: Account,
  sent: ParsedTrade,
  noteOf?: NoteOf,
  tell?: Tell,
): RequestOutcome | 'waits' {
  const { parking } = core
  const parsed = underOffer(core, account, sent)
  if (tell !== undefined && parking.requests.size > 0) {
    const joined = parking.join(account, parsed, tell)
    if (joined !== undefined) return joined
  }
  let through: AccountEvents | undefined
  let isCounted = false
  const decide = (): Decision => {
    const decided = decideNow()
    if (isRefusal(decided)) countRefused(core, account, parsed, decided)
    return decided
  }
  const decideNow = (): Decision => {
    const { request } = parsed
    const busy =
      parking.requests.size > 0 && parking.requests.busy(account.login, touchedBy(request))
    if (busy) return busy
    // The rate limit is not for staff: an account that has used up its share does not block them.
    if (noteOf === undefined) {
      if (account.selfOpened && core.isDemoHalted) return DEMO_HALTED
      const over = core.budget.take(
        account.login,
        parsed.requestKey !== '',
        core.keys.size,
        core.now,
        account.selfOpened,
      )
      if (over !== undefined) return over
      isCounted = true
    }
    const decided = decideTrade(core.contextOf(account), account, request)
    if (isRefusal(decided)) return decided
    if (!isWaiting(decided)) return mayAsk(core, account, decided, tell !== undefined) ?? decided
    // A request that would be refused if confirmed now is refused at once instead of waiting.
    const asked = ifConfirmed(core, account, parsed, decided.wait)
    if (isHeldUp(asked)) return asked
    through = asked
    return decided
  }
  const told = noteUnlessRequested(noteOf)
  const { requestKey, digest } = parsed
  const originOf = originNoter(parsed.request, requestKey !== '' || noteOf !== undefined)
  const decided = core.ledger.once(account, requestKey, digest, decide, told, originOf)
  const outcome = !isWaiting(decided)
    ? answeredAtProvider(core, account, parsed, decided, noteOf, tell)
    : tell === undefined || through === undefined
      ? CANNOT_WAIT
      : parking.park(account, parsed, decided, through, noteOf, tell)
  if (isWaiting(decided) && outcome !== 'waits' && !outcome.ok) {
    countRefused(core, account, parsed, outcome)
  }
  if (outcome === 'waits' || outcome.ok) takeOffer(core, account, parsed)
  else if (isCounted) core.budget.giveBack(account.login)
  return outcome
}

function countRefused(
  { tally, book, now }: TradingBooks,
  account: Account,
  { request }: ParsedTrade,
  { code }: Refusal,
): void {
  const symbolId =
    'symbol' in request
      ? symbolByName(book, request.symbol)?.id
      : 'positionId' in request
        ? account.positions.get(request.positionId)?.symbolId
        : account.orders.get(request.orderId)?.symbolId
  const { groupPath: group } = account
  tally.count({ symbolId: symbolId ?? 0, group, code, dealer: 0, gatewayId: 0 }, now)
}

/**
 * Refuses if the order may not be sent to its provider now; undefined if it may, or if the events
 * send none.
 */
function mayAsk(
  { parking: { requests } }: TradingBooks,
  { login }: Account,
  events: AccountEvents,
  canWait: boolean,
): Refusal | undefined {
  const asking = asksProvider(events)
  if (asking === undefined) return undefined
  if (!canWait) return CANNOT_WAIT
  const isNew = asking.asked === 'place'
  return requests.refuseMore(login) ?? (isNew ? requests.refuseAtProvider(login) : undefined)
}

/**
 * Waits for the provider's answer. If the request has a record from before, that record is the
 * answer.
 */
function answeredAtProvider(
  { parking }: TradingBooks,
  account: Account,
  { requestKey, digest, sent }: ParsedTrade,
  outcome: RequestOutcome,
  noteOf: NoteOf | undefined,
  tell: Tell | undefined,
): RequestOutcome | 'waits' {
  const asking = outcome.ok ? asksProvider(outcome.record.events) : undefined
  if (asking === undefined || tell === undefined) return outcome
  const tells = [tell]
  const asker = { requestKey, digest, noteOf, isClients: true, tells, ...(sent && { sent }) }
  parking.resting.awaited({ account }, asking.id, asker)
  return 'waits'
}

/** An account that accepts a dealer's offer trades with that dealer. */
function underOffer(core: TradingBooks, account: Account, parsed: ParsedTrade): ParsedTrade {
  const dealer = offerTaken(core.contextOf(account), account, parsed.request)?.dealer
  return dealer === undefined ? parsed : { ...parsed, request: { ...parsed.request, dealer } }
}

/** Uses up an offer, because it is valid for only one deal. */
function takeOffer(core: TradingBooks, account: Account, { request }: ParsedTrade): void {
  if (!('quoteId' in request) || request.quoteId === '') return
  core.contextOf(account).offers.take(account.login, request.quoteId)
}

/** The events that the request would cause. Changes nothing and uses no id. */
export function checkTrade(
  core: TradingBooks,
  account: Account,
  parsed: ParsedTrade,
): AccountEvents | Refusal {
  const decided = decideTrade({ ...core.contextOf(account), ...NO_IDS }, account, parsed.request)
  if (!isWaiting(decided)) return decided
  return ifConfirmed(core, account, parsed, decided.wait)
}

function ifConfirmed(
  core: TradingBooks,
  account: Account,
  { request }: ParsedTrade,
  { clearsStops, ruleId }: Wait,
): AccountEvents | Refusal {
  const context = { ...core.contextOf(account), ...NO_IDS, answer: { clearsStops, ruleId } }
  const decided = decideTrade(context, account, request)
  return isWaiting(decided) ? CANNOT_WAIT : decided
}
