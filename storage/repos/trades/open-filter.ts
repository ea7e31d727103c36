import type { Login } from '../../../engine/units.js'
import type { TradeFilter } from '../numbered-rows.js'

/** A filter for open positions and resting orders. */
export interface OpenFilter extends Pick<TradeFilter, 'symbolId' | 'reach'> {
  readonly login?: Login
  readonly id?: number
  /** True for only rows with a stop loss or take profit. */
  readonly hasStops?: boolean
  /** True for only orders with a held fill. */
  readonly hasHeldFills?: boolean
}

const HAS_STOPS = '(stop_loss <> 0 OR take_profit <> 0)'
const HAS_HELD_FILLS = `held_fills <> ''`

export function conditions(filter: OpenFilter): { where: string; values: unknown[] } {
  const { login, id, symbolId, reach, hasStops, hasHeldFills } = filter
  const parts = [
    ...(login === undefined ? [] : [{ sql: 'login = ?', value: login }]),
    ...(id === undefined ? [] : [{ sql: 'id = ?', value: id }]),
    ...(symbolId === undefined ? [] : [{ sql: 'symbol_id = ?', value: symbolId }]),
    ...(reach === undefined ? [] : [reach]),
  ]
  const named = [
    ...parts.map(({ sql }) => sql),
    ...(hasStops === true ? [HAS_STOPS] : []),
    ...(hasHeldFills === true ? [HAS_HELD_FILLS] : []),
  ]
  const where = named.length === 0 ? '' : `WHERE ${named.join(' AND ')}`
  return { where, values: parts.map(({ value }) => value) }
}
