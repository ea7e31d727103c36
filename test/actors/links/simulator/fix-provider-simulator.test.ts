import t, { type Test } from 'tap'
import { FixProviderSimulator } from '../../../../actors/links/simulator/fix-provider-simulator.js'
import { OPEN_MAX } from '../../../../actors/links/simulator/simulated-orders.js'
import { SUBSCRIPTIONS_MAX } from '../../../../actors/links/simulator/simulated-quotes.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import type { FixMessage } from '../../../../wire/fix/codec/message.js'
import type { FixField } from '../../../../wire/fix/codec/write.js'
import { fixTimeText } from '../../../../wire/fix/dictionary/time.js'
import { FixMarketData } from '../../../../wire/fix/market-data/market-data.js'
import { FixPeer } from '../../../given/peers/fix-peer.js'
import { writtenLog } from '../feeds/given-feed.js'

const SECRET = 'sEcReT-1'

async function started(test: Test, ticksPerSec = 0): Promise<FixProviderSimulator> {
  const credentials = { login: 'desk', password: SECRET }
  const simulator = await FixProviderSimulator.start({
    clock: systemClock(),
    log: writtenLog(),
    seed: 1,
    ...credentials,
    ticksPerSec,
  })
  test.teardown(() => simulator.stop())
  return simulator
}

function dialled(
  test: Test,
  simulator: FixProviderSimulator,
  password = SECRET,
  login = 'desk',
): FixPeer {
  const peer = FixPeer.dial(Number(simulator.address.split(':')[1]))
  test.teardown(() => peer.stop())
  const logon: FixField[] = [
    [98, '0'],
    [108, '30'],
    [141, 'Y'],
    [553, login],
    [554, password],
  ]
  peer.send('A', logon)
  return peer
}

function market(
  id: string,
  symbol: string,
  more: Partial<Record<number, string>> = {},
): FixField[] {
  return [
    [262, id],
    [263, more[263] ?? '1'],
    [264, more[264] ?? '5'],
    [265, '1'],
    [267, '2'],
    [269, '0'],
    [269, '1'],
    [146, '1'],
    [55, symbol],
  ]
}

/** The fields of an order as a message of that type may hold them. */
const TAGS: Readonly<Record<string, readonly number[]>> = {
  D: [11, 55, 54, 60, 38, 40, 44, 99, 59, 126],
  G: [41, 11, 55, 54, 60, 38, 40, 44, 99, 59, 126],
  F: [41, 11, 55, 54, 60, 38],
  H: [11, 55, 54],
}

function order(id: string, more: Partial<Record<number, string>> = {}, type = 'D'): FixField[] {
  const fields: Partial<Record<number, string>> = {
    11: id,
    55: 'EURUSD',
    54: '1',
    60: fixTimeText(Date.now()),
    38: '100000',
    40: '1',
    59: '3',
    ...more,
  }
  return (TAGS[type] ?? []).flatMap((tag): FixField[] => {
    const value = fields[tag]
    return value === undefined ? [] : [[tag, value]]
  })
}

/** The reports of an order as `ExecType OrdStatus`. */
function said(peer: FixPeer, id: string): string[] {
  return reports(peer, id).map((report) => `${report.text(150)} ${report.text(39)}`)
}

function reports(peer: FixPeer, id: string): FixMessage[] {
  return peer.of('8').filter((report) => report.text(11) === id)
}

async function answer(peer: FixPeer, id: string): Promise<FixMessage> {
  await peer.until(() => reports(peer, id).length > 0)
  return reports(peer, id)[0] as FixMessage
}

