import { randomUUID } from 'node:crypto'
import t from 'tap'
import { deskHandlers } from '../../../actors/desk/operations.js'
import { Passwords } from '../../../actors/sign-in/passwords.js'
import { accept } from '../../../actors/thread/ask.js'
import {
  REMEMBERED_BYTES_PER_CALLER_MAX,
  REMEMBERED_PER_CALLER_MAX,
} from '../../../engine/limits/requests.js'
import { catalog } from '../../../http/catalog.js'
import { openApiDocument } from '../../../http/docs/openapi.js'
import { Confirmations } from '../../../http/pipeline/confirmations.js'
import type { AccountReader } from '../../../http/readers/account-reader.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { jsonFields } from '../../../wire/format/json-parts.js'
import { account } from '../../given/fronts/account-front.js'
import { ConfigFront } from '../../given/fronts/config-front.js'
import { HandClock } from '../../given/hand-clock.js'
import { resolved } from '../../given/resolved.js'
import { whole } from '../../given/whole.js'

const DAY_MS = 24 * 3_600_000
const HOLIDAYS = '/admin/v1/holidays'
const HOLIDAY = { description: 'New Year', month: 1, day: 1, year: 0 }

const keyed = (key: string) => ({ 'idempotency-key': key })

function rows(front: ConfigFront): unknown[] {
  return front.desk.db.prepare('SELECT * FROM remembered_answers').all()
}

/** The paths with tests of their own, since they need shards or a licence, or are of traders. */
const ELSEWHERE = [
  '/trader/v1/watchlists',
  '/admin/v1/accounts',
  '/admin/v1/accounts/{login}/notes',
  '/admin/v1/accounts/{login}/sign-in-link',
  '/admin/v1/accounts/{login}/statement/email',
  '/admin/v1/api-keys',
  '/admin/v1/api-keys/{id}/rotate',
  '/admin/v1/applications/{id}/approve',
  '/admin/v1/applications/{id}/reject',
  '/admin/v1/licence/brands',
  '/admin/v1/accounts/import/file',
  '/admin/v1/mail',
  '/trader/v1/mail',
  '/admin/v1/deals/correct',
  '/admin/v1/positions/bulk-close',
  '/admin/v1/positions/payments',
  '/admin/v1/reports/schedules',
  '/admin/v1/webhooks',
  '/admin/v1/webhooks/{id}/replay',
  '/admin/v1/webhooks/{id}/rotate-secret',
]

/** The reasons why other requests of staff need no key: a repeat of each does nothing again. */
const WITHOUT_KEY: Readonly<Record<string, string>> = {
  'accounts/balance/bulk': 'request_id of each item',
  'accounts/move': 'one that is there already stays',
  'accounts/{login}/balance': 'request_id',
  'accounts/{login}/check': 'changes nothing',
  'accounts/{login}/deals/{id}/reverse': 'a deal is reversed once',
  'accounts/{login}/disable': 'one that is disabled stays so',
  'accounts/{login}/enable': 'one that is enabled stays so',
  'accounts/{login}/group': 'one that is there already stays',
  'accounts/{login}/held-fills/{order_id}/{number}': 'the fill keeps the key of its decision',
  'accounts/{login}/leverage': 'what is so already stays',
  'accounts/{login}/passwords': 'creates nothing',
  'accounts/{login}/passwords/check': 'changes nothing',
  'accounts/{login}/repair': 'what is right already stays',
  'accounts/{login}/reset-otp': 'creates nothing',
  'accounts/{login}/restore': 'one that is not archived stays so',
  'accounts/{login}/trade': 'client_order_id, which the header may bring',
  'accounts/{login}/trade/check': 'changes nothing',
  'config/import': 'what is so already stays',
  'config/transfer/delete': 'what is gone stays so',
  'config/transfer/export': 'changes nothing',
  'config/transfer/import': 'what is so already stays',
  'config/transfer/preview': 'changes nothing',
  'auth/change-password': 'signing in',
  'auth/login': 'signing in',
  'auth/logout': 'signing in',
  'auth/otp/confirm': 'a code counts once',
  'auth/otp/disable': 'a code counts once',
  'auth/otp/enrol': 'the newest secret counts',
  'auth/refresh': 'signing in',
  confirmations: 'ends by itself',
  'datafeeds/{id}/import-symbols': 'symbols that are there already stay',
  'datafeeds/{id}/restart': 'creates nothing',
  'gateways/{id}/import-symbols': 'symbols that are there already stay',
  'gateways/{id}/restart': 'creates nothing',
  'jobs/{id}/cancel': 'one that is cancelled stays so',
  'leverage-profiles/{id}/rules': 'version',
  'mail/drafts': 'a draft is saved again under its id',
  'mail/drafts/{id}/attachments': 'the draft says which files it has',
  'mail/preview': 'changes nothing',
  licence: 'a key that is applied stays so',
  'licence/brands/{id}/default': 'the default stays so',
  'mail-servers/{id}/test': 'each is a try of its own',
  'online/kick': 'creates nothing',
  'online/{session}/kick': 'creates nothing',
  'positions/delete': 'the header is the id of the correction',
  'positions/payments/preview': 'changes nothing',
  'reports/jobs/{id}/cancel': 'one that is cancelled stays so',
  'routing/test': 'changes nothing',
  'routing/{id}/dealers': 'version',
  'staff/{login}/disable': 'one that is disabled stays so',
  'staff/{login}/password': 'creates nothing',
  'staff/{login}/reset-otp': 'creates nothing',
  'webhooks/{id}/test': 'changes nothing',
}

