import t from 'tap'
import {
  GatewayProfile,
  TIMES_MAX,
  TYPES_MAX,
  UNTAKEN_MAX,
} from '../../../../actors/links/gateways/gateway-profile.js'
import { HandClock } from '../../../given/hand-clock.js'

t.test('the log has a line a minute at most, and only where something is new', (t) => {
  const clock = new HandClock()
  const profile = new GatewayProfile(clock)
  const pass = (ms: number): void => {
    clock.at += ms
  }
  profile.said('D')
  pass(59_999)
  t.equal(profile.line(), undefined)
  pass(1)
  t.match(profile.line(), { out: 'D:1' })
  profile.heard('8')
  pass(59_999)
  t.equal(profile.line(), undefined, 'a minute from the line before')
  pass(1)
  t.match(profile.line(), { in: '8:1', out: 'D:1' })
  pass(60_000)
  t.equal(profile.line(), undefined, 'nothing is new')
  profile.said('D')
  t.match(profile.line(), { out: 'D:2' })
  t.end()
})

t.test('before anything was counted there is no line, and a line tells each time', (t) => {
  const clock = new HandClock()
  const profile = new GatewayProfile(clock)
  clock.at += 60_000
  t.equal(profile.line(), undefined)
  for (const type of ['8', 'A', '8', '0']) profile.heard(type)
  profile.said('D')
  profile.stepped({ answer: 2, fill: 3 })
  t.same(profile.line(), {
    in: '8:2,0:1,A:1',
    out: 'D:1',
    ack: '1x,p50:2000us,p99:2000us',
    fill: '1x,p50:3000us,p99:3000us',
    end: '-',
    taken: '-',
  })
  t.end()
})

t.test('each time is of its own step, with its middle, its end and its most', (t) => {
  const clock = new HandClock()
  const profile = new GatewayProfile(clock)
  const since = clock.now()
  clock.at += 5
  const none = { count: 0, p50Us: null, p99Us: null, maxUs: null }
  const empty = { since, messagesIn: [], messagesOut: [] }
  profile.stepped({})
  t.same(profile.figures, { ...empty, ack: none, fill: none, end: none, taken: none })
  const one = (us: number) => ({ count: 1, p50Us: us, p99Us: us, maxUs: us })
  t.equal(profile.figures.ack.p50Us, null, 'which is told as none')
  profile.stepped({ answer: 1 })
  profile.stepped({ fill: 2.5 })
  profile.stepped({ end: 4 })
  t.same(profile.figures, {
    ...empty,
    ack: one(1_000),
    fill: one(2_500),
    end: one(4_000),
    taken: none,
  })
  for (const ms of [40, 10, 30]) profile.stepped({ end: ms })
  t.same(profile.figures.end, { count: 4, p50Us: 30_000, p99Us: 40_000, maxUs: 40_000 })
  t.end()
})

t.test('of times the newest count', (t) => {
  const profile = new GatewayProfile(new HandClock())
  profile.stepped({ end: 9 })
  for (let n = 1; n < TIMES_MAX; n++) profile.stepped({ end: 1 })
  t.same(profile.figures.end, { count: TIMES_MAX, p50Us: 1_000, p99Us: 1_000, maxUs: 9_000 })
  profile.stepped({ end: 2 })
  t.same(profile.figures.end, { count: TIMES_MAX + 1, p50Us: 1_000, p99Us: 1_000, maxUs: 2_000 })
  t.end()
})

t.test('a report is timed from its coming until it is taken, once', (t) => {
  const clock = new HandClock()
  const profile = new GatewayProfile(clock)
  profile.told(1)
  clock.at += 3
  profile.told(2)
  clock.at += 4
  profile.taken(1)
  profile.taken(1)
  profile.taken(9)
  t.same(profile.figures.taken, { count: 1, p50Us: 7_000, p99Us: 7_000, maxUs: 7_000 })
  profile.taken(2)
  t.same(profile.figures.taken, { count: 2, p50Us: 7_000, p99Us: 7_000, maxUs: 7_000 })
  t.end()
})

t.test('of reports that nobody has taken the newest are timed', (t) => {
  const profile = new GatewayProfile(new HandClock())
  const taken = (report: number): number => {
    profile.taken(report)
    return profile.figures.taken.count
  }
  for (let report = 1; report <= UNTAKEN_MAX; report++) profile.told(report)
  t.equal(taken(1), 1)
  profile.told(1)
  t.equal(taken(2), 2, 'there was room for it')
  profile.told(2)
  profile.told(UNTAKEN_MAX + 1)
  t.equal(taken(3), 2, 'the oldest has gone')
  t.equal(taken(4), 3)
  t.end()
})

t.test('types beyond the bound are one', (t) => {
  const profile = new GatewayProfile(new HandClock())
  for (let n = 0; n < TYPES_MAX + 1; n++) profile.heard(`U${n}`)
  profile.heard('U0')
  profile.said('U65')
  const { messagesIn, messagesOut } = profile.figures
  t.equal(messagesIn.length, TYPES_MAX)
  t.same(messagesIn.slice(0, 3), [
    { type: 'U0', count: 2 },
    { type: 'other', count: 2 },
    { type: 'U1', count: 1 },
  ])
  t.same(messagesOut, [{ type: 'U65', count: 1 }], 'each way for itself')
  t.end()
})
