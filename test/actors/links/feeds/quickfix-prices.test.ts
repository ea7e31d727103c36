import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { systemClock } from '../../../../actors/thread/clock.js'
import { FixProxy, type FrameFate } from '../../../given/peers/fix-proxy.js'
import { freePort, noQuickfix, QuickfixPeer } from '../../../given/quickfix/quickfix-peer.js'
import { feedRecord, startedFeed } from './given-feed.js'

/** A fix44 feed against a price provider that nobody here wrote, over a line that is hurt. */
// The first run compiles the other side.
t.setTimeout(180_000)
const clock = systemClock()
const NAMES = ['EURUSD', 'GBPUSD']
const param = (name: string, value: string) => {
  return { name, value, type: 'string' as const, default: '', description: '' }
}
const IDS = [param('SenderCompID', 'OF'), param('TargetCompID', 'LP')]

async function startedMarket(t: Test, names: readonly string[] = NAMES) {
  const directory = t.testdir()
  const [own, ours] = [join(directory, 'peer'), join(directory, 'fix')]
  for (const one of [own, ours]) mkdirSync(one)
  const port = await freePort()
  const peer = await QuickfixPeer.market(port, own)
  const proxy = await FixProxy.start(port)
  const record = feedRecord({
    module: 'fix44',
    server: proxy.address,
    reconnect_sec: 0.01,
    failures_before_rest: 1_000,
    params: IDS,
  })
  const settings = { record, symbols: undefined, names }
  const feed = startedFeed(settings, clock, ours)
  t.teardown(async () => {
    feed.actor.stop()
    await proxy.stop()
    await peer.kill()
  })
  return { peer, proxy, settings, port, own, ...feed }
}

const AGAIN_MS = 1_000

/** A price that tells its number; the ask is a tenth above. */
const priceOf = (n: number): string => (1 + n / 100_000).toFixed(5)
const numberIn = (quote: string): number => {
  return Math.round((Number(quote.split(' ')[1]) - 1) * 100_000)
}

/** A check that says its prices again while they do not come: nobody hears one that is said while the line is down. */
function heard(say: () => void, isHeard: () => boolean): () => boolean {
  let saidAt = Number.NEGATIVE_INFINITY
  return () => {
    if (isHeard()) return true
    const now = performance.now()
    if (now - saidAt > AGAIN_MS) {
      saidAt = now
      say()
    }
    return false
  }
}

t.test('it is quoted, refused and told what there is', { skip: noQuickfix }, async (t) => {
  const { peer, actor, quotes, listed, until } = await startedMarket(t, [...NAMES, 'NOSUCH'])
  await peer.until('request 1 EURUSD')
  await until(() => listed.length === 3 && actor.lastError !== '')
  t.match(actor.lastError, /refuses 1 of 3 symbols: NOSUCH: .*\(not traded here\)/)
  t.match(listed[2], { name: 'GER40', description: 'Name of GER40', currency: 'EUR' })
  peer.say('quote EURUSD 1.1 1.2')
  await until(() => quotes.includes('EURUSD 1.1 1.2'))
  peer.say('burst EURUSD 3000')
  await until(() => quotes.length === 3_001)
  t.equal(actor.state, 'online')
})