/** A body that makes one of the kind, whatever else there is. */
const CREATES: readonly (readonly [path: string, body: object])[] = catalog
  .filter(({ idempotent, path }) => idempotent && !ELSEWHERE.includes(path))
  .map(({ path, example }) => {
    // The demo set has the symbol of the example.
    const own = path.endsWith('/symbols') ? { path: 'Forex\\Own\\EURSEK' } : {}
    return [path, { ...(example.body as object), ...own }]
  })

t.test('every POST of staff takes a key, or needs none', async (t) => {
  const posts = catalog.filter(({ method, audience, path }) => {
    return method === 'POST' && (audience === 'staff' || path.startsWith('/admin/'))
  })
  const keyless = posts.filter(({ idempotent }) => !idempotent)
  t.same(keyless.map(({ path }) => path.slice('/admin/v1/'.length)).sort(), [
    ...Object.keys(WITHOUT_KEY).sort(),
  ])
})

t.test('a route that takes a key says so', async (t) => {
  const {
    paths,
  }: {
    paths: Record<string, { post: { parameters: { name: string; in: string; schema: object }[] } }>
  } = resolved(JSON.parse(whole(openApiDocument(catalog, '0'))))
  for (const path of [...CREATES.map(([one]) => one), ...ELSEWHERE]) {
    const header = paths[path]?.post.parameters.find(({ name }) => name === 'Idempotency-Key')
    t.match(header, { in: 'header', schema: { type: 'string', format: 'uuid' } }, path)
  }
})

for (const [path, body] of CREATES) {
  t.test(`a repeated POST ${path} is given the first answer and makes nothing`, async (t) => {
    const services = { confirmations: new Confirmations(new HandClock()) }
    const front = new ConfigFront(t, { services })
    const as = 'without confirm_actions'
    if (path.endsWith('/staff')) openStaffAccount(front, 501)
    const key = randomUUID()
    const first = await front.ask(`POST ${path}`, as, body, keyed(key))
    t.equal(first.status, 200, first.message)
    const told = [front.changes.length, front.lines.length]
    const again = await front.ask(`POST ${path}`, as, body, keyed(key.toUpperCase()))
    t.same(again.data, first.data)
    t.same([front.changes.length, front.lines.length], told, 'and nobody is told of anything')
    const other = { ...body, name: 'Other', description: 'Other', mailbox_name: 'Other' }
    const refused = await front.ask(`POST ${path}`, as, other, keyed(key))
    t.ok(refused.code === 'conflict' || refused.code === 'invalid_input', refused.code)
    t.equal(rows(front).length, 1)
  })
}

