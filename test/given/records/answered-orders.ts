import type { Test } from 'tap'
import { pause, type ServerProcess, type TraderSession } from '../../crash/server-process.js'
import { WsClient } from '../fronts/ws-client.js'

/**
 * Orders of one trader that were answered: whoever serves him later has one deal of each, as it was answered, and none
 * beside.
 */
type Row = Readonly<Record<string, unknown>>

/** Long enough to leave a server that starts its processor. */
const LOOK_MS = 20
const PAGE = 1000

export class AnsweredOrders {
  readonly #trader: TraderSession
  /** By client id. */
  readonly #answers = new Map<string, Row>()
  #sent = 0

  constructor(trader: TraderSession) {
    this.#trader = trader
  }

  /** Over a socket of its own, when there are prices. */
  async send(server: ServerProcess, count: number): Promise<void> {
    await priced(server, this.#trader)
    const client = await this.connect(server)
    await this.sendOn(client, count)
    client.destroy()
  }

  connect({ port }: ServerProcess): Promise<WsClient> {
    return WsClient.open({ port, headers: this.#trader.headers })
  }

  /** All at once; resolves when each is answered. */
  sendOn(client: WsClient, count: number): Promise<void> {
    return this.#answered(client, this.#next(count))
  }

  /** The same, on other sockets where the server closes one: what was not answered is sent again with its ids. */
  async sendThrough(server: ServerProcess, first: WsClient, count: number): Promise<void> {
    const ids = this.#next(count)
    for (let client = first; ; client = await this.#connectAgain(server)) {
      try {
        await this.#answered(
          client,
          ids.filter((id) => !this.#answers.has(`order-${id}`)),
        )
        return
      } catch (error) {
        if (client.closed === null) throw error
      }
    }
  }

  #next(count: number): readonly number[] {
    return Array.from({ length: count }, () => this.#sent++)
  }

  async #connectAgain(server: ServerProcess): Promise<WsClient> {
    for (;;) {
      await priced(server, this.#trader)
      const client = await this.connect(server).catch(() => undefined)
      if (client !== undefined) return client
    }
  }

  async #answered(client: WsClient, ids: readonly number[]): Promise<void> {
    for (const id of ids) {
      const open = { kind: 'open', symbol: 'EURUSD', side: id % 2 === 0 ? 'buy' : 'sell' }
      const args = { ...open, volume: '0.01', client_order_id: `order-${id}` }
      client.send({ id, op: 'trade', args })
    }
    for (const id of ids) {
      const { code, data } = await client.reply(id)
      if (code !== 'ok') throw new Error(`order ${id}: ${code}`)
      this.#answers.set(`order-${id}`, { ...data })
    }
  }

  async audit(t: Test, server: ServerProcess): Promise<void> {
    for (const [id, first] of this.#answers) {
      const path = `GET /trader/v1/orders/by-client-id/${id}`
      const { code, data } = await server.ask<Row>(path, this.#trader)
      if (code !== 'ok' || data['deal_id'] !== first['deal_id']) t.fail(`${id}: ${code}`)
    }
    const newest = [...this.#answers.values()].map((row) => Number(row['projection_seq'] ?? 0))
    const dealt = await dealsOf(server, this.#trader, Math.max(0, ...newest))
    t.equal(dealt.length, this.#answers.size, 'one deal each, and none beside')
  }
}

/** Resolves when the trader could trade. */
export async function priced(server: ServerProcess, trader: TraderSession): Promise<void> {
  const body = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
  while ((await server.ask('POST /trader/v1/trade/check', trader, body)).code !== 'ok') {
    await pause(LOOK_MS)
  }
}

/** All deals of a trader but for payments, when the tables have come to that record. */
export async function dealsOf(
  server: ServerProcess,
  trader: TraderSession,
  newest: number,
): Promise<readonly Row[]> {
  const found: Row[] = []
  for (let page = 1; ; ) {
    const path = `GET /trader/v1/deals?limit=${PAGE}&page=${page}&min_projection_seq=${newest}`
    const { data } = await server.ask<Row>(path, trader)
    if (data['consistency'] !== 'current') {
      await pause(LOOK_MS)
      continue
    }
    found.push(...(data['items'] as readonly Row[]))
    if (found.length >= Number(data['total'])) break
    page++
  }
  return found.filter(({ entry }) => entry !== 'balance')
}
