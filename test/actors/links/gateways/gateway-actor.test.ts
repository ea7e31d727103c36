import t from 'tap'
import {
  GATEWAY_ORDERS_MAX,
  GATEWAY_RESTING_MAX,
  PAST_ORDERS_MAX,
} from '../../../../actors/links/gateways/gateway-actor.js'
import { OUTBOX_MAX } from '../../../../actors/links/gateways/gateway-outbox.js'
import {
  GatewayProfile,
  TYPES_MAX,
  UNTAKEN_MAX,
} from '../../../../actors/links/gateways/gateway-profile.js'
import type { ProviderOrder, ProviderReport } from '../../../../wire/thread/provider-messages.js'
import { withParameter } from '../../../given/floors/provider-floor.js'
import { ManualClock } from '../manual-clock.js'
import { OPENED, ORDER, REPORT, SENT, startedGateway } from './given-gateway.js'

// Goal: one session at a time, dialled as the record says; what cannot be sent is said at once.

t.test('an order is sent in the provider words, and its report comes back in ours', (t) => {
  const { actor, newest, reports } = startedGateway()
  actor.place(ORDER)
  t.match(reports, [{ number: 0, state: 'unsent', order: ORDER.id }], 'not before it is online')
  actor.change({ ...ORDER, id: '1001-5-2', replaces: ORDER.id })
  t.match(reports.splice(1), [{ number: 0, state: 'unsent', order: '1001-5-2' }])
  newest().options.online()
  t.ok(actor.isOnline)
  actor.place(ORDER)
  t.same(newest().last, { ...SENT, limit: '1.17010' })
  newest().options.report(REPORT, 7)
  t.match(reports[1], {
    gateway: 3,
    number: 1,
    order: ORDER.id,
    state: 'filled',
    external_id: 'P1',
    execution: { id: 'E1', volume: 100_000_000, price: 117_000 },
    total: 100_000_000,
    average: 117_000,
  })
  t.equal(actor.outbox, 1)
  actor.taken(1)
  t.same(newest().said, [`place ${ORDER.id}`, 'taken 7'])
  t.equal(actor.orders, 0, 'nothing more comes of it')
  t.match(actor.figures, { orders: 1, fills: 1, rejects: 0, logons: 1 })
  t.end()
})

t.test('a report of an order that another thread sent is read by its symbol', (t) => {
  const lots = withParameter(OPENED, 'FIX Quantity Mode', 'Lots')
  const { newest, reports } = startedGateway({ params: lots.params })
  newest().options.online()
  newest().options.report({ ...REPORT, total: '1', execution: null }, 1)
  t.match(reports, [{ total: 100_000_000, average: 117_000 }])
  newest().options.report({ ...REPORT, symbol: 'NOPE' }, 2)
  t.match(reports[1], { total: 0, execution: { volume: 0, price: 0 } })
  t.end()
})

t.test('an average goes on with all the decimals that its provider counts', (t) => {
  const markups = { bid_markup_pts: -7, ask_markup_pts: 12 }
  const translates = [{ symbol_id: 1, source: 'EURUSD', source_digits: 4, ...markups }]
  const { newest, reports } = startedGateway({ translates })
  newest().options.online()
  const of = (side: 'buy' | 'sell', average: string) => {
    newest().options.report({ ...REPORT, side, average }, 1)
    const report = reports.at(-1)
    return [report?.average, report?.average_exact]
  }
  t.same(of('buy', '1.1700066666666667'), [117_012, '117012.66666666667'])
  t.same(of('sell', '1.1700066666666667'), [116_993, '116993.66666666667'])
  t.same(of('buy', '1.17008'), [117_022, '117020'], 'its prices have four')
  t.same(of('buy', '1.170'), [117_012, undefined])
  for (const none of ['0', '', 'x']) t.same(of('buy', none), [0, undefined])
  t.end()
})

