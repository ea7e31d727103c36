import type { Book } from '../../engine/book/compiled.js'
import { parameterValue } from '../../engine/config/kinds/connection.js'
import type { GatewayRecord } from '../../engine/config/records/gateway.js'
import { bigScaledFromText, trimmedTextFromScaled } from '../../engine/numbers/decimal.js'
import { powerOfTen } from '../../engine/numbers/rounding.js'
import {
  fillPrice,
  type ProviderTerms,
  providerTerms,
  type QuantityMode,
  volumeOf,
} from '../../engine/pricing/provider-terms.js'
import type { PricePts } from '../../engine/units.js'
import type { ProviderReport, SaidFigures } from './provider-messages.js'

/**
 * Converts the figures of a provider's report to ours, with the terms of the order's symbol. Pure
 * functions.
 */
type ReportFigures = Pick<
  ProviderReport,
  'execution' | 'total' | 'average' | 'average_exact' | 'undoes'
>
type Averages = Pick<ProviderReport, 'average' | 'average_exact'>

/** The decimals of a point in an exact average, more than any price has. */
const AVERAGE_DIGITS = 30
/** The value of one point in an exact average. */
export const AVERAGE_ONE = powerOfTen(AVERAGE_DIGITS)

/**
 * The terms for any symbol: routing decides which orders are sent, so the gateway's symbol masks do
 * not matter here.
 */
export function gatewayTerms(
  { translates, params }: Pick<GatewayRecord, 'translates' | 'params'>,
  { symbolsById }: Pick<Book, 'symbolsById'>,
  symbolId: number,
): ProviderTerms | undefined {
  const symbol = symbolsById.get(symbolId)
  if (symbol === undefined) return undefined
  const translate = translates.find((row) => row.symbol_id === symbolId)
  const mode = parameterValue(params, 'FIX Quantity Mode') as QuantityMode
  return providerTerms(symbol, translate, mode)
}

export function figuresOf(said: SaidFigures, terms: ProviderTerms): ReportFigures {
  const { execution, total, average, undoes } = said
  const side = said.side === 'buy' ? 1 : -1
  const volume = (quantity: string) => volumeOf(quantity, terms)
  const price = (text: string) => fillPrice(text, side, terms)
  const undoneIn = (of: NonNullable<SaidFigures['undoes']>) => ({
    execution: of.execution,
    volume: volume(of.quantity),
    price: volume(of.quantity) === 0 ? 0 : price(of.price),
  })
  const rounded = price(average)
  const exact = rounded === 0 ? '' : exactAverage(average, said.side, terms)
  return {
    execution: execution && {
      id: execution.id,
      volume: volume(execution.quantity),
      price: price(execution.price),
    },
    total: volume(total),
    average: rounded,
    ...(exact === '' || exact === String(rounded) ? {} : { average_exact: exact }),
    ...(undoes === undefined ? {} : { undoes: undoneIn(undoes) }),
  }
}

/**
 * An average price with our markup, in points with all decimals; empty if the text is not a price.
 */
function exactAverage(text: string, side: 'buy' | 'sell', terms: ProviderTerms): string {
  const scaled = bigScaledFromText(text, AVERAGE_DIGITS)
  if (scaled === undefined) return ''
  const markup = BigInt(side === 'buy' ? terms.askMarkup : terms.bidMarkup)
  const decimals = AVERAGE_DIGITS - terms.digits
  return trimmedTextFromScaled(scaled + markup * powerOfTen(decimals), decimals)
}

/** The average of a report in units of `AVERAGE_ONE`. It is rounded only when it becomes a price. */
export function averageOf({ average, average_exact: exact }: Averages): bigint {
  const scaled = exact === undefined ? undefined : bigScaledFromText(exact, AVERAGE_DIGITS)
  return scaled ?? BigInt(average) * AVERAGE_ONE
}

/** Shifts the averages of a report by the difference between its price and `average`. */
export function averageMoved(report: Averages, average: PricePts): Averages {
  if (report.average_exact === undefined) return { average }
  const moved = averageOf(report) + BigInt(average - report.average) * AVERAGE_ONE
  return { average, average_exact: trimmedTextFromScaled(moved, AVERAGE_DIGITS) }
}

/**
 * Figures for a report whose symbol is unknown: zeros, with the provider's own values if the report
 * is about a trade.
 */
export function unreadFigures(said: SaidFigures): ReportFigures & Pick<ProviderReport, 'unread'> {
  const { execution, undoes } = said
  const none = { volume: 0, price: 0 }
  const tells = execution !== null || /[1-9]/.test(said.total)
  return {
    execution: execution && { id: execution.id, ...none },
    total: 0,
    average: 0,
    ...(undoes === undefined ? {} : { undoes: { execution: undoes.execution, ...none } }),
    ...(tells ? { unread: said } : {}),
  }
}
