import t from 'tap'
import { connectionLog } from '../../../actors/links/connection-log.js'
import {
  CONNECTION_LINES_MAX,
  ConnectionsClient,
} from '../../../actors/links/connections-client.js'
import type { LinksClient } from '../../../actors/links/links-client.js'
import { accept } from '../../../actors/thread/ask.js'
import { refuse } from '../../../engine/code.js'
import type { FeedLine } from '../../../wire/thread/messages.js'
import { writtenLog } from './feeds/given-feed.js'
import { ManualClock } from './manual-clock.js'

const AWAY = refuse('unavailable', 'The links start again.')

class GivenConnections extends ConnectionsClient<{ id: number; state: string; lastError: string }> {
  of(id: number) {
    return this.report(id)
  }

  names() {
    return this.ask('feed.names', { id: 1 })
  }
}

const line = (text: string): FeedLine => ({ at: 5, level: 'info', text })
const report = (id: number, state = 'online', lastError = '') => ({ id, state, lastError })

t.test('the newest report of each stands, and another state or error is told', async (t) => {
  const client = new GivenConnections(AWAY)
  t.equal(client.of(1), undefined)
  t.equal(client.take(report(1)), true)
  t.equal(client.take(report(1)), false)
  t.equal(client.take(report(2)), true)
  t.equal(client.take(report(1, 'offline')), true)
  t.equal(client.take(report(1, 'offline', 'lost')), true)
  t.same([client.of(1), client.of(2)], [report(1, 'offline', 'lost'), report(2)])
})

t.test('the newest lines of each are kept, and a long one is cut', async (t) => {
  const client = new GivenConnections(AWAY)
  t.same(client.lines(1), [])
  for (let n = 0; n <= CONNECTION_LINES_MAX; n++) client.takeLine(1, line(`n${n}`))
  client.takeLine(2, line('x'.repeat(513)))
  t.same(
    client.lines(1),
    Array.from({ length: CONNECTION_LINES_MAX }, (_, i) => line(`n${i + 1}`)),
  )
  t.same(client.lines(2), [line('x'.repeat(512))])
})

t.test('lines outlive the thread, reports do not, and neither outlives its settings', async (t) => {
  const client = new GivenConnections(AWAY)
  for (const id of [1, 2]) {
    client.take(report(id))
    client.takeLine(id, line('dialled'))
  }
  client.keep([{ id: 2 }, { id: 3 }])
  t.same([client.of(1), client.lines(1)], [undefined, []])
  t.same([client.of(2), client.lines(2)], [report(2), [line('dialled')]])
  client.attach({} as LinksClient)
  t.same(client.of(2), report(2))
  client.attach(undefined)
  t.same([client.of(2), client.lines(2)], [undefined, [line('dialled')]])
})

t.test('what is asked is answered by the thread, and without one it is away', async (t) => {
  const client = new GivenConnections(AWAY)
  t.same(await client.names(), AWAY)
  const asked: unknown[] = []
  const links = (ask: (...what: unknown[]) => Promise<unknown>) =>
    ({ ask }) as unknown as LinksClient
  client.attach(
    links((...what) => {
      asked.push(what)
      return Promise.resolve(accept([]))
    }),
  )
  t.same(await client.names(), accept([]))
  t.same(asked, [['feed.names', { id: 1 }]])
  client.attach(links(() => Promise.reject(new Error('it ended'))))
  t.same(await client.names(), AWAY)
})

t.test('a line is in the log of the process whole, and for people without its code', async (t) => {
  const [log, kept, clock] = [writtenLog(), [] as FeedLine[], new ManualClock()]
  const own = connectionLog(log, clock, (one) => kept.push(one))
  own.info({ feed: 'Prime', gateway: 'G' }, 'dials')
  clock.advance(7)
  own.warn({ feed: 'Prime', why: 'no answer', code: 'ETIMEDOUT', tries: 3, next: '5 s' }, 'lost')
  own.error({ order: '7' }, 'fix')
  t.same(log.lines, [
    'info dials {"feed":"Prime","gateway":"G"}',
    'warn lost {"feed":"Prime","why":"no answer","code":"ETIMEDOUT","tries":3,"next":"5 s"}',
    'error fix {"order":"7"}',
  ])
  const at = clock.now()
  t.same(kept, [
    { at: at - 7, level: 'info', text: 'dials' },
    { at, level: 'warn', text: 'lost: no answer tries=3 next=5 s' },
    { at, level: 'error', text: 'fix order=7' },
  ])
})