t.test(
  'a late report is read by the symbol of its order, whatever else is called the same',
  (t) => {
    const row = (symbol_id: number, ask_markup_pts: number) => {
      return { symbol_id, source: 'EU', source_digits: 5, bid_markup_pts: 0, ask_markup_pts }
    }
    const { actor, newest, reports } = startedGateway({ translates: [row(2, 500), row(1, 12)] })
    newest().options.online()
    const late = {
      ...REPORT,
      symbol: 'EU',
      execution: { id: 'E2', quantity: '100000', price: '1.2' },
    }
    const read = (execution: ProviderReport['execution'], average: number) => {
      return { execution, total: 100_000_000, average }
    }
    const wanted = read({ id: 'E2', volume: 100_000_000, price: 120_012 }, 117_012)
    const told = (mark: number): ProviderReport | undefined => {
      newest().options.report(late, mark)
      const report = reports.at(-1)
      actor.taken(report?.number ?? 0)
      return report
    }
    actor.place(ORDER)
    t.match(told(1), wanted)
    t.equal(actor.orders, 0, 'it has ended')
    t.match(told(2), wanted)
    t.notOk(told(3)?.unread)
    actor.place(ORDER)
    actor.forget(ORDER)
    t.match(told(4), wanted)
    // Of one that was never seen here nobody can tell: what was said goes on as it is.
    for (const symbol of ['EU', 'NOPE']) {
      const { state: _, order: __, externalId: ___, text: ____, ...said } = { ...late, symbol }
      newest().options.report({ ...late, symbol, order: '1001-6-1' }, 5)
      const none = { execution: { id: 'E2', volume: 0, price: 0 }, total: 0, average: 0 }
      t.match(reports.at(-1), none)
      t.same(reports.at(-1)?.unread, said)
    }
    newest().options.report({ ...late, symbol: 'NOPE', execution: null, total: '0' }, 6)
    t.notOk(reports.at(-1)?.unread, 'where nothing was traded nothing is to be read')
    for (let i = 0; i < PAST_ORDERS_MAX; i++) actor.forget({ ...ORDER, id: `1001-${i + 100}-1` })
    newest().options.report({ ...late, text: 'later' }, 7)
    t.ok(reports.at(-1)?.unread, 'the oldest are let go')
    t.end()
  },
)

t.test(
  'what a buy has paid is with the markup of the ask, and what a sale has got with that of the bid',
  (t) => {
    const markups = { bid_markup_pts: -7, ask_markup_pts: 12 }
    const translates = [{ symbol_id: 1, source: 'EURUSD', source_digits: 5, ...markups }]
    const { newest, reports } = startedGateway({ translates })
    newest().options.online()
    const undoes = { execution: 'E0', quantity: '100000', price: '1.169' }
    newest().options.report({ ...REPORT, side: 'buy', undoes }, 1)
    newest().options.report({ ...REPORT, side: 'sell', undoes }, 2)
    const prices = reports.map(({ execution, average, undoes }) => [
      execution?.price,
      average,
      undoes?.price,
    ])
    t.same(prices, [
      [117_012, 117_012, 116_912],
      [116_993, 116_993, 116_893],
    ])
    t.end()
  },
)

t.test('a series that never came online ends in a pause, one that did is dialled again', (t) => {
  const { clock, sessions, newest, states, reports, actor } = startedGateway()
  newest().options.ended('refused')
  clock.advance(4_999)
  t.equal(sessions.length, 1)
  clock.advance(1)
  newest().options.ended('refused')
  clock.advance(5_000)
  clock.advance(30_000)
  t.match(states.at(-1), /did not let us in in time/)
  t.match(newest().said, [/close: the provider did not let us in/])
  clock.advance(59_999)
  t.equal(sessions.length, 3)
  clock.advance(1)
  t.equal(sessions.length, 4)
  newest().options.online()
  const first = actor.since
  newest().options.ended('the peer closed the connection')
  t.equal(states.at(-1), 'the peer closed the connection')
  clock.advance(5_000)
  newest().options.online()
  t.ok(actor.since > first, 'it is another session')
  sessions[0]?.options.online()
  sessions[3]?.options.ended('late')
  sessions[3]?.options.report(REPORT, 1)
  t.ok(actor.isOnline, 'what an abandoned session says is not heard')
  t.same([reports, actor.outbox], [[], 0], 'nor of an order')
  t.end()
})

/** By the server's clock, which is UTC here, the test begins on Tuesday, 14 November 2023, at 22:13:20. */
const TO_MIDNIGHT_MS = 6_400_000
const DAY_MS = 86_400_000

