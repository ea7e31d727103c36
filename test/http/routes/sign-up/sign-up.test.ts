import t, { type Test } from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { Passwords } from '../../../../actors/sign-in/passwords.js'
import { frontNotes } from '../../../../http/metrics/health-notes.js'
import { MailStats } from '../../../../http/readers/mail-stats.js'
import { SignUpStats } from '../../../../http/readers/sign-up-stats.js'
import { accountsRepo } from '../../../../storage/repos/accounts/accounts.js'
import { outboxRepo } from '../../../../storage/repos/people/outbox.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// Sign-up where it is refused, and what staff do with applications.

const PATH = '/trader/v1/register'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WRONG = { status: 400, code: 'invalid_input' }
const BLOCKED = { status: 429, code: 'auth.too_many_attempts' }
const NO_CODE = { status: 400, code: 'auth.code_invalid' }
const FORM = { type: 'real', name: 'Ada Lovelace', email: 'ada@example.com', country: 'GB' }

/** The mail server is no default one, but the only one. */
async function given(test: Test, settings: object = {}, hasMail = true) {
  const services = { passwords: new Passwords({ memoryKib: 64, passes: 1 }) }
  const front = new ConfigFront(test, { services })
  const set = async (more: object) => {
    const { data } = await front.ask('GET /admin/v1/settings')
    const put = await front.ask('PUT /admin/v1/settings', 'admin', { ...data, ...more })
    if (put.status !== 200) throw new Error(put.message)
  }
  await set({ demo: true, real: true, confirm_demo: false, confirm_real: false, ...settings })
  const server = { name: 'Main', sender_email: 'desk@example.com', server: 'smtp.example.com:587' }
  if (hasMail) await front.ask('POST /admin/v1/mail-servers', 'admin', server)
  const options = (query = '') => front.ask(`GET ${PATH}${query}`, 'nobody')
  const register = (over: object = {}) => front.ask(`POST ${PATH}`, 'nobody', { ...FORM, ...over })
  const send = (email: string) => front.ask(`POST ${PATH}/code`, 'nobody', { email })
  /** The code of the newest e-mail. */
  const code = (): string => {
    const { desk } = front
    const row = outboxRepo(desk.db).due(0, front.now, 1000).at(-1)
    const text = desk.seal.open(row?.body ?? '', `outbox/${row?.message_id}/body`)
    return /Code: (\d{6})/.exec(text)?.[1] ?? ''
  }
  const rule = (over: object) =>
    front.ask('POST /admin/v1/account-allocations', 'admin', {
      group_path: 'real\\standard',
      ...over,
    })
  return { front, set, options, register, send, code, rule }
}

t.test('offers are those of the country, by priority, and a choice is one of them', async (t) => {
  const { front, options, register, rule } = await given(t)
  const ids = []
  for (const over of [
    { priority: 5, description: 'Everybody' },
    { priority: 1, countries: ['Germany', 'at'], default_leverage: 20, leverages: [10, 20] },
    { priority: 0, enabled: false },
    { priority: 9, group_path: 'demo\\netting' },
  ]) {
    ids.push((await rule(over)).data.id)
  }
  const [everybody, german, , demo] = ids
  const listed = async (query: string) =>
    (await options(query)).data.allocations.map(
      (one: { allocation_id: number }) => one.allocation_id,
    )
  t.same(await listed('?country=De'), [german, everybody, demo])
  t.same(await listed('?country=FR'), [everybody, demo])
  const { data } = await options('?country=AT')
  t.match(data.allocations[0], {
    kind: 'real',
    currency: 'USD',
    default_leverage: 20,
    leverages: [10, 20],
  })
  t.match(data.allocations[1], { leverages: [] })
  t.notMatch(JSON.stringify(data), /standard|netting/, 'no path of a group')
  const as = (over: object) => register({ country: 'DE', ...over })
  t.match(await as({ allocation_id: demo }), WRONG)
  t.match(await as({ country: 'FR', allocation_id: german }), WRONG)
  t.match(await as({ leverage: 50 }), { ...WRONG, message: /leverage: must be one of 10, 20/ })
  t.match(await as({ leverage: 10 }), { status: 200 })
  t.match((await front.ask('GET /admin/v1/applications')).data.items[0], {
    allocation_id: german,
    leverage: 10,
    group: 'real\\standard',
  })
  await front.ask('PUT /admin/v1/account-allocations/settings', 'admin', {
    version: 1,
    demo_url: 'https://demo.example/{lang}',
    link_sets: [
      {
        description: 'GB',
        countries: ['GB'],
        sort: 1,
        links: [{ url: 'https://b.example/{lang}/terms', caption: 'Terms', caption_type: 0 }],
      },
    ],
  })
  t.match((await options('?country=gb&lang=de')).data, {
    demo: false,
    demo_url: 'https://demo.example/de',
    links: [{ url: 'https://b.example/de/terms', sort: 1 }],
  })
  t.match((await options('?country=FR')).data.links, [])
  t.match(await register({ type: 'demo', password: 'Abcd12!x' }), {
    status: 403,
    message: /demo\.example/,
  })
})

