import type { PriceBoard } from '../actors/price-board.js'

/**
 * What `/health` says beside its status: what is amiss and keeps nobody from trading all the rest, so
 * that it is no reason to send people elsewhere.
 */
export function healthNotes({ offQuotes }: Pick<PriceBoard, 'offQuotes'>): { notes?: string[] } {
  if (offQuotes === 0) return {}
  return {
    notes: [`${offQuotes} ${offQuotes === 1 ? 'symbol has' : 'symbols have'} no usable price.`],
  }
}
