import type { Book } from '../../../engine/book/compiled.js'
import { parameterValue } from '../../../engine/config/kinds/connection.js'
import type { OpenedGateway } from '../../../engine/config/records/gateway.js'
import {
  fillPrice,
  limitText,
  type ProviderTerms,
  providerTerms,
  type QuantityMode,
  quantityText,
  stopText,
  volumeOf,
} from '../../../engine/pricing/provider-terms.js'
import type { Side } from '../../../engine/units.js'
import type {
  ProviderOrder,
  ProviderReport,
  RestTerms,
} from '../../../wire/thread/provider-messages.js'
import type { SessionOrder, SessionReport, SessionRest } from './provider-session.js'

/** Orders in the words of a gateway's provider, and its reports in ours. */
export interface GatewaySettings {
  readonly record: OpenedGateway
  readonly book: Book
  /** The provider of this server itself, whose address no record can name. */
  readonly isBuiltIn?: boolean
}

const TIMES_IN_FORCE = { fok: 'fok', ioc: 'ioc', return: 'day' } as const

/** The terms of any symbol: routing decides what is sent, not the gateway's masks. */
export function termsOf(
  { record, book }: GatewaySettings,
  symbolId: number,
): ProviderTerms | undefined {
  const symbol = book.symbolsById.get(symbolId)
  if (symbol === undefined) return undefined
  const translate = record.translates.find((row) => row.symbol_id === symbolId)
  const mode = parameterValue(record.params, 'FIX Quantity Mode') as QuantityMode
  return providerTerms(symbol, translate, mode)
}

/** The terms of a symbol that the provider calls by this name. */
export function termsNamed(settings: GatewaySettings, source: string): ProviderTerms | undefined {
  const { record, book } = settings
  const translate = record.translates.find((row) => row.source === source)
  const id = translate?.symbol_id ?? book.symbolsByName.get(source)?.id
  return id === undefined ? undefined : termsOf(settings, id)
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

/** The terms of a resting order in the provider's words; a plain stop has its price as the trigger. */
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

/** A provider's report as shards are told it. Without a known symbol it has no price, which the shard notes. */
export function reportBody(
  gateway: number,
  report: SessionReport,
  terms: ProviderTerms | undefined,
): Omit<ProviderReport, 'number'> {
  const { order, state, externalId: external_id, execution, total, average, text } = report
  const side = report.side === 'buy' ? 1 : -1
  const volume = (quantity: string) => (terms === undefined ? 0 : volumeOf(quantity, terms))
  const price = (text: string) => (terms === undefined ? 0 : fillPrice(text, side, terms))
  const undoneIn = (of: NonNullable<SessionReport['undoes']>) => ({
    execution: of.execution,
    volume: volume(of.quantity),
    price: volume(of.quantity) === 0 ? 0 : price(of.price),
  })
  return {
    gateway,
    order,
    state,
    external_id,
    text,
    execution: execution && {
      id: execution.id,
      volume: volume(execution.quantity),
      price: price(execution.price),
    },
    total: volume(total),
    average: price(average),
    ...(report.undoes === undefined ? {} : { undoes: undoneIn(report.undoes) }),
  }
}