function openStaffAccount(front: ConfigFront, login: number): void {
  const made = deskHandlers(front.desk)['accounts.create']({
    actor: { login: 1, ip: '', requestId: '' },
    login,
    group: 'managers\\dealers',
    hashes: {},
  })
  if (!made.ok) throw new Error(made.message)
}

t.test('a key is for one body, one route, one caller, and 24 hours', async (t) => {
  const front = new ConfigFront(t)
  front.name('second', { login: 2, rights: new Set(['config.holidays', 'config.groups']) })
  const key = randomUUID()
  const post = (body: object, as = 'admin', path = HOLIDAYS) =>
    front.ask(`POST ${path}`, as, body, keyed(key))
  const first = await post(HOLIDAY)
  t.match(first, { status: 200 })
  const { year, month, day, description } = HOLIDAY
  t.same((await post({ day, year, month, description })).data, first.data, 'fields in any order')
  const conflict = { status: 409, code: 'conflict', message: /used for another request/ }
  t.match(await post({ ...HOLIDAY, day: 2 }), conflict)
  t.match(await post({ path: 'real\\a' }, 'admin', '/admin/v1/groups'), conflict)
  const others = await post({ ...HOLIDAY, description: 'Theirs' }, 'second')
  t.match(others, { status: 200 }, 'the same key of somebody else')
  t.not(others.data['id'], first.data['id'])
  front.now += DAY_MS - 1
  t.same((await post(HOLIDAY)).data, first.data)
  front.now += 1
  t.match(await post({ ...HOLIDAY, description: 'Anew' }), { status: 200 }, 'a day later')
})

t.test('what is refused is not remembered, and neither is what has no key', async (t) => {
  const front = new ConfigFront(t)
  const key = randomUUID()
  const post = (body: object, headers = keyed(key)) =>
    front.ask(`POST ${HOLIDAYS}`, 'admin', body, headers)
  t.match(await post({ ...HOLIDAY, month: 2, day: 30 }), { status: 400 })
  t.match(await post(HOLIDAY), { status: 200 }, 'the corrected one, under the same key')
  t.match(await post({ ...HOLIDAY, description: 'a' }, keyed('no uuid')), {
    status: 400,
    fields: ['Idempotency-Key'],
  })
  t.match(await front.ask(`POST ${HOLIDAYS}`, 'admin', HOLIDAY), { status: 409 }, 'no key')
  t.equal(rows(front).length, 1)
})