t.test(
  'countries of rules hold, and are not passed by via the group of the settings',
  async (t) => {
    const { front, register, rule } = await given(t, { demo_deposit: '0' })
    const tried = async (type: 'demo' | 'real', country?: string) => {
      front.now += HOUR
      const own = type === 'demo' ? { password: 'Abcd12!x' } : {}
      return register({ type, country, ...own })
    }
    for (const [type, other, group_path] of [
      ['demo', 'real', 'demo\\netting'],
      ['real', 'demo', 'real\\ecn'],
    ] as const) {
      t.match(await tried(type, 'FR'), { status: 200 }, 'without a rule it is the settings’ group')
      const { data } = await rule({ group_path, countries: ['DE'] })
      const before = front.lines.length
      for (const country of ['FR', undefined, '']) {
        t.match(await tried(type, country), { ...WRONG, fields: ['country'] })
      }
      t.equal(front.lines.length, before, 'nothing is opened or filed')
      t.match(await tried(type, 'de'), { status: 200 })
      if (type === 'demo') t.match(await tried(other, 'FR'), { status: 200 }, 'of its kind')
      const path = `/admin/v1/account-allocations/${data.id}`
      const { created_at: _, updated_at: __, id: ___, ...whole } = data
      await front.ask(`PUT ${path}`, 'admin', { ...whole, enabled: false })
      t.match(await tried(type, 'FR'), { status: 200 }, 'one that is disabled is none')
    }
  },
)

t.test('a form that is not right is refused before it counts', async (t) => {
  const { register, set } = await given(t)
  t.match(await register({ name: 'Ada' }), { ...WRONG, message: /^name: must be your first/ })
  t.match(await register({ email: 'ada' }), WRONG)
  t.match(await register({ language: 'nonsense' }), WRONG)
  t.match(await register({ code: '12345' }), WRONG)
  t.match(await register({ password: 'Abcd12!x' }), WRONG)
  t.match(await register({ type: 'demo' }), { ...WRONG, message: /^password: is required/ })
  const weak = await register({ type: 'demo', password: 'abc' })
  t.match(weak, { status: 400, code: 'auth.password_weak' })
  for (let n = 0; n < 5; n++) t.match(await register(), { status: 200 })
  t.match(await register(), BLOCKED)
  await set({ real: false })
  t.match(await register(), { status: 403, code: 'forbidden' })
  await set({ demo: false })
  const demo = await register({ type: 'demo', password: 'Abcd12!x' })
  t.match(demo, { status: 403, message: /^Sign-up for demo accounts is closed/ })
})

