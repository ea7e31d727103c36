import { join } from 'node:path'
import t, { type Test } from 'tap'
import { NO_ADDRESS } from '../../../../actors/links/feeds/dde-price-session.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import type { OpenedDatafeed } from '../../../../engine/config/records/datafeed.js'
import {
  copySessionFiles,
  leaveOutSent,
  SENT_LEFT_OUT,
} from '../../../../storage/fix/session-files.js'
import type { FixField } from '../../../../wire/fix/codec/write.js'
import { BOOK_ENTRIES_MAX } from '../../../../wire/fix/market-data/price-book.js'
import { FIX_GROUP_ENTRIES_MAX } from '../../../../wire/fix/session/field-check.js'
import { FixPeer } from '../../../given/peers/fix-peer.js'
import { feedRecord, startedFeed } from './given-feed.js'

/** A fix44 feed against a provider on a real socket that says what the test wants. */
const clock = systemClock()
const NAMES = ['EURUSD', 'GBPUSD']

const param = (name: string, value: string) => {
  return { name, value, type: 'string' as const, default: '', description: '' }
}

function fixRecord(peer: FixPeer, changes: Partial<OpenedDatafeed> = {}): OpenedDatafeed {
  const ids = [param('SenderCompID', 'OF'), param('TargetCompID', 'LP')]
  return feedRecord({
    module: 'fix44',
    server: peer.address,
    reconnect_sec: 0.01,
    failures_before_rest: 1_000,
    ...changes,
    params: [...ids, ...(changes.params ?? [])],
  })
}

async function startedFix(
  t: Test,
  changes: Partial<OpenedDatafeed> = {},
  names: readonly string[] = NAMES,
) {
  const peer = await FixPeer.listen()
  const record = fixRecord(peer, changes)
  const feed = startedFeed({ record, symbols: undefined, names }, clock, t.testdir())
  t.teardown(async () => {
    feed.actor.stop()
    await peer.stop()
  })
  await peer.admit()
  await feed.until(() => feed.actor.state === 'online')
  await peer.until(() => peer.of('V').length >= names.length)
  const requestOf = (symbol: string): string =>
    peer
      .of('V')
      .findLast((request) => request.text(55) === symbol)
      ?.text(262) ?? ''
  return { peer, record, requestOf, ...feed }
}

function entries(prices: readonly (readonly [type: string, price: string, size: string])[]) {
  const fields = prices.flatMap(([type, price, size]): FixField[] => [
    [269, type],
    [270, price],
    [271, size],
  ])
  return [[268, String(prices.length)] as FixField, ...fields]
}

const quoted = (id: string, symbol: string, bid: string, ask: string): readonly FixField[] => [
  [262, id],
  [55, symbol],
  ...entries([
    ['0', bid, '1000000'],
    ['1', ask, '2000000'],
  ]),
]

t.test('a feed whose settings name no session is not dialled, and says why', async (t) => {
  const peer = await FixPeer.listen()
  const [sender, target] = [param('SenderCompID', 'OF'), param('TargetCompID', 'LP')]
  const unnamed = 'SenderCompID and TargetCompID need a value'
  const unsaid = 'CompIDs, login and password must be one line of Latin letters, digits and signs'
  const wrong: [Partial<OpenedDatafeed>, string][] = [
    [{ params: [target] }, unnamed],
    [{ params: [sender] }, unnamed],
    [{ params: [param('SenderCompID', 'О'), target] }, unsaid],
    [{ params: [sender, param('TargetCompID', 'L\tP')] }, unsaid],
    [{ params: [sender, target, param('SenderSubID', 'ж')] }, unsaid],
    [{ params: [sender, target, param('TargetSubID', 'ж')] }, unsaid],
    [{ params: [sender, target], login: 'de\nsk' }, unsaid],
    [{ params: [sender, target], password: 'пароль' }, unsaid],
    [{ params: [sender, target], server: 'nowhere' }, NO_ADDRESS],
  ]
  for (const [changes, why] of wrong) {
    const record = feedRecord({ module: 'fix44', server: peer.address, ...changes })
    const { actor } = startedFeed({ record, symbols: undefined, names: NAMES }, clock, t.testdir())
    t.equal(actor.lastError, why)
    actor.stop()
  }
  t.equal(peer.connections, 0)
  await peer.stop()
})

