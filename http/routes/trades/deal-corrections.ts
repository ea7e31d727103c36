import type {
  CorrectedDeal,
  DealCorrectionsPlan,
  PlannedCorrection,
} from '../../../actors/desk/deal-corrections.js'
import type { PositionOfDeals } from '../../../actors/queries/deal-prices-query.js'
import { type DealtSums, repriced } from '../../../engine/account/audit/reprice.js'
import { isNear } from '../../../engine/account/money/money-bounds.js'
import { groupOf } from '../../../engine/book/book.js'
import type { GroupSpec, SymbolSpec } from '../../../engine/book/compiled.js'
import { symbolOfGroup } from '../../../engine/book/group-symbols.js'
import { isRefusal, type Refusal, refuse } from '../../../engine/code.js'
import { DEALS_CORRECTED_AT_ONCE } from '../../../engine/limits/bulk.js'
import { PRICE_FACTOR_MAX } from '../../../engine/limits/trading.js'
import { priceFromText, textFromScaled, volumeText } from '../../../engine/numbers/decimal.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import { fromExactJson } from '../../../wire/format/exact-json.js'
import { CONFIRMED_DEFAULTS } from '../../../wire/schema/shared/confirmation.js'
import {
  DealCorrectionBody,
  type DealCorrectionRow,
  DealCorrectionView,
} from '../../../wire/schema/trading/deal-correction.js'
import { CORRECTED_MAX } from '../../../wire/schema/trading/position-correction.js'
import { textDigest } from '../../../wire/trade/trade-digest.js'
import type { Static } from '../../../wire/types/scalars.js'
import { BulkProgress } from '../../bulk/bulk-progress.js'
import { BULK_PLACES } from '../../bulk/bulk-requests.js'
import { keptPlan } from '../../bulk/kept-plan.js'
import { doerOf } from '../../pipeline/actor.js'
import { refuseUnconfirmed } from '../../pipeline/confirmation.js'
import { lookedUp } from '../../pipeline/current-tables.js'
import { reachableAccount } from '../../reach/account-reach.js'
import { tradesReach } from '../../reach/trade-reach.js'
import { type FrontContext, type FrontRoute, route } from '../route.js'

/**
 * The route to correct the prices of many deals.
 *
 * P1. The effect of new prices is computed from all deals of a position: its new open price, and
 *     the profit difference of its closed part. Both are one record of the account under the
 *     position id, so a correction is applied once.
 * - The plan is stored under the request's key before the first position. A repeat executes the
 *   stored plan and needs no confirmation.
 * - A position that has changed since the plan is not corrected, and its row says so.
 */
type Ask = Static<typeof DealCorrectionBody>
type Row = Static<typeof DealCorrectionRow>
type Asking = FrontContext<'staff', unknown, unknown, Ask>

export const adminDealCorrectionRoutes: readonly FrontRoute[] = [
  route({
    method: 'POST',
    path: '/admin/v1/deals/correct',
    audience: 'staff',
    rights: ['trades.manager', 'accounts.balance'],
    summary: 'Correct prices of deals',
    description:
      `Corrects up to ${CORRECTED_MAX} deals of positions. Send each with the price that it ` +
      'should have had. An open position gets the open price that follows from its deals. The ' +
      'difference in the result of its closed part is booked as a balance operation `correction` ' +
      'with `comment`. Deals, commissions and swaps stay as they are.\n\n' +
      'The answer has a row for each position; `preview` only lists them as `planned` or ' +
      '`rejected`. A position is rejected if it was reversed, closed by another one, already ' +
      'corrected, or changed since the preview. `missing` lists deals that do not exist, are out ' +
      'of scope or have no position.\n\n' +
      'Staff with `confirm_actions` send `confirm_token` and `confirm_code`. If a request was ' +
      'interrupted, repeat it with its `Idempotency-Key`: the server finishes it and needs no ' +
      'new code.',
    idempotent: true,
    besidesKey: ['confirm_token', 'confirm_code'],
    places: BULK_PLACES,
    body: DealCorrectionBody,
    data: DealCorrectionView,
    errors: ['confirmation_required', 'conflict', 'unavailable'],
    example: { body: { items: [{ id: 5180, price: '1.15320' }], preview: true } },
    async handle(context) {
      const { body, session, services, keyed } = context
      const prices = pricesOf(body)
      if (isRefusal(prices)) return prices
      if (body.preview ?? CONFIRMED_DEFAULTS.preview) {
        const plan = await planned(context, prices)
        if (isRefusal(plan)) return plan
        const results = plan.rows.map((row) =>
          row.code === 'ok' ? rowOf(row, 'planned') : rejected(row),
        )
        return { preview: true, total: results.length, missing: plan.missing, results }
      }
      return services.bulk.shared(session.login, keyed.once, () => carriedOut(context, prices))
    },
  }),
]

