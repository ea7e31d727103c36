import t from 'tap'
import { openDesk } from '../../../../actors/desk/desk.js'
import { seed } from '../../../../actors/desk/start/seed.js'
import { RIGHTS } from '../../../../engine/access/rights.js'
import { deskData } from '../../../given/desk.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// Allocation rules and the pages of sign-up: what a rule takes, whose it is, and what a replacement leaves.

const PATH = '/admin/v1/account-allocations'
const PAGES = `${PATH}/settings`
const RULE = {
  group_path: 'real\\standard',
  description: 'Real',
  priority: 20,
  countries: ['DE'],
  default_leverage: 20,
  leverages: [20, 50],
}
const WRONG = { status: 400, code: 'invalid_input' }
const STALE = { status: 409, code: 'conflict' }
type Row = Record<string, unknown>

t.test('a rule is made enabled, listed by priority, and may be there twice', async (t) => {
  const front = new ConfigFront(t)
  const { data } = await front.ask(`POST ${PATH}`, 'admin', RULE)
  t.match(data, { id: 1, version: 1, enabled: true, white_label_id: null, ...RULE })
  const first = { group_path: 'demo/standard', id: 7, version: 3, created_at: 'x', priority: 3 }
  t.match((await front.ask(`POST ${PATH}`, 'admin', first)).data, {
    id: 2,
    version: 1,
    group_path: 'demo\\standard',
    description: '',
    countries: [],
    default_leverage: 0,
    leverages: [],
  })
  t.equal((await front.ask(`POST ${PATH}`, 'admin', RULE)).data.id, 3, 'the same once more')
  const rows = (await front.ask(`GET ${PATH}`)).data as Row[]
  t.same(
    rows.map(({ id }) => id),
    [2, 1, 3],
  )
  t.match(front.lines.at(-1), { text: 'Allocation rule real\\standard (20) was created' })
  t.match(front.changes.at(-1), { kind: 'allocations' })
})

t.test(
  'a group is there and trades, and a list holds what is taken without a choice',
  async (t) => {
    const front = new ConfigFront(t)
    for (const [field, change] of [
      ['group_path', { group_path: undefined }],
      ['group_path', { group_path: 'real\\no' }],
      ['group_path', { group_path: 'managers\\dealers' }],
      ['leverages', { leverages: [50] }],
      ['leverages', { default_leverage: 0, leverages: [20] }],
      ['leverages[0]', { leverages: [0] }],
      ['leverages[1]', { leverages: [20, 10_001] }],
      ['default_leverage', { default_leverage: 10_001, leverages: [] }],
      ['white_label_id', { white_label_id: 1 }],
      ['priority', { priority: -1 }],
      ['countries[0]', { countries: [''] }],
    ] as const) {
      const refused = await front.ask(`POST ${PATH}`, 'admin', { ...RULE, ...change })
      t.match(refused, { ...WRONG, fields: [field] }, JSON.stringify(change))
    }
    const own = { ...RULE, default_leverage: 0, leverages: [50, 50], countries: ['de', ' DE'] }
    const made = await front.ask(`POST ${PATH}`, 'admin', own)
    t.match(made.data, { leverages: [50], countries: ['DE'] })
    const gone = await front.ask('DELETE /admin/v1/groups/real%5Cstandard')
    t.match(gone, { ...STALE, message: /an allocation rule offers it/ })
  },
)

t.test('a replacement is the whole: what it leaves out is empty', async (t) => {
  const front = new ConfigFront(t)
  const { data } = await front.ask(`POST ${PATH}`, 'admin', RULE)
  const put = (body: object) => front.ask(`PUT ${PATH}/1`, 'admin', body)
  t.match(await put({ group_path: 'real\\ecn' }), { ...WRONG, fields: ['version'] })
  t.match(await put({ ...data, version: 2 }), STALE)
  t.same((await put(data)).data, data, 'an answer may be sent back, and changes nothing')
  t.match((await put({ group_path: 'demo\\netting', version: 1 })).data, {
    id: 1,
    version: 2,
    group_path: 'demo\\netting',
    description: '',
    enabled: false,
    priority: 0,
    countries: [],
    default_leverage: 0,
    leverages: [],
    white_label_id: null,
  })
  t.match(await front.ask(`DELETE ${PATH}/1`), { status: 200, data: null })
  t.match(await front.ask(`GET ${PATH}/1`), { status: 404 })
})

