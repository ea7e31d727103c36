import t, { type Test } from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { Passwords } from '../../../../actors/sign-in/passwords.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// Who may not sign up, and what tells that an applicant is known already.

const PATH = '/trader/v1/register'
const HOUR = 3_600_000
const BLOCKED = {
  status: 403,
  code: 'forbidden',
  message: /^You cannot sign up with these details/,
}
const FORM = { type: 'real', name: 'Ada Lovelace', email: 'ada@example.com', country: 'GB' }

async function given(test: Test, settings: object = {}) {
  const services = { passwords: new Passwords({ memoryKib: 64, passes: 1 }) }
  const front = new ConfigFront(test, { services })
  const put = async (more: object) => {
    const { data } = await front.ask('GET /admin/v1/settings')
    return front.ask('PUT /admin/v1/settings', 'admin', { ...data, ...more })
  }
  const done = await put({ demo: true, real: true, ...settings })
  if (done.status !== 200) throw new Error(done.message)
  const server = { name: 'Main', sender_email: 'desk@example.com', server: 'smtp.example.com:587' }
  await front.ask('POST /admin/v1/mail-servers', 'admin', server)
  const register = (over: object = {}) => {
    front.now += HOUR
    return front.ask(`POST ${PATH}`, 'nobody', { ...FORM, ...over })
  }
  return { front, put, register }
}

t.test('who fits a mask cannot sign up, and is not told by which one', async (t) => {
  const { front, put, register } = await given(t, {
    blocked_signups: [
      { by: 'email', mask: '*@Trash.example' },
      { by: 'email', mask: 'eve@example.com' },
      { by: 'phone', mask: '+49 (0)151 23*' },
    ],
  })
  t.match((await front.ask('GET /admin/v1/settings')).data.blocked_signups, [
    { mask: '*@trash.example' },
    { mask: 'eve@example.com' },
    { by: 'phone', mask: '4915123*' },
  ])
  const refused = [
    await register({ email: 'Any.One@TRASH.example' }),
    await register({ email: 'EVE@example.com' }),
    await register({ phone: '0049 151 23 45' }),
    await register({ type: 'demo', password: 'Abcd12!x', email: 'x@trash.example' }),
    await front.ask(`POST ${PATH}/code`, 'nobody', { email: 'x@trash.example' }),
  ]
  for (const answer of refused) t.match(answer, BLOCKED)
  t.equal(new Set(refused.map(({ message }) => message)).size, 1)
  t.notMatch(JSON.stringify(refused), /trash|mask/i)
  t.match(await register({ phone: '+49 170 123' }), { status: 200 })
  t.match((await front.ask('GET /admin/v1/mail/outbox')).data, { total: 0 })
  await put({ blocked_signups: [{ by: 'ip', mask: '127.0.0.0/8' }] })
  const from = (await front.ask('GET /admin/v1/applications')).data.items[0].ip as string
  await put({ blocked_signups: [{ by: 'ip', mask: from }] })
  t.match(await register(), BLOCKED)
  t.match(await front.ask(`POST ${PATH}/code`, 'nobody', { email: 'b@example.com' }), BLOCKED)
})

t.test('a refusal counts as an attempt, whatever the code', async (t) => {
  const { front } = await given(t, {
    confirm_real: true,
    blocked_signups: [{ by: 'email', mask: '*@trash.example' }],
  })
  const now = (email: string) => front.ask(`POST ${PATH}`, 'nobody', { ...FORM, email })
  for (let n = 0; n < 5; n++) t.match(await now(`a${n}@trash.example`), BLOCKED)
  t.match(await now('a9@trash.example'), { status: 429, code: 'auth.too_many_attempts' })
  const code = () => front.ask(`POST ${PATH}/code`, 'nobody', { email: 'a@trash.example' })
  for (let n = 0; n < 3; n++) t.match(await code(), BLOCKED)
  t.match(await code(), { status: 429 })
})

