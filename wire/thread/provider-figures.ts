import type { Book } from '../../engine/book/compiled.js'
import { parameterValue } from '../../engine/config/kinds/connection.js'
import type { GatewayRecord } from '../../engine/config/records/gateway.js'
import {
  fillPrice,
  type ProviderTerms,
  providerTerms,
  type QuantityMode,
  volumeOf,
} from '../../engine/pricing/provider-terms.js'
import type { ProviderReport, SaidFigures } from './provider-messages.js'

/** The figures of a provider's report in ours, by the symbol of its order. Pure. */
type ReportFigures = Pick<ProviderReport, 'execution' | 'total' | 'average' | 'undoes'>

/** The terms of any symbol: routing decides what is sent, not the gateway's masks. */
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
  return {
    execution: execution && {
      id: execution.id,
      volume: volume(execution.quantity),
      price: price(execution.price),
    },
    total: volume(total),
    average: price(average),
    ...(undoes === undefined ? {} : { undoes: undoneIn(undoes) }),
  }
}

/** The figures of a report whose symbol is not known: none, with what the provider said of them where it told of a trade. */
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
