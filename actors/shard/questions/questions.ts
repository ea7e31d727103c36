import type { Account } from '../../../engine/account/state.js'
import { groupOf, moneyDigitsOf } from '../../../engine/book/book.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { scaledFromText, textFromScaled, whyNotScaled } from '../../../engine/numbers/decimal.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { balanceText } from '../../../wire/account/account-text.js'
import {
  inLines,
  JSON_NULL,
  type JsonValue,
  joinedFields,
  jsonField,
} from '../../../wire/format/json-parts.js'
import { reversalKey } from '../../../wire/record/request-key.js'
import { notedDoer } from '../../../wire/thread/doer.js'
import type { ShardAsk, ShardOperations } from '../../../wire/thread/messages.js'
import { MONEY_BIT } from '../../../wire/thread/watched-accounts.js'
import { textDigest } from '../../../wire/trade/trade-digest.js'
import { moneyText } from '../../../wire/trade/views.js'
import { moneyOrNone } from '../account-money.js'
import type { ShardCore } from '../core.js'
import { SET_ASIDE } from '../log/quarantine.js'
import { dealOf } from '../outcomes/trade-answer.js'
import { dealingActed } from '../routed/dealer-actions.js'
import type { ShardAnswer } from './answer.js'
import { answerCorrection, answerDeletion, dealsCorrected } from './corrections.js'
import { answerExposure } from './exposures.js'
import { fillDecided } from './fill-decisions.js'
import { answerHold } from './holds.js'
import { answerMargin } from './margins.js'
import { answerHeldAccount, answerHistory, answerRepair } from './repairs.js'
import { answerLivePositions, answerTrade, answerTradeCheck, outcomeText } from './trades.js'

/** Requests that are answered at once, and trades; all others are answered in slices. */
type UnslicedAsk = Exclude<ShardAsk, { op: Sliced }>
type Sliced = 'positions' | 'orders' | 'low_margins' | 'holders' | 'effects' | 'group_money'

/** `tell` gets the answer: at once, or later for a trade that has to wait. */
export function answerAsk(
  core: ShardCore,
  ask: UnslicedAsk,
  tell: (answer: ShardAnswer) => void,
): void {
  try {
    if (ask.op === 'trade') answerTrade(core, ask.request, tell)
    else tell((QUESTIONS[ask.op][1] as Answered<Op>)(core, ask.request))
  } catch (error) {
    tell(broken(core, ask, error))
  }
}

type Op = Exclude<ShardAsk['op'], 'trade' | Sliced>

type Answered<Name extends Op> = (
  core: ShardCore,
  request: ShardOperations[Name]['request'],
) => ShardAnswer

/** The handler of each request, and whether the request only reads. */
const QUESTIONS: {
  readonly [Name in Op]: readonly ['reads' | 'changes', Answered<Name>]
} = {
  money: ['reads', money],
  moneys: ['reads', moneys],
  balance: ['changes', balance],
  margin: ['reads', answerMargin],
  hold: ['reads', answerHold],
  dealing: ['changes', dealingActed],
  check: ['reads', answerTradeCheck],
  outcome: ['reads', outcomeText],
  correct: ['changes', answerCorrection],
  correct_deals: ['changes', dealsCorrected],
  delete_positions: ['changes', answerDeletion],
  decide_fill: ['changes', fillDecided],
  held: ['reads', answerHeldAccount],
  history: ['reads', answerHistory],
  repair: ['changes', answerRepair],
  watch: ['reads', watch],
  exposure: ['reads', answerExposure],
  live_positions: ['reads', answerLivePositions],
}

/**
 * Handles an error. A request that only reads has changed nothing; any other sets the account
 * aside.
 */
function broken(core: ShardCore, { op, request }: UnslicedAsk, error: unknown): Refusal {
  const waiting =
    'act' in request ? core.parking.requests.get(request.id)?.account.login : undefined
  const login = 'login' in request ? request.login : (waiting ?? 0)
  const account = core.accounts.get(login)
  if (op !== 'trade' && QUESTIONS[op][0] === 'reads')
    return core.quarantine.failed(op, login, error)
  if (account === undefined) throw error
  return core.quarantine.add(account, error)
}

function moneys(core: ShardCore, { logins }: ShardOperations['moneys']['request']): ShardAnswer {
  return { ok: true, text: inLines(logins.map((login) => moneyOrNull(core, login))) }
}

/**
 * Changes the watched accounts. Money is sent first for accounts that are newly watched or
 * explicitly requested.
 */
function watch(core: ShardCore, change: ShardOperations['watch']['request']): ShardAnswer {
  const { watched, accounts } = core
  watched.change(change)
  const { add = [], look = [], money = [] } = change
  for (const login of [...add, ...money]) {
    const account = accounts.get(login)
    if (account !== undefined && watched.coversAny(account, MONEY_BIT)) watched.owed.add(account)
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
    return refuseField('amount', whyNotScaled(request.amount, digits))
  }
  const { login, action, comment, skip_margin_check, side, reverses, by } = request
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
    reverses === undefined ? `b:${request.request_id}` : reversalKey(reverses.deal_id),
    textDigest(`${its}${action}|${amount}|${skip_margin_check}|${comment}`),
    {
      ...notedDoer(by),
      kind: 'balance',
      text: `Account ${login}: ${what}${comment === '' ? '' : ` (${comment})`}${
        reverses === undefined ? '' : `: ${reverses.reason}`
      }`,
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