t.test('a mask that would shut everybody out is refused at its place', async (t) => {
  const { put } = await given(t)
  const at = async (by: string, mask: string) => {
    const answer = await put({
      blocked_signups: [
        { by: 'email', mask: 'a@b.example' },
        { by, mask },
      ],
    })
    return answer.status === 200 ? [] : answer.fields
  }
  const wrong = ['blocked_signups[1].mask']
  for (const mask of ['*', '*@*', '*@*.*', 'trash.example', 'a@b.example, c@d.example']) {
    t.same(await at('email', mask), wrong, mask)
  }
  for (const mask of [
    '0.0.0.0/0',
    '10.0.0.0/7',
    '::/0',
    '2000::/3',
    '::ffff:0:0/96',
    'x',
    '203.0.113',
  ]) {
    t.same(await at('ip', mask), wrong, mask)
  }
  for (const mask of ['*', '+49*', 'none']) t.same(await at('phone', mask), wrong, mask)
  for (const [by, mask] of [
    ['email', '*@mail.example'],
    ['ip', '203.0.113.0/24'],
    ['ip', '2001:db8::/32'],
    ['phone', '4915*'],
  ] as const) {
    t.same(await at(by, mask), [], mask)
  }
  const many = Array.from({ length: 1_001 }, (_, n) => ({ by: 'email', mask: `a${n}@b.example` }))
  t.match(await put({ blocked_signups: many }), { status: 400, fields: ['blocked_signups'] })
  const long = `${'a'.repeat(128)}@b.example`
  t.match(await put({ blocked_signups: [{ by: 'email', mask: long }] }), { status: 400 })
})

t.test('an application names who is like it, as far as the reader sees them', async (t) => {
  const { front, put, register } = await given(t)
  const handlers = deskHandlers(front.desk)
  const make = (login: number, group: string, details: object): void => {
    const actor = { login: 1, ip: '', requestId: '' }
    const made = handlers['accounts.create']({ actor, login, group, hashes: {}, details })
    if (!made.ok) throw new Error(made.message)
  }
  make(1001, 'demo\\standard', { name: 'A', email: 'ADA@example.com' })
  make(1002, 'real\\standard', {
    name: 'B',
    phone: '0049 (0)151 2345',
    address: 'Ring 1',
    city: 'Graz',
  })
  make(1003, 'real\\standard', { name: 'C', address: 'Ring 1', city: 'Wien' })
  const street = { address: 'RING 1', city: 'graz' }
  await register({ email: 'other@example.com', phone: '+49 151 2345' })
  await register({ ...street, phone: '+49/151/2345' })
  const read = async (as = 'admin', id = 2) =>
    (await front.ask(`GET /admin/v1/applications/${id}`, as)).data
  t.match(await read(), {
    id: 2,
    duplicates: {
      logins: [
        { login: 1002, same: ['phone', 'address'] },
        { login: 1001, same: ['email'] },
      ],
      applications: [{ id: 1, state: 'new', same: ['phone', 'ip'] }],
    },
    blocked: [],
    passwords_by_email: true,
  })
  t.match((await read('admin', 1)).duplicates.applications, [{ id: 2, same: ['phone', 'ip'] }])
  t.equal((await read()).duplicates.logins.length, 2)
  t.same(
    (await read('admin in real\\*')).duplicates.logins.map(({ login }: { login: number }) => login),
    [1002],
  )
  const few = await read('only applications')
  t.match(few.duplicates, { logins: null, applications: [{ id: 1, same: ['ip'] }] })
  t.same((await read('only applications accounts.view')).duplicates.logins, [])

  await put({
    blocked_signups: [
      { by: 'email', mask: 'ada@*' },
      { by: 'email', mask: 'eve@*' },
    ],
  })
  t.same((await read()).blocked, [{ by: 'email', mask: 'ada@*' }])
  t.same((await read('only applications')).blocked, [{ by: 'email', mask: null }])
  const listed = await front.ask(
    'GET /admin/v1/applications/blocked',
    'only applications accounts.email',
  )
  t.same(
    listed.data.items.map(({ mask }: { mask: string }) => mask),
    ['ada@*', 'eve@*'],
  )
  t.match(await front.ask('GET /admin/v1/applications/blocked', 'without applications'), {
    status: 403,
  })

  const approved = await front.ask('POST /admin/v1/applications/2/approve', 'admin', {})
  t.equal(approved.status, 200)
  const after = await read()
  t.notOk(after.duplicates.logins.some(({ login }: { login: number }) => login === after.login))

  const [mail] = (await front.ask('GET /admin/v1/mail-servers', 'admin')).data
  const off = { version: mail.version, enabled: false }
  await front.ask(`PATCH /admin/v1/mail-servers/${mail.id}`, 'admin', off)
  t.equal((await read()).passwords_by_email, false, 'no mail server can send them')
})

