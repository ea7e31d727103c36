import t, { type Test } from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { Passwords } from '../../../../actors/sign-in/passwords.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'
import {
  licenceKey,
  licencePayload,
  strangersKey,
  VENDOR_PUBLIC_KEY,
} from '../../../given/licence-keys.js'

// The licence: which keys are taken, what they change, and what they limit.

const PATH = '/admin/v1/licence'
const WRONG = { status: 400, code: 'invalid_input' }

async function given(test: Test, more: object = {}) {
  const services = { passwords: new Passwords({ memoryKib: 64, passes: 1 }) }
  test.teardown(() => services.passwords.close())
  const keys = { licencePublicKey: VENDOR_PUBLIC_KEY }
  const front = new ConfigFront(test, { ...keys, services, ...more })
  const status = async () => (await front.ask(`GET ${PATH}`)).data
  const serverId = String((await status()).server_id)
  const payload = (over: object = {}) => licencePayload(serverId, over)
  const send = (key: string) => front.ask(`POST ${PATH}`, 'only config.servers', { key })
  const apply = (over: object = {}) => send(licenceKey(payload(over)))
  return { front, status, payload, send, apply }
}

t.test('a server without a licence limits nothing, and says what is missing', async (t) => {
  const { front, status } = await given(t)
  t.match(await status(), {
    licence_id: null,
    issued_at: null,
    applied_by: null,
    companies: [],
    brands: [],
    entitlements: { max_accounts: 0, max_groups: 0 },
    used_groups: front.book.records.groups.length,
    valid: false,
    warnings: ['No licence key was applied.'],
  })
  const none = await given(t, { licencePublicKey: undefined })
  t.match((await none.status()).warnings[1], /LICENCE_PUBLIC_KEY/)
  t.match(await none.apply(), { ...WRONG, message: /LICENCE_PUBLIC_KEY/ })
})

t.test('a key is applied whole, and says so once', async (t) => {
  const { front, status, payload, apply } = await given(t)
  const versions = front.book.version
  const applied = await apply()
  t.match(applied, { status: 200 })
  t.match(applied.data, {
    licence_id: 'L-1',
    issued_at: '2026-01-01T00:00:00.000Z',
    applied_at: '2026-03-02T10:00:00.000Z',
    applied_by: 1,
    companies: [
      { name: 'Harbour Markets', main: true, created_at: '2026-03-02T10:00:00.000Z' },
      { name: 'Bay Trading', main: false },
    ],
    brands: [{ company: 'Harbour Markets', is_licenced: true, short_name: 'Harbour', version: 1 }],
    valid: true,
  })
  t.same(applied.data.warnings, [])
  t.match(
    front.changes.map(({ kind, version }) => [kind, version]),
    [
      ['licence', versions + 1],
      ['groups', versions + 2],
      ['brands', versions + 3],
    ],
  )
  t.match(
    front.lines.slice(-3).map(({ kind, text, actor }) => [kind, text, actor]),
    [
      ['config', 'Licence L-1 was applied', 1],
      ['config', /^The company Openfloor Demo is Harbour Markets now, with \d+ groups$/, 1],
      ['config', 'Brand Harbour Markets was created by the licence', 1],
    ],
  )
  const lines = front.lines.length
  t.match(await apply(), { status: 200, data: { valid: true } })
  t.equal(front.lines.length, lines, 'the same key again changes nothing')
  t.equal(front.changes.length, 3)
  const everything = JSON.stringify([await status(), front.lines, front.changes])
  t.notOk(everything.includes(licenceKey(payload())), 'the key is told nowhere')
})

