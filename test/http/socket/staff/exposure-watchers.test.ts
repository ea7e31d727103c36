import t from 'tap'
import type { ShardClient } from '../../../../actors/shard/shard-client.js'
import { refuse } from '../../../../engine/code.js'
import {
  EXPOSURES_MAX,
  EXPOSURES_PER_SOCKET_MAX,
  SOCKET_BEHIND_BYTES,
} from '../../../../engine/limits/sockets.js'
import type { LiveSession } from '../../../../http/sessions/live-session.js'
import type { LibrarySocket } from '../../../../http/socket/connection.js'
import {
  EXPOSURE_RIGHTS,
  ExposureWatchers,
} from '../../../../http/socket/staff/exposure-watchers.js'
import { StaffConnection } from '../../../../http/socket/staff/staff-connection.js'
import { ManualClock } from '../../../actors/links/manual-clock.js'
import { givenBook } from '../../../given/book.js'
import { settled } from '../../../given/timed-clock.js'

t.test('a reader that is behind is told nothing, and then the newest', async (t) => {
  const clock = new ManualClock()
  const book = givenBook()
  const ask = async () => ({ ok: true, value: { symbols: [], currencies: [] } })
  const shard = { ready: true, ask } as unknown as ShardClient
  const watchers = new ExposureWatchers({ shards: [shard], clock, book: () => book })
  const session = { groupScope: ['*'], rights: new Set(EXPOSURE_RIGHTS) } as unknown as LiveSession
  const connection = new StaffConnection(1, 'json', '127.0.0.1', { kind: 'live', session }, 0)
  let unsent = SOCKET_BEHIND_BYTES + 1
  let told = 0
  connection.ws = {
    getBufferedAmount: () => unsent,
    send: () => ++told,
    cork: (run: () => void) => run(),
  } as unknown as LibrarySocket
  const second = async (): Promise<number> => {
    clock.advance(1000)
    await settled()
    return told
  }
  t.equal(watchers.watch(connection, session, '*', 'symbol'), null)
  t.equal(await second(), 0, 'it has more to read than it may')
  unsent = SOCKET_BEHIND_BYTES
  t.equal(await second(), 1, 'it has as much to read as it may')
  t.equal(await second(), 1, 'and once')
  watchers.unwatch(connection)
})

