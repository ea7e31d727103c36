import type { OrderEvent } from '../../engine/account/event.js'
import { type PointTerms, slippageMoney, slippagePts } from '../../engine/account/money/slippage.js'
import { wayOf } from '../../engine/account/rules/order-way.js'
import { wallTime } from '../../engine/calendar/server-clock.js'
import { moduleTexts } from '../../engine/reports/modules.js'
import {
  type ColumnName,
  column,
  type ReportColumn,
  type SectionHead,
  summed,
} from '../../engine/reports/section.js'
import { settingsRepo } from '../../storage/repos/settings.js'
import { ordersRepo } from '../../storage/repos/trades/orders.js'
import { refusedRequestsRepo } from '../../storage/repos/trades/refused-requests.js'
import { TurnTimesReader } from '../../storage/repos/trades/turn-times.js'
import { OFFER_COUNTS } from '../../wire/record/refusal-counts.js'
import type { StoredDeal } from '../../wire/stored/stored-trades.js'
import { type DealFence, type DealPlace, dealFence, dealsFrom } from './deal-sources.js'
import {
  type CountedFigure,
  type ExecutionFigures,
  ExecutionLines,
  type KeptLine,
  LINE_KINDS,
  type LineKind,
} from './execution-lines.js'
import type { LookGround, ReportSource } from './report-source.js'

/**
 * How the orders of the period were executed, summed by symbol, group, provider, dealer and hour of
 * the server's clock (docs/decisions/executions.md).
 *
 *   - An execution is a deal of an order that a routing rule decided; bookings without a client's
 *     request are none.
 *   E2. The time from receiving to answering counts only executions that a client waited for,
 *       because a pending order was answered long before its price came. The time from sending to
 *       filling is for an order's first fill, counted with its last deal.
 *   E3. Refused requests and requote offers are counted by hour, without an account, so a report of
 *       some accounts has none of them.
 *   - All rows are returned by the last read, because only then they are complete.
 */
interface ExecutionPlace extends DealPlace {
  readonly lines: readonly KeptLine[]
}

const count = (name: ColumnName): ReportColumn => ({ name, type: 'integer', isSummed: true })
const MS = { kind: 'bars', split: null, unit: 'ms' } as const

const HEAD: SectionHead = {
  title: moduleTexts('executions').title,
  columns: [
    column('by', 'text'),
    ...LINE_KINDS.map((kind) => column(kind, 'text')),
    column('currency', 'text'),
    count('executions'),
    column('told_p50_ms', 'decimal'),
    column('told_p95_ms', 'decimal'),
    column('provider_p50_ms', 'decimal'),
    column('provider_p95_ms', 'decimal'),
    count('better'),
    count('worse'),
    count('points_for'),
    count('points_against'),
    summed('slippage_for'),
    summed('slippage_against'),
    count('requoted'),
    count('rejected'),
    count('offers_made'),
    count('offers_taken'),
    count('offers_expired'),
  ],
  totalsBy: ['by', 'currency'],
  charts: [
    {
      title: 'Slippage by symbol',
      kind: 'sides',
      by: 'symbol',
      of: 'slippage_for',
      against: 'slippage_against',
      split: 'currency',
      unit: '',
    },
    { title: 'Received to told by symbol, p95', by: 'symbol', of: 'told_p95_ms', ...MS },
    { title: 'Sent to filled by provider, p95', by: 'provider', of: 'provider_p95_ms', ...MS },
    {
      title: 'Executions by hour',
      kind: 'bars',
      by: 'hour',
      of: 'executions',
      split: null,
      unit: 'executions',
    },
  ],
}

export const executionsSource: ReportSource<DealFence, ExecutionPlace> = {
  head: HEAD,
  begin: (ground) => ({ fence: dealFence(ground), place: { span: 0, next: 0, lines: [] } }),
  look(ground, fence, place) {
    const { deals, ...went } = dealsFrom(ground, 'trades', fence, place)
    const lines = new ExecutionLines(place.lines)
    const executions = new Executions(ground)
    for (const deal of deals) executions.count(deal, lines)
    if (went.isOver) executions.countRefused(lines)
    const rows = went.isOver ? lines.rows() : []
    return { rows, ...went, place: { ...went.place, lines: lines.kept() } }
  },
}

type SlippageTerms = PointTerms & { readonly profit_currency: string }

