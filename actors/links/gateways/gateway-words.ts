import type { Book } from '../../../engine/book/compiled.js'
import type { OpenedGateway } from '../../../engine/config/records/gateway.js'
import {
  limitText,
  type ProviderTerms,
  quantityText,
  stopText,
} from '../../../engine/pricing/provider-terms.js'
import type { Side } from '../../../engine/units.js'
import { figuresOf, gatewayTerms, unreadFigures } from '../../../wire/thread/provider-figures.js'
import type {
  ProviderOrder,
  ProviderReport,
  RestTerms,
  SaidFigures,
} from '../../../wire/thread/provider-messages.js'
import type { SessionOrder, SessionReport, SessionRest } from './provider-session.js'

/** Translates orders to the names and units of a gateway's provider, and its reports back. */
export interface GatewaySettings {
  readonly record: OpenedGateway
  readonly book: Book
  /** True for the built-in provider, whose address no record can contain. */
  readonly isBuiltIn?: boolean
}

const TIMES_IN_FORCE = { fok: 'fok', ioc: 'ioc', return: 'day' } as const

export function termsOf(
  { record, book }: GatewaySettings,
  symbolId: number,
): ProviderTerms | undefined {
  return gatewayTerms(record, book, symbolId)
}

/** The terms of the symbol with this provider name; undefined if none or several have it. */
export function termsByName(settings: GatewaySettings, source: string): ProviderTerms | undefined {
  const { record, book } = settings
  const ids = record.translates.flatMap((row) => (row.source === source ? [row.symbol_id] : []))
  const own = book.symbolsByName.get(source)?.id
  if (own !== undefined) {
    const translate = record.translates.find((row) => row.symbol_id === own)
    if (ids.length === 0 || (translate?.source ?? '') === '') ids.push(own)
  }
  const [id, ...others] = new Set(ids)
  return id === undefined || others.length > 0 ? undefined : termsOf(settings, id)
}

export function sessionOrder(order: ProviderOrder, terms: ProviderTerms): SessionOrder {
  const { id, side, volume, limit, filling, rest, replaces } = order
  return {
    id,
    symbol: terms.source,
    side: side === 1 ? 'buy' : 'sell',
    quantity: quantityText(volume, terms),
    limit: limit === 0 ? '' : limitText(limit, side, terms),
    timeInForce: TIMES_IN_FORCE[filling],
    ...(rest === undefined ? {} : { rest: sessionRest(rest, side, terms) }),
    ...(replaces === undefined ? {} : { replaces }),
  }
}

/** The terms of a resting order for the provider; a plain stop has its price as the trigger. */
function sessionRest(
  { kind, price, trigger, expires_at }: RestTerms,
  side: Side,
  terms: ProviderTerms,
): SessionRest {
  const stop = kind === 'stop' ? price : trigger
  return {
    kind,
    expiresAt: expires_at,
    price: kind === 'stop' ? '' : limitText(price, side, terms),
    trigger: stop === 0 ? '' : stopText(stop, side, terms),
  }
}

/** A provider's report for the shards; without a known symbol the shard reads its figures. */
export function reportBody(
  gateway: number,
  report: SessionReport,
  terms: ProviderTerms | undefined,
): Omit<ProviderReport, 'number'> {
  const { order, state, externalId: external_id, text } = report
  const { symbol, side, execution, total, average, undoes } = report
  const said: SaidFigures = {
    symbol,
    side,
    execution,
    total,
    average,
    ...(undoes === undefined ? {} : { undoes }),
  }
  const figures = terms === undefined ? unreadFigures(said) : figuresOf(said, terms)
  return { gateway, order, state, external_id, text, ...figures }
}
