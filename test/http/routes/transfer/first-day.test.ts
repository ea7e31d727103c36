import t, { type Test } from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { PictureWriter } from '../../../../http/routes/transfer/brand-pictures.js'
import { STAFF } from '../../../given/desk.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'
import { applyLicence } from '../../../given/fronts/licensed-front.js'
import { VENDOR_PUBLIC_KEY } from '../../../given/licence-keys.js'

// What a broker sets up on the first day goes to another server, too: mail servers, brands, offers, settings, staff.

const PATH = '/admin/v1/config/transfer'
type Fields = Readonly<Record<string, unknown>>
type Kinds = Readonly<Record<string, readonly Fields[]>>
interface Row {
  readonly action: string
  readonly changes: readonly string[]
  readonly error: string | null
  readonly key: string
  readonly kind: string
  readonly warnings: readonly string[]
}

const ALL = {
  symbols: null,
  groups: null,
  mail_servers: null,
  brands: null,
  allocations: null,
  allocation_settings: null,
  settings: null,
  staff: null,
}
const PNG = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('00000010000000100806000000', 'hex'),
  Buffer.alloc(32),
])
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>\n')
const COMPANY = 'Bay Trading'

async function given(test: Test, demo = true) {
  const front = new ConfigFront(test, { demo, licencePublicKey: VENDOR_PUBLIC_KEY })
  await applyLicence(front, {})
  const answer = (kinds: object = ALL, as = 'admin') =>
    front.ask(`POST ${PATH}/export`, as, { kinds })
  const write = async (kinds: object = ALL): Promise<Kinds> => (await answer(kinds)).data.kinds
  const send = (route: string, kinds: object, more: object = {}, as = 'admin') =>
    front.ask(`POST ${PATH}/${route}`, as, {
      file: { format: 'app-config', version: 1, kinds },
      ...more,
    })
  const rows = async (...of: Parameters<typeof send>): Promise<readonly Row[]> =>
    (await send(...of)).data.items
  const make = async (what: string, body: object) => {
    const made = await front.ask(what, 'admin', body)
    if (made.status !== 200) throw new Error(`${what}: ${made.message}`)
    return made.data
  }
  /** Files whose contents are to be removed. */
  const gone = (): number => {
    const asked = deskHandlers(front.desk)['files.gone'](null)
    return asked.ok ? asked.value.length : -1
  }
  return { front, answer, write, send, rows, make, gone }
}

type Given = Awaited<ReturnType<typeof given>>

const MAIL = {
  name: 'Post',
  server: 'smtp.example.com:587',
  login: 'broker',
  password: 'Sesame-open-7',
  sender_email: 'desk@example.com',
  is_default: true,
}

async function fill(to: Given): Promise<void> {
  const { front, make } = to
  await make('POST /admin/v1/mail-servers', MAIL)
  const brand = await make('POST /admin/v1/licence/brands', {
    company: COMPANY,
    domains: ['trade.example.com'],
    color_primary: '#2f6fb0',
    is_default: true,
  })
  for (const [image, media, bytes] of [
    ['logo', 'image/png', PNG],
    ['banner', 'image/svg+xml', SVG],
  ] as const) {
    const what = `PUT /admin/v1/licence/brands/${brand.id}/images/${image}`
    const put = await front.bytes(what, 'admin', bytes, { 'content-type': media })
    if (put.status !== 200) throw new Error(String(put.body))
  }
  const offer = { group_path: 'real\\standard', priority: 10, default_leverage: 50 }
  await make('POST /admin/v1/account-allocations', { ...offer, countries: ['DE'] })
  await make('POST /admin/v1/account-allocations', {
    ...offer,
    description: 'Brand',
    white_label_id: brand.id,
  })
  await make('PUT /admin/v1/account-allocations/settings', {
    version: 1,
    deposit_url: 'https://pay.example/{lang}',
    link_sets: [{ description: 'All', countries: [], sort: 1, links: [] }],
  })
  const settings = (await front.ask('GET /admin/v1/settings')).data
  await make('PUT /admin/v1/settings', { ...settings, real_group: 'real\\standard', real: true })
  await member(to, 501, 'Ada', ['accounts.view', 'accounts.edit'])
}