t.test('so many keys of a caller are remembered; the next makes nothing', async (t) => {
  const { dataDir, now, desk } = new ConfigFront(t)
  /** A desk that starts anew with that many, each of so many bytes. */
  const filled = (answers: number, bytes: number) => {
    desk.db.exec('DELETE FROM remembered_answers')
    desk.db.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${answers})
      INSERT INTO remembered_answers SELECT 1, i, '', hex(zeroblob(${bytes / 2})), ${now} FROM n`)
    const front = new ConfigFront(t, { dataDir })
    front.name('second', { login: 2, rights: new Set(['config.holidays']) })
    const post = (as: string, key: string, day: number) =>
      front.ask(`POST ${HOLIDAYS}`, as, { ...HOLIDAY, day }, keyed(key))
    return { front, post }
  }
  const full = { status: 429, code: 'too_many_requests' }
  const { front, post } = filled(REMEMBERED_PER_CALLER_MAX - 1, 2)
  const last = randomUUID()
  t.match(await post('admin', last, 2), { status: 200 }, 'the last one')
  const lines = front.lines.length
  t.match(await post('admin', randomUUID(), 3), full)
  t.equal(front.lines.length, lines)
  t.match(await post('admin', last, 2), { status: 200 }, 'a repeat is answered')
  t.match(await post('second', randomUUID(), 4), { status: 200 }, 'and so are others')
  t.match(await front.ask(`POST ${HOLIDAYS}`, 'admin', { ...HOLIDAY, day: 5 }), { status: 200 })
  front.now += DAY_MS
  const sweep = () => deskHandlers(front.desk)['once.sweep'](null) as { value: number }
  while (sweep().value > 0);
  t.match(await post('admin', randomUUID(), 7), { status: 200 }, 'a day later')
  const heavy = filled(1, REMEMBERED_BYTES_PER_CALLER_MAX)
  t.match(await heavy.post('admin', randomUUID(), 8), full, 'by their bytes')
})

t.test('a key that is used again after its day is counted once, before a sweep, too', async (t) => {
  const full = { status: 429, code: 'too_many_requests' }
  /** So many answers of today, and one of so many bytes under the key whose day is over. */
  const given = (key: string, answers: number, bytes: number): ConfigFront => {
    const front = new ConfigFront(t)
    const put = front.desk.db.prepare(
      "INSERT INTO remembered_answers VALUES (1, ?, '', hex(zeroblob(?)), ?)",
    )
    put.run(key, bytes / 2, front.now - DAY_MS)
    front.desk.db.transaction(() => {
      for (let n = 0; n < answers; n++) put.run(`${n}`, 1, front.now)
    })()
    return front
  }
  const post = (front: ConfigFront, key: string, day: number) =>
    front.ask(`POST ${HOLIDAYS}`, 'admin', { ...HOLIDAY, day }, keyed(key))
  const key = randomUUID()
  const many = given(key, REMEMBERED_PER_CALLER_MAX - 2, 2)
  t.match(await post(many, key, 1), { status: 200 })
  t.match(await post(many, randomUUID(), 2), { status: 200 }, 'the last one')
  t.match(await post(many, randomUUID(), 3), full)
  t.equal(rows(many).length, REMEMBERED_PER_CALLER_MAX)

  const large = given(key, 0, REMEMBERED_BYTES_PER_CALLER_MAX - 2)
  t.match(await post(large, key, 1), { status: 200 })
  t.match(await post(large, randomUUID(), 2), { status: 200 }, 'its bytes are free')
  t.equal(rows(large).length, 2)
})

t.test('answers are sealed, old ones are swept, and damaged ones do nothing twice', async (t) => {
  const front = new ConfigFront(t)
  const feed = CREATES.find(([path]) => path.endsWith('/datafeeds'))?.[1]
  const body = { ...feed, password: 'Sesame-open-7' }
  const key = randomUUID()
  const post = () => front.ask('POST /admin/v1/datafeeds', 'admin', body, keyed(key))
  const made = await post()
  t.equal(made.status, 200, made.message)
  const [row] = rows(front) as { answer: string; digest: string }[]
  t.match(row?.answer, /^v1\./)
  t.notMatch(JSON.stringify(row), /Sesame|datafeed|"name"/i)
  const { db } = front.desk
  db.exec("UPDATE remembered_answers SET answer = replace(answer, 'v1.', 'v2.')")
  t.match(await post(), { status: 409, message: /can no longer read its answer/ })
  const sweep = () => deskHandlers(front.desk)['once.sweep'](null)
  front.now += DAY_MS - 1
  t.match(sweep(), { value: 0 })
  front.now += 1
  t.match(sweep(), { value: 1 })
  t.same(rows(front), [])
})

t.test('a repeat tells shards nothing: what was changed since was told then', async (t) => {
  const passwords = new Passwords({ memoryKib: 64, passes: 1 })
  t.teardown(() => passwords.close())
  const accounts = {
    money: async () => jsonFields({ money: null }),
  } as unknown as AccountReader
  const front = new ConfigFront(t, { services: { passwords, accounts } })
  const key = randomUUID()
  const open = () => front.ask('POST /admin/v1/accounts', 'admin', account(), keyed(key))
  front.profiles.splice(0)
  const first = await open()
  const login = Number(first.data['login'])
  t.match(front.profiles, [{ login, trading_enabled: true }])
  front.desk.change(() => {
    accountsRepo(front.desk.db).update(login, { trading_enabled: false }, front.now)
    return accept(null)
  })
  t.same((await open()).data, first.data)
  t.match(front.profiles.slice(1), [{ login, trading_enabled: false }])
  t.equal(front.profiles.length, 2)
})
