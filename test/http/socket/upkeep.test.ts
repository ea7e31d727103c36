import t from 'tap'
import type { Clock } from '../../../actors/thread/clock.js'
import { SOCKET_PING_MS, SOCKET_SILENT_MS } from '../../../engine/limits/sockets.js'
import type { Connection } from '../../../http/socket/connection.js'
import { Upkeep } from '../../../http/socket/upkeep.js'

// What time does to a socket, by a clock that the test moves.

function given(own: object) {
  const steps: string[] = []
  let now = 5_000
  const every = new Map<number, () => void>()
  const clock = {
    now: () => now + 1_000_000,
    monotonic: () => now,
    every: (ms: number, run: () => void) => {
      every.set(ms, run)
      return { cancel: () => every.delete(ms) }
    },
  } as unknown as Clock
  const connection = {
    heardAt: 0,
    isPinged: false,
    ws: { ping: () => steps.push('ping'), close: () => steps.push('cut') },
    ...own,
  } as unknown as Connection
  const floor = { reason: null as string | null }
  const upkeep = new Upkeep(clock, {
    all: new Map([[1, connection]]),
    watched: new Set([connection]),
    close: (_, code, why) => steps.push(`close ${code} ${why}`),
    reasonToEnd: () => floor.reason,
    end: (_, reason) => steps.push(`end ${reason}`),
    review: () => steps.push('review'),
    endWhenSent: () => steps.push('look'),
  })
  return {
    upkeep,
    connection,
    floor,
    every,
    taken: () => steps.splice(0),
    at: (ms: number, period: number) => {
      now = ms
      every.get(period)?.()
    },
  }
}

const SWEEP = 2000
const WATCH = 250
const live = () => ({ kind: 'live', session: { lastSeenAt: 0 } })

t.test('its moment is that of its newest sweep, from the start on', (t) => {
  const { upkeep, at, every } = given({ state: { kind: 'gone' } })
  t.equal(upkeep.now, 5_000)
  at(7_000, SWEEP)
  t.equal(upkeep.now, 7_000)
  t.same([...every.keys()], [SWEEP, WATCH])
  upkeep.stop()
  t.same([...every.keys()], [])
  t.end()
})

t.test(
  'a session was last seen when its socket was heard, and a silent one is asked, then left',
  (t) => {
    const state = live()
    const { connection, at, taken } = given({ state, heardAt: 5_000 })
    at(7_000, SWEEP)
    t.same([state.session.lastSeenAt, taken()], [1_007_000, ['review']])
    at(9_000, SWEEP)
    t.same([state.session.lastSeenAt, taken()], [1_007_000, ['review']], 'not heard since')
    connection.heardAt = 9_000
    at(11_000, SWEEP)
    t.equal(state.session.lastSeenAt, 1_011_000, 'also at the very moment')
    at(9_000 + SOCKET_PING_MS - 1, SWEEP)
    t.same([taken(), connection.isPinged], [['review', 'review'], false])
    at(9_000 + SOCKET_PING_MS, SWEEP)
    at(9_000 + SOCKET_PING_MS + SWEEP, SWEEP)
    t.same([taken(), connection.isPinged], [['review', 'ping', 'review'], true], 'once')
    at(9_000 + SOCKET_SILENT_MS, SWEEP)
    t.same(taken(), ['review', 'close 1001 nothing was heard for 60 s'])
    t.end()
  },
)

t.test('a session that may not go on ends, and nothing else is done with it', (t) => {
  const state = live()
  const { at, taken, floor } = given({ state, heardAt: 0 })
  floor.reason = 'auth.session_expired'
  at(500_000, SWEEP)
  t.same([taken(), state.session.lastSeenAt], [['end auth.session_expired'], 0])
  t.end()
})

t.test('those that are not signed in, or close, are not swept but have their deadline', (t) => {
  for (const [kind, early, late] of [
    ['unsigned', [], ['close 4001 auth.session_expired']],
    ['closing', ['look'], ['cut']],
    ['live', [], []],
  ] as const) {
    const { at, taken } = given({ state: { ...live(), kind, until: 8_000 } })
    if (kind !== 'live') at(500_000, SWEEP)
    t.same(taken(), [], kind)
    at(7_999, WATCH)
    t.same(taken(), early, kind)
    at(8_000, WATCH)
    t.same(taken(), late, kind)
  }
  t.end()
})
