import type { Signature } from '../../crash/server-rest.js'
import { WsClient } from '../../given/fronts/ws-client.js'
import { pause } from '../raw-http.js'
import { type Field, found, type Scenario } from '../scenario.js'

const TRADERS = 2
const AT_ONCE = 100
const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
/** What traders with long histories ask for without a pause. */
const LONG_ASKS = [
  'deals?limit=1',
  'orders/history?limit=1&page=200',
  'positions/closed?limit=1&from=2020-01-01',
]
const LOOPS_OF_EACH = 2
/** What another trader asks for meanwhile, as often as it may. */
const ASKS = ['symbols/EURUSD/candles?timeframe=M1&limit=100', 'deals?limit=10', 'statement']
const BETWEEN_ASKS_MS = 200

export const longHistories: Scenario = {
  name: 'long-histories',
  tries: 'traders with very many deals ask for their pages and totals without a pause',
  async prepare(field) {
    if (field.kept.has('long-histories')) return
    const logins: number[] = []
    await Promise.all(Array.from({ length: TRADERS }, () => tradeMuch(field, logins)))
    field.kept.set('long-histories', logins)
  },
  async attack(field) {
    const { server } = field
    const logins = field.kept.get('long-histories') as readonly number[]
    const hogs = await Promise.all(logins.map((login) => server.signInTrader(login)))
    const other = await field.trader('1000')
    let isOver = false
    const answered = new Map<string, number>()
    const hog = async (what: string, session: Signature): Promise<void> => {
      while (!isOver) {
        const { code } = await server.ask(`GET /trader/v1/${what}`, session)
        answered.set(code, (answered.get(code) ?? 0) + 1)
      }
    }
    const loops = hogs.flatMap((session) =>
      Array.from({ length: LOOPS_OF_EACH }, () => LONG_ASKS.map((what) => hog(what, session))),
    )
    const latest = await slowest(field, other)
    isOver = true
    await Promise.all(loops.flat())
    const most = field.size(2_000, 5_000)
    return found(
      (answered.get('ok') ?? 0) < LONG_ASKS.length && 'long histories were not read',
      answered.has('invalid_input') && 'the questions are not those that traders may ask',
      ...ASKS.map((what) => {
        const ms = Math.round(latest.get(what) ?? Number.POSITIVE_INFINITY)
        return ms > most && `${what} of another trader took ${ms} ms`
      }),
    )
  },
}

/** Opens and closes positions, a hundred at once. */
async function tradeMuch(field: Field, logins: number[]): Promise<void> {
  const session = await field.trader('9000000')
  logins.push(session.login)
  const client = await WsClient.open({ port: field.server.port, headers: session.headers })
  const ask = async (first: number, requests: readonly object[]): Promise<number[]> => {
    for (const [n, args] of requests.entries()) client.send({ id: first + n, op: 'trade', args })
    const positions: number[] = []
    for (const n of requests.keys()) {
      const reply = await client.reply(first + n)
      if (reply.code !== 'ok') throw new Error(`${reply.code} ${reply.message}`)
      positions.push(Number(reply.data?.['position_id']))
    }
    client.frames.length = 0
    return positions
  }
  const opens = Array.from({ length: AT_ONCE }, () => OPEN)
  for (let n = 0; n < field.size(50_000, 400); n += AT_ONCE) {
    const positions = await ask(2 * n, opens)
    await ask(
      2 * n + AT_ONCE,
      positions.map((position_id) => ({ kind: 'close', position_id })),
    )
  }
  client.destroy()
}

/** The longest time that each question of the trader took. */
async function slowest(field: Field, session: Signature): Promise<Map<string, number>> {
  const latest = new Map<string, number>()
  const until = performance.now() + field.size(8_000, 1_000)
  do {
    for (const what of ASKS) {
      const begun = performance.now()
      const { status, code } = await field.server.ask(`GET /trader/v1/${what}`, session)
      if (status !== 200) throw new Error(`${what} was answered ${code}`)
      latest.set(what, Math.max(latest.get(what) ?? 0, performance.now() - begun))
      await pause(BETWEEN_ASKS_MS)
    }
  } while (performance.now() < until)
  return latest
}