t.test(
  'a line that loses, repeats, garbles and cuts brings no price that was not, and the last one always',
  { skip: noQuickfix },
  async (t) => {
    const { peer, proxy, actor, quotes, states, until } = await startedMarket(t)
    const fates: FrameFate[] = ['lose', 'garble', 'junk', 'twice', 'cut']
    const hurt: Record<string, number> = {}
    let [frames, n] = [0, 0]
    // Every 7th frame of prices that is no repetition is hurt, each way in its turn.
    proxy.fate = (frame) => {
      const isNew = frame.includes('\u000135=W\u0001') && !frame.includes('\u000143=Y')
      // The last of a round comes through, and with it what was missing.
      const isLast = [n, n - 1].some((one) => frame.includes(`270=${priceOf(one)}`))
      if (!isNew || isLast || ++frames % 7 > 0) return 'pass'
      const fate = fates[(frames / 7) % fates.length] as FrameFate
      hurt[fate] = (hurt[fate] ?? 0) + 1
      return fate
    }
    for (let round = 0; round < 40; round++) {
      n += 12
      const prices = Array.from({ length: 12 }, (_, i) => n - 11 + i).map(
        (one) => `${NAMES[one % 2]} ${priceOf(one)} ${priceOf(one + 10_000)}`,
      )
      for (const quote of prices.slice(0, -2)) peer.say(`quote ${quote}`)
      const told = prices.slice(-2)
      const say = (): void => {
        for (const quote of told) peer.say(`quote ${quote}`)
      }
      await until(heard(say, () => told.every((quote) => quotes.includes(quote))))
    }
    proxy.fate = () => 'pass'
    // The last price of each is there in the end, though what told of it may have been lost.
    const last = NAMES.map((name, i) => `${name} ${priceOf(n + 2 + i)} ${priceOf(n + 10_002 + i)}`)
    const sayLast = (): void => {
      for (const quote of last) peer.say(`quote ${quote}`)
    }
    await until(heard(sayLast, () => last.every((quote) => quotes.includes(quote))))
    for (const [i, name] of NAMES.entries()) {
      const own = quotes.filter((quote) => quote.startsWith(name)).map(numberIn)
      t.ok(
        own.every((number, at) => at === 0 || number >= (own[at - 1] as number)),
        'no step back',
      )
      t.ok(
        own.every((number) => number > n || number % 2 === i),
        'none of another symbol',
      )
    }
    t.strictSame(Object.keys(hurt).sort(), [...fates].sort(), JSON.stringify(hurt))
    const lost = states.filter((state) => state.startsWith('connecting: '))
    t.ok(
      lost.some((state) => /MsgSeqNum too low/.test(state)),
      'a number that came twice ends it',
    )
    t.equal(actor.state, 'online')
  },
)

t.test(
  'it goes on after gaps, forgotten numbers, resets and a death',
  { skip: noQuickfix },
  async (t) => {
    const started = await startedMarket(t)
    const { proxy, actor, quotes, settings, states, port, own, until } = started
    let { peer } = started
    const quoted = async (n: number): Promise<void> => {
      const quote = `EURUSD ${priceOf(n)} ${priceOf(n + 1)}`
      const say = (): void => peer.say(`quote ${quote}`)
      await until(heard(say, () => quotes.includes(quote)))
    }
    await peer.until('request 1 EURUSD')
    await quoted(1)
    // Numbers that were never used: asked for, filled by a gap.
    peer.say('skip 5')
    await quoted(2)
    // It forgot what we sent: requests of before are not sent again.
    peer.say('forget 2')
    peer.say('drop')
    await peer.until('logout')
    await peer.until('request 1 GBPUSD', 2)
    await quoted(3)
    proxy.cut()
    await peer.until('request 1 EURUSD', 3)
    await quoted(4)
    // It dies, and comes back with what it had stored.
    await peer.kill()
    await until(() => actor.state === 'connecting')
    peer = await QuickfixPeer.market(port, own)
    await peer.until('request 1 EURUSD')
    await quoted(5)
    // It starts its numbers anew by itself: said in words, and put right by the setting for it.
    const before = states.length
    peer.say('reset')
    await until(() => states.slice(before).some((state) => /MsgSeqNum too low/.test(state)))
    const { record } = settings
    const params = [...IDS, param('ResetSeqNumFlag', 'true')]
    actor.configure({ ...settings, record: { ...record, params } })
    await until(() => actor.state === 'online')
    await quoted(6)
    const numbers = quotes.filter((quote) => quote.startsWith('EURUSD')).map(numberIn)
    t.same([...new Set(numbers)], [1, 2, 3, 4, 5, 6])
    await peer.kill()
  },
)