t.test('what is wrong with a key changes nothing and has a line', async (t) => {
  const { front, status, payload, send } = await given(t)
  const before = JSON.stringify(await status())
  const good = licenceKey(payload())
  const [text = '', signature = ''] = good.split('.')
  const respelt = `${text.slice(0, -1)}${String.fromCharCode(text.charCodeAt(text.length - 1) + 1)}`
  const company = (name: string, main = false) => ({ name, main })
  const MAIN = company('Harbour Markets', true)
  for (const [what, key, reason] of [
    ['no key', 'hello', /no licence key/],
    ['without a signature', text, /no licence key/],
    ["a stranger's", strangersKey(payload()), /signature/],
    ['another spelling of the payload', `${respelt}.${signature}`, /signature/],
    ['no JSON', licenceKey('{"licence_id"'), /no JSON/],
    ['an unknown field', licenceKey(payload({ seats: 5 })), /seats/],
    ['no time', licenceKey(payload({ expires_at: 'soon' })), /expires_at/],
    ['for another server', licenceKey(payload({ server_id: 'x' })), /another server, x/],
    [
      'expired',
      licenceKey(payload({ expires_at: '2026-03-02T10:00:00Z' })),
      /expired at 2026-03-02/,
    ],
    ['no main company', licenceKey(payload({ companies: [company('A')] })), /main company/],
    ['two of them', licenceKey(payload({ companies: [MAIN, company('B', true)] })), /main company/],
    ['one twice', licenceKey(payload({ companies: [MAIN, company('HARBOUR markets')] })), /twice/],
    ['a stray brand', licenceKey(payload({ brands: [{ company: 'C' }] })), /C, which it does not/],
    [
      'a domain of two brands',
      licenceKey(
        payload({
          brands: [
            { company: 'Harbour Markets', domains: ['a.example'] },
            { company: 'Bay Trading', domains: ['A.example'] },
          ],
        }),
      ),
      /a\.example already belongs to the brand/,
    ],
  ] as const) {
    const refused = await send(key)
    t.match(refused, { ...WRONG, message: reason }, what)
    t.match(front.lines.at(-1), { kind: 'licence', text: reason, actor: 1 }, what)
  }
  t.equal(JSON.stringify(await status()), before)
  t.equal(front.changes.length, 0)
  await send(licenceKey(payload({ issued_at: '2026-02-01T00:00:00Z' })))
  t.match(await send(good), { ...WRONG, message: /issued at 2026-01-01.* before/ }, 'older')
})

t.test(
  "the first key renames the administrator's company, and the groups of that alone",
  async (t) => {
    const { front, status, apply } = await given(t)
    const { id: other } = front.book.records.groups.at(-1) ?? { id: 0 }
    front.change('groups', other, { company: 'Another' })
    const companies = () => new Set(front.book.records.groups.map(({ company }) => company))
    t.same(companies(), new Set(['Openfloor Demo', 'Another']))
    await apply()
    t.same(companies(), new Set(['Harbour Markets', 'Another']))
    t.match((await status()).warnings, [/company Another of/])
    t.equal(
      front.lines.filter(({ text }) => text.startsWith('The company Openfloor Demo is')).length,
      1,
    )
  },
)

t.test('a renamed main company takes its groups and its brand along', async (t) => {
  const { front, apply } = await given(t)
  await apply()
  const list = front.book.records.groups
  for (const { id } of list) front.change('groups', id, { company: 'harbour markets' })
  await front.ask('POST /admin/v1/reports/configs', 'admin', {
    name: 'Monthly\\Harbour',
    module: 'deals',
    params: { company: 'HARBOUR Markets' },
  })
  const changes = front.changes.length
  const renamed = await apply({
    companies: [{ name: 'Ocean Markets', main: true }],
    brands: [{ company: 'Ocean Markets', short_name: 'Ocean' }],
  })
  t.match(renamed.data, {
    companies: [{ name: 'Ocean Markets', created_at: '2026-03-02T10:00:00.000Z' }],
    brands: [
      { id: 1, company: 'Ocean Markets', short_name: 'Ocean', domains: ['harbour.example'] },
    ],
    warnings: [],
  })
  t.same(
    front.changes.slice(changes).map(({ kind, changed }) => [kind, changed.length]),
    [
      ['licence', 1],
      ['groups', list.length],
      ['reports', 1],
      ['brands', 1],
    ],
  )
  t.ok(front.book.records.groups.every(({ company }) => company === 'Ocean Markets'))
  t.match(front.lines.at(-2)?.text, `The company Harbour Markets is Ocean Markets now`)
  const { data } = await front.ask('GET /admin/v1/reports/configs')
  t.match(data, [{ params: { company: 'Ocean Markets' } }])
})

