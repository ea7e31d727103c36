import t from 'tap'
import { LOGIN_MAX } from '../../../actors/desk/accounts/accounts.js'
import type { DeskClient } from '../../../actors/desk/desk-client.js'
import { ID_GRANT_LENGTH, ID_RANGE_LENGTH } from '../../../actors/desk/id-range.js'
import { compileBook, groupOf } from '../../../engine/book/book.js'
import type { OpenedDatafeed } from '../../../engine/config/records/datafeed.js'
import { sqlitePath } from '../../../storage/paths.js'
import { metaRepo } from '../../../storage/repos/meta.js'
import { journalRepo } from '../../../storage/repos/records/journal.js'
import { openReader, openWriter } from '../../../storage/sqlite/open.js'
import { STAFF, scratch, startDesk, value } from '../../given/desk.js'

const HASHES = { master: 'hash-of-master', investor: 'hash-of-investor' }

function create(desk: DeskClient, group: string, login = 0) {
  return desk.ask('accounts.create', { actor: STAFF, group, login, hashes: HASHES })
}

t.test('an empty directory is filled with the demo set, once', async (t) => {
  const directory = scratch(t)
  const first = startDesk(directory)
  const ready = await first.desk.ready
  t.ok(ready.seeded)
  t.ok(ready.needsAdministratorPassword)
  const book = value(await first.desk.ask('config.records', null))
  t.equal(book.symbols.length, 12)
  t.same(
    book.groups.map((group) => group.path),
    [
      'demo\\netting',
      'demo\\standard',
      'managers\\administrators',
      'managers\\dealers',
      'real\\ecn',
      'real\\standard',
    ],
  )
  const compiled = compileBook(book)
  t.equal(compiled.symbolsByName.get('USDJPY')?.digits, 3)
  t.equal(groupOf(compiled, 'REAL\\STANDARD')?.record.leverage, 50)
  t.equal(book.routing[0]?.position, 1)
  const opened = value(await first.desk.ask('config.opened', { kind: 'datafeeds' }))
  const [feed] = opened.records as readonly OpenedDatafeed[]
  t.equal(feed?.password, '', 'the built-in simulator draws its own')
  t.equal(feed?.server, '127.0.0.1:0')
  await first.desk.stop()

  const second = startDesk(directory)
  const again = await second.desk.ready
  t.notOk(again.seeded)
  t.equal(again.serverId, ready.serverId)
  await second.desk.stop()
  t.same([...first.deaths, ...second.deaths], [])
})

t.test(
  'a fresh demo set has a provider for orders, and a group whose orders go there',
  async (t) => {
    const { desk } = startDesk(scratch(t), { demoProvider: 'fix44' })
    await desk.ready
    const book = value(await desk.ask('config.records', null))
    t.ok(book.groups.some(({ path }) => path === 'real\\a-book'))
    const [gateway] = value(await desk.ask('config.opened', { kind: 'gateways' })).records
    t.match(gateway, { name: 'Simulator', module: 'fix44', mode: 'Active', server: '127.0.0.1:0' })
    const [feed] = value(await desk.ask('config.opened', { kind: 'datafeeds' })).records
    t.match(feed, { name: 'Simulator', module: 'fix44', server: '127.0.0.1:0', password: '' })
    t.same(
      book.routing.map(({ id, position, action, dealers }) => [id, position, action, dealers]),
      [
        [2, 1, 'gateway', [gateway?.id]],
        [1, 2, 'confirm_market_price', []],
      ],
    )
    await desk.stop()
  },
)

t.test(
  'symbols from before prices grew too old have the age that new ones start with',
  async (t) => {
    const directory = scratch(t)
    const first = startDesk(directory)
    await first.desk.ready
    await first.desk.stop()
    const db = openWriter(sqlitePath(directory))
    db.exec("UPDATE settings SET body = json_remove(body, '$.quote_max_age_sec') WHERE id < 3")
    db.exec(`
    UPDATE settings SET body = json_set(body, '$.quote_max_age_sec', 0)
    WHERE kind = 'symbols' AND id = 4`)
    db.close()
    const second = startDesk(directory)
    const { symbols, groups } = value(await second.desk.ask('config.records', null))
    t.same(
      symbols.slice(0, 5).map((symbol) => symbol.quote_max_age_sec),
      [120, 120, 120, 0, 120],
    )
    t.notOk('quote_max_age_sec' in (groups[0] ?? {}), 'nothing else has one')
    const [symbol] = symbols
    const change = { actor: STAFF, kind: 'symbols', id: 1, version: symbol?.version ?? 0 } as const
    value(await second.desk.ask('config.update', { ...change, input: { quote_max_age_sec: 5 } }))
    const after = value(await second.desk.ask('config.records', null)).symbols[0]
    t.match(after, { quote_max_age_sec: 5, path: symbol?.path })
    await second.desk.stop()
  },
)

t.test('without the demo there are the administrator, its group and one rule', async (t) => {
  const { desk } = startDesk(scratch(t), { demo: false })
  const book = value(await desk.ask('config.records', null))
  t.same([book.symbols.length, book.datafeeds.length, book.routing.length], [0, 0, 1])
  t.same(
    book.groups.map((group) => group.path),
    ['managers\\administrators'],
  )
  const administrator = value(await desk.ask('accounts.get', { login: 1 }))
  t.equal(administrator.group, 'managers\\administrators')
  await desk.stop()
})