interface Told {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Watchers of one shard that answers when the test says so, and sockets that write down what they hear. */
function given() {
  const clock = new ManualClock()
  const book = givenBook()
  const asked: unknown[] = []
  const answers: ((answer: object) => void)[] = []
  const shard = {
    ready: true,
    ask: (op: string, ask: object) => {
      asked.push([op, ask])
      return new Promise((resolve) => answers.push(resolve))
    },
  }
  const watchers = new ExposureWatchers({
    shards: [shard as unknown as ShardClient],
    clock,
    book: () => book,
  })
  const bounded: number[] = []
  watchers.attach(({ id }) => bounded.push(id))
  const open = (id: number, scope: string[] = ['*']) => {
    const rights = new Set<string>(EXPOSURE_RIGHTS)
    const session = { groupScope: scope, rights }
    const live = session as unknown as LiveSession
    const connection = new StaffConnection(id, 'json', '', { kind: 'live', session: live }, 0)
    const told: Told[] = []
    connection.ws = {
      getBufferedAmount: () => 0,
      send: (frame: Uint8Array) => told.push(JSON.parse(Buffer.from(frame).toString('utf8'))),
      cork: (run: () => void) => run(),
    } as unknown as LibrarySocket
    return {
      connection,
      session,
      rights,
      heard: () => told.splice(0),
      watch: (mask: string, by: 'symbol' | 'currency' = 'symbol') =>
        watchers.watch(connection, live, mask, by),
      unwatch: (mask?: string, by?: 'symbol' | 'currency') =>
        watchers.unwatch(connection, mask, by),
      review: () => watchers.review(connection, live),
    }
  }
  /** The answer to the question that waits, as so many accounts hold EURUSD; or a refusal. */
  const answer = async (of: number | object): Promise<void> => {
    const sums = { bought: '100', sold: '0', covered: '0', market: null }
    const value = { symbols: [{ id: 1, accounts: of, ...sums }], currencies: [] }
    answers.shift()?.(typeof of === 'number' ? { ok: true, value } : of)
    await settled()
  }
  const second = async (): Promise<unknown[]> => {
    clock.advance(1000)
    await settled()
    return asked.splice(0)
  }
  return { clock, shard, watchers, open, answer, second, asked, bounded }
}

const question = (mask: string, scope: string[] = ['*']) => [
  'exposure',
  { mask, scope, sees_staff: false },
]
const accounts = (heard: readonly Told[]) =>
  heard.map(({ data }) => (data['rows'] as { accounts: number }[]).map((row) => row.accounts))

t.test('each question is asked once for all who ask it, one after the other', async (t) => {
  const { open, second, answer, asked, bounded, clock } = given()
  const [one, same, far] = [open(1), open(2), open(3, ['demo\\*'])]
  for (const dealer of [one, same, far]) t.equal(dealer.watch('*'), null)
  one.watch('demo\\*')
  t.equal(clock.timers, 1)
  t.strictSame(await second(), [question('*')])
  t.same(await second(), [], 'the one before has no answer yet')
  await answer(5)
  const at = new Date(clock.now()).toISOString()
  const [told] = one.heard()
  t.match(told, { event: 'exposure', data: { group: '*', by: 'symbol', at, part: 1, parts: 1 } })
  t.same([accounts(same.heard()), far.heard(), bounded], [[[5]], [], [1, 2]])
  t.strictSame(asked.splice(0), [question('demo\\*')])
  await answer(6)
  t.same(accounts(one.heard()), [[6]])
  t.strictSame(asked.splice(0), [question('*', ['demo\\*'])])
  await answer(7)
  t.same(accounts(far.heard()), [[7]])
  t.same(asked, [])
  t.strictSame(await second(), [question('*')])
  await answer(5)
  t.same([one.heard(), same.heard()], [[], []], 'the same rows')
  t.end()
})

t.test(
  'what a shard does not answer is not told, and what is too much ends its watches',
  async (t) => {
    const { open, second, answer, asked, watchers, shard, clock, bounded } = given()
    const [one, other] = [open(1), open(2, ['demo\\*'])]
    one.watch('*')
    one.watch('*', 'currency')
    other.watch('*')
    await second()
    await answer(refuse('unavailable', 'x'))
    await answer(refuse('unavailable', 'x'))
    t.same([one.heard(), other.heard(), watchers.size], [[], [], 2])
    await second()
    await answer(refuse('too_large', 'x'))
    const exposures = [
      { group: '*', by: 'symbol' },
      { group: '*', by: 'currency' },
    ]
    t.same(one.heard(), [{ event: 'unwatched', data: { exposures, code: 'too_large' } }])
    t.same([other.heard(), watchers.size, bounded], [[], 1, [1]])
    await answer(3)
    t.same(accounts(other.heard()), [[3]])
    other.unwatch()
    t.same([watchers.size, clock.timers], [0, 0])
    shard.ready = false
    t.match(other.watch('*'), { code: 'unavailable' })
    t.equal(clock.timers, 0)
    shard.ready = true
    asked.length = 0
    t.equal(other.watch('*'), null)
    t.same(await second(), [question('*', ['demo\\*'])])
  },
)

t.test('what was asked under another scope, or by a right that is gone, is not told', async (t) => {
  const { open, second, answer, watchers, bounded } = given()
  const [scoped, less, stays] = [open(1), open(2), open(3)]
  const all = [scoped, less, stays]
  for (const dealer of all) dealer.watch('*')
  await second()
  scoped.session.groupScope = ['demo\\*']
  less.rights.delete('trades.view')
  await answer(5)
  t.same(
    all.map((dealer) => dealer.heard().length),
    [0, 0, 1],
  )
  bounded.length = 0
  for (const dealer of all) dealer.review()
  const exposures = [{ group: '*', by: 'symbol' }]
  t.same(
    all.map((dealer) => dealer.heard()),
    [[], [{ event: 'unwatched', data: { exposures, code: 'not_found' } }], []],
  )
  t.same([watchers.size, bounded], [2, [2]])
  scoped.session.groupScope = ['real\\*']
  scoped.review()
  t.match(scoped.heard(), [{ event: 'unwatched' }])
  scoped.review()
  t.same([scoped.heard(), watchers.size], [[], 1])
  t.match(scoped.watch('demo\\*'), { code: 'not_found', message: 'There is no group demo\\*.' })
  t.match(stays.watch('real\\*'), { code: 'not_found' })
})

t.test('a watch ends by its group, by its kind, by both or with all others', async (t) => {
  const { open, watchers, second, answer, asked } = given()
  const one = open(1)
  const left = async (mask?: string, by?: 'symbol' | 'currency') => {
    for (const group of ['*', 'demo\\*']) {
      one.watch(group)
      one.watch(group, 'currency')
    }
    one.unwatch(mask, by)
    await second()
    for (let n = 0; n < 2; n++) await answer(1)
    asked.length = 0
    return one
      .heard()
      .map(({ data }) => `${data['by']} ${data['group']}`)
      .toSorted()
  }
  const [all, demo] = [
    ['symbol *', 'currency *'],
    ['symbol demo\\*', 'currency demo\\*'],
  ]
  t.same(await left('*'), demo.toSorted())
  t.same(await left(undefined, 'symbol'), ['currency *', 'currency demo\\*'].toSorted())
  t.same(await left('demo\\*', 'currency'), [...all, 'symbol demo\\*'].toSorted())
  t.same(await left('none'), [...all, ...demo].toSorted())
  t.same([await left(), watchers.size], [[], 0])
})

t.test(
  'a socket watches so many, all of them so many, and what is watched already is free',
  (t) => {
    const { open } = given()
    const one = open(1)
    const masks = Array.from(
      { length: EXPOSURES_PER_SOCKET_MAX + 1 },
      (_, n) => `*${'*'.repeat(n)}`,
    )
    for (const mask of masks.slice(1)) t.equal(one.watch(mask), null)
    const why = `A socket watches at most ${EXPOSURES_PER_SOCKET_MAX} exposures.`
    t.same(one.watch('*'), refuse('invalid_input', why))
    t.equal(one.watch('**'), null, 'again')
    one.unwatch()
    for (let n = 0; n < EXPOSURES_MAX; n++) t.equal(open(2 + n, ['*', `!x${n}`]).watch('*'), null)
    const full = refuse('too_many_requests', 'Many exposures are watched. Try again later.')
    t.same(one.watch('*'), full)
    const same = open(999, ['*', '!x0'])
    t.equal(same.watch('*'), null, 'the answer is there already')
    t.same(same.watch('**'), full)
    t.end()
  },
)

t.test(
  'a socket that closes is asked for and told nothing, and one without a watch ends none',
  async (t) => {
    const { open, second, answer, asked, watchers } = given()
    const [one, closing, none] = [open(1), open(2, ['demo\\*']), open(3)]
    for (const dealer of [one, closing]) dealer.watch('*')
    closing.connection.state = { kind: 'closing', until: 0, code: 1000, why: '' }
    t.strictSame(await second(), [question('*')])
    await answer(5)
    t.same([accounts(one.heard()), closing.heard(), asked], [[[5]], [], []])
    await second()
    await answer(refuse('too_large', 'x'))
    t.match(one.heard(), [{ event: 'unwatched' }])
    none.unwatch()
    none.review()
    t.same([closing.heard(), none.heard(), watchers.size], [[], [], 1])
  },
)