const calendar = (value: string) =>
  OPENED.params.map((one) => (one.name === 'Trading Calendar Holidays' ? { ...one, value } : one))

t.test('on a day off nothing is dialled, and the line is left once nothing is out there', (t) => {
  const params = calendar('+15 Nov')
  const { actor, clock, sessions, newest, states } = startedGateway({ params })
  newest().options.online()
  actor.place(ORDER)
  clock.advance(TO_MIDNIGHT_MS - 1)
  actor.tick()
  t.ok(actor.isOnline)
  clock.advance(1)
  actor.tick()
  t.ok(actor.isOnline, 'an order is out there')
  newest().options.ended('the peer closed the connection')
  clock.advance(5_000)
  t.equal(sessions.length, 2, 'it is asked for, whatever the day')
  newest().options.online()
  newest().options.report(REPORT, 1)
  newest().options.report({ ...REPORT, order: 'not ours' }, 2)
  actor.tick()
  t.ok(actor.isOnline, 'the reports are not taken yet')
  actor.taken(1)
  actor.tick()
  t.ok(actor.isOnline, 'one is not')
  actor.taken(2)
  actor.tick()
  t.notOk(actor.isOnline)
  t.match(newest().said.at(-1), /close: today is a day off/)
  t.match(states.at(-1), /a day off by its Trading Calendar Holidays/)
  actor.restart('by hand')
  clock.advance(DAY_MS - 10_000)
  actor.tick()
  t.equal(sessions.length, 2)
  actor.ask({ ...ORDER, id: '1001-6-1' })
  actor.tick()
  t.equal(sessions.length, 3, 'a shard asks for an order')
  actor.forget({ ...ORDER, id: '1001-6-1' })
  actor.tick()
  t.equal(sessions.length, 3)
  clock.advance(10_000)
  actor.tick()
  t.equal(sessions.length, 4, 'the next day begins')
  t.equal(actor.lastError, '')
  actor.stop()
  t.equal(clock.timers, 0)
  t.end()
})

t.test('a calendar holds as soon as it is set', (t) => {
  const { actor, newest, settings, sessions, log } = startedGateway()
  newest().options.online()
  const record = { ...settings.record, params: calendar('+14 Nov') }
  actor.configure({ ...settings, record })
  t.equal(sessions.length, 1)
  t.match(actor.lastError, /day off/)
  t.match(log.lines.at(-1), /gateway rests/)
  actor.configure(settings)
  t.equal(sessions.length, 2)
  actor.stop()
  t.end()
})

t.test('one that starts on a day off waits for the next', (t) => {
  const params = calendar('+14 Nov')
  const { actor, clock, sessions } = startedGateway({ params })
  t.equal(sessions.length, 0)
  t.match(actor.lastError, /day off/)
  clock.advance(TO_MIDNIGHT_MS)
  actor.tick()
  t.equal(sessions.length, 1)
  actor.stop()
  t.end()
})

t.test('a day off ends a series of failures', (t) => {
  const params = calendar('+15 Nov')
  const terms = { reconnect_sec: 1, reconnect_attempts: 3, series_pause_sec: 60 }
  const { actor, clock, sessions, newest } = startedGateway({ params, ...terms })
  newest().options.online()
  clock.advance(TO_MIDNIGHT_MS - 2_500)
  newest().options.ended('the peer closed the connection')
  clock.advance(1_000)
  newest().options.ended('refused')
  clock.advance(1_000)
  newest().options.ended('refused')
  t.equal(sessions.length, 3, 'one attempt of the series is left')
  clock.advance(500)
  actor.tick()
  t.match(actor.lastError, /day off/)
  clock.advance(DAY_MS)
  actor.tick()
  t.equal(sessions.length, 4)
  for (const made of [5, 6]) {
    newest().options.ended('refused')
    clock.advance(1_000)
    t.equal(sessions.length, made, 'a new series has all its attempts')
  }
  newest().options.ended('refused')
  clock.advance(59_999)
  t.equal(sessions.length, 6, 'and then its pause')
  clock.advance(1)
  t.equal(sessions.length, 7)
  actor.stop()
  t.end()
})