function pricesOf({ items }: Ask): ReadonlyMap<number, string> | Refusal {
  const prices = new Map<number, string>()
  for (const [i, { id, price }] of items.entries()) {
    if ((prices.get(id) ?? price) !== price)
      return refuseField(`items[${i}]`, say('field.other_price'))
    prices.set(id, price)
  }
  if (prices.size <= CORRECTED_MAX) return prices
  return refuseField('items', say('field.too_many_items', { max: CORRECTED_MAX }))
}

async function planned(
  { session, services }: Asking,
  prices: ReadonlyMap<number, string>,
): Promise<DealCorrectionsPlan | Refusal> {
  const { book } = services.settings
  const { groups } = tradesReach(session, book, {})
  const request = { ids: [...prices.keys()], groups }
  const found = await lookedUp(
    services,
    () => services.queries.of(session).run('deals.of_positions', request),
    () => false,
  )
  if (!found.ok) return found
  const positions = fromExactJson<PositionOfDeals[]>(found.value.positions)
  const rows = positions.flatMap((position) => {
    const group = groupOf(book, position.group)
    const listed = book.symbolsById.get(position.symbolId)
    if (group === undefined || listed === undefined) return []
    return [plannedRow(position, prices, group, symbolOfGroup(group, listed))]
  })
  return { missing: found.value.missing, rows }
}

const OTHERWISE = 'its deals do not add up to its present state. Correct it individually.'

/** Computes the correction of one position (P1). */
function plannedRow(
  position: PositionOfDeals,
  prices: ReadonlyMap<number, string>,
  group: GroupSpec,
  symbol: SymbolSpec,
): PlannedCorrection {
  const { login, positionId, held, deals: all } = position
  const { digits } = symbol
  const price = (points: number) => textFromScaled(points, digits)
  const deals: CorrectedDeal[] = []
  const given = new Map<number, number>()
  let refusal = position.isComplete ? null : because('conflict.history_too_long')
  for (const deal of all.filter(({ id }) => position.asked.includes(id))) {
    const text = prices.get(deal.id) ?? ''
    const side = deal.side === -1 ? ('sell' as const) : ('buy' as const)
    deals.push({ id: deal.id, side, price_before: price(deal.price), price: text })
    const points = priceFromText(text, digits)
    if (points === undefined || !isNear(points, deal.price)) {
      const bound = `within ${PRICE_FACTOR_MAX} times ${price(deal.price)} either way`
      const why = `${symbol.name} has prices above zero of ${digits} decimals, ${bound}.`
      refusal ??= refuse('trade.invalid_price', why)
    } else if (points !== deal.price) given.set(deal.id, points)
  }
  const first = all[0]
  const row = {
    login,
    group: group.path,
    currency: group.record.currency,
    positionId,
    symbol: symbol.name,
    side: (held?.side ?? first?.side) === -1 ? ('sell' as const) : ('buy' as const),
    volume: volumeText(held?.volume ?? 0),
    deals,
    version: 0,
    priceOpenBefore: held === null ? null : price(held.priceOpen),
    priceOpen: null,
    openRest: 0,
    amount: textFromScaled(0, group.currencyDigits),
  }
  if (refusal === null && given.size === 0) {
    refusal = because('trade.invalid_price.deals')
  }
  if (refusal !== null) return { ...row, code: refusal.code, message: refusal.message }
  const made = repriced(symbol, group, all, given)
  if (made === undefined || !isAsDealt(made.before, held)) {
    return { ...row, code: 'conflict', message: `Position ${positionId}: ${OTHERWISE}` }
  }
  const { before, after } = made
  const isMoved =
    held !== null && (after.priceOpen !== before.priceOpen || after.openRest !== before.openRest)
  const amount = after.profit - before.profit
  if (!isMoved && amount === 0) {
    return { ...row, code: 'trade.invalid_price', message: 'These prices change nothing.' }
  }
  return {
    ...row,
    version: isMoved ? held.version : 0,
    priceOpen: held === null ? null : price(after.priceOpen),
    openRest: after.openRest,
    amount: textFromScaled(amount, group.currencyDigits),
    code: 'ok',
    message: '',
  }
}

