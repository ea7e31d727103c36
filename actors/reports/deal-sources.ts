import { textFromScaled, volumeText } from '../../engine/numbers/decimal.js'
import { moduleTexts } from '../../engine/reports/modules.js'
import {
  type ColumnName,
  type ColumnType,
  column,
  type ReportCell,
  type ReportColumn,
  type ReportRow,
  type SectionHead,
  summed,
} from '../../engine/reports/section.js'
import {
  type DealKind,
  type DealSpan,
  dealsByNumberRepo,
} from '../../storage/repos/reports/deals-by-number.js'
import { dealsRepo } from '../../storage/repos/trades/deals.js'
import { ordersRepo } from '../../storage/repos/trades/orders.js'
import type { StoredDeal } from '../../wire/stored/stored-trades.js'
import { ID_RANGE_LENGTH } from '../desk/id-range.js'
import type { ReportHolder } from './report-facts.js'
import type { Look, LookGround, ReportSource } from './report-source.js'

/**
 * Reports of deals, in order of their ids.
 *
 *   D1. The last ids of each range at the begin of the report are its fence: within a range ids
 *       rise with time, so higher ones are later, and lower rows do not change.
 *   - A read is limited by the ids that it covers and by the rows that it finds.
 */
export interface DealFence {
  readonly spans: readonly DealSpan[]
}

/** The current range, and the next id in it. */
export interface DealPlace {
  readonly span: number
  readonly next: number
}

const NUMBERS_AT_ONCE = 50_000
/** The rows between two checks of the time: under trading load a row may take a millisecond. */
const ROWS_AT_ONCE = 250

export function dealFence({ db, work }: LookGround): DealFence {
  const { from, to } = work
  const filter = { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) }
  const spans = dealsRepo(db).all.spans(filter, ID_RANGE_LENGTH)
  return { spans: spans.map(({ low, high }) => [low, high]) }
}

export function dealsFrom(
  { db, work }: LookGround,
  kind: DealKind,
  { spans }: DealFence,
  place: DealPlace,
): { readonly deals: readonly StoredDeal[] } & Omit<Look<DealPlace>, 'rows'> {
  const span = spans[place.span]
  if (span === undefined) return { deals: [], place, share: 1, isOver: true }
  const [low, high] = span
  const first = Math.max(low, place.next)
  const last = Math.min(high, first + NUMBERS_AT_ONCE - 1)
  const deals = dealsByNumberRepo(db).of(kind, [first, last], work.logins, ROWS_AT_ONCE)
  const passed = deals.length < ROWS_AT_ONCE ? last : (deals.at(-1)?.id ?? last)
  const isThrough = passed >= high
  const next = isThrough
    ? { span: place.span + 1, next: 0 }
    : { span: place.span, next: passed + 1 }
  const all = spans.reduce((sum, [from, to]) => sum + to - from + 1, 0)
  const before = spans.slice(0, place.span).reduce((sum, [from, to]) => sum + to - from + 1, 0)
  const share = Math.min(1, (before + passed - low + 1) / all)
  return { deals, place: next, share, isOver: next.span >= spans.length }
}

/** A column, and how to compute its value from a deal. */
interface DealColumn extends ReportColumn {
  cell(deal: StoredDeal, holder: ReportHolder, ground: LookGround): ReportCell
}

type CellOf = DealColumn['cell']

function shown(name: ColumnName, type: ColumnType, cell: CellOf): DealColumn {
  return { ...column(name, type), cell }
}

function money(name: ColumnName, of: (deal: StoredDeal) => number): DealColumn {
  return { ...summed(name), cell: (deal, holder) => holder.money(of(deal)) }
}

const DEAL = shown('deal', 'integer', ({ id }) => id)
const TIME = shown('time', 'time', ({ at }) => new Date(at).toISOString())
const LOGIN = shown('login', 'integer', ({ login }) => login)
const GROUP = shown('group', 'text', (_, { group }) => group)
const CURRENCY = shown('currency', 'text', (_, { currency }) => currency)
const ACTION = shown('action', 'text', ({ action }) => action)
const ENTRY = shown('entry', 'text', ({ entry }) => entry)
const COMMENT = shown('comment', 'text', ({ comment }) => comment)
const SYMBOL = shown('symbol', 'text', ({ symbolId }, _, { facts }) =>
  symbolId === 0 ? '' : facts.symbol(symbolId).name,
)
const PRICE = shown('price', 'decimal', ({ symbolId, price }, _, { facts }) =>
  symbolId === 0 ? null : textFromScaled(price, facts.symbol(symbolId).digits),
)
const VOLUME: DealColumn = { ...summed('volume'), cell: ({ volume }) => volumeText(volume) }
const PROFIT = money('profit', ({ profit }) => profit)
const SWAP = money('swap', ({ swap }) => swap)
const COMMISSION = money('commission', ({ commission }) => commission)
const FEE = money('fee', ({ fee }) => fee)

