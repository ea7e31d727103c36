import { BUY } from '../floors/dealing-floor.js'
import type { FateFloor } from '../floors/fate-floor.js'
import { LIMIT_ORDER } from './trade-bodies.js'

/** Requests of every kind, in each execution. */
export interface Kind {
  readonly name: string
  readonly hedgingOnly?: boolean
  /** The body, once what it is about is there. */
  body(floor: FateFloor): Promise<Body>
}
export type Body = Readonly<Record<string, unknown>>

export const KINDS: readonly Kind[] = [
  { name: 'open at the market', body: async () => ({ ...BUY }) },
  {
    name: 'open at once with a price',
    body: async () => ({ ...BUY, symbol: 'GBPUSD', price: '1.35020', deviation_pts: 3 }),
  },
  {
    name: 'open on request',
    async body({ ask }) {
      const body = { ...BUY, symbol: 'USDJPY' }
      const { code, data } = await ask(body)
      if (code !== 'trade.requote') throw new Error(`no offer: ${code}`)
      return { ...body, quote_id: data?.['quote_id'] }
    },
  },
  { name: 'open at an exchange', body: async () => ({ ...BUY, symbol: 'EURGBP', side: 'sell' }) },
  { name: 'open against', body: async () => ({ ...BUY, side: 'sell', volume: '0.25' }) },
  {
    name: 'close',
    body: async ({ opened }) => ({ kind: 'close', position_id: await opened({}) }),
  },
  {
    name: 'close a part',
    body: async ({ opened }) => {
      const position_id = await opened({ symbol: 'EURGBP', volume: '0.30' })
      return { kind: 'close', position_id, volume: '0.10' }
    },
  },
  {
    name: 'close by',
    hedgingOnly: true,
    body: async ({ opened }) => ({
      kind: 'close_by',
      position_id: await opened({}),
      by_position_id: await opened({ side: 'sell' }),
    }),
  },
  { name: 'place', body: async () => ({ ...LIMIT }) },
  {
    name: 'place a stop limit',
    body: async () => ({
      ...LIMIT,
      order_kind: 'stop_limit',
      side: 'sell',
      trigger_price: '1.10000',
      price: '1.10100',
    }),
  },
  {
    name: 'change',
    body: async ({ placed }) => ({ kind: 'change', order_id: await placed(), price: '1.09000' }),
  },
  { name: 'delete', body: async ({ placed }) => ({ kind: 'delete', order_id: await placed() }) },
  {
    name: 'stops',
    body: async ({ opened }) => {
      const position_id = await opened({ symbol: 'XAUUSD' })
      return { kind: 'stops', position_id, stop_loss: '2000.00' }
    },
  },
]
export const LIMIT = { ...LIMIT_ORDER, price: '1.10000' } as const
