import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import t from 'tap'
import {
  LOGIN_QUERIES_MAX,
  type QueryAsker,
  QueryPool,
  type QueryPoolOptions,
} from '../../../actors/queries/pool.js'
import type { Outcome } from '../../../actors/thread/ask.js'
import { type Clock, systemClock } from '../../../actors/thread/clock.js'
import { scratch, startDesk } from '../../given/desk.js'
import { idleThreads } from '../../given/idle-threads.js'
import { openTables } from '../../given/records/projection.js'

const directory = scratch(t)
const { desk } = startDesk(directory)
await desk.ready
t.teardown(() => desk.stop())

const STAFF: QueryAsker = { audience: 'staff', login: 1 }
const trader = (login: number): QueryAsker => ({ audience: 'trader', login })

function poolOf(test: Test, given: Partial<QueryPoolOptions> = {}): QueryPool {
  const pool = new QueryPool({ dataDir: directory, clock: systemClock(), threadsMax: 1, ...given })
  test.teardown(() => pool.close())
  return pool
}

type Test = { teardown(run: () => unknown): unknown }

/** Asks, and notes the name when the answer is there. */
function asked(pool: QueryPool, who: QueryAsker, done: string[], name: string) {
  return pool
    .of(who)
    .run('health', null)
    .then((outcome) => {
      done.push(name)
      return outcome
    })
}

t.test('a trader who asks much waits behind himself, not others behind him', async (t) => {
  const pool = poolOf(t)
  const done: string[] = []
  const all = Array.from({ length: 20 }, () => asked(pool, trader(1001), done, 'greedy'))
  all.push(asked(pool, trader(1002), done, 'other'), asked(pool, STAFF, done, 'staff'))
  await Promise.all(all)
  t.equal(done.length, 22)
  t.same(done.slice(0, 5), ['greedy', 'staff', 'greedy', 'other', 'greedy'])
})

t.test('a pool of which nothing is said has threads for staff and traders', async (t) => {
  const pool = new QueryPool({ dataDir: directory, clock: systemClock() })
  t.teardown(() => pool.close())
  const done: string[] = []
  const all = [asked(pool, trader(1001), done, 'trader'), asked(pool, STAFF, done, 'staff')]
  t.equal(pool.waiting, 0, 'both are carried out at once')
  t.match(await Promise.all(all), [{ ok: true }, { ok: true }])
})

t.test(
  'traders have all threads but one, each trader one of them, and a staff user two',
  async (t) => {
    const pool = poolOf(t, { threadsMax: 3 })
    const all = [1001, 1002, 1003].map((login) => asked(pool, trader(login), [], 'trader'))
    t.equal(pool.waiting, 1)
    await Promise.all(all)
    const own = [1, 2].map(() => asked(pool, trader(1001), [], 'own'))
    t.equal(pool.waiting, 1, 'one trader')
    await Promise.all(own)
    const staff = [1, 2, 3].map(() => asked(pool, STAFF, [], 'staff'))
    t.equal(pool.waiting, 1, 'one staff user')
    await Promise.all(staff)
  },
)

t.test('of one login so many wait, and the next is refused; others are not', async (t) => {
  const pool = poolOf(t)
  const done: string[] = []
  const all = Array.from({ length: LOGIN_QUERIES_MAX + 2 }, () =>
    asked(pool, trader(1001), done, 'greedy'),
  )
  all.push(asked(pool, trader(1002), done, 'other'))
  t.equal(pool.waiting, LOGIN_QUERIES_MAX + 1)
  const outcomes = await Promise.all(all)
  const refused = outcomes.flatMap((outcome, i) => (outcome.ok ? [] : [[i, outcome.code]]))
  t.same(refused, [[LOGIN_QUERIES_MAX + 1, 'unavailable']])
})

t.test('however many traders wait there is room for staff', async (t) => {
  const pool = poolOf(t, { queueMax: 4 })
  const done: string[] = []
  const all = Array.from({ length: 6 }, (_, i) => asked(pool, trader(1001 + i), done, `t${i}`))
  const staff = asked(pool, STAFF, done, 'staff')
  const outcomes = await Promise.all(all)
  const codes = outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code))
  t.same(codes, ['ok', 'ok', 'ok', 'ok', 'ok', 'unavailable'], 'the sixth has no room')
  t.ok((await staff).ok)
})

t.test('in a full queue who has nothing there takes the place of who has most', async (t) => {
  const pool = poolOf(t, { queueMax: 3 })
  const done: string[] = []
  const greedy = Array.from({ length: 4 }, () => asked(pool, trader(1001), done, 'greedy'))
  const other = asked(pool, trader(1002), done, 'other')
  const codes = (await Promise.all(greedy)).map((one) => (one.ok ? 'ok' : one.code))
  t.same(codes, ['ok', 'ok', 'ok', 'unavailable'], 'the newest of his gave way')
  t.ok((await other).ok)
})

