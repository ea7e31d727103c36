import type { Account } from '../../../engine/account/state.js'
import { groupOf, moneyDigitsOf } from '../../../engine/book/book.js'
import { isRefusal, type Refusal, refuse } from '../../../engine/code.js'
import { scaledFromText, textFromScaled, whyNotScaled } from '../../../engine/numbers/decimal.js'
import { balanceText } from '../../../wire/answer/account-text.js'
import {
  inLines,
  JSON_NULL,
  type JsonValue,
  joinedFields,
  jsonField,
} from '../../../wire/answer/json-parts.js'
import type { ShardAsk, ShardOperations } from '../../../wire/thread/messages.js'
import { textDigest } from '../../../wire/trade/trade-digest.js'
import { moneyText } from '../../../wire/trade/views.js'
import type { ShardCore } from '../core.js'
import { moneyOrNone } from '../live/sockets.js'
import { SET_ASIDE } from '../log/quarantine.js'
import { dealingActed } from '../parked/dealer-acts.js'
import { dealOf } from '../trade/trade-answer.js'
import type { ShardAnswer } from './answer.js'
import { correctAsked, deletionAsked } from './corrections.js'
import { exposureAsked } from './exposures.js'
import { fillDecided } from './fill-decisions.js'
import { holdAsked } from './holds.js'
import { marginAsked } from './margins.js'
import { heldAsked, historyAsked, repairAsked } from './repairs.js'
import { checkAsked, livePositionsAsked, outcomeText, tradeAsked } from './trades.js'

/** `tell` gets the answer: at once, or, of a trade that has to wait, when it is there. */
export function answerAsk(
  core: ShardCore,
  ask: Exclude<ShardAsk, { op: 'positions' | 'orders' }>,
  tell: (answer: ShardAnswer) => void,
): void {
  try {
    if (ask.op === 'trade') tradeAsked(core, ask.request, tell)
    else tell(answered(core, ask))
  } catch (error) {
    tell(broken(core, ask, error))
  }
}

const READS: ReadonlySet<ShardAsk['op']> = new Set([
  'money',
  'moneys',
  'margin',
  'check',
  'outcome',
  'held',
  'history',
  'hold',
  'watch',
  'live_positions',
  'exposure',
])

/** A question that only reads has changed nothing; any other that breaks sets the account aside. */
function broken(core: ShardCore, { op, request }: ShardAsk, error: unknown): Refusal {
  const waiting =
    'act' in request ? core.parking.requests.get(request.id)?.account.login : undefined
  const login = 'login' in request ? request.login : (waiting ?? 0)
  const account = core.accounts.get(login)
  if (READS.has(op)) return core.quarantine.failed(op, login, error)
  if (account === undefined) throw error
  return core.quarantine.add(account, error)
}

function answered(
  core: ShardCore,
  ask: Exclude<ShardAsk, { op: 'trade' | 'positions' | 'orders' }>,
): ShardAnswer {
  switch (ask.op) {
    case 'money':
      return money(core, ask.request)
    case 'moneys':
      return { ok: true, text: inLines(ask.request.logins.map((l) => moneyOrNull(core, l))) }
    case 'balance':
      return balance(core, ask.request)
    case 'margin':
      return marginAsked(core, ask.request)
    case 'hold':
      return holdAsked(core, ask.request)
    case 'dealing':
      return dealingActed(core, ask.request)
    case 'check':
      return checkAsked(core, ask.request)
    case 'outcome':
      return outcomeText(core, ask.request)
    case 'correct':
      return correctAsked(core, ask.request)
    case 'delete_positions':
      return deletionAsked(core, ask.request)
    case 'decide_fill':
      return fillDecided(core, ask.request)
    case 'held':
      return heldAsked(core, ask.request.login)
    case 'history':
      return historyAsked(core, ask.request)
    case 'repair':
      return repairAsked(core, ask.request)
    case 'watch':
      return watch(core, ask.request)
    case 'exposure':
      return exposureAsked(core, ask.request)
    case 'live_positions':
      return livePositionsAsked(core, ask.request)
  }
}

/** Money is told first of accounts that are watched from now on, and of those that are asked about. */
function watch(core: ShardCore, change: ShardOperations['watch']['request']): ShardAnswer {
  const { watched, accounts } = core
  watched.change(change)
  const { add = [], look = [], money = [] } = change
  for (const login of [...add, ...money]) {
    const account = accounts.get(login)
    if (account !== undefined && watched.coversAny(account)) watched.owed.add(account)
  }
  const groups = [...add, ...look].map((login) => accounts.get(login)?.groupPath ?? null)
  return { ok: true, value: { groups } }
}

function money(core: ShardCore, request: ShardOperations['money']['request']): ShardAnswer {
  const account = core.account(request.login)
  if (isRefusal(account)) return account
  const digits = moneyDigitsOf(core.book, account.groupPath)
  const money = moneyOf(core, account)
  if (money === undefined) return SET_ASIDE
  return { ok: true, text: joinedFields(balanceText(account, digits), jsonField('money', money)) }
}

function moneyOrNull(core: ShardCore, login: number): JsonValue {
  const account = core.account(login)
  return isRefusal(account) ? JSON_NULL : (moneyOf(core, account) ?? JSON_NULL)
}

function moneyOf(core: ShardCore, account: Account): JsonValue | undefined {
  const digits = moneyDigitsOf(core.book, account.groupPath)
  const figures = moneyOrNone(core, account)
  return figures && moneyText(figures, digits, account.seq, core.now)
}

function balance(core: ShardCore, request: ShardOperations['balance']['request']): ShardAnswer {
  const account = core.account(request.login)
  if (isRefusal(account)) return account
  const digits = moneyDigitsOf(core.book, account.groupPath)
  const amount = scaledFromText(request.amount, digits)
  if (amount === undefined) {
    return refuse('invalid_input', `amount: ${whyNotScaled(request.amount, digits)}`)
  }
  const { login, action, comment, skip_margin_check, side, by } = request
  const its = side === undefined ? '' : `${side}|`
  const currency = groupOf(core.book, account.groupPath)?.currency ?? ''
  const what = `${action} ${textFromScaled(amount, digits)} ${currency}`.trimEnd()
  const outcome = core.balance(
    account,
    {
      kind: 'balance',
      login,
      action,
      amount,
      comment,
      skipMarginCheck: skip_margin_check,
      dealer: by.login,
    },
    `b:${request.request_id}`,
    textDigest(`${its}${action}|${amount}|${skip_margin_check}|${comment}`),
    {
      actor: by.login,
      kind: 'balance',
      ip: by.ip,
      requestId: by.request_id,
      text: `Account ${login}: ${what}${comment === '' ? '' : ` (${comment})`}`,
    },
  )
  if (!outcome.ok) return outcome
  const deal = dealOf(outcome.record)
  const moved = deal.profit === 0 ? deal.credit : deal.profit
  return {
    ok: true,
    value: {
      deal_id: deal.id,
      amount: textFromScaled(moved, digits),
      projection_seq: String(outcome.record.seq),
    },
  }
}
