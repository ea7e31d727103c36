import t from 'tap'
import type { LiveState, TraderLive } from '../../client/index.js'
import { moment } from '../given/desk.js'
import { clientServer, signedIn } from './client-server.js'

const { server, line, login } = await clientServer(t)
const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' } as const
const QUICK = { firstPauseMs: 20, mostPauseMs: 200 }

async function until(claim: () => boolean): Promise<void> {
  while (!claim()) await moment()
}

function statesOf(live: TraderLive): LiveState[] {
  const states: LiveState[] = []
  live.on('state', ({ state }) => states.push(state))
  return states
}

for (const codec of ['json', 'msgpack'] as const) {
  t.test(`${codec}: a line that is cut comes back without a gap`, async (t) => {
    const client = await signedIn(line.base, login)
    const live = client.live({ codec, ...QUICK })
    t.teardown(() => live.stop())
    live.on('problem', (problem) => t.fail(String(problem)))
    const states = statesOf(live)
    live.subscribe(['EURUSD'])
    live.start()
    await live.whenLive()
    await until(() => live.quotes.of('EURUSD') !== undefined)
    t.match(live.quotes.of('EURUSD'), { isStale: false })
    const opened = await live.orders.place(OPEN)
    t.match(opened, { end: 'done', code: 'ok' })
    const seen = live.picture.seq ?? 0

    line.isDown = true
    line.cut()
    await until(() => live.state === 'resuming')
    t.match(live.quotes.of('EURUSD'), { isStale: true })
    const before = live.picture.positions.size
    for (let i = 0; i < 3; i++) await client2Open()
    line.isDown = false
    await live.whenLive()
    t.equal(live.picture.positions.size, before + 3)
    t.equal(live.picture.seq, seen + 9)
    t.match(live.picture, { snapshots: 1, gaps: 0 })
    t.same(states, ['connecting', 'live', 'resuming', 'live'])
    const quote = live.quotes.of('EURUSD')
    await until(() => live.quotes.of('EURUSD')?.at !== quote?.at)
    t.pass('quotes come again')

    const told = await live.ask('snapshot')
    t.same(
      told.positions.map(({ id }) => id).toSorted(),
      [...live.picture.positions.keys()].toSorted(),
    )
  })
}

async function client2Open(): Promise<void> {
  const direct = await signedIn(server.origin, login)
  await direct.request('POST /trader/v1/trade', { body: OPEN })
}