t.test('a query that waited its time is refused, and the ones behind it go on', async (t) => {
  const due: (() => void)[] = []
  const clock: Clock = {
    ...systemClock(),
    after(_ms, run) {
      due.push(run)
      return { cancel: () => undefined }
    },
  }
  const pool = poolOf(t, { clock, timeoutMs: 1000 })
  const first = pool.of(trader(1001)).run('health', null)
  const waits = pool.of(trader(1001)).run('health', null)
  t.equal(pool.waiting, 1)
  for (const run of due) run()
  t.equal(pool.waiting, 0)
  const late: Outcome<unknown>[] = await Promise.all([first, waits])
  t.match(late, [{ code: 'unavailable' }, { code: 'unavailable' }])
  t.ok((await pool.of(trader(1001)).run('health', null)).ok)
})

t.test('windows are read on threads of their own, which give way to trading', async (t) => {
  const given = { groups: [], conditions: [], sort: { field: 'login', isFalling: false } }
  const pool = poolOf(t)
  const before = idleThreads()
  t.ok((await asked(pool, STAFF, [], 'prompt')).ok)
  t.equal(idleThreads(), before, 'other queries are not')
  const done: string[] = []
  const windows = Array.from({ length: 3 }, () =>
    pool
      .of(STAFF)
      .run('accounts.window_count', given)
      .then((outcome) => {
        done.push('window')
        return outcome
      }),
  )
  t.equal(pool.waiting, 2, 'one of them is carried out')
  await asked(pool, STAFF, done, 'other')
  t.equal(done[0], 'other', 'one whose thread is there waits for no window')
  for (const outcome of await Promise.all(windows))
    t.match(outcome, { ok: true, value: { total: 0 } })
  if (process.platform === 'linux') t.equal(idleThreads(), before + 1)
  await pool.close()
  t.equal(idleThreads(), before, 'a pool is closed when its threads have ended')
})

const COUNT = { reach: { groups: ['all'], others: [] } }

/** Tables whose open positions SQLite counts for a quarter of a second or more, in one step. */
function slowTables(test: Test): string {
  const slow = scratch(test)
  const db = openTables(slow)
  db.exec(`ALTER TABLE positions RENAME TO few;
    CREATE VIEW positions AS
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000)
      SELECT few.* FROM few, (SELECT sum(i) AS i FROM n) AS sum WHERE few.id = sum.i`)
  db.close()
  return slow
}

/** A pool of such tables whose threads are there, and the limit of its next queries. */
async function slowPool(test: Test, askers: readonly QueryAsker[]) {
  const system = systemClock()
  const threads: Worker[] = []
  const done: string[] = []
  const note = (thread: Worker): void => {
    threads.push(thread)
    thread.once('exit', () => done.push('exit'))
  }
  process.on('worker', note)
  test.teardown(() => process.off('worker', note))
  const limit = { ms: 60_000 }
  const clock: Clock = { ...system, after: (_ms, run) => system.after(limit.ms, run) }
  const pool = poolOf(test, { dataDir: slowTables(test), clock, threadsMax: askers.length })
  await Promise.all(askers.map((who) => asked(pool, who, [], 'first')))
  /** Goes beyond its limit in the middle of SQLite's step. */
  const askTooMuch = (): Promise<Outcome<unknown>> => {
    limit.ms = 50
    const answer = pool.of(STAFF).run('positions.count', COUNT)
    limit.ms = 60_000
    return answer
  }
  return { pool, done, threads, limit, askTooMuch }
}

t.test('the place of a query that took too long is free when its thread has exited', async (t) => {
  const askers = [STAFF, STAFF, trader(1001)]
  const { pool, done, threads, askTooMuch } = await slowPool(t, askers)
  t.equal(threads.length, 3)
  t.match(await Promise.all([askTooMuch(), askTooMuch()]), [
    { code: 'unavailable' },
    { code: 'unavailable' },
  ])
  t.same(done, [], 'they are refused at once')
  const next = asked(pool, STAFF, done, 'next')
  t.equal(pool.waiting, 1, 'a staff user has two threads, and both are at work')
  t.ok((await asked(pool, trader(1001), done, 'other')).ok, 'there is a third')
  t.ok((await next).ok)
  t.same(done.slice(0, 2), ['other', 'exit'])
  t.ok(done.includes('next'))
})

t.test('a pool is closed when the threads of queries that took too long have exited', async (t) => {
  const { pool, done, threads, askTooMuch } = await slowPool(t, [STAFF])
  t.match(await askTooMuch(), { code: 'unavailable' })
  const waits = asked(pool, STAFF, done, 'next')
  await Promise.all([pool.close(), t.rejects(waits, { message: 'The queries are closed.' })])
  t.same(done, ['exit'])
  t.equal(threads.length, 1, 'nothing more is begun')
})

t.test('a pool that is closed waits so long for its threads and no longer', async (t) => {
  const { pool, done, threads, limit, askTooMuch } = await slowPool(t, [STAFF])
  t.match(await askTooMuch(), { code: 'unavailable' })
  limit.ms = 1
  await pool.close()
  t.same(done, [])
  await once(threads[0] as Worker, 'exit')
})
