import { pause } from '../raw-http.js'
import { found, type Scenario } from '../scenario.js'

/** Offers of another price as free options: many at once, of both sides, taken when the market has passed them. */
const SYMBOL = 'GBPUSD'
const OFFERS = 16
const FAR = { buy: '0.50000', sell: '9.00000' } as const
/** The server's offers hold three seconds. */
const HELD_MS = 3_200

interface Offered {
  readonly quote_id?: string
}

export const staleOffers: Scenario = {
  name: 'stale-offers',
  tries: 'a trader keeps offers of other prices to take those that the market has passed',
  async attack({ server, staff, trader }) {
    const session = await trader('100000')
    await executed('instant')
    try {
      const ask = (side: 'buy' | 'sell', more: object) =>
        server.ask<Offered | null>('POST /trader/v1/trade', session, {
          kind: 'open',
          symbol: SYMBOL,
          side,
          volume: '0.01',
          ...more,
        })
      const ids: string[] = []
      for (let n = 0; n < OFFERS; n++) {
        const side = n % 2 === 0 ? 'buy' : 'sell'
        const { data } = await ask(side, { price: FAR[side] })
        if (data?.quote_id !== undefined) ids.push(data.quote_id)
      }
      const taken: string[] = []
      const take = async (why: string, side: 'buy' | 'sell', quote_id: string) => {
        const { code } = await ask(side, { quote_id })
        if (code === 'ok') taken.push(why)
      }
      const newest = ids.at(-1) ?? ''
      for (const id of ids.slice(0, -1)) await take('one that another ended', 'buy', id)
      await take('one of the other side', 'buy', newest)
      await pause(HELD_MS)
      await take('one that was over', 'sell', newest)
      return found(
        ids.length === 0 && 'no offer was made',
        taken.length > 0 && `offers taken: ${taken.join(', ')}`,
      )
    } finally {
      await executed('market')
    }

    async function executed(execution: string): Promise<void> {
      interface Listed {
        readonly items: readonly { readonly id: number }[]
      }
      const list = await server.ask<Listed>(`GET /admin/v1/symbols?mask=*${SYMBOL}`, staff)
      const path = `/admin/v1/symbols/${list.data.items[0]?.id}`
      const { data } = await server.ask<{ version: number }>(`GET ${path}`, staff)
      await server.ask(`PATCH ${path}`, staff, { execution, version: data.version })
    }
  },
}
