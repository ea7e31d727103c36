import type { Login } from '../../engine/units.js'
import type { TradeFilter } from './numbered-rows.js'

/** Which of the open positions, or of the orders that rest, a question is about. */
export interface OpenFilter extends Pick<TradeFilter, 'symbolId' | 'reach'> {
  readonly login?: Login
}

export function conditions(filter: OpenFilter): { where: string; values: unknown[] } {
  const { login, symbolId, reach } = filter
  const parts = [
    ...(login === undefined ? [] : [{ sql: 'login = ?', value: login }]),
    ...(symbolId === undefined ? [] : [{ sql: 'symbol_id = ?', value: symbolId }]),
    ...(reach === undefined ? [] : [reach]),
  ]
  const where = parts.length === 0 ? '' : `WHERE ${parts.map(({ sql }) => sql).join(' AND ')}`
  return { where, values: parts.map(({ value }) => value) }
}
