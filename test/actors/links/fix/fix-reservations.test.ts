import { join } from 'node:path'
import t from 'tap'
import { openDesk } from '../../../../actors/desk/desk.js'
import { fixNumbersDesk } from '../../../../actors/desk/fix-numbers.js'
import {
  FixReservations,
  NUMBERS_AHEAD,
  RECEIVED_EVERY_MS,
} from '../../../../actors/links/fix/fix-reservations.js'
import { FixStores } from '../../../../actors/links/fix/fix-stores.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import { randomKey } from '../../../../actors/thread/random.js'
import { openSeal } from '../../../../storage/secrets/seal.js'
import { FIX_SESSION_DEFAULTS } from '../../../../wire/fix/session/settings.js'
import type { FixReservation } from '../../../../wire/thread/fix-numbers.js'
import { openTables } from '../../../given/records/projection.js'

// Two nodes take over from each other, each with its own files: a provider never sees a number twice.

const SETTINGS = {
  ...FIX_SESSION_DEFAULTS,
  role: 'initiator',
  sender: 'US',
  target: 'THEM',
} as const
const MESSAGE = { type: 'D', sentAt: 1, body: 'x' }

t.test('a node that takes over begins above every number that was used', (t) => {
  const place = t.testdir()
  const db = openTables(place)
  t.teardown(() => db.close())
  const desk = openDesk(db, systemClock(), 1, openSeal(randomKey(), randomKey))
  const numbers = fixNumbersDesk(desk)
  let told = 0
  const mayBeOld: boolean[] = []
  /** A start of a node: what it signs on with, and how many messages it sends then. */
  const works = (node: string, messages: number): [number, number] => {
    const kept = numbers['fix_numbers.kept']()
    const reservations = new FixReservations({
      node,
      reserved: kept.ok ? kept.value : [],
      tell: (reserved) => {
        told++
        numbers['fix_numbers.keep'](reserved)
      },
      clock: { monotonic: () => 0 },
    })
    const stores = new FixStores(join(place, node), reservations)
    const store = stores.storeOf('gateway-1', SETTINGS)
    mayBeOld.push(store.receivedMayBeOld)
    store.keep([{ what: 'received', nextIn: 2 }])
    t.equal(store.receivedMayBeOld, false, 'what was received now is not old')
    const first = store.numbers.nextOut
    for (let sent = 0; sent < messages; sent++) {
      store.keep([{ what: 'sent', seq: first + sent, message: MESSAGE }])
    }
    store.close()
    return [first, first + messages]
  }
  const used = [
    works('a', 3),
    works('a', 2),
    works('b', 4),
    works('b', 1),
    works('a', 5),
    works('b', 1),
  ]
  t.same(used[1]?.[0], used[0]?.[1], 'a node that comes back itself goes on where it was')
  t.same(used[3]?.[0], used[2]?.[1])
  t.same(used[2]?.[0], 1 + 3 + NUMBERS_AHEAD)
  for (const [at, [first]] of used.entries()) {
    t.ok(first >= Math.max(0, ...used.slice(0, at).map(([, end]) => end)), `start ${at}`)
  }
  t.same(mayBeOld, [false, false, true, false, true, true])
  t.equal(told, used.length + 1, 'once a start, and once more at the first that is received')
  t.end()
})

t.test('more numbers are kept when half of them are used', (t) => {
  const told: number[] = []
  const reservations = new FixReservations({
    node: 'a',
    reserved: [],
    tell: ({ upTo }) => told.push(upTo),
    clock: { monotonic: () => 0 },
  })
  for (const nextOut of [1, NUMBERS_AHEAD / 2, NUMBERS_AHEAD / 2 + 1, NUMBERS_AHEAD]) {
    reservations.kept('gateway-1-x.fix', { nextIn: 1, nextOut })
  }
  t.same(told, [1 + NUMBERS_AHEAD, NUMBERS_AHEAD / 2 + 1 + NUMBERS_AHEAD])
  t.end()
})

/** Nodes with files of their own, and what they have told. */
function givenNodes(place: string) {
  const reserved = new Map<string, FixReservation>()
  const clock = { at: 0, monotonic: () => clock.at }
  const opened = (node: string) => {
    const reservations = new FixReservations({
      node,
      reserved: [...reserved.values()],
      tell: (one) => reserved.set(one.session, one),
      clock,
    })
    return new FixStores(join(place, node), reservations).storeOf('gateway-1', SETTINGS)
  }
  return { reserved, clock, opened }
}

t.test('a node that takes over asks for what came since the other one told what it had', (t) => {
  const { clock, opened } = givenNodes(t.testdir())
  const first = opened('a')
  first.keep([{ what: 'received', nextIn: 700 }])
  clock.at += RECEIVED_EVERY_MS - 1
  first.keep([{ what: 'received', nextIn: 800 }])
  const second = opened('b')
  t.equal(second.numbers.nextIn, 700, 'a few seconds of it are asked for again')
  t.ok(second.receivedMayBeOld, 'the session may have been reset since')
  clock.at += RECEIVED_EVERY_MS
  second.keep([{ what: 'reset' }])
  clock.at += RECEIVED_EVERY_MS
  second.keep([{ what: 'received', nextIn: 40 }])
  t.equal(opened('a').numbers.nextIn, 40, 'also where that is less than it had')
  t.end()
})

t.test('where nothing is told of what was received the own file says it', (t) => {
  for (const nextIn of [undefined, 1]) {
    const { reserved, opened } = givenNodes(t.testdir({ [`${nextIn}`]: {} }))
    opened('a').keep([{ what: 'received', nextIn: 700 }])
    opened('b').keep([{ what: 'received', nextIn: 800 }])
    for (const [session, one] of reserved) {
      reserved.set(session, { ...one, node: 'b', nextIn })
    }
    t.equal(opened('a').numbers.nextIn, 700)
  }
  t.end()
})
