import t from 'tap'
import {
  type LiveState,
  type OpenfloorError,
  type SocketMaker,
  StaffClient,
  type TraderLive,
} from '../../client/index.js'
import { nodeSocket } from '../../client/node/index.js'
import { moment } from '../given/desk.js'
import { clientServer, PASSWORD, signedIn } from './client-server.js'

t.setTimeout(0)
const { server, line, login } = await clientServer(t, { RATE_LIMITS: 'off' })
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

/** A socket that loses what does not pass, on its way to the client. */
function tampered(passes: (text: string) => boolean): SocketMaker {
  return (url, protocols) => {
    const own = nodeSocket()(url, protocols)
    const listen = own.addEventListener.bind(own)
    own.addEventListener = (type, listener) => {
      if (type !== 'message') return listen(type, listener)
      listen(type, (event: { readonly data: string }) => {
        if (passes(event.data)) (listener as (event: unknown) => void)(event)
      })
    }
    return own
  }
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
    for (let i = 0; i < 3; i++) await openElsewhere()
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

t.test('an event that is missing is made up for', async (t) => {
  let isLosing = false
  const socket = tampered((text) => {
    const isLost = isLosing && text.startsWith('{"event":"deal"')
    if (isLost) isLosing = false
    return !isLost
  })
  const client = await signedIn(line.base, login, { socket })
  const live = client.live(QUICK)
  t.teardown(() => live.stop())
  const deals: number[] = []
  live.on('deal', ({ id }) => deals.push(id))
  live.start()
  await live.whenLive()
  isLosing = true
  t.match(await live.orders.place(OPEN), { end: 'done' })
  await until(() => deals.length > 0 && live.state === 'live')
  t.match(live.picture, { gaps: 1, snapshots: 1 })
  t.equal(deals.length, 1)
})

t.test('the last event that was lost is missed by the money that stands behind it', async (t) => {
  let isLosing = false
  const socket = tampered((text) => {
    if (text.startsWith('{"event":"money"')) isLosing = false
    return !isLosing || JSON.parse(text).seq === undefined
  })
  const client = await signedIn(line.base, login, { socket })
  const live = client.live(QUICK)
  t.teardown(() => live.stop())
  live.start()
  await live.whenLive()
  const { size } = live.picture.positions
  isLosing = true
  t.match(await live.orders.place(OPEN), { end: 'done' })
  await until(() => live.picture.positions.size === size + 1 && live.state === 'live')
  t.match(live.picture, { gaps: 1, snapshots: 1 })
})

t.test('an unknown symbol keeps none of the others from being heard, on no line', async (t) => {
  const client = await signedIn(line.base, login)
  const live = client.live(QUICK)
  t.teardown(() => live.stop())
  const problems: string[] = []
  live.on('problem', (problem) => {
    problems.push((problem as OpenfloorError).message)
    throw new Error('a listener of problems fails')
  })
  live.subscribe(['EURUSD', 'NOSUCH', 'USDJPY'], 4)
  live.subscribe(['GBPUSD', 'NEITHER'])
  const heard = (symbol: string) => live.quotes.of(symbol)?.at
  for (let lines = 1; lines <= 2; lines++) {
    const before = heard('EURUSD')
    if (lines === 1) live.start()
    else line.cut()
    await until(() => live.state === 'live' && heard('EURUSD') !== before)
    await until(() => heard('USDJPY') !== undefined && heard('GBPUSD') !== undefined)
    t.same(problems.toSorted(), [
      'There is no symbol NEITHER. Choose one from the list of symbols.',
      'There is no symbol NOSUCH. Choose one from the list of symbols.',
    ])
  }
  t.equal(heard('NOSUCH'), undefined)
})

t.test('stopped while it connects and started again, it is not deaf', async (t) => {
  const ended: (() => void)[] = []
  let made = 0
  /** Of the first line nothing is heard but its end, and that late. */
  const socket: SocketMaker = (url, protocols) => {
    const own = nodeSocket()(url, protocols)
    if (made++ > 0) return own
    own.addEventListener = (type: string, listener: unknown) => {
      if (type === 'close') ended.push(() => (listener as (event: object) => void)({ code: 1006 }))
    }
    return own
  }
  const client = await signedIn(line.base, login, { socket })
  const live = client.live(QUICK)
  t.teardown(() => live.stop())
  live.start()
  await until(() => ended.length > 0)
  live.stop()
  live.start()
  await live.whenLive()
  for (const end of ended) end()
  await moment()
  t.match(await live.ask('ping'), { at: String })
  t.match(await live.orders.place(OPEN), { end: 'done' })
})

t.test('who hears nothing is stale, and then comes back', async (t) => {
  const client = await signedIn(line.base, login)
  const live = client.live({ ...QUICK, pingMs: 50, staleMs: 500, lostMs: 1500 })
  t.teardown(() => live.stop())
  live.start()
  await live.whenLive()
  t.ok(live.silentMs < 60_000)
  t.ok(Math.abs(live.serverNow() - Date.now()) < 60_000)
  const states = statesOf(live)
  line.hold()
  await until(() => states.includes('resuming') && live.state === 'live')
  t.same(states.slice(-3), ['stale', 'resuming', 'live'])
  t.ok((live.roundTripMs ?? 0) > 0)
})

t.test('a line that opens and is silent from then on is given up', async (t) => {
  const client = await signedIn(line.base, login)
  const live = client.live({ ...QUICK, pingMs: 50, staleMs: 200, lostMs: 400 })
  t.teardown(() => live.stop())
  line.passes = (bytes) => bytes.includes('HTTP/1.1')
  const before = line.opened
  live.start()
  await until(() => line.opened > before + 1)
  t.equal(live.state, 'connecting')
  line.passes = () => true
  await live.whenLive()
})

t.test('a session that staff end is signed out, and a new one goes on', async (t) => {
  const client = await signedIn(line.base, login)
  const live = client.live(QUICK)
  t.teardown(() => live.stop())
  const why: string[] = []
  live.on('state', (change) => why.push(`${change.state} ${change.why}`))
  live.on('session_closed', ({ reason }) => why.push(reason))
  live.start()
  await live.whenLive()
  await server.done('POST /admin/v1/online/kick', { login })
  await until(() => live.state === 'signed-out')
  t.equal(client.tokens, null)
  await t.rejects(live.whenLive(), { code: 'signed_out' })
  await t.rejects(live.ask('ping'), { code: 'network' })
  await client.signIn({ login, password: PASSWORD, terminal: 'desktop' })
  live.start()
  await live.whenLive()
  t.match(live.picture, { snapshots: 1 }, 'the picture goes on where it was')
  await client.signOut()
  await until(() => live.state === 'signed-out')
})

t.test('a session that must change its password first has no socket', async (t) => {
  const { login: other } = await server.account()
  const client = await signedIn(line.base, other)
  await server.done(`PATCH /admin/v1/accounts/${other}`, {
    version: 1,
    must_change_password: true,
  })
  const live = client.live(QUICK)
  t.teardown(() => live.stop())
  const changes: string[] = []
  live.on('state', (change) => changes.push(`${change.state} ${change.why}`))
  live.start()
  await until(() => live.state === 'signed-out')
  t.equal(changes.at(-1), 'signed-out auth.password_change_required')
  t.not(client.tokens, null)
})

t.test('staff watch across lost lines', async (t) => {
  const jar = String(server.staff['cookie'])
  const socket: SocketMaker = (url, protocols) =>
    nodeSocket({ headers: { cookie: jar, origin: line.base } })(url, protocols)
  const tokens = {
    login: 1,
    accessToken: null,
    refreshToken: null,
    csrfToken: String(server.staff['x-csrf-token']),
    accessEndsAt: Date.now() + 600_000,
  }
  const store = { load: () => tokens, save: () => undefined }
  const client = new StaffClient({ base: line.base, tokens: store, platform: { socket } })
  await client.restore()
  const live = client.live(QUICK)
  t.teardown(() => live.stop())
  live.on('problem', (problem) => t.fail(String(problem)))
  live.keep('account', 'watch', { logins: [login] })
  live.start()
  await live.whenLive()
  const symbols = await live.ask('symbols', { group: 'demo\\standard' })
  t.ok(symbols.some(({ name }) => name === 'EURUSD'))
  line.cut()
  await until(() => live.state !== 'live')
  await live.whenLive()
  const heard = new Promise<number>((resolve) => {
    live.on('deal', ({ login: whose }) => resolve(whose))
  })
  await openElsewhere()
  t.equal(await heard, login)
})

async function openElsewhere(): Promise<void> {
  const direct = await signedIn(server.origin, login)
  await direct.request('POST /trader/v1/trade', { body: OPEN })
}
