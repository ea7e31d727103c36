import type { OrderEvent } from '../../engine/account/event.js'
import {
  type PointTerms,
  slippageMoney,
  slippagePts,
  slippageText,
} from '../../engine/account/money/slippage.js'
import { wayOf } from '../../engine/account/rules/order-way.js'
import { textFromScaled } from '../../engine/numbers/decimal.js'
import type { Login, UnixMs } from '../../engine/units.js'
import { settingsRepo } from '../../storage/repos/settings.js'
import { TurnTimesReader } from '../../storage/repos/trades/turn-times.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { type JsonFields, jsonFields } from '../../wire/format/json-parts.js'
import type { FoundTimes } from '../../wire/record/turn-times.js'
import type { StoredDeal } from '../../wire/stored/stored-trades.js'

/** Fields about the execution of orders and deals; one instance per snapshot. */
export interface ExecutionFields {
  ofOrder(login: Login, order: OrderEvent): JsonFields
  ofDeal(deal: StoredDeal, order: OrderEvent | undefined): JsonFields
}

type SlippageTerms = PointTerms & { readonly profit_currency: string }

export function executionReader(db: Sqlite): () => ExecutionFields {
  const settings = settingsRepo(db)
  const termsOf = (symbolId: number) =>
    settings.get('symbols', symbolId)?.body as SlippageTerms | undefined
  return () => {
    const turns = new TurnTimesReader(db)
    return {
      ofOrder(login, order) {
        const { received, bid, ask, sent, acknowledged, filled } = wayOf(order)
        const digits = termsOf(order.symbolId)?.digits ?? 0
        const price = (points: number | undefined) =>
          points === undefined || points === 0 ? null : textFromScaled(points, digits)
        const found = turns.of(login, order.createdAt, { order: order.id })
        return jsonFields({
          price_asked: price(order.priceAsked),
          bid: price(bid),
          ask: price(ask),
          received_at: microsOrNull(received ?? found?.received),
          ...turnTimes(found),
          sent_at: microsOrNull(sent),
          acknowledged_at: microsOrNull(acknowledged),
          provider_filled_at: microsOrNull(filled),
        })
      },
      ofDeal(deal, order) {
        const points = order === undefined ? undefined : slippagePts(order, deal)
        const terms = points === undefined ? undefined : termsOf(deal.symbolId)
        const money =
          points === undefined || terms === undefined
            ? null
            : slippageText(slippageMoney(points, deal.volume, terms))
        return jsonFields({
          ...turnTimes(turns.of(deal.login, deal.at, { deal: deal.id })),
          slippage_pts: points ?? null,
          slippage: money,
          slippage_currency: terms?.profit_currency ?? null,
        })
      },
    }
  }
}

function turnTimes(found: FoundTimes | undefined) {
  return {
    decided_at: microsOrNull(found?.decided),
    durable_at: microsOrNull(found?.durable),
    told_at: microsOrNull(found?.told),
  }
}

function microsOrNull(at: UnixMs | null | undefined): string | null {
  return at === null || at === undefined ? null : microsText(at)
}

/** A time with microseconds, such as `2026-11-26T09:50:02.123456Z`. */
export function microsText(at: UnixMs): string {
  const micros = Math.round(at * 1000)
  const ms = Math.floor(micros / 1000)
  const rest = String(micros - ms * 1000).padStart(3, '0')
  return `${new Date(ms).toISOString().slice(0, -1)}${rest}Z`
}