t.test('the first password of the administrator is taken once', async (t) => {
  const { desk } = startDesk(scratch(t))
  value(await desk.ask('system.administrator_password', { hash: 'first' }))
  const second = await desk.ask('system.administrator_password', { hash: 'second' })
  t.equal(second.ok ? 'ok' : second.code, 'conflict')
  t.equal(value(await desk.ask('system.status', null)).needsAdministratorPassword, false)
  await desk.stop()
})

t.test('an account takes the next login, or the given one once', async (t) => {
  const { desk } = startDesk(scratch(t))
  const first = value(await create(desk, 'real\\standard'))
  t.equal(first.account.login, 1001)
  t.equal(first.account.leverage, 0, 'the account leaves the leverage to its group')
  value(await create(desk, 'demo\\standard', 1002))
  t.equal(
    value(await create(desk, 'DEMO\\Standard')).account.login,
    1003,
    'a taken login is skipped',
  )
  const taken = await create(desk, 'demo\\standard', 1002)
  t.equal(taken.ok ? 'ok' : taken.code, 'conflict')
  await desk.stop()
})

t.test('a login that is given is a whole number from 1 to the largest', async (t) => {
  const { desk } = startDesk(scratch(t))
  for (const login of [-1, 1.5, Number.NaN, LOGIN_MAX + 1]) {
    const message = 'The login must be a whole number from 1 to 999999999999.'
    t.match(await create(desk, 'demo\\standard', login), { code: 'invalid_input', message })
  }
  for (const login of [2, LOGIN_MAX]) {
    t.equal(value(await create(desk, 'demo\\standard', login)).account.login, login)
  }
  await desk.stop()
})

t.test(
  'an account is refused in a group that cannot hold it, and nothing is left of it',
  async (t) => {
    const directory = scratch(t)
    const { desk } = startDesk(directory)
    const nowhere = await create(desk, 'real\\nowhere')
    t.equal(nowhere.ok ? 'ok' : nowhere.code, 'not_found')
    const made = value(await create(desk, 'real\\standard'))
    t.equal(made.account.login, 1001, 'a refusal used up no login')
    await desk.stop()
    const reader = openReader(sqlitePath(directory))
    t.equal(journalRepo(reader).brokenAt(), undefined)
    reader.close()
  },
)

t.test('id ranges never overlap, not even over a restart', async (t) => {
  const directory = scratch(t)
  const first = startDesk(directory)
  const a = value(await first.desk.ask('ids.grant', { shard: 0, kind: 'order' }))
  const b = value(await first.desk.ask('ids.grant', { shard: 1, kind: 'order' }))
  const deals = value(await first.desk.ask('ids.grant', { shard: 1, kind: 'deal' }))
  const left = { kind: 'order', next: b.next + 7 } as const
  value(await first.desk.ask('ids.leave', { shard: 1, left: [left] }))
  await first.desk.stop()
  const second = startDesk(directory)
  const c = value(await second.desk.ask('ids.grant', { shard: 0, kind: 'order' }))
  const d = value(await second.desk.ask('ids.grant', { shard: 1, kind: 'order' }))
  await second.desk.stop()
  t.same([a.next, a.end, b.next], [1, 1 + ID_GRANT_LENGTH, 1 + ID_RANGE_LENGTH])
  t.equal(c.next, a.end, 'a shard goes on inside its range, behind what it was granted')
  t.equal(d.next, left.next, 'or where it stopped')
  t.equal(deals.next, 1, 'orders and deals count apart')
  const reader = openReader(sqlitePath(directory))
  const newest = reader.prepare(
    'SELECT kind, shard, "next", "end" FROM id_ranges ORDER BY kind, shard',
  )
  t.same(
    newest.raw().all(),
    [
      ['deal', 1, deals.end, 1 + ID_RANGE_LENGTH],
      ['order', 0, c.end, 1 + ID_RANGE_LENGTH],
      ['order', 1, d.end, 1 + 2 * ID_RANGE_LENGTH],
    ],
    'the newest of each shard is kept',
  )
  reader.close()
})

t.test('another number of shards is refused with what to do', async (t) => {
  const directory = scratch(t)
  const first = startDesk(directory)
  await first.desk.ready
  await first.desk.stop()
  const second = startDesk(directory, { shards: 3 })
  await t.rejects(second.desk.ready, /start with SHARDS=2/)
  await t.rejects(second.desk.ask('system.status', null), /the desk is gone/)
  t.equal(second.deaths.length, 1)
})

t.test('the head of the journal is told after a commit of the desk that names it', async (t) => {
  const directory = scratch(t)
  const { desk, deaths } = startDesk(directory)
  await desk.ready
  const db = openReader(sqlitePath(directory))
  for (const text of ['The clock jumped', 'The clock jumped again']) {
    value(await desk.ask('system.clock', { text }))
    for (const time of ['first', 'second']) {
      const head = value(await desk.ask('system.journal_head', null))
      t.equal(head.id, journalRepo(db).head().id)
      t.equal(metaRepo(db).get('journal_synced'), String(head.id), `${text}: ${time}`)
    }
  }
  db.close()
  await desk.stop()
  t.same(deaths, [])
})
