import type { BulkClosePlan, PlannedTrade } from '../../../actors/desk/bulk-closes.js'
import type { Once } from '../../../actors/desk/remembered-answers.js'
import type { Targets } from '../../../actors/queries/bulk-close-query.js'
import { shortId } from '../../../actors/thread/random.js'
import { symbolByName } from '../../../engine/book/book.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { TRADES_AT_ONCE, TRADES_PER_REQUEST_MAX } from '../../../engine/limits/bulk.js'
import { refuseField, refuseInput } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { jsonField, jsonFields, jsonList, jsonObject } from '../../../wire/format/json-parts.js'
import { CONFIRMED_DEFAULTS } from '../../../wire/schema/shared/confirmation.js'
import {
  BulkCloseBody,
  type BulkCloseRow,
  BulkCloseView,
} from '../../../wire/schema/trading/bulk-close.js'
import type { TradeBody } from '../../../wire/trade/trade-request.js'
import type { Static } from '../../../wire/types/scalars.js'
import { BulkProgress } from '../../bulk/bulk-progress.js'
import { BULK_PLACES, type BulkTurn } from '../../bulk/bulk-requests.js'
import { keptPlan } from '../../bulk/kept-plan.js'
import { withoutRepeats } from '../../bulk/without-repeats.js'
import { sessionName } from '../../exchange/session.js'
import { doerOf } from '../../pipeline/actor.js'
import { refuseUnconfirmed } from '../../pipeline/confirmation.js'
import { lookedUp } from '../../pipeline/current-tables.js'
import { reachableAccount } from '../../reach/account-reach.js'
import { tradesReach } from '../../reach/trade-reach.js'
import { type FrontContext, type FrontRoute, type FrontServices, route } from '../route.js'
import { withLiveFigures, withLivePrices } from './live-positions.js'
import { askTrade } from './trade-request.js'

/**
 * The route to close, delete or clear the stops of many trades.
 *
 * - Each trade is a separate trade request with the caller as dealer and an id from the plan, so it
 *   is executed once even if it is repeated.
 * - The plan is stored under the request's key before the first trade. A repeat executes the stored
 *   plan, not what matches now, and needs no confirmation.
 * - When the results of all trades are known, they are stored under the key and are then the answer
 *   to a repeat.
 */
type BulkCloseAsk = Static<typeof BulkCloseBody>
type Result = Static<typeof BulkCloseRow>
type Done = Static<typeof BulkCloseView>
type Asking = FrontContext<'staff', unknown, unknown, BulkCloseAsk>

const ACTION_FLAGS = ['close_positions', 'delete_orders', 'clear_stops'] as const
const NO_LONGER_OPEN = { positions: [], orders: [] }

export const adminBulkCloseRoutes: readonly FrontRoute[] = [
  route({
    method: 'POST',
    path: '/admin/v1/positions/bulk-close',
    audience: 'staff',
    rights: ['trades.edit'],
    summary: 'Close positions, delete orders and clear stops of many accounts',
    description:
      'Set at least one of `close_positions`, `delete_orders` and `clear_stops`. Name positions ' +
      'and orders, or a symbol and groups (a mask; empty means all groups in your scope). The ' +
      'server ignores positions and orders that are out of scope or no longer open.\n\n' +
      '`preview` lists the trades and changes nothing. A request handles up to ' +
      `${TRADES_PER_REQUEST_MAX} trades; if ` +
      '`total` is larger, send another one. Each trade is a request of its own: the server ' +
      'checks, routes and journals it, and `results` has its outcome.\n\n' +
      'Staff with `confirm_actions` send `confirm_token` and `confirm_code` from `POST ' +
      '/admin/v1/confirmations`. If a request was interrupted, repeat it with its ' +
      '`Idempotency-Key`: the server finishes it, answers the first outcome and needs no new ' +
      'code.',
    idempotent: true,
    besidesKey: ['confirm_token', 'confirm_code'],
    places: BULK_PLACES,
    body: BulkCloseBody,
    data: BulkCloseView,
    errors: ['confirmation_required', 'conflict', 'unavailable'],
    example: {
      body: { close_positions: true, symbol: 'EURUSD', groups: 'demo\\*', preview: true },
    },
    async handle(context) {
      const { body, session, services, keyed } = context
      const meant = meantBy(services, body)
      if (isRefusal(meant)) return meant
      if (isRequested(body, 'preview')) return previewed(context, meant)
      return services.bulk.shared(session.login, keyed.once, () =>
        services.bulk.turn(context.place, (turn) => carriedOut(context, meant, turn)),
      )
    },
  }),
]