t.test('a book is told whole, then as it changes, and stays five levels that rise', async (t) => {
  const peer = dialled(t, await started(t, 5_000))
  const quotes: number[][] = []
  const seen: number[] = []
  const book = new FixMarketData({ names: ['EURUSD'], depth: 5, updateType: '1' }, 'm', 5, {
    send: (requests) => {
      for (const [type, body] of requests) peer.send(type, body)
    },
    quote: (_, bid, ask) => quotes.push([Number(bid), Number(ask)]),
    levels: (_, bids, asks) => {
      seen.push(bids.length, asks.length)
      t.ok([...bids, ...asks].every(({ size }) => Number(size) > 0))
    },
    refused: (why) => t.fail(why),
    broken: (why) => t.fail(why),
  })
  await peer.until(() => peer.of('A').length === 1)
  book.begin()
  await peer.until(() => peer.of('X').length > 300)
  for (const message of [...peer.of('W'), ...peer.of('X')]) t.ok(book.take(message))
  t.equal(peer.of('W').length, 1)
  t.ok(quotes.every(([bid = 0, ask = 0]) => bid > 0 && bid < ask))
  t.ok(new Set(quotes.map(String)).size > 50)
  t.equal(Math.max(...seen), 5)
  t.ok(Math.min(...seen) >= 1)
})

t.test('what it does not offer is refused with the reason', async (t) => {
  const peer = dialled(t, await started(t))
  const refusal = async (body: FixField[]): Promise<string> => {
    const before = peer.of('Y').length
    peer.send('V', body)
    await peer.until(() => peer.of('Y').length > before)
    return peer.of('Y').at(-1)?.text(281) ?? ''
  }
  t.equal(await refusal(market('a', 'NOSUCH')), '0')
  t.equal(await refusal(market('b', 'EURUSD', { 264: '3' })), '5')
  peer.send('V', market('c', 'EURUSD'))
  t.equal(await refusal(market('c', 'EURUSD')), '1')
  t.equal(await refusal(market('x'.repeat(65), 'EURUSD')), '1')
  for (let i = 1; i < SUBSCRIPTIONS_MAX; i++) peer.send('V', market(`n${i}`, 'GBPUSD'))
  t.equal(await refusal(market('last', 'EURUSD')), '2')
  peer.send('V', market('c', 'EURUSD', { 263: '2' }))
  peer.send('V', market('last', 'EURUSD'))
  await peer.until(() => peer.of('W').some((whole) => whole.text(262) === 'last'))
  peer.send('x', [
    [320, 'l'],
    [559, '4'],
  ])
  await peer.until(() => peer.of('y').length === 1)
  t.equal(peer.of('y')[0]?.text(146), '12')
})

t.test('orders are traded against the book as they say', async (t) => {
  const peer = dialled(t, await started(t))
  peer.send('V', market('m', 'EURUSD'))
  peer.send('D', order('whole'))
  await peer.until(() => reports(peer, 'whole').length === 2)
  t.same(said(peer, 'whole'), ['0 0', 'F 2'])
  const best = peer.of('W')[0]
  const filled = reports(peer, 'whole')[1]
  t.match([filled?.text(32), filled?.text(14), filled?.text(151)], ['100000', '100000', '0'])
  t.ok(best?.source.includes(`270=${filled?.text(31)}`), 'at the price that was told')

  peer.send('D', order('rest', { 38: '90000000' }))
  await peer.until(() => said(peer, 'rest').at(-1) === '4 4')
  t.ok(said(peer, 'rest').filter((one) => one === 'F 1').length > 0)
  const sum = reports(peer, 'rest').reduce((sum, report) => sum + Number(report.text(32)), 0)
  t.equal(Number(reports(peer, 'rest').at(-1)?.text(14)), sum)
  peer.send('D', order('all', { 38: '90000000', 59: '4' }))
  await peer.until(() => said(peer, 'all').length === 2)
  t.same(said(peer, 'all'), ['0 0', '4 4'], 'all or nothing')

  peer.send('D', order('waits', { 38: '6000000', 59: '0' }))
  await peer.until(() => said(peer, 'waits').at(-1) === 'F 2')
  t.ok(reports(peer, 'waits').length > 5, 'filled as the levels come again')
})

