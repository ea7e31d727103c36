import t from 'tap'
import { accountWithDefaults, FIRST_LOGIN } from '../../../../actors/desk/accounts/accounts.js'
import { openDesk } from '../../../../actors/desk/desk.js'
import { ShardCountError, seed } from '../../../../actors/desk/start/seed.js'
import { randomKey } from '../../../../actors/thread/random.js'
import { contentOf } from '../../../../engine/config/content.js'
import {
  ADMINISTRATORS_GROUP,
  BARE_SET,
  DDE_DEMO_SET,
  DEMO_SET,
} from '../../../../engine/config/demo-set.js'
import { kindOf } from '../../../../engine/config/kinds.js'
import { accountsRepo } from '../../../../storage/repos/accounts/accounts.js'
import { countersRepo } from '../../../../storage/repos/counters.js'
import { metaRepo } from '../../../../storage/repos/meta.js'
import { staffRepo } from '../../../../storage/repos/people/staff.js'
import { openSeal } from '../../../../storage/secrets/seal.js'
import type { DeskEvent } from '../../../../wire/thread/messages.js'
import { deskData, scratch } from '../../../given/desk.js'
import { openTables } from '../../../given/records/projection.js'

// What an empty database is filled with at the first start, and only then.

const NOW = Date.parse('2026-03-02T10:00:00Z')

type Test = Parameters<typeof scratch>[0]

function given(test: Test) {
  const dataDir = scratch(test)
  const db = openTables(dataDir)
  test.teardown(() => db.close())
  const told: DeskEvent[] = []
  const desk = openDesk(
    db,
    { now: () => NOW } as never,
    2,
    openSeal(randomKey(), randomKey),
    (event) => told.push(event),
  )
  const lines = () =>
    told.splice(0).flatMap((event) => (event.type === 'journal' ? [event.line] : []))
  return { dataDir, db, desk, lines }
}

for (const [name, over, set, filledWith] of [
  ['dde', { demo: true, demoProvider: 'dde' }, DDE_DEMO_SET, 'the demo set'],
  ['fix', { demo: true, demoProvider: 'fix44' }, DEMO_SET, 'the demo set'],
  ['none', { demo: false, demoProvider: 'dde' }, BARE_SET, 'the administrator alone'],
] as const) {
  t.test(`a first start fills the database with its set: ${name}`, (t) => {
    const { dataDir, db, desk, lines } = given(t)
    const data = deskData(dataDir, { ...over, utcOffsetMin: 90 })
    t.equal(seed(desk, data), true)
    const filled = desk.config.records
    const contents = (kind: 'symbols' | 'groups' | 'gateways' | 'routing' | 'datafeeds') =>
      [...filled[kind]].sort((a, b) => a.id - b.id).map((record) => contentOf(record))
    t.same(
      contents('symbols'),
      set.symbols.map((symbol, i) => ({ ...symbol, position: i + 1 })),
    )
    t.same(contents('groups'), set.groups)
    t.same(contents('gateways'), set.gateways)
    t.same(contents('routing'), set.routing)
    t.same(contents('datafeeds'), set.datafeeds)
    t.same(
      filled.settings.map((record) => contentOf(record)),
      [kindOf('settings').defaults({ ...set.settings, utc_offset_min: 90 })],
    )
    t.same(
      filled.symbols.map(({ id, version }) => [id, version]),
      set.symbols.map((_, i) => [i + 1, 1]),
    )
    const meta = metaRepo(db)
    t.match(meta.get('server_id'), /^[0-9a-f-]{36}$/)
    t.same(
      [meta.get('shards'), meta.get('seeded_at'), meta.get('demo_trader')],
      ['2', String(NOW), over.demo ? 'wanted' : undefined],
    )
    const kept = accountWithDefaults({
      login: 1,
      group: ADMINISTRATORS_GROUP,
      name: 'Administrator',
      trading_enabled: false,
    })
    t.match(accountsRepo(db).get(1), kept)
    t.equal(accountsRepo(db).count(), 1)
    const { rights, group_scope, active } = staffRepo(db).get(1) ?? {}
    t.same([rights, group_scope, active], [data.administratorRights, ['*'], true])
    t.equal(countersRepo(db).next('login', FIRST_LOGIN), FIRST_LOGIN, 'no login was given out')
    t.match(lines(), [
      {
        actor: null,
        kind: 'server.seeded',
        text: `The empty server was filled with ${filledWith}`,
      },
    ])
    const { version } = filled
    t.equal(seed(desk, data), false, 'it is filled')
    t.same([lines(), desk.config.records.version], [[], version])
    t.equal(meta.get('seeded_at'), String(NOW))
    t.end()
  })
}

t.test('a directory keeps its number of shards', (t) => {
  const { dataDir, desk, lines } = given(t)
  seed(desk, deskData(dataDir, { demo: false }))
  lines()
  for (const shards of [1, 3]) {
    t.throws(
      () => seed(desk, deskData(dataDir, { demo: false, shards })),
      new ShardCountError(
        'this data directory was made with SHARDS=2 and its logs are divided so: ' +
          `start with SHARDS=2 (asked for: ${shards}), or change it: openfloor reshard ${shards}`,
      ),
    )
  }
  t.same(lines(), [])
  t.end()
})