t.test('it signs on, asks for its symbols, and hands on quotes, depth and the list', async (t) => {
  const params = [param('Market Depth', '0'), param('Username in Logon', 'true')]
  const { peer, actor, quotes, depths, listed, requestOf, until, log } = await startedFix(t, {
    params,
  })
  const logon = peer.of('A')[0]
  t.same([logon?.text(553), logon?.text(554), logon?.text(108)], ['desk', 'sEcReT-1', '30'])
  t.same([logon?.seq, logon?.text(141)], [1, 'Y'], 'new numbers on both sides')
  t.same(
    peer.of('V').map((one) => [one.text(55), one.text(263), one.text(264), one.text(265)]),
    NAMES.map((name) => [name, '1', '0', '0']),
  )
  peer.send('W', quoted(requestOf('EURUSD'), 'EURUSD', '1.1', '1.2'))
  await until(() => depths.length === 1)
  t.same(quotes, ['EURUSD 1.1 1.2'])
  t.match(depths, [{ bids: [{ price: '1.1', lots: '1000000' }], counts: 'units' }])
  await peer.until(() => peer.of('x').length === 1)
  peer.send('y', [
    [320, 'l'],
    [322, '1'],
    [560, '0'],
    [146, '1'],
    [55, 'EURUSD'],
  ])
  await until(() => listed.length === 1)
  peer.send('Y', [
    [262, requestOf('GBPUSD')],
    [281, '0'],
  ])
  await until(() => actor.lastError !== '')
  t.equal(actor.state, 'online')
  t.match(actor.lastError, /refuses 1 of 2 symbols: GBPUSD: it does not know the symbol/)
  t.match(
    log.lines.filter((line) => line.includes('refuses 1 of 2 symbols')),
    [/^warn /],
  )
  t.notMatch(log.lines.join(), /sEcReT/)
})

t.test('after a lost connection it subscribes again and ignores old answers', async (t) => {
  const { peer, actor, quotes, requestOf, until } = await startedFix(t)
  const before = requestOf('EURUSD')
  peer.hangUp()
  await until(() => actor.state === 'connecting')
  await peer.until(() => peer.of('A').length === 2)
  t.ok((peer.of('A')[1]?.seq ?? 0) > 1, 'the numbers go on')
  const said = peer.of('A')[1]?.seq ?? 0
  t.ok(said > 4, `Logon, two requests and the list were before ${said}`)
  // It kept its numbers, and so did we: its Logon was 1 of the other connection.
  peer.send(
    'A',
    [
      [98, '0'],
      [108, '30'],
    ],
    { seq: 2 },
  )
  await until(() => actor.state === 'online')
  await peer.until(() => peer.of('V').length === 4)
  peer.send('W', quoted(before, 'EURUSD', '9', '9.1'), { seq: 3 })
  peer.send('W', quoted(requestOf('EURUSD'), 'EURUSD', '1.1', '1.2'), { seq: 4 })
  await until(() => quotes.length > 0)
  t.same(quotes, ['EURUSD 1.1 1.2'])
})

t.test('numbers that were restored go on beyond all that were sent meanwhile', async (t) => {
  const root = t.testdir({ old: {}, restored: {} })
  const [old, restored] = [join(root, 'old'), join(root, 'restored')]
  const peer = await FixPeer.listen()
  const terms = { record: fixRecord(peer), symbols: undefined, names: NAMES }
  const started = (directory: string) => startedFeed(terms, clock, join(directory, 'fix'))
  const before = started(old)
  t.teardown(() => peer.stop())
  await peer.admit()
  await before.until(() => before.actor.state === 'online')
  await peer.until(() => peer.of('V').length === NAMES.length)
  for (const path of copySessionFiles(old, restored)) {
    leaveOutSent(join(restored, path), join(old, path))
  }
  before.actor.restart('after the backup it sends more')
  await peer.until(() => peer.of('A').length === 2)
  before.actor.stop()
  const after = started(restored)
  t.teardown(() => after.actor.stop())
  await peer.until(() => peer.of('A').length === 3)
  const logon = peer.of('A')[2]
  t.ok((logon?.seq ?? 0) > SENT_LEFT_OUT)
  t.equal(logon?.text(141), '')
  const answer: readonly FixField[] = [
    [98, '0'],
    [108, '30'],
  ]
  peer.send('A', answer, { seq: 2 })
  await after.until(() => after.actor.state === 'online')
  const last = String(logon?.seq ?? 0)
  peer.send(
    '2',
    [
      [7, '9'],
      [16, last],
    ],
    { seq: 3 },
  )
  await peer.until(() => peer.of('4').some((gap) => Number(gap.text(36)) > Number(last)))
  const [first] = peer.of('4')
  t.same([first?.seq, first?.text(123)], [9, 'Y'], 'the peer is told that there is nothing')
})

t.test('other names are asked for without a new connection, other terms with one', async (t) => {
  const { peer, record, actor } = await startedFix(t)
  actor.configure({ record, symbols: undefined, names: ['EURUSD', 'USDJPY'] })
  await peer.until(() => peer.of('V').length === 4)
  t.same(
    peer
      .of('V')
      .slice(2)
      .map((one) => [one.text(55), one.text(263)]),
    [
      ['GBPUSD', '2'],
      ['USDJPY', '1'],
    ],
  )
  t.equal(peer.connections, 1)
  const muted = { ...record, quotes_enabled: false }
  actor.configure({ record: muted, symbols: undefined, names: NAMES })
  await peer.until(() => peer.of('V').length === 6)
  t.same(
    peer
      .of('V')
      .slice(4)
      .map((one) => one.text(263)),
    ['2', '2'],
  )
  const deep = { ...record, params: [...record.params, param('Market Depth', '5')] }
  actor.configure({ record: deep, symbols: undefined, names: NAMES })
  await peer.until(() => peer.connections === 2)
  await peer.until(() => peer.of('5').length === 1)
  t.equal(peer.of('5')[0]?.text(58), 'the settings changed')
})