const US_PER_MS = 1_000
const MINUTES_OF_HOUR = 60

class Executions {
  readonly #ground: LookGround
  readonly #orders
  readonly #turns: TurnTimesReader
  readonly #terms = new Map<number, SlippageTerms | undefined>()

  constructor(ground: LookGround) {
    this.#ground = ground
    this.#orders = ordersRepo(ground.db)
    this.#turns = new TurnTimesReader(ground.db)
  }

  count(deal: StoredDeal, lines: ExecutionLines): void {
    const { facts, work } = this.#ground
    const holder = facts.holder(deal.login)
    const order = this.#orders.get(deal.orderId)?.order
    const isRequested = order !== undefined && order.ruleId !== 0 && order.reason !== 'gateway'
    if (holder === null || !isRequested) return
    const counted = this.#counted(deal, order)
    lines.add('symbol', facts.symbol(deal.symbolId).name, counted)
    lines.add('group', holder.group, counted)
    const isThere = deal.externalId !== '' && deal.externalId !== 'here'
    if (isThere) lines.add('provider', facts.gateway(order.gatewayId), counted)
    if (deal.dealer !== 0) lines.add('dealer', String(deal.dealer), counted)
    const { minute } = wallTime(work.clock, deal.at)
    lines.add('hour', String(Math.floor(minute / MINUTES_OF_HOUR)), counted)
  }

  /** See E3. */
  countRefused(lines: ExecutionLines): void {
    const { db, work, facts } = this.#ground
    if (work.logins !== null) return
    const paths = new Map(work.groups.map(({ path }) => [path.toLowerCase(), path]))
    for (const one of refusedRequestsRepo(db).between(work.from, work.to)) {
      const group = paths.get(one.group.toLowerCase())
      if (group === undefined) continue
      const currency = this.#termsOf(one.symbolId)?.profit_currency ?? ''
      const count = (kind: LineKind, name: string): void =>
        lines.counted(kind, name, currency, figureOf(one.code), one.count)
      if (one.symbolId !== 0) count('symbol', facts.symbol(one.symbolId).name)
      count('group', group)
      if (one.gatewayId !== 0) count('provider', facts.gateway(one.gatewayId))
      if (one.dealer !== 0) count('dealer', String(one.dealer))
      const { minute } = wallTime(work.clock, one.hourAt)
      count('hour', String(Math.floor(minute / MINUTES_OF_HOUR)))
    }
  }

  #counted(deal: StoredDeal, order: OrderEvent): ExecutionFigures {
    const terms = this.#termsOf(deal.symbolId)
    const points = slippagePts(order, deal) ?? null
    return {
      currency: terms?.profit_currency ?? '',
      told: this.#toldAfter(deal, order),
      filled: filledAfter(deal, order),
      points,
      money:
        points === null || terms === undefined ? 0n : slippageMoney(points, deal.volume, terms),
    }
  }

  /** See E2. */
  #toldAfter({ id, login, at, reason }: StoredDeal, order: OrderEvent): number | null {
    if (reason === 'activation') return null
    const turn = this.#turns.of(login, at, { deal: id })
    const received = wayOf(order).received ?? turn?.received ?? null
    return turn === undefined || received === null ? null : (turn.told - received) * US_PER_MS
  }

  #termsOf(symbolId: number): SlippageTerms | undefined {
    if (!this.#terms.has(symbolId)) {
      const body = settingsRepo(this.#ground.db).get('symbols', symbolId)?.body
      this.#terms.set(symbolId, body as SlippageTerms | undefined)
    }
    return this.#terms.get(symbolId)
  }
}

const OFFER_FIGURES: Readonly<Record<string, CountedFigure>> = {
  'trade.requote': 'requoted',
  [OFFER_COUNTS.made]: 'offersMade',
  [OFFER_COUNTS.taken]: 'offersTaken',
  [OFFER_COUNTS.expired]: 'offersExpired',
}

function figureOf(code: string): CountedFigure {
  return OFFER_FIGURES[code] ?? 'rejected'
}

/** See E2. */
function filledAfter({ id }: StoredDeal, order: OrderEvent): number | null {
  const { sent, filled } = wayOf(order)
  if (sent === undefined || filled === undefined || order.lastDealId !== id) return null
  return (filled - sent) * US_PER_MS
}