t.test(
  'a profile has the times of orders and reports, and is there while it is switched on',
  (t) => {
    const { actor, clock, newest, settings, sessions, log } = startedGateway({ profiling: true })
    newest().options.online()
    actor.place(ORDER)
    clock.advance(2)
    newest().options.report({ ...REPORT, state: 'working', execution: null }, 1)
    clock.advance(3)
    newest().options.report({ ...REPORT, state: 'working' }, 2)
    clock.advance(5)
    newest().options.report({ ...REPORT, execution: null }, 3)
    newest().options.report({ ...REPORT, execution: null }, 4)
    clock.advance(7)
    actor.taken(1)
    const once = (us: number) => ({ count: 1, p50Us: us, p99Us: us, maxUs: us })
    t.match(actor.profile?.figures, {
      ack: once(2_000),
      fill: once(5_000),
      end: once(10_000),
      taken: once(15_000),
      messagesIn: [],
      messagesOut: [],
    })
    for (const type of ['8', '8', '0']) newest().options.traffic?.heard(type)
    newest().options.traffic?.said('D')
    clock.advance(60_000)
    actor.tick()
    actor.tick()
    const lines = log.lines.filter((line) => line.includes('gateway profile'))
    t.equal(lines.length, 1, 'one line a minute')
    t.match(lines[0], /8:2,0:1/)
    t.match(lines[0], /1x,p50:2000us/)
    clock.advance(60_000)
    actor.tick()
    t.equal(
      log.lines.filter((line) => line.includes('gateway profile')).length,
      1,
      'nothing is new',
    )
    actor.configure({ ...settings, record: { ...settings.record, profiling: false } })
    t.equal(actor.profile, undefined)
    newest().options.traffic?.heard('8')
    actor.configure(settings)
    t.match(actor.profile?.figures, { ack: { count: 0, p50Us: null }, messagesIn: [] })
    t.equal(sessions.length, 1, 'the line stands')
    t.end()
  },
)

t.test('a profile tells the middle of its times, the 99th of a hundred and the longest', (t) => {
  const profile = new GatewayProfile(new ManualClock())
  const slow = [9, 100, 20]
  for (const ms of slow) profile.stepped({ answer: ms })
  t.same(profile.figures.ack, { count: 3, p50Us: 20_000, p99Us: 100_000, maxUs: 100_000 })
  for (let i = 0; i < 197; i++) profile.stepped({ answer: 1 + (i % 8) / 10 })
  // The last two of two hundred are 20 and 100 ms.
  t.same(profile.figures.ack, { count: 200, p50Us: 1_400, p99Us: 20_000, maxUs: 100_000 })
  t.end()
})

t.test('a profile of nothing has no times and no line, and lists types by their names', (t) => {
  const clock = new ManualClock()
  const profile = new GatewayProfile(clock)
  const { ack } = profile.figures
  t.equal(JSON.stringify(ack), '{"count":0,"p50Us":null,"p99Us":null,"maxUs":null}')
  clock.advance(60_000)
  t.equal(profile.line(), undefined)
  for (const type of ['A', '8', '0', '8', '5']) profile.heard(type)
  t.same(profile.line(), {
    in: '8:2,0:1,5:1,A:1',
    out: '',
    ack: '-',
    fill: '-',
    end: '-',
    taken: '-',
  })
  t.end()
})

t.test('a profile is bounded, whatever a provider invents', (t) => {
  const profile = new GatewayProfile(new ManualClock())
  for (let i = 0; i < 1_000; i++) profile.heard(`T${i}`)
  t.equal(profile.figures.messagesIn.length, TYPES_MAX)
  t.same(profile.figures.messagesIn[0], { type: 'other', count: 1_000 - TYPES_MAX + 1 })
  profile.heard('T7')
  t.same(profile.figures.messagesIn[1], { type: 'T7', count: 2 }, 'one that is known counts')
  for (let i = 0; i <= UNTAKEN_MAX; i++) profile.told(i)
  profile.taken(0)
  t.equal(profile.figures.taken.count, 0, 'the oldest is forgotten')
  profile.taken(1)
  t.equal(profile.figures.taken.count, 1)
  t.end()
})