/**
 * Whether the position's state equals the sum of its deals, so that nobody has corrected or deleted
 * it.
 */
function isAsDealt(before: DealtSums, held: PositionOfDeals['held']): boolean {
  if (held === null) return before.volume === 0
  return (
    before.side === held.side &&
    before.volume === held.volume &&
    before.priceOpen === held.priceOpen &&
    before.openRest === held.openRest
  )
}

async function carriedOut(context: Asking, prices: ReadonlyMap<number, string>) {
  const { services } = context
  const plan = (await keptPlan<DealCorrectionsPlan>(context)) ?? (await planNow(context, prices))
  if (isRefusal(plan)) return plan
  const { missing } = plan
  const open = plan.rows.filter(({ code }) => code === 'ok')
  const over = plan.rows.filter(({ code }) => code !== 'ok').map(rejected)
  const progress = new BulkProgress<Row>(context, {
    total: plan.rows.length,
    isRefused: ({ status }) => status === 'rejected',
  })
  const done = await services.bulk.rows(context.place, open, {
    name: 'correction of deals',
    atOnce: DEALS_CORRECTED_AT_ONCE,
    refused: (row, refusal) => rejected({ ...row, ...refusal }),
    carryOut: (row) => corrected(context, row),
    progress: {
      begin() {
        progress.begin()
        for (const row of over) progress.add(row)
      },
      add: (row) => progress.add(row),
      over: () => progress.over(),
    },
  })
  const byPosition = new Map([...done, ...over].map((row) => [row.position_id, row]))
  const results = plan.rows.flatMap(({ positionId }) => byPosition.get(positionId) ?? [])
  return { preview: false, total: results.length, missing, results }
}

async function planNow(
  context: Asking,
  prices: ReadonlyMap<number, string>,
): Promise<DealCorrectionsPlan | Refusal> {
  const plan = await planned(context, prices)
  if (isRefusal(plan)) return plan
  const { body, services, keyed, actor } = context
  const unconfirmed = await refuseUnconfirmed(context, 'deal_corrections', body)
  if (unconfirmed !== null) return unconfirmed
  const open = plan.rows.filter(({ code }) => code === 'ok').length
  const why = body.reason === undefined || body.reason.trim() === '' ? '' : ` (${body.reason})`
  const text = `Prices of ${prices.size} deals are corrected, of ${open} positions${why}`
  const begun = await services.desk.ask('deal_corrections.begin', { actor, ...keyed, text, plan })
  return begun.ok ? begun.value : begun
}

async function corrected(
  { body, session, actor, services }: Asking,
  row: PlannedCorrection,
): Promise<Row> {
  const { login, positionId, deals } = row
  const account = await reachableAccount(services, session, login, 'forbidden')
  if (isRefusal(account)) return rejected({ ...row, ...account })
  const { skip_margin_check = CONFIRMED_DEFAULTS.skip_margin_check, reason = '' } = body
  const answer = await services.trading.shardOf(login).ask('correct_deals', {
    login,
    position_id: positionId,
    version: row.version,
    price_open: row.priceOpen ?? '',
    open_rest: row.openRest,
    amount: row.amount,
    comment: body.comment ?? '',
    skip_margin_check,
    digest: textDigest(deals.map(({ id, price }) => `${id}@${price}`).join()),
    reason,
    by: doerOf(actor),
  })
  if (!answer.ok) return rejected({ ...row, ...answer })
  return { ...rowOf(row, 'done'), deal_id: answer.value.deal_id }
}

function rejected(row: PlannedCorrection): Row {
  return rowOf(row, 'rejected')
}

function rowOf(row: PlannedCorrection, status: Row['status']): Row {
  const { login, group, currency, positionId, symbol, side, volume, deals, amount } = row
  return {
    login,
    group,
    currency,
    position_id: positionId,
    symbol,
    side,
    volume,
    deals: [...deals],
    price_open_before: row.priceOpenBefore,
    price_open: row.priceOpen,
    amount,
    deal_id: null,
    status,
    code: row.code,
    message: row.message,
  }
}