t.test('orders rest, are replaced, cancelled and asked for', async (t) => {
  const peer = dialled(t, await started(t))
  const far = { 40: '2', 44: '0.5', 59: '1' }
  peer.send('D', order('one', far))
  t.equal((await answer(peer, 'one')).text(150), '0')
  peer.send('G', order('two', { ...far, 41: 'one', 38: '200000', 44: '0.6' }, 'G'))
  const replaced = await answer(peer, 'two')
  t.same([replaced.text(150), replaced.text(41), replaced.text(38)], ['5', 'one', '200000'])
  peer.send('H', order('one', {}, 'H'))
  await peer.until(() => said(peer, 'one').includes('I 0'))
  peer.send('F', order('three', { 41: 'two' }, 'F'))
  const cancelled = await answer(peer, 'three')
  t.same([cancelled.text(150), cancelled.text(39), cancelled.text(41)], ['4', '4', 'two'])
  for (const [type, id, before] of [
    ['F', 'four', 'two'],
    ['G', 'five', 'nothing'],
  ] as const) {
    peer.send(type, order(id, { ...far, 41: before }, type))
    await peer.until(() => peer.of('9').some((refusal) => refusal.text(11) === id))
  }
  t.same(
    peer.of('9').map((refusal) => [refusal.text(434), refusal.text(102)]),
    [
      ['1', '0'],
      ['2', '1'],
    ],
  )
  peer.send('H', order('never', {}, 'H'))
  const unknown = await answer(peer, 'never')
  t.same([unknown.text(150), unknown.text(39), unknown.text(103)], ['I', '8', '5'])
  peer.send('D', order('stop', { 40: '3', 99: '0.5', 59: '0' }))
  await peer.until(() => said(peer, 'stop').at(-1) === 'F 2')
  const past = fixTimeText(Date.now() - 1_000)
  peer.send('D', order('timed', { ...far, 59: '6', 126: past }))
  await peer.until(() => said(peer, 'timed').at(-1) === 'C C')
})

t.test('an order that it cannot take is refused by name', async (t) => {
  const simulator = await started(t)
  const peer = dialled(t, simulator)
  const wrong: [Partial<Record<number, string>>, string][] = [
    [{ 55: 'NOSUCH' }, '1'],
    [{ 38: '0' }, '13'],
    [{ 38: '1.000000001' }, '13'],
    [{ 40: '2', 44: '-1' }, '99'],
    [{ 54: '5' }, '11'],
    [{ 59: '2' }, '11'],
    [{ 11: 'x'.repeat(65) }, '99'],
  ]
  for (const [i, [fields, reason]] of wrong.entries()) {
    const id = fields[11] ?? `w${i}`
    peer.send('D', order(id, fields))
    const refused = await answer(peer, id)
    t.same([refused.text(39), refused.text(103)], ['8', reason], JSON.stringify(fields))
  }
  const far = { 40: '2', 44: '0.5', 59: '1' }
  for (let i = 0; i < OPEN_MAX; i++) peer.send('D', order(`n${i}`, far))
  peer.send('D', order('n0', far))
  await peer.until(() => reports(peer, 'n0').length === 2)
  t.equal(reports(peer, 'n0')[1]?.text(103), '6')
  peer.send('D', order('more', far))
  t.equal((await answer(peer, 'more')).text(103), '3')
  t.equal(simulator.openOrders, OPEN_MAX)
})

t.test('who does not know its password is refused, and takes no place', async (t) => {
  const simulator = await started(t)
  for (const [password, login] of [
    ['guessed', 'desk'],
    [SECRET, 'other'],
  ]) {
    const stranger = dialled(t, simulator, password, login)
    await stranger.until(() => stranger.of('5').length === 1)
    t.match(stranger.of('5')[0]?.text(58), /user name or password/)
    await stranger.until(() => !stranger.isOpen)
  }
  const peer = dialled(t, simulator)
  await peer.until(() => peer.of('A').length === 1)
  const twin = dialled(t, simulator)
  await twin.until(() => twin.connections === 1 && !twin.isOpen)
  t.equal(twin.messages.length, 0, 'one session of the same names at a time')
  t.equal(simulator.sessions, 1)
})