t.test('new settings reconnect only if the connection depends on them', (t) => {
  const { actor, sessions, newest, settings, clock } = startedGateway()
  newest().options.online()
  actor.configure({ ...settings, record: { ...settings.record, name: 'Other', reconnect_sec: 9 } })
  t.equal(sessions.length, 1)
  actor.configure({ ...settings, record: { ...settings.record, server: '127.0.0.1:2' } })
  t.equal(sessions.length, 2)
  t.match(sessions[0]?.said, ['close: the settings changed'])
  newest().options.online()
  actor.configure({ ...settings, record: { ...settings.record, enabled: false } })
  t.notOk(actor.isOnline)
  clock.advance(1e6)
  actor.tick()
  t.equal(sessions.length, 2, 'one that is switched off is not dialled')
  t.end()
})

t.test('a provider whose reports nobody takes is left, and comes back when they are', (t) => {
  const { actor, newest, sessions, reports, clock, states } = startedGateway()
  newest().options.online()
  for (let i = 0; i < OUTBOX_MAX; i++) {
    newest().options.report({ ...REPORT, total: String(i), execution: null }, i)
  }
  t.notOk(actor.isOnline)
  t.match(states.at(-1), /what it reports is not taken/)
  t.equal(reports.length, OUTBOX_MAX)
  for (let i = 0; i < 5; i++) clock.advance(5_000)
  t.equal(sessions.length, 1, 'it is not dialled either')
  actor.repeat()
  t.equal(reports.length, 2 * OUTBOX_MAX)
  actor.taken(reports.length)
  t.equal(actor.outbox, OUTBOX_MAX, 'a number that nobody has takes nothing')
  for (const { number } of reports.slice(0, 10)) actor.taken(number)
  clock.advance(5_000)
  t.equal(sessions.length, 2)
  t.end()
})

t.test('there is room for so many orders', (t) => {
  const { actor, newest, reports } = startedGateway()
  newest().options.online()
  for (let i = 0; i <= GATEWAY_ORDERS_MAX; i++) actor.place({ ...ORDER, id: `1001-${i + 1}-1` })
  t.match(reports, [{ state: 'full', number: 0 }])
  actor.ask({ ...ORDER, id: '1001-99999-1' })
  t.equal(actor.orders, GATEWAY_ORDERS_MAX, 'of those that are asked for, too')
  actor.forget({ ...ORDER, id: '1001-1-1' })
  actor.place(ORDER)
  t.equal(reports.length, 1)
  t.end()
})

t.test('orders that rest leave room for others, and have two names while one is changed', (t) => {
  const { actor, newest, reports } = startedGateway()
  newest().options.online()
  const rest = { kind: 'limit', price: 116_000, trigger: 0, expires_at: 0 } as const
  const resting = (i: number): ProviderOrder => ({ ...ORDER, id: `1001-${i}-1`, rest })
  for (let i = 1; i <= GATEWAY_RESTING_MAX; i++) actor.place(resting(i))
  t.same(reports, [])
  actor.place(resting(GATEWAY_RESTING_MAX + 1))
  t.match(reports, [{ state: 'full', order: `1001-${GATEWAY_RESTING_MAX + 1}-1` }])
  actor.place({ ...ORDER, id: '1001-99999-1' })
  t.equal(reports.length, 1)
  const change = { ...resting(1), id: '1001-1-3', replaces: '1001-1-1' }
  actor.change(change)
  t.equal(newest().said.at(-1), 'change 1001-1-1 to 1001-1-3')
  t.equal(actor.orders, GATEWAY_RESTING_MAX + 2)
  newest().options.report({ ...REPORT, order: '1001-1-1', state: 'kept', execution: null }, 1)
  actor.taken(reports.at(-1)?.number ?? 0)
  t.equal(actor.orders, GATEWAY_RESTING_MAX + 2, 'one that stands as it did is there still')
  actor.change({ ...change, id: '1001-1-5', symbol_id: 99 })
  t.match(reports.at(-1), { state: 'unsent', order: '1001-1-5' }, 'its symbol is not known')
  newest().options.ended('x')
  actor.change(change)
  t.match(reports.at(-1), { state: 'unsent', order: '1001-1-3' })
  t.end()
})

t.test('secrets do not reach the log', (t) => {
  const { newest, log, clock } = startedGateway()
  newest().options.online()
  newest().options.ended('x')
  clock.advance(5_000)
  t.notMatch(log.lines.join(), /sEcReT/)
  t.match(log.lines, [/gateway online/, /gateway connection failed/])
  t.end()
})