t.test('settings hide masks of e-mails and phones, which stay through a change', async (t) => {
  const masks = [
    { by: 'email', mask: 'eve@example.com' },
    { by: 'ip', mask: '203.0.113.0/24' },
    { by: 'phone', mask: '4915123*' },
  ]
  const { front } = await given(t, { blocked_signups: masks })
  const clerk = 'only config.servers accounts.phone'
  const read = async (as: string) => (await front.ask('GET /admin/v1/settings', as)).data
  const put = (body: object, as: string) => front.ask('PUT /admin/v1/settings', as, body)
  const before = await read(clerk)
  t.same(before.blocked_signups, [{ ...masks[0], mask: null }, masks[1], masks[2]])
  const same = await put(before, clerk)
  t.same(same.data, before, 'an answer sent back changes nothing')
  t.match(await put({ ...before, version: 99 }, clerk), {
    status: 409,
    data: { record: { blocked_signups: before.blocked_signups } },
  })
  const more = { by: 'email', mask: '*@trash.example' }
  const changed = await put({ ...before, blocked_signups: [more] }, clerk)
  t.same(changed.data.blocked_signups, [
    { by: 'email', mask: null },
    { by: 'email', mask: null },
  ])
  t.same((await read('admin')).blocked_signups, [more, masks[0]])
  t.match(
    await put({ ...(await read('admin')), blocked_signups: [before.blocked_signups[0]] }, 'admin'),
    {
      status: 400,
      fields: ['blocked_signups[0].mask'],
    },
  )
})

t.test(
  'files of settings show no mask that their reader may not see, and remove none',
  async (t) => {
    const masks = [
      { by: 'email', mask: 'eve@example.com' },
      { by: 'ip', mask: '203.0.113.0/24' },
    ]
    const { front } = await given(t, { blocked_signups: masks })
    const clerk = 'only config.servers'
    const file = async (as: string) => {
      const body = { kinds: { settings: null } }
      return (await front.ask('POST /admin/v1/config/transfer/export', as, body)).data
    }
    const [whole] = (await file('admin')).kinds.settings
    t.same(whole.blocked_signups, masks)
    const hidden = await file(clerk)
    t.notOk('blocked_signups' in hidden.kinds.settings[0])
    t.same(hidden.kinds.settings[0].export_removed, ['blocked_signups'])
    const taken = async (blocks: object) => {
      const kinds = { settings: [{ ...hidden.kinds.settings[0], ...blocks }] }
      const body = { file: { ...hidden, kinds } }
      const { data } = await front.ask('POST /admin/v1/config/transfer/import', clerk, body)
      const { data: now } = await front.ask('GET /admin/v1/settings')
      return [data.items[0].action, now.blocked_signups]
    }
    t.same(await taken({}), ['unchanged', masks])
    t.same(await taken({ blocked_signups: [] }), ['updated', [masks[0]]])
    const unseen = [{ by: 'email', mask: null }, masks[1]]
    t.same(await taken({ blocked_signups: unseen }), ['updated', masks])
    t.same(await taken({ blocked_signups: [{ by: 'ip', mask: null }] }), ['error', masks])
    t.same(await taken({ blocked_signups: [{ by: 'ip', mask: 7 }] }), ['error', masks])
  },
)