t.test('rules are of those who reach their groups', async (t) => {
  const front = new ConfigFront(t)
  await front.ask(`POST ${PATH}`, 'admin', RULE)
  const real = 'only config.allocation in real\\*'
  const demo = 'only config.allocation in demo\\*'
  t.equal((await front.ask(`GET ${PATH}`, real)).data.length, 1)
  t.same((await front.ask(`GET ${PATH}`, demo)).data, [])
  for (const what of [`GET ${PATH}/1`, `DELETE ${PATH}/1`]) {
    t.match(await front.ask(what, demo), { status: 404, code: 'not_found' })
  }
  t.match(await front.ask(`GET ${PAGES}`, demo), { status: 200 })
})

const LINK = { url: 'https://a.example/{lang}', caption: '', caption_type: 3 }
const SET = { description: '', countries: [], sort: 2, links: [LINK] }

t.test('pages are replaced as a whole, and sets of links are numbered', async (t) => {
  const front = new ConfigFront(t)
  const { data } = await front.ask(`GET ${PAGES}`)
  t.match(data, { demo_url: '', deposit_url: '', withdraw_url: '', link_sets: [], version: 1 })
  const put = (body: object, version = 1) =>
    front.ask(`PUT ${PAGES}`, 'admin', { version, ...body })
  const link_sets = [SET, { ...SET, sort: 1, id: 7 }, { ...SET, id: 7 }]
  const kept = await put({ deposit_url: 'https://b.example/in', link_sets })
  t.match(kept.data, { version: 2, deposit_url: 'https://b.example/in' })
  t.same(
    kept.data.link_sets.map(({ id, sort }: Row) => [id, sort]),
    [
      [7, 1],
      [8, 2],
      [9, 2],
    ],
  )
  t.match(await put({}), STALE)
  t.same((await put(kept.data, 2)).data, kept.data)
  t.match((await put({}, 2)).data, { version: 3, deposit_url: '', link_sets: [] })
  const wrong = (over: object) => [{ ...SET, links: [{ ...LINK, ...over }] }]
  const long = `https://a.example/${'x'.repeat(512)}`
  for (const [field, body] of [
    ['demo_url', { demo_url: 'javascript:alert(1)' }],
    ['link_sets[0].links[0].url', { link_sets: wrong({ url: '' }) }],
    ['link_sets[0].links[0].url', { link_sets: wrong({ url: long }) }],
    ['link_sets[0].links[0].caption_type', { link_sets: wrong({ caption_type: 9 }) }],
  ] as const) {
    t.match(await put(body, 3), { ...WRONG, fields: [field] }, JSON.stringify(body).slice(0, 60))
  }
})

t.test(
  'a data directory from before this kind gets its one record at the next start',
  async (t) => {
    const front = new ConfigFront(t)
    const { db, clock, shards, seal } = front.desk
    db.exec("DELETE FROM settings WHERE kind = 'allocation_settings'")
    const again = openDesk(db, clock, shards, seal)
    t.same(again.config.records.allocation_settings, [])
    const data = deskData(front.dataDir, { administratorRights: RIGHTS })
    t.equal(seed(again, data), false)
    t.match(again.config.records.allocation_settings, [{ version: 1, demo_url: '' }])
    seed(again, data)
    t.equal(again.config.records.allocation_settings.length, 1)
  },
)

t.test(
  'an offer to a country that does not exist says so, and can be sent back as it is',
  async (t) => {
    const front = new ConfigFront(t)
    const countries = ['DE', 'Germany', 'Österreich', 'uk', 'Atlantis']
    const { data } = await front.ask(`POST ${PATH}`, 'admin', { ...RULE, countries })
    const warnings = [
      'No country is called "Atlantis": nobody gets the offer by it. Give an ISO code (DE), or the name in English or another language of the pages.',
    ]
    t.same(data.warnings, warnings)
    t.same((await front.ask(`PUT ${PATH}/1`, 'admin', data)).data, data)
    t.match(await front.ask(`GET ${PATH}`), { data: [{ warnings }] })
    const well = await front.ask(`PUT ${PATH}/1`, 'admin', { ...data, countries: ['FR'] })
    t.same(well.data.warnings, [])
  },
)
