import t from 'tap'
import { QueryPool } from '../../../actors/queries/pool.js'
import { SharedCounters } from '../../../actors/shared/shared-state.js'
import { systemClock } from '../../../actors/thread/clock.js'
import { ADMINISTRATORS_GROUP } from '../../../engine/config/demo-set.js'
import { openLmdbLog } from '../../../storage/log/lmdb-log.js'
import { logDirectory, sqlitePath } from '../../../storage/paths.js'
import { openReader, openWriter } from '../../../storage/sqlite/open.js'
import { verify } from '../../../storage/verify/verify.js'
import { jsonObject } from '../../../wire/format/json-parts.js'
import { moment, reached, STAFF, scratch, startDesk } from '../../given/desk.js'
import { writeHistory } from '../../given/records/histories.js'

const clock = systemClock()

function openShardLogs(directory: string) {
  return [0, 1].map((shard) => openLmdbLog({ directory: logDirectory(directory, shard) }))
}

t.test('the running desk projects what shards commit, and stops with all of it', async (t) => {
  const directory = scratch(t)
  const { desk, buffers, deaths } = startDesk(directory)
  await desk.ready
  const counters = new SharedCounters(buffers, 2)
  const logs = openShardLogs(directory)
  desk.project()
  const records = writeHistory(logs, { seed: 21, count: 400, logins: 10, turn: 20 })
  counters.beginTurn(1)
  counters.raiseSequence(records.length)
  desk.wake()
  await desk.ask('system.status', null)
  t.equal(counters.projectionSeq, 0, 'a turn at work holds everything after it back')
  counters.endTurn(1, records.length)
  await reached(counters, records.length)
  await desk.stop()
  const db = openReader(sqlitePath(directory))
  t.same(verify({ db, logs }).differences, [])
  db.close()
  await Promise.all(logs.map((log) => log.close()))
  t.same(deaths, [])
})

t.test('a list behind the fence is pending and empty, then current', async (t) => {
  const directory = scratch(t)
  const { desk, buffers } = startDesk(directory)
  await desk.ready
  const hashes = { master: 'm' }
  for (const login of [1000, 1001, 1002]) {
    await desk.ask('accounts.create', { actor: STAFF, group: 'demo\\standard', login, hashes })
  }
  const logs = openShardLogs(directory)
  const counters = new SharedCounters(buffers, 2)
  const pool = new QueryPool({ dataDir: directory, clock, threadsMax: 1 })
  t.teardown(() => pool.close())
  const queries = pool.of({ audience: 'staff', login: 1 })
  const records = writeHistory(logs, { seed: 1, count: 50, logins: 1, turn: 5 })
  const group = (path: string) => ({ path, currency: 'USD', digits: 2, leverage: 100 })
  const every = { groups: [group('demo\\standard'), group(ADMINISTRATORS_GROUP)], hidden: [] }
  const fenced = {
    filter: {},
    groups: [group('demo\\standard')],
    hidden: [],
    page: 1,
    limit: 2,
    minProjectionSeq: records.length,
  }
  const pending = await queries.run('accounts.list', fenced)
  t.match(pending, { ok: true, value: { isPending: true, total: 0, projectionSeq: 0 } })
  counters.raiseSequence(records.length)
  desk.project()
  await reached(counters, records.length)
  const current = await queries.run('accounts.list', fenced)
  t.match(current, {
    ok: true,
    value: { isPending: false, total: 3, projectionSeq: records.length },
  })
  if (current.ok) {
    t.same(
      current.value.items.map(({ login, fields }) => [login, JSON.parse(jsonObject(fields)).login]),
      [
        [1000, 1000],
        [1001, 1001],
      ],
    )
    const [first] = current.value.items
    t.match(first && JSON.parse(jsonObject(first.fields)), { currency: 'USD', leverage: 100 })
  }
  const unknown = await queries.run('account.get', { login: 77 })
  t.match(unknown, { ok: false, code: 'not_found' })
  const tooMany = await queries.run('accounts.list', { ...every, filter: {}, page: 1, limit: 1001 })
  t.match(tooMany, { ok: false, code: 'invalid_input' })
  const named = { ...every, filter: { name: 'ADMIN', email: '' }, page: 1, limit: 10 }
  t.match(await queries.run('accounts.list', named), { ok: true, value: { total: 1 } })
  const wild = { ...every, filter: { name: '%' }, page: 1, limit: 10 }
  t.match(await queries.run('accounts.list', wild), { ok: true, value: { total: 0 } })
  await desk.stop()
  await Promise.all(logs.map((log) => log.close()))
})

t.test(
  'the desk changes what it is asked to while the projector has work without end',
  async (t) => {
    const directory = scratch(t)
    const { desk, buffers, deaths } = startDesk(directory)
    await desk.ready
    const counters = new SharedCounters(buffers, 2)
    const logs = openShardLogs(directory)
    const records = writeHistory(logs, { seed: 22, count: 4000, logins: 10, turn: 200 })
    counters.raiseSequence(records.length)
    desk.project()
    const granted = new Set<number>()
    let during = 0
    for (let i = 0; i < 40; i++) {
      const range = await desk.ask('ids.grant', { shard: 0, kind: 'order' })
      if (range.ok) granted.add(range.value.next)
      if (counters.projectionSeq > 0 && counters.projectionSeq < records.length) during++
    }
    t.equal(granted.size, 40)
    t.comment(`${during} of them while the projector was at work`)
    t.notOk(counters.deskWrites, 'it says when it is done')
    await reached(counters, records.length)
    await desk.stop()
    const db = openReader(sqlitePath(directory))
    t.same(verify({ db, logs }).differences, [])
    db.close()
    await Promise.all(logs.map((log) => log.close()))
    t.same(deaths, [])
  },
)

t.test('a projector that cannot go on ends the desk, which says why', async (t) => {
  const directory = scratch(t)
  const { desk, buffers, deaths } = startDesk(directory)
  await desk.ready
  const counters = new SharedCounters(buffers, 2)
  const logs = openShardLogs(directory)
  const records = writeHistory(logs, { seed: 23, count: 20, logins: 2, turn: 5 })
  const db = openWriter(sqlitePath(directory))
  db.exec('DROP TABLE deals')
  db.close()
  counters.raiseSequence(records.length)
  desk.project()
  while (deaths.length === 0) await moment()
  t.match(deaths[0], { message: /SQLITE_ERROR/ })
  await Promise.all(logs.map((log) => log.close()))
})
