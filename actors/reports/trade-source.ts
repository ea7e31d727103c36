import { textFromScaled, volumeText } from '../../engine/numbers/decimal.js'
import { moduleTexts } from '../../engine/reports/modules.js'
import { column, type ReportRow, type SectionHead, summed } from '../../engine/reports/section.js'
import { metaRepo } from '../../storage/repos/meta.js'
import { closedPositionsRepo } from '../../storage/repos/trades/closed-positions.js'
import type { ClosedPosition, StoredDeal } from '../../wire/stored/stored-trades.js'
import {
  type DealFence,
  type DealPlace,
  dealFence,
  dealsFrom,
  VOLUME_BY_SYMBOL,
} from './deal-sources.js'
import type { LookGround, ReportSource } from './report-source.js'

/**
 * Positions that were closed in the period, found by their closing deals.
 *
 * A position is listed at its last deal. If several deals have the same time, the first one counts:
 * for each shard, the positions listed at its newest time are remembered.
 */
interface TradePlace extends DealPlace {
  readonly taken: Readonly<
    Record<string, { readonly at: number; readonly positions: readonly number[] }>
  >
}

const HEAD: SectionHead = {
  title: moduleTexts('trades').title,
  columns: [
    column('position', 'integer'),
    column('opened', 'time'),
    column('closed', 'time'),
    column('login', 'integer'),
    column('group', 'text'),
    column('symbol', 'text'),
    column('side', 'text'),
    summed('volume'),
    column('price_open', 'decimal'),
    column('price_close', 'decimal'),
    summed('profit'),
    summed('swap'),
    summed('commission'),
    summed('fee'),
    column('currency', 'text'),
    column('reason', 'text'),
    column('comment', 'text'),
  ],
  totalsBy: ['currency'],
  charts: [
    {
      title: 'Profit by day',
      kind: 'bars',
      by: 'closed',
      of: 'profit',
      split: 'currency',
      unit: '',
    },
    VOLUME_BY_SYMBOL,
  ],
}

export const tradesSource: ReportSource<DealFence, TradePlace> = {
  head: HEAD,
  begin: (ground) => ({ fence: dealFence(ground), place: { span: 0, next: 0, taken: {} } }),
  look(ground, fence, place) {
    const { deals, ...went } = dealsFrom(ground, 'closings', fence, place)
    const shards = Number(metaRepo(ground.db).get('shards') ?? 1)
    const taken = { ...place.taken }
    const closed = closedPositionsRepo(ground.db)
    const rows = deals.flatMap((deal): ReportRow[] => {
      const position = closed.get(deal.positionId)
      if (position === undefined || position.closedAt !== deal.at) return []
      const shard = String(deal.login % shards)
      const before = taken[shard]
      const positions = before?.at === deal.at ? before.positions : []
      if (positions.includes(position.id)) return []
      taken[shard] = { at: deal.at, positions: [...positions, position.id] }
      return rowOf(position, deal, ground)
    })
    return { rows, ...went, place: { ...went.place, taken } }
  },
}

function rowOf(
  position: ClosedPosition,
  { login }: StoredDeal,
  { facts }: LookGround,
): ReportRow[] {
  const holder = facts.holder(login)
  if (holder === null) return []
  const { name, digits } = facts.symbol(position.symbolId)
  return [
    [
      position.id,
      new Date(position.openedAt).toISOString(),
      new Date(position.closedAt).toISOString(),
      login,
      holder.group,
      name,
      position.side === 1 ? 'buy' : 'sell',
      volumeText(position.volume),
      textFromScaled(position.priceOpen, digits),
      textFromScaled(position.priceClose, digits),
      holder.money(position.profit),
      holder.money(position.swap),
      holder.money(position.commission),
      holder.money(position.fee),
      holder.currency,
      position.reason,
      position.comment,
    ],
  ]
}