const DEALER = shown('dealer', 'integer', ({ dealer }) => (dealer === 0 ? null : dealer))

function gatewayOf({ orderId }: StoredDeal, { db, facts }: LookGround): string {
  return facts.gateway(ordersRepo(db).get(orderId)?.order.gatewayId ?? 0)
}

const ROUTE = shown('route', 'text', ({ externalId, dealer }) => {
  if (externalId !== '' && externalId !== 'here') return 'provider'
  return dealer === 0 ? 'here' : 'dealer'
})
const GATEWAY = shown('gateway', 'text', (deal, _, ground) =>
  deal.externalId === '' || deal.externalId === 'here' ? '' : gatewayOf(deal, ground),
)

function dealSource(
  kind: DealKind,
  columns: readonly DealColumn[],
  head: Omit<SectionHead, 'columns'>,
): ReportSource<DealFence, DealPlace> {
  return {
    head: { ...head, columns },
    begin: (ground) => ({ fence: dealFence(ground), place: { span: 0, next: 0 } }),
    look(ground, fence, place) {
      const { deals, ...went } = dealsFrom(ground, kind, fence, place)
      const rows = deals.flatMap((deal): ReportRow[] => {
        const holder = ground.facts.holder(deal.login)
        if (holder === null) return []
        return [columns.map(({ cell }) => cell(deal, holder, ground))]
      })
      return { rows, ...went }
    },
  }
}

const OF_VOLUME = { kind: 'bars', of: 'volume', split: null, unit: 'lots' } as const
export const VOLUME_BY_SYMBOL = { title: 'Volume by symbol', by: 'symbol', ...OF_VOLUME } as const

/** A chart of money by the day of the deals. */
const BY_DAY = { kind: 'bars', by: 'time', split: 'currency', unit: '' } as const

export const dealsSource = dealSource(
  'trades',
  [DEAL, TIME, LOGIN, GROUP, SYMBOL, ACTION, ENTRY, VOLUME, PRICE, PROFIT, SWAP, COMMISSION, FEE]
    .concat([CURRENCY, shown('order', 'integer', ({ orderId }) => orderId)])
    .concat([shown('position', 'integer', ({ positionId }) => positionId)])
    .concat([shown('reason', 'text', ({ reason }) => reason), COMMENT]),
  {
    title: moduleTexts('deals').title,
    totalsBy: ['currency'],
    charts: [VOLUME_BY_SYMBOL, { title: 'Profit by day', of: 'profit', ...BY_DAY }],
  },
)

export const operationsSource = dealSource(
  'operations',
  [DEAL, TIME, LOGIN, GROUP, ACTION]
    .concat([
      money('amount', ({ profit, swap, commission, fee }) => profit + swap + commission + fee),
    ])
    .concat([money('credit', ({ credit }) => credit), CURRENCY, DEALER, COMMENT]),
  {
    title: moduleTexts('balance_operations').title,
    totalsBy: ['currency', 'action'],
    charts: [{ title: 'Amount by day', of: 'amount', ...BY_DAY }],
  },
)

export const commissionsSource = dealSource(
  'charged',
  [DEAL, TIME, LOGIN, GROUP, SYMBOL, ACTION, VOLUME]
    .concat([
      // The commission of a separate commission deal is its profit.
      money('commission', ({ action, profit, commission }) =>
        action === 'commission' ? profit + commission : commission,
      ),
    ])
    .concat([FEE, CURRENCY, COMMENT]),
  {
    title: moduleTexts('commissions').title,
    totalsBy: ['currency'],
    charts: [{ title: 'Commission by day', of: 'commission', ...BY_DAY }],
  },
)

export const routingSource = dealSource(
  'trades',
  [DEAL, TIME, LOGIN, GROUP, SYMBOL, ACTION, VOLUME, PRICE, ROUTE, GATEWAY, DEALER]
    .concat([
      shown('external_id', 'text', ({ externalId }) => (externalId === 'here' ? '' : externalId)),
    ])
    .concat([shown('order', 'integer', ({ orderId }) => orderId)]),
  {
    title: moduleTexts('routing').title,
    totalsBy: ['route', 'gateway'],
    charts: [{ title: 'Volume by route', by: 'route', ...OF_VOLUME }, VOLUME_BY_SYMBOL],
  },
)