t.test('codes are for one address, half an hour, and five guesses', async (t) => {
  const { front, register, send, code } = await given(t, { confirm_real: true })
  t.match(await register(), NO_CODE)
  t.match(await send('ada@example.com'), { status: 200, data: { confirmed: false, sent: true } })
  const first = code()
  t.match(await register({ email: 'eve@example.com', code: first }), NO_CODE)
  front.now += 30 * MINUTE
  t.match(await register({ code: first }), NO_CODE, 'it is over')
  await send('ADA@example.com')
  t.match(await register({ code: first }), NO_CODE, 'a newer one took its place')
  const right = code()
  front.now += HOUR
  await send('ada@example.com')
  t.match(await register({ code: right }), NO_CODE)
  t.match(await register({ code: code() }), { status: 200 })
  t.match(await register(), { status: 200 }, 'the address is confirmed')
  t.match((await send('ada@example.com')).data, { confirmed: true, sent: false })
  front.now += 72 * HOUR
  t.match((await send('ada@example.com')).data, { confirmed: false, sent: true })
  t.match(await register(), NO_CODE)
})

t.test('a code is read by its holder alone, and is not sent once it is over', async (t) => {
  const { front, send, code } = await given(t, { confirm_real: true })
  const { db } = front.desk
  const outbox = async (query = '') => (await front.ask(`GET /admin/v1/mail/outbox${query}`)).data
  for (const language of ['en', 'de']) {
    const more = { 'accept-language': language }
    const email = `${language}@example.com`
    await front.ask(`POST ${PATH}/code`, 'nobody', { email }, more)
    t.match(code(), /^\d{6}$/)
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
    const rows = tables.map((name) => JSON.stringify(db.prepare(`SELECT * FROM "${name}"`).all()))
    t.notMatch(rows.join(), new RegExp(`\\b${code()}\\b`), 'nowhere as it is')
  }
  t.match((await outbox()).items, [{ subject: /code$/, error: '' }, { subject: /code$/ }])
  front.now += 30 * MINUTE - 1
  const ask = deskHandlers(front.desk)
  const taken = () => {
    const found = ask['outbox.take']({ busy: [] })
    return found.ok ? found.value.emails.length : -1
  }
  t.equal(taken(), 2, 'the only mail server is the default one')
  await send('late@example.com')
  front.now += 1
  t.equal(taken(), 1)
  const over = { state: 'failed', error: 'The code was over before it could be sent.' }
  t.match((await outbox('?state=failed')).items, [over, over])
  front.now += 30 * MINUTE
  t.match(ask['outbox.sweep'](null), { value: 1 })
  t.match((await outbox()).items[0], { to: 'late@example.com', ...over })
})

t.test('where nothing could send a code, none is promised', async (t) => {
  const { front, set, send } = await given(t, { confirm_real: true }, false)
  const stats = new MailStats()
  const notes = () => {
    const told = deskHandlers(front.desk)['outbox.stats'](null)
    if (told.ok) stats.take(told.value)
    const parts = { signUps: new SignUpStats(), mailStats: stats }
    return frontNotes(parts, front.book.records).map(({ text }) => text)
  }
  const needed =
    'Sign-up needs to send codes by e-mail, but there is no enabled default mail server. Set one up.'
  t.same(notes(), [needed])
  for (let n = 0; n < 4; n++) t.match(await send('ada@example.com'), { status: 503 })
  t.same((await front.ask('GET /admin/v1/mail/outbox')).data.items, [])
  const path = '/admin/v1/mail-servers'
  const server = { sender_email: 'desk@example.com', server: 'smtp.example.com:587' }
  const only = await front.ask(`POST ${path}`, 'admin', { name: 'Only', ...server })
  t.same(notes(), [])
  t.match(await send('ada@example.com'), { status: 200, data: { sent: true } })
  const { id } = only.data
  t.match((await front.ask(`GET ${path}/${id}`)).data, { stats: { queued: 1 } })
  await front.ask(`POST ${path}`, 'admin', { name: 'Second', ...server })
  t.match(await send('ada@example.com'), { status: 503 }, 'two, and none is the default')
  const why = 'There is no enabled default mail server.'
  t.match((await front.ask('GET /admin/v1/mail/outbox')).data.items, [{ error: why }])
  t.same(notes(), [
    '1 e-mail is waiting, because there is no enabled default mail server. Set one up.',
    needed,
  ])
  await set({ confirm_real: false })
  t.equal(notes().length, 1, 'who needs no code misses none')
  const { version } = (await front.ask(`GET ${path}/${id}`)).data
  await front.ask(`PATCH ${path}/${id}`, 'admin', { version, is_default: true })
  t.same(notes(), [])
})