interface Meant {
  readonly symbolId?: number
  readonly picked?: { readonly positions: readonly number[]; readonly orders: readonly number[] }
}

function isRequested(body: BulkCloseAsk, flag: (typeof ACTION_FLAGS)[number] | 'preview'): boolean {
  return body[flag] ?? CONFIRMED_DEFAULTS[flag]
}

function meantBy({ settings }: FrontServices, body: BulkCloseAsk): Meant | Refusal {
  if (!ACTION_FLAGS.some((flag) => isRequested(body, flag))) {
    return refuseInput([
      { path: '', ...say('field.at_least_one_of', { choices: ACTION_FLAGS.join(', ') }) },
    ])
  }
  const positions = withoutRepeats(body.positions ?? [], TRADES_PER_REQUEST_MAX, 'positions')
  if (isRefusal(positions)) return positions
  const orders = withoutRepeats(body.orders ?? [], TRADES_PER_REQUEST_MAX, 'orders')
  if (isRefusal(orders)) return orders
  if (positions.length + orders.length > 0) return { picked: { positions, orders } }
  const { symbol = '' } = body
  if (symbol === '') return refuseField('symbol', say('field.needed_without_names'))
  const symbolId = symbolByName(settings.book, symbol)?.id
  if (symbolId === undefined) return refuseField('symbol', say('field.no_such_symbol'))
  return { symbolId }
}

/** Finds the trades in the database, after it contains everything answered before. */
function targetsOf({ body, session, services }: Asking, meant: Meant) {
  const { groups = '' } = body
  const isOfGroups = meant.picked === undefined && groups !== ''
  const stops = isRequested(body, 'clear_stops') ? 'with_stops' : 'none'
  const request = {
    ...meant,
    reach: tradesReach(session, services.settings.book, isOfGroups ? { group: groups } : {}),
    positions: isRequested(body, 'close_positions') ? 'all' : stops,
    orders: isRequested(body, 'delete_orders') ? 'all' : stops,
    limit: TRADES_PER_REQUEST_MAX,
  } as const
  return lookedUp(
    services,
    () => services.queries.of(session).run('bulk_close.targets', request),
    () => false,
  )
}

async function previewed(context: Asking, meant: Meant): Promise<JsonText | Refusal> {
  const found = await targetsOf(context, meant)
  if (!found.ok) return found
  const { services } = context
  const positions = await withLiveFigures(services, found.value.positions)
  const orders = withLivePrices(services, found.value.orders)
  return new JsonText(
    jsonObject(
      jsonFields({ preview: true, total: found.value.total }),
      jsonField('positions', jsonList(positions)),
      jsonField('orders', jsonList(orders)),
      jsonFields({ results: [] }),
    ),
  )
}

async function carriedOut(context: Asking, meant: Meant, turn: BulkTurn): Promise<Done | Refusal> {
  const { services, keyed, actor } = context
  const { desk } = services
  const plan = (await keptPlan<BulkClosePlan>(context)) ?? (await planNow(context, meant))
  if (isRefusal(plan)) return plan
  const outcomeOnce = keyed.once && outcomeKey(keyed.once, plan)
  if (outcomeOnce !== undefined) {
    const before = await desk.ask('once.first', { actor, once: outcomeOnce })
    if (!before.ok) return before
    if (before.value !== null) return before.value.value as Done
  }
  const results = await turn.rows(plan.trades, {
    name: 'bulk close',
    atOnce: TRADES_AT_ONCE,
    refused: rejected,
    carryOut: (trade) => traded(context, plan, trade),
    progress: new BulkProgress<Result>(context, {
      total: plan.trades.length,
      isRefused: ({ status }) => status === 'rejected',
    }),
  })
  const outcome = { preview: false, total: plan.total, ...NO_LONGER_OPEN, results: [...results] }
  if (outcomeOnce === undefined || !results.every(isSettled)) return outcome
  const kept = await desk.ask('bulk_closes.end', { actor, once: outcomeOnce, outcome })
  return kept.ok ? outcome : kept
}

