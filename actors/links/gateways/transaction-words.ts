import { plainLine } from '../../../engine/names/plain-text.js'
import { textFromScaled, volumeText } from '../../../engine/numbers/decimal.js'
import type { ProviderTerms } from '../../../engine/pricing/provider-terms.js'
import type { PricePts, UnixMs, VolumeUnits } from '../../../engine/units.js'
import {
  type ProviderOrder,
  type ProviderReport,
  sentIdOf,
} from '../../../wire/thread/provider-messages.js'
import type {
  GatewayTransaction,
  SENT_KINDS,
  TransactionKind,
} from '../../../wire/thread/provider-records.js'
import { type GatewaySettings, sessionOrder } from './gateway-words.js'
import type { SessionReport, SessionRest } from './provider-session.js'

/**
 * A gateway's transactions as they are stored for staff: what it sends to its provider and
 * receives. Pure functions.
 */
const NUMBER_CHARACTERS_MAX = 64
const NAME_CHARACTERS_MAX = 96
const TEXT_CHARACTERS_MAX = 255

/**
 * The transaction of an order, a cancel or a query that is sent to the provider, or could not be
 * sent.
 */
export function sentTransaction(
  settings: GatewaySettings,
  kind: (typeof SENT_KINDS)[number],
  order: ProviderOrder,
  terms: ProviderTerms | undefined,
  at: UnixMs,
  text = '',
): GatewayTransaction {
  const said = terms === undefined ? undefined : sessionOrder(order, terms)
  const digits = terms?.digits ?? 0
  return {
    gateway: settings.record.id,
    at,
    kind,
    state: '',
    ...idsOf(order.id),
    symbol: symbolName(settings, order.symbol_id),
    source: said?.symbol ?? '',
    side: order.side === 1 ? 'buy' : 'sell',
    volume: volumeText(order.volume),
    price: priceText(order.rest?.price ?? order.limit, digits),
    quantity: said?.quantity ?? '',
    providerPrice: said?.rest === undefined ? (said?.limit ?? '') : providerPriceOf(said.rest),
    total: '',
    average: '',
    externalId: '',
    execution: '',
    text,
  }
}

/** The price of a resting order at its provider; for a plain stop, its trigger. */
function providerPriceOf({ price, trigger }: SessionRest): string {
  return price === '' ? trigger : price
}

/** The transaction of a provider's report; `body` is the report for the shard. */
export function receivedTransaction(
  settings: GatewaySettings,
  report: SessionReport,
  body: Omit<ProviderReport, 'number'>,
  terms: ProviderTerms | undefined,
  at: UnixMs,
): GatewayTransaction {
  const { undoes, execution } = body
  const trade = undoes ?? execution
  const ownTrade = report.undoes ?? report.execution
  const digits = terms?.digits ?? 0
  return {
    gateway: settings.record.id,
    at,
    kind: heardKind(report),
    state: report.state,
    ...idsOf(report.order),
    symbol: terms === undefined ? '' : symbolName(settings, terms.symbolId),
    source: plainLine(report.symbol, NAME_CHARACTERS_MAX),
    side: report.side,
    volume: amountText(trade?.volume),
    price: priceText(trade?.price ?? 0, digits),
    quantity: numberText(ownTrade?.quantity),
    providerPrice: numberText(ownTrade?.price),
    total: amountText(body.total),
    average: priceText(body.average, digits),
    externalId: plainLine(report.externalId, NAME_CHARACTERS_MAX),
    execution: plainLine(report.undoes?.execution ?? execution?.id ?? '', NAME_CHARACTERS_MAX),
    text: plainLine(report.text, TEXT_CHARACTERS_MAX),
  }
}

function heardKind({ state, undoes, execution }: SessionReport): TransactionKind {
  if (state === 'undone') return /[1-9]/.test(undoes?.quantity ?? '') ? 'correct' : 'bust'
  if (execution !== null) return 'execution'
  return state === 'rejected' ? 'reject' : 'report'
}

function idsOf(id: string): Pick<GatewayTransaction, 'sentId' | 'login' | 'orderId'> {
  const { login = 0, orderId = 0 } = sentIdOf(id) ?? {}
  return { sentId: plainLine(id, NAME_CHARACTERS_MAX), login, orderId }
}

function symbolName({ book }: GatewaySettings, id: number): string {
  return book.symbolsById.get(id)?.name ?? ''
}

/** A price as text; empty for 0, which means no price. */
function priceText(price: PricePts, digits: number): string {
  return price === 0 ? '' : textFromScaled(price, digits)
}

function amountText(volume: VolumeUnits | undefined): string {
  return volume === undefined || volume === 0 ? '' : volumeText(volume)
}

function numberText(text = ''): string {
  return plainLine(text, NUMBER_CHARACTERS_MAX)
}
