import t from 'tap'
import {
  FeedReporter,
  RATE_GAP_MS,
  STATE_GAP_MS,
} from '../../../../actors/links/feeds/feed-reporter.js'
import type { FeedState } from '../../../../engine/config/records/datafeed.js'
import { ManualClock } from '../manual-clock.js'

function reporting() {
  const feed = {
    state: 'connecting' as FeedState,
    lastError: '',
    quotes: 0,
    lastQuoteAt: 0,
    bytesIn: 0,
    bytesOut: 0,
  }
  const sent: string[] = []
  const clock = new ManualClock()
  const reporter = new FeedReporter(4, feed, clock, ({ id, state, lastError, quotesPerSec }) =>
    sent.push(`${id} ${state} ${lastError} ${quotesPerSec}`),
  )
  const seconds = (count: number, quotesEach = 0): void => {
    for (let i = 0; i < count; i++) {
      feed.quotes += quotesEach
      clock.advance(1_000)
      reporter.tick()
    }
  }
  return { feed, sent, reporter, seconds, clock }
}

t.test('a change is told at once, the same state is not told again', async (t) => {
  const { sent, reporter, seconds } = reporting()
  reporter.changed()
  reporter.changed()
  seconds(20)
  t.same(sent, ['4 connecting  0'])
})

t.test(
  'a feed that flaps is told four times a second at most, with its newest state',
  async (t) => {
    const { feed, sent, reporter, seconds } = reporting()
    reporter.changed()
    for (let i = 0; i < 100; i++) {
      feed.state = 'online'
      reporter.changed()
      feed.state = 'connecting'
      feed.lastError = `error ${i}`
      reporter.changed()
    }
    t.equal(sent.length, 1)
    seconds(3)
    t.same(sent, ['4 connecting  0', '4 connecting error 99 0'])
  },
)

t.test('a feed that is as it was told once its time has come is not told again', async (t) => {
  const { feed, sent, reporter, seconds } = reporting()
  reporter.changed()
  feed.state = 'online'
  reporter.changed()
  feed.state = 'connecting'
  seconds(1)
  t.same(sent, ['4 connecting  0'])
})

t.test('the rate is told every 5 s, when it changed', async (t) => {
  const { feed, sent, reporter, seconds } = reporting()
  feed.state = 'online'
  reporter.changed()
  seconds(5, 28)
  seconds(10, 28)
  seconds(5, 30)
  t.same(sent, ['4 online  0', '4 online  28', '4 online  30'])
  feed.state = 'resting'
  feed.lastError = 'gone'
  reporter.changed()
  t.equal(sent.at(-1), '4 resting gone 0', 'a feed that is not online has no rate')
})

t.test('a feed that stays online keeps its rate while it tells of an error', async (t) => {
  const { feed, sent, reporter, seconds } = reporting()
  feed.state = 'online'
  reporter.changed()
  seconds(5, 28)
  feed.lastError = 'one symbol is unknown'
  reporter.changed()
  t.equal(sent.at(-1), '4 online one symbol is unknown 28')
})

t.test('traffic is told with the next tick, and once', async (t) => {
  const { feed, sent, reporter, seconds } = reporting()
  reporter.changed()
  feed.bytesIn = 20
  seconds(1)
  feed.bytesOut = 5
  seconds(3)
  t.equal(sent.length, 3)
})

t.test(
  'what changes in the gap waits for its end once, and what changes at it is told',
  async (t) => {
    const { feed, sent, reporter, clock } = reporting()
    reporter.changed()
    clock.advance(STATE_GAP_MS - 1)
    reporter.changed()
    t.equal(clock.timers, 0, 'there is nothing new')
    feed.state = 'online'
    reporter.changed()
    feed.lastError = 'one symbol is unknown'
    reporter.changed()
    t.same([clock.timers, sent.length], [1, 1])
    clock.advance(1)
    t.same([clock.timers, sent.slice(1)], [0, ['4 online one symbol is unknown 0']])
    reporter.changed()
    t.equal(clock.timers, 0)
    clock.advance(STATE_GAP_MS)
    reporter.changed()
    t.equal(sent.length, 2, 'nothing is new')
    feed.lastError = ''
    reporter.changed()
    t.same([clock.timers, sent.slice(2)], [0, ['4 online  0']])
  },
)

t.test('the rate is of five seconds, not of the tick', async (t) => {
  const { feed, sent, reporter, clock } = reporting()
  feed.state = 'online'
  reporter.changed()
  const { length } = sent
  feed.quotes = 10
  clock.advance(RATE_GAP_MS - 1)
  reporter.tick()
  t.equal(sent.length, length)
  clock.advance(1)
  reporter.tick()
  t.same(sent.slice(length), ['4 online  2'])
})

t.test('one that is stopped tells nothing that waited, and may begin again', async (t) => {
  const { feed, sent, reporter, clock } = reporting()
  reporter.changed()
  feed.state = 'online'
  reporter.changed()
  t.same([clock.timers, sent.length], [1, 1])
  reporter.stop()
  t.equal(clock.timers, 0)
  reporter.changed()
  t.equal(clock.timers, 1)
  clock.advance(STATE_GAP_MS)
  t.same(sent.slice(1), ['4 online  0'])
})