t.test('brands become what the licence ships, and go with their companies', async (t) => {
  const { front, apply, status } = await given(t)
  await apply()
  const own = await front.ask(`POST ${PATH}/brands`, 'admin', {
    company: 'bay trading',
    domains: ['Bay.example', 'bay.example'],
    is_default: true,
  })
  t.match(own.data, { id: 2, is_licenced: false, domains: ['bay.example'], enabled: true })
  const rule = { group_path: 'demo\\standard', white_label_id: 2 }
  t.match(await front.ask('POST /admin/v1/account-allocations', 'admin', rule), { status: 200 })
  t.match(await front.ask(`DELETE ${PATH}/brands/2`), { status: 409, message: /allocation rule/ })
  // The domain goes from one brand to another.
  const swapped = await apply({
    brands: [
      { company: 'Harbour Markets', domains: ['bay.example'] },
      { company: 'Bay Trading', domains: ['harbour.example'], phone: '7' },
    ],
  })
  t.match(swapped.data.brands, [
    { id: 2, is_default: true, is_licenced: true, phone: '7', domains: ['harbour.example'] },
    { id: 1, is_licenced: true, short_name: 'Harbour', domains: ['bay.example'] },
  ])
  await apply({ companies: [{ name: 'Harbour Markets', main: true }], brands: [] })
  t.match((await status()).brands, [{ id: 1, is_licenced: false, short_name: 'Harbour' }])
  t.match((await front.ask('GET /admin/v1/account-allocations/1')).data, {
    enabled: false,
    white_label_id: null,
  })
  t.match(
    front.lines.map(({ text }) => text).filter((text) => text.includes('disabled')),
    [/^Allocation rule demo\\standard .* was disabled: its brand/],
  )
})

t.test('an applied licence is checked again each time', async (t) => {
  const { front, status, apply } = await given(t)
  await apply({ expires_at: '2026-04-01T10:00:00Z' })
  t.match(await status(), { valid: true, warnings: [/expires in 30 days/] })
  front.now = Date.parse('2026-04-01T09:00:00Z')
  t.match(await status(), { valid: true, warnings: [/expires within a day/] })
  front.now = Date.parse('2026-04-01T10:00:00Z')
  t.match(await status(), { valid: false, warnings: [/not valid.*expired/] })
})

t.test('what a licence allows holds wherever accounts and groups come to be', async (t) => {
  const { front, status, apply } = await given(t)
  const { used_accounts: used, used_groups: groups } = await status()
  await apply({ entitlements: { max_accounts: used + 1, max_groups: groups + 1 } })
  const group = (path: string, company = '') =>
    front.ask('POST /admin/v1/groups', 'admin', { path, company })
  t.match(await group('real\\x', 'Nobody'), { ...WRONG, fields: ['company'] }, 'not listed')
  t.match(await group('real\\x', 'BAY TRADING'), { status: 200 })
  t.match(await group('real\\y'), { status: 409, code: 'conflict', message: /allows \d+ groups/ })
  const actor = { login: 1, ip: '', requestId: '' }
  const last = { actor, group: 'demo\\standard', hashes: {} }
  t.match(deskHandlers(front.desk)['accounts.create'](last), { ok: true })
  const full = { status: 409, code: 'conflict', message: /allows \d+ accounts/ }
  const created = await front.ask('POST /admin/v1/accounts', 'admin', {
    group: 'demo\\standard',
    master_password: 'Sesame-open-7',
    investor_password: 'Sesame-look-8',
  })
  t.match(created, full)
  t.equal((await status()).used_accounts, used + 1)
})

t.test(
  'a dry run checks a key and says what it would change, and nothing is written',
  async (t) => {
    const { front, status, payload } = await given(t)
    const before = await status()
    const lines = front.lines.length
    const dry = (key: string) =>
      front.ask(`POST ${PATH}?dry_run=true`, 'only config.servers', { key })
    const tried = await dry(licenceKey(payload()))
    t.match(tried, { status: 200, data: { licence_id: null, valid: false } })
    t.match(
      tried.data.planned.map(({ about, text }: { about: { kind: string }; text: string }) => [
        about.kind,
        text,
      ]),
      [
        ['licence', 'Licence L-1 was applied'],
        ['groups', /is Harbour Markets now/],
        ['brands', 'Brand Harbour Markets was created by the licence'],
      ],
    )
    t.match(tried.data.planned[0].changes, [{ field: 'licence_id', from: '', to: 'L-1' }])
    t.match(await dry(strangersKey(payload())), { ...WRONG, message: /signature/ })
    t.match(await dry(licenceKey(payload({ server_id: 'another' }))), WRONG)
    t.match(await dry('no key'), WRONG)
    t.equal(front.lines.length, lines, 'a refused key has no line either')
    t.same(await status(), before)
    const done = await front.ask(`POST ${PATH}`, 'admin', { key: licenceKey(payload()) })
    t.notOk('planned' in done.data)
    t.same((await dry(licenceKey(payload()))).data.planned, [], 'the same key changes nothing')
  },
)