/** Opens an account as its route does, with a hash for a password. */
function open({ front }: Pick<Given, 'front'>, login: number, group: string, name: string): void {
  const details = { name, email: `${name.toLowerCase()}@example.com` }
  const hashes = { master: 'argon2-of-it' }
  const asked = { actor: STAFF, login, group, details, hashes }
  const opened = deskHandlers(front.desk)['accounts.create'](asked)
  if (!opened.ok) throw new Error(opened.message)
}

async function member(to: Given, login: number, name: string, rights: readonly string[]) {
  const { make } = to
  open(to, login, 'managers\\dealers', name)
  const profile = { rights, group_scope: ['real\\*'], ip_allow: ['10.0.0.0/8'] }
  await make('POST /admin/v1/staff', { login, ...profile, mailbox_name: name })
  const lines = [{ path: 'Daily*', view: true, export: false, depth_days: 30 }]
  await make(`PUT /admin/v1/staff/${login}/reports`, { version: 1, lines })
}

const ONE = 'GET /admin/v1/staff/501'

t.test('a server that takes the file of another writes the same one', async (t) => {
  const [from, to] = [await given(t), await given(t, false)]
  await fill(from)
  const file = await from.write()
  t.notMatch(JSON.stringify(file), /Sesame|argon2|"has_|"version"|symbol_id/)
  t.match(file, {
    mail_servers: [{ name: 'Post', export_removed: ['password'] }],
    allocations: [{ white_label: null }, { white_label: COMPANY, description: 'Brand' }],
    settings: [{ real: true, real_group: 'real\\standard' }],
  })
  t.match(
    file['brands']?.find(({ company }) => company === COMPANY),
    { images: { logo: { media: 'image/png' }, icon: null }, export_removed: [] },
  )
  t.match(
    file['staff']?.find(({ login }) => login === 501),
    {
      group: 'managers\\dealers',
      rights: ['accounts.view', 'accounts.edit'],
      group_scope: ['real\\*'],
      ip_allow: ['10.0.0.0/8'],
      reports: [{ path: 'Daily*', depth_days: 30 }],
      active: true,
      export_removed: ['password'],
    },
  )
  const version = to.front.book.version
  const ahead = (await to.send('preview', file)).data
  t.same([to.front.book.version, to.gone()], [version, 0], 'a preview writes nothing')
  t.match(ahead.summary, { error: 0 })
  t.match((await to.front.ask(ONE)).status, 404)
  const done = (await to.send('import', file)).data
  t.match(done.summary, { error: 0, skipped: 0 })
  const brief = (items: readonly Row[]) => items.map(({ action, key }) => [action.slice(0, 6), key])
  t.same(brief(done.items), brief(ahead.items), 'the preview said what was done')
  t.match(done.connections_disabled, [{ kind: 'mail_servers', key: 'Post' }])

  const again = await to.write()
  const bare = (kinds: Kinds) =>
    Object.entries(kinds).map(([kind, items]) => [kind, items.map(withoutState)])
  t.same(bare(again), bare(file))
  const whole = items(again)
  t.match((await to.send('import', again)).data.summary, {
    unchanged: whole,
    error: 0,
    updated: 0,
  })
  t.match(
    (await from.send('import', again)).data.summary,
    { error: 0, created: 0 },
    'and it goes back',
  )
})

/** A record without what rests at another server, and without its secrets' names. */
function withoutState({
  enabled,
  active,
  trade_access,
  export_removed,
  is_default,
  ...more
}: Fields): Fields {
  return more
}

function items(kinds: Kinds): number {
  return Object.values(kinds).reduce((sum, { length }) => sum + length, 0)
}

t.test(
  'a new member of staff is disabled and has no password until staff have set one',
  async (t) => {
    const [from, to] = [await given(t), await given(t)]
    await fill(from)
    const { staff } = await from.write({ staff: ['501'] })
    t.match(await to.rows('import', { staff }), [
      { action: 'created', key: '501', warnings: [/no password: set one, then enable/] },
    ])
    t.match((await to.front.ask(ONE)).data, {
      active: false,
      name: 'Ada',
      email: 'ada@example.com',
      rights: ['accounts.view', 'accounts.edit'],
      mailbox_name: 'Ada',
    })
    t.equal(to.front.desk.tables.credentials.hash(501, 'master'), undefined)
    t.match(
      to.front.lines.slice(-2).map(({ text }) => text),
      [/Account 501 was opened in managers/, /Staff user 501 was created, disabled/],
    )
    t.match((await to.front.ask('GET /admin/v1/staff/501/reports')).data, {
      lines: [{ path: 'Daily*' }],
    })
    t.match(await to.rows('import', { staff }), [
      { action: 'unchanged', warnings: [/active in the file and not here/] },
    ])
    const wider = [{ ...staff?.[0], rights: ['accounts.view'], active: 'false' }]
    t.match(await to.rows('preview', { staff: wider }), [{ action: 'update', changes: ['rights'] }])
    t.match(await to.rows('import', { staff: wider }), [{ action: 'updated', changes: ['rights'] }])
    t.match((await to.front.ask(ONE)).data, { version: 2, rights: ['accounts.view'] })
  },
)

t.test('nobody becomes somebody else by a file, or gets more than its sender has', async (t) => {
  const own = await given(t)
  await fill(own)
  const { staff = [] } = await own.write({ staff: ['501'] })
  const [ada = {}] = staff
  const of = async (change: object, as = 'admin', mode = 'upsert') => {
    const [row] = await own.rows(
      'import',
      { staff: [{ ...ada, ...change }] },
      { options: { mode } },
      as,
    )
    return row?.error ?? row?.action
  }
  t.match(await of({ name: 'Eve' }), /^conflict: The staff user 501 has another name/)
  t.match(await of({ email: 'eve@example.com' }), /^conflict: /)
  t.match(await of({ email: 'ADA@example.com' }), /unchanged/)
  open(own, 777, 'real\\standard', 'Tom')
  t.match(
    await of({ login: 777 }),
    /^conflict: The account 777 exists here but does not belong to a staff user/,
  )
  t.match(await of({ login: 778, group: 'real\\standard' }), /^invalid_input: group: the group/)
  t.match(await of({ login: 778, group: 'managers\\none' }), /group: there is no group .* import/)
  t.match(await of({ login: 778, rights: ['no.right'] }), /^invalid_input: rights/)
  t.match(await of({ login: 0 }), /^invalid_input: login/)
  t.match(await of({ login: 778 }, 'admin', 'update_only'), /skipped/)
  t.match(await of({ name: 'Ada', rights: [] }, 'admin', 'create_only'), /skipped/)
  t.match(await of({}, 'only config.groups'), /^forbidden: You need the right config.staff/)
  t.match(await of({ login: 1, active: false, name: undefined, email: undefined }), /^forbidden: /)

  await member(own, 502, 'Bob', ['config.staff', 'accounts.view'])
  const bob = 'login 502'
  await own.make('PATCH /admin/v1/staff/502', {
    version: 2,
    group_scope: ['managers\\dealers', 'real\\*'],
  })
  t.match(await of({ login: 778, rights: ['accounts.view'] }, bob), /forbidden: .* accounts.edit/)
  t.match(await of({}, bob), /^forbidden: /, 'she holds what he does not')
  const again = await own.rows('import', {
    staff: [
      { ...ada, login: 800 },
      { ...ada, login: '800' },
    ],
  })
  t.match(again, [
    { action: 'created' },
    { action: 'error', error: /^conflict: An earlier record in the file has/ },
  ])
  const { denied, kinds } = (await own.answer(ALL, 'only config.mail')).data
  t.match([denied.includes('staff'), Object.keys(kinds)], [true, ['mail_servers']])
})

t.test('a brand keeps pictures that are the same, and takes new ones whole', async (t) => {
  const [from, to] = [await given(t), await given(t)]
  await fill(from)
  const { brands = [] } = await from.write({ brands: [COMPANY] })
  const [brand = {}] = brands
  const images = brand['images'] as Readonly<Record<string, Fields | null>>
  t.match(await to.rows('import', { brands }), [{ action: 'created', key: COMPANY }])
  const here = to.front.book.records.brands.find(({ company }) => company === COMPANY)
  const logo = await to.front.bytes(
    `GET /admin/v1/licence/brands/${here?.id}/images/logo`,
    'admin',
    null,
  )
  t.same(Buffer.from(logo.body), PNG)
  t.match(await to.rows('import', { brands }), [{ action: 'unchanged' }])
  t.equal(to.gone(), 0)
  const send = (pictures: object, route = 'import') =>
    to.rows(route, { brands: [{ ...brand, images: pictures }] })
  const turned = { ...images, logo: images['banner'], icon: undefined }
  t.match(await send(turned, 'preview'), [{ action: 'update', changes: ['logo'] }])
  t.match(await send(turned), [{ action: 'updated', changes: ['logo'] }])
  t.equal(to.gone(), 1, 'the picture before goes')
  t.match(to.front.lines.at(-1), {
    text: `Brand ${COMPANY} was changed: images`,
    changes: [{ field: 'logo' }],
  })
  t.notMatch(JSON.stringify(to.front.lines.at(-1)), String(here?.images.banner?.file))
  t.match(await send({ logo: null }), [{ changes: ['logo'] }])
  t.match(await send({}), [{ action: 'unchanged' }], 'what is left out stays')
  for (const wrong of [
    { logo: { media: 'image/png', data: SVG.toString('base64') } },
    { logo: { media: 'image/png', data: 'no base64!' } },
    { logo: { media: 'image/png' } },
    { photo: null },
    [],
  ]) {
    t.match(await send(wrong), [{ action: 'error', error: /^invalid_input: images/ }])
  }
  const stranger = { ...brand, company: 'Nobody Ltd' }
  t.match(await to.rows('import', { brands: [stranger] }), [
    { action: 'error', error: /company: must be a company named in the licence/ },
  ])
  t.equal(to.gone(), 4, 'pictures that came with it go')
  t.match(await to.rows('import', { brands }, {}, 'only config.servers'), [
    { action: 'error', error: /^forbidden: You need the right config.white_labels/ },
  ])
})

t.test('pictures beyond the room of a file are named, and stay where it comes to', async (t) => {
  const writer = new PictureWriter({ images: { read: async ({ bytes }) => new Uint8Array(bytes) } })
  const image = { file: 'f', media: 'image/png', bytes: 2 * 1024 * 1024, sha256: '' }
  const whole = { logo: image, banner: image, icon: image }
  t.match(await writer.write({ images: whole }), {
    images: { logo: { media: 'image/png' }, banner: {} },
    leftOut: ['images/icon'],
  })
  const lost = new PictureWriter({ images: { read: async () => null } })
  const one = { logo: image, banner: null, icon: null }
  t.same(await lost.write({ images: one }), {
    images: { banner: null, icon: null },
    leftOut: ['images/logo'],
  })
})

t.test('offers that nothing tells apart are not changed by a guess', async (t) => {
  const [from, to] = [await given(t), await given(t)]
  const offer = { group_path: 'real\\standard', priority: 1 }
  for (const countries of [['DE'], ['FR']]) {
    await from.make('POST /admin/v1/account-allocations', { ...offer, countries })
  }
  const { allocations = [] } = await from.write({ allocations: ['REAL\\standard (1)'] })
  t.equal(allocations.length, 2)
  t.match(await to.rows('import', { allocations }), [
    { action: 'created', key: 'real\\standard (1)' },
    { action: 'error', error: /^conflict: An earlier record in the file has the same key/ },
  ])
  const change = [{ ...offer, leverages: [] }]
  t.match(await from.rows('import', { allocations: change }), [
    {
      action: 'error',
      error: /^conflict: More than one allocation rule on this server has this key/,
    },
  ])
  const removed = (keys: readonly string[], more: object = {}) =>
    from.front.ask(`POST ${PATH}/delete`, 'admin', { kind: 'allocations', keys, ...more })
  t.match((await removed(['real\\standard (1)'])).data.items, [
    { action: 'refused', error: /Several have this key/ },
  ])
  await member(from, 502, 'Bob', ['config.allocation'])
  const beyond = [{ ...offer, group_path: 'demo\\standard' }]
  t.match(await from.rows('import', { allocations: beyond }, {}, 'login 502'), [
    { action: 'error', error: /^forbidden: The group demo/ },
  ])
  const lost = [{ ...offer, priority: 3, white_label: 'Nobody Ltd' }]
  t.match(await from.rows('preview', { allocations: lost }), [
    { error: /white_label: there is no brand Nobody Ltd here/ },
  ])
})

t.test('a mail server rests, and letters go on by the one that is here', async (t) => {
  const to = await given(t)
  await to.make('POST /admin/v1/mail-servers', { ...MAIL, name: 'Here' })
  const { password: _, ...sent } = MAIL
  const file = { mail_servers: [{ ...sent, enabled: true, export_removed: ['password'] }] }
  const marks = () =>
    to.front.book.records.mail_servers.map(({ name, enabled, is_default }) => [
      name,
      enabled,
      is_default,
    ])
  const told = await to.send('import', file)
  t.match(told.data.connections_disabled, [{ kind: 'mail_servers', key: 'Post' }])
  t.match(told.data.items, [
    { warnings: [/password/, /enabled in the file/, /make it the default/] },
  ])
  t.same(marks(), [
    ['Here', true, true],
    ['Post', false, false],
  ])
  const another = { mail_servers: [{ ...sent, name: 'Next', export_removed: ['password'] }] }
  const options = { connections_enabled: true }
  t.match((await to.rows('import', another, { options }))[0]?.warnings, [/password/, /not whole/])
  t.same(marks().at(1), ['Next', false, false], 'without its password it sends nothing')
  const moved = { mail_servers: [{ name: 'Here', server: 'thief.example.com:25' }] }
  t.match(await to.rows('import', moved), [{ error: /^invalid_input: password: / }])
  t.match(to.front.desk.config.opened('mail_servers', to.front.desk.seal)[0], {
    name: 'Here',
    password: MAIL.password,
  })
})

t.test('the export is taken as it was answered, whole or beside options', async (t) => {
  const own = await given(t)
  await fill(own)
  const { status: _, fields: __, ...envelope } = await own.answer({ settings: null })
  t.match(envelope, { success: true, data: { format: 'app-config' } })
  const count = async (body: object) =>
    (await own.front.ask(`POST ${PATH}/preview`, 'admin', body)).data?.summary?.unchanged
  t.equal(await count(envelope), 1)
  t.equal(await count({ ok: true, data: envelope.data }), 1)
  t.equal(await count(envelope.data), 1)
  t.equal(await count({ file: envelope, options: { mode: 'upsert' } }), 1)
  t.equal(await count({ file: envelope.data }), 1)
  for (const wrong of [
    { data: {} },
    { file: { data: null } },
    [],
    { ...envelope.data, format: 'x' },
  ]) {
    t.match(await own.front.ask(`POST ${PATH}/preview`, 'admin', wrong), {
      status: 400,
      code: 'invalid_input',
    })
  }
})

t.test('the one record of a kind is changed by what a file says of it, and stays', async (t) => {
  const to = await given(t)
  const before = to.front.book.records.settings[0]
  t.match(await to.rows('import', { settings: [{ demo_sign_ups_max: '7', id: 9, version: 3 }] }), [
    { action: 'updated', key: 'server', changes: ['demo_sign_ups_max'] },
  ])
  const { id, demo_group } = before ?? {}
  t.match(to.front.book.records.settings, [{ id, demo_group, demo_sign_ups_max: 7 }])
  t.match(await to.rows('import', { settings: [{ utc_offset_min: 'late' }, { more: 1 }] }), [
    { error: /^invalid_input: utc_offset_min/ },
    { error: /^invalid_input: more/ },
  ])
  for (const kind of ['settings', 'allocation_settings', 'staff']) {
    const remove = { kind, keys: ['server'] }
    t.match(await to.front.ask(`POST ${PATH}/delete`, 'admin', remove), { status: 400 }, kind)
  }
  const catalog = (await to.front.ask(`GET ${PATH}/catalog`, 'only config.staff')).data.kinds
  t.match(
    catalog.filter(({ can_read }: Fields) => can_read),
    [{ kind: 'staff', key_field: 'login', items: [{ key: '1', enabled: true }] }],
  )
})