t.test('attempts are blocked for an hour, over a restart and on this machine', async (t) => {
  const { front, register, send } = await given(t, { confirm_real: true })
  for (let n = 0; n < 3; n++) t.match(await send('ada@example.com'), { status: 200 })
  t.match(await send('Ada@Example.com'), BLOCKED)
  for (let n = 0; n < 7; n++) t.match(await send(`u${n}@example.com`), { status: 200 })
  t.match(await send('u8@example.com'), BLOCKED)
  for (let n = 0; n < 5; n++) t.match(await register({ code: '000000' }), NO_CODE)
  t.match(await register({ code: '000000' }), BLOCKED)
  const again = new ConfigFront(t, { dataDir: front.dataDir })
  t.match(await again.ask(`POST ${PATH}/code`, 'nobody', { email: 'x@example.com' }), BLOCKED)
  front.now += HOUR
  t.match(await send('ada@example.com'), { status: 200 })
})

t.test('staff see what their rights and scope show, and decide once', async (t) => {
  const { front, register } = await given(t)
  for (let n = 0; n < 3; n++) await register()
  const list = async (as: string, query = '') =>
    (await front.ask(`GET /admin/v1/applications${query}`, as)).data
  t.match(await list('admin'), { total: 3, page: 1, items: [{ id: 3, email: FORM.email }] })
  t.match(await list('admin', '?limit=1&page=3'), { total: 3, items: [{ id: 1 }] })
  t.match(await list('admin in demo\\*'), { total: 0, items: [] })
  t.match((await list('only applications')).items[0], {
    name: null,
    last_name: null,
    email: null,
    phone: null,
    country: null,
    group: 'real\\standard',
  })
  const act = (what: string, body: object, as = 'admin', key?: string) =>
    front.ask(
      `POST /admin/v1/applications/${what}`,
      as,
      body,
      key === undefined ? {} : { 'idempotency-key': key },
    )
  t.match(await act('9/approve', {}), { status: 404, code: 'not_found' })
  t.match(await act('1/approve', { group: 'managers\\dealers' }), WRONG)
  t.match(await act('1/approve', { group: 'real\\none' }), { status: 404 })
  t.match(await act('1/approve', { passwords: { master: 'short' } }), {
    code: 'auth.password_weak',
  })
  const how = { group: 'real/ecn', passwords: { master: 'Abcd12!x' } }
  const key = '6f9d0c52-0f0e-4f3e-8f43-0d3a5f5b7c01'
  const approved = await act('1/approve', how, 'admin', key)
  t.same((await act('1/approve', how, 'admin', key)).data, approved.data, 'the same, once')
  t.match(approved.data, { state: 'approved', decided_by: 1, reason: '' })
  t.match(accountsRepo(front.desk.db).get(approved.data.login), {
    group: 'real\\ecn',
    name: 'Ada',
    last_name: 'Lovelace',
    must_change_password: true,
    lead_source: 'sign-up',
  })
  t.match(await act('2/reject', {}), WRONG)
  t.match((await act('2/reject', { reason: ' No proof. ' })).data, {
    state: 'rejected',
    reason: 'No proof.',
    login: null,
  })
  t.match(await act('2/approve', {}), { status: 409, message: /decided: it is rejected/ })
  t.match(await act('1/reject', { reason: 'x' }), {
    status: 409,
    message: /decided: it is approved/,
  })
  t.match(await list('admin', '?state=new'), { total: 1, items: [{ id: 3 }] })
  t.match(await front.ask('GET /admin/v1/applications/2'), { data: { state: 'rejected' } })
  t.notMatch(JSON.stringify([front.lines, approved]), /Abcd12!x/)
  t.match(
    front.lines.filter(({ kind }) => kind === 'application').map(({ text }) => text),
    [/received/, /received/, /received/, /1 was approved: account/, /2 was rejected: No proof\./],
  )
})