async function planNow(context: Asking, meant: Meant): Promise<BulkClosePlan | Refusal> {
  const found = await targetsOf(context, meant)
  if (!found.ok) return found
  const { body, services, keyed } = context
  const unconfirmed = await refuseUnconfirmed(context, 'bulk_close', body)
  if (unconfirmed !== null) return unconfirmed
  const { symbolsById } = services.settings.book
  const trades = tradesOf(body, found.value, (id) => symbolsById.get(id)?.name ?? '')
  const plan = { id: shortId(), total: found.value.total, trades }
  const text = journalText(body, trades.length)
  const begun = await services.desk.ask('bulk_closes.begin', {
    actor: context.actor,
    ...keyed,
    text,
    plan,
  })
  return begun.ok ? begun.value : begun
}

/** Trades that are also closed or deleted need no separate request to clear their stops. */
function tradesOf(
  body: BulkCloseAsk,
  { positions, orders }: Targets,
  nameOf: (symbolId: number) => string,
): PlannedTrade[] {
  const ofPosition = isRequested(body, 'close_positions') ? 'close' : 'clear_stops'
  const ofOrder = isRequested(body, 'delete_orders') ? 'delete' : 'clear_stops'
  return [
    ...positions.map(
      ({ login, id, symbolId }) => [ofPosition, 'position', login, id, nameOf(symbolId)] as const,
    ),
    ...orders.map(
      ({ login, id, symbolId }) => [ofOrder, 'order', login, id, nameOf(symbolId)] as const,
    ),
  ]
}

function journalText(body: BulkCloseAsk, trades: number): string {
  const actions = ACTION_FLAGS.filter((flag) => isRequested(body, flag)).map((f) =>
    f.replace('_', ' '),
  )
  const named = (body.positions ?? []).length + (body.orders ?? []).length
  const groups = body.groups === undefined || body.groups === '' ? '*' : body.groups
  const what = named > 0 ? 'of those named' : `of ${body.symbol} in ${groups}`
  return `Bulk close of ${trades} trades, ${actions.join(' and ')} ${what}`
}

/** The key for the result of one trade. Clients cannot send such a key. */
function outcomeKey({ key, digest }: Once, plan: BulkClosePlan): Once {
  return { key: `${key}/${plan.id}`, digest }
}

async function traded(
  { body, session, actor, services }: Asking,
  plan: BulkClosePlan,
  trade: PlannedTrade,
): Promise<Result> {
  const [, , login] = trade
  const account = await reachableAccount(services, session, login, 'forbidden')
  if (isRefusal(account)) return rejected(trade, account)
  const by = doerOf(actor)
  const dealer = { login, reason: 'dealer', session: sessionName(session), by } as const
  const answer = await askTrade(services, 'trade', dealer, requestOf(trade, plan, body.comment))
  return isRefusal(answer) ? rejected(trade, answer) : resultOf(trade, 'done', answer.code, '')
}

function requestOf(
  [action, kind, , id]: PlannedTrade,
  plan: BulkClosePlan,
  comment: string | undefined,
): Static<typeof TradeBody> {
  const more = {
    client_order_id: `${plan.id}:${kind === 'position' ? 'p' : 'o'}${id}`,
    ...(comment === undefined || comment === '' ? {} : { comment }),
  }
  if (action === 'close') return { kind: 'close', position_id: id, ...more }
  if (action === 'delete') return { kind: 'delete', order_id: id, ...more }
  // The trailing stop is removed too, because it would set a new stop loss.
  const none = { stop_loss: '0', take_profit: '0', trailing_pts: 0, ...more }
  if (kind === 'position') return { kind: 'stops', position_id: id, ...none }
  return { kind: 'change', order_id: id, ...none }
}

function rejected(trade: PlannedTrade, { code, message }: Refusal): Result {
  return resultOf(trade, 'rejected', code, message)
}

function resultOf(
  [operation, kind, login, id, symbol = '']: PlannedTrade,
  status: Result['status'],
  code: string,
  message: string,
): Result {
  return {
    operation,
    kind,
    id,
    login,
    status,
    code,
    message,
    symbol: symbol === '' ? null : symbol,
  }
}

const UNSETTLED: ReadonlySet<string> = new Set(['trade.timeout', 'unavailable', 'internal'])

function isSettled({ code }: Result): boolean {
  return !UNSETTLED.has(code)
}