t.test('news are taken when they are wanted, and come again until they are', async (t) => {
  const { peer, news, untaken, record, actor, until } = await startedFix(t, { news_enabled: true })
  const say = (headline: string): void =>
    peer.send('B', [
      [148, headline],
      [33, '1'],
      [58, 'text'],
    ])
  say('Rates')
  await until(() => news.length === 1)
  t.match(news, [{ headline: 'Rates', text: 'text' }])
  untaken[0]?.()
  actor.configure({ record: { ...record, news_enabled: false }, symbols: undefined, names: NAMES })
  say('Unwanted')
  peer.send('W', quoted('x', 'EURUSD', '1', '2'))
  peer.send('1', [[112, 'done']])
  await peer.until(() => peer.of('0').length === 1)
  t.equal(news.length, 1)
})

t.test('a provider that goes too far is left, and dialled again', async (t) => {
  const { peer, actor, states, requestOf, until } = await startedFix(t)
  const many = (count: number): readonly FixField[] => [
    [262, requestOf('EURUSD')],
    [55, 'EURUSD'],
    ...entries(Array.from({ length: count }, (_, i) => ['0', `1.${i + 1}`, '1'] as const)),
  ]
  const ends = async (why: RegExp): Promise<void> => {
    await until(() => states.some((state) => why.test(state)))
    t.pass(String(why))
    const logons = peer.of('A').length
    await peer.until(() => peer.of('A').length > logons || peer.isOpen)
  }
  peer.send('W', many(BOOK_ENTRIES_MAX + 1))
  await ends(/too many prices of EURUSD/)
  await peer.until(() => peer.of('A').length === 2)
  // Beyond what a group may have at all: refused, and the session goes on.
  peer.send(
    'A',
    [
      [98, '0'],
      [108, '30'],
    ],
    { seq: 2 },
  )
  await until(() => actor.state === 'online')
  peer.send('W', many(FIX_GROUP_ENTRIES_MAX + 1), { seq: 3 })
  await peer.until(() => peer.of('3').length === 1)
  t.equal(actor.state, 'online')
  peer.say('\u0000'.repeat(300_000))
  await ends(/sends what is not FIX/)
})

t.test('what the provider refuses is said with its type and its reason', async (t) => {
  const { peer, log, until, states } = await startedFix(t)
  const said = (type: string, reason: readonly [tag: number, value: string], text: string) => {
    peer.send(type, [[45, '2'], [372, type === '3' ? 'V' : 'x'], [...reason], [58, text]])
  }
  said('3', [373, '5'], 'no such book')
  said('j', [380, '3'], 'not here')
  peer.send('j', [
    [45, '2'],
    [372, 'e'],
    [380, '0'],
  ])
  const lines = () => log.lines.filter((line) => line.includes('refuses a message'))
  await until(() => lines().length === 3)
  const feed = JSON.stringify({ feed: 'Provider' })
  t.same(lines(), [
    `warn the provider refuses a message of type V: reason 5 (no such book) ${feed}`,
    `info the provider refuses a message of type x: reason 3 (not here) ${feed}`,
    `info the provider refuses a message of type e: reason 0 ${feed}`,
  ])
  t.equal(
    states.at(-1),
    'online: the provider refuses a message of type V: reason 5 (no such book)',
  )
})

t.test('who answers nothing in time, or falls silent, is left', async (t) => {
  const peer = await FixPeer.listen()
  const dir = t.testdir()
  const mute = fixRecord(peer, { timeout_sec: 1, reconnect_sec: 60 })
  const one = startedFeed({ record: mute, symbols: undefined, names: NAMES }, clock, dir)
  await one.until(() => one.states.some((state) => /no answer to the logon/.test(state)))
  one.actor.stop()
  const still = fixRecord(peer, {
    idle_timeout_sec: 1,
    reconnect_sec: 60,
    params: [param('HeartBtInt', '0')],
  })
  const logons = peer.of('A').length
  const two = startedFeed({ record: still, symbols: undefined, names: NAMES }, clock, dir)
  await peer.until(() => peer.of('A').length > logons)
  peer.send('A', [
    [98, '0'],
    [108, '0'],
  ])
  await two.until(() => two.states.some((state) => /fell silent/.test(state)))
  t.ok(two.states.includes('online'))
  two.actor.stop()
  await peer.stop()
})
