import t from 'tap'
import { ensureAdministrator } from '../../../../actors/desk/start/administrator.js'
import { PREFERENCE_BYTES_MAX, PREFERENCE_PARTS_MAX } from '../../../../engine/limits/people.js'
import { JSON_DEPTH_MAX } from '../../../../wire/format/parse-json.js'
import { cookieHeader, type FrontAnswer, startFront } from '../../../given/fronts/front.js'

// The rules of preferences (4.2), over a real desk.

const PASSWORD = 'Abcd12!x'
const WATCH = 'Look12!x'
const STAFF = '/admin/v1/me/preferences'
const TRADER = '/trader/v1/me/preferences'

const front = await startFront(t)
await ensureAdministrator(front.desk, front.passwords, PASSWORD)

let hosts = 0
function signIn(login: number, side = 'trader', password = PASSWORD): Promise<FrontAnswer> {
  const address = `198.51.${hosts >> 7}.${++hosts & 127}`
  return front.ask(`POST /${side}/v1/auth/login`, { body: { login, password }, address })
}

function newTrader(): Promise<number> {
  return front.openAccount({ master: PASSWORD, investor: WATCH })
}

/** Staff users of their own, so that each test begins with nothing saved. */
async function newStaff(): Promise<FrontAnswer> {
  const login = await front.openAccount({ master: PASSWORD }, 'managers\\dealers')
  const admin = await signIn(1, 'admin')
  const body = { login, rights: [], group_scope: ['*'] }
  t.match(await ask('POST /admin/v1/staff', admin, body), { status: 200 })
  return signIn(login, 'admin')
}

function ask(
  what: string,
  session: FrontAnswer,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<FrontAnswer> {
  const csrf = String(session.data['csrf_token'])
  const headers = { cookie: cookieHeader(session.cookies), 'x-csrf-token': csrf, ...more }
  return front.ask(what, body === undefined ? { headers } : { headers, body })
}

function save(content: unknown, expected_version: unknown = 0) {
  return { content, expected_version }
}

const WRONG = { status: 400, code: 'invalid_input' }

t.test('never saved: content is an empty object, version 0', async (t) => {
  const staff = await newStaff()
  const never = { content: {}, updated_at: null, version: 0 }
  t.same((await ask(`GET ${STAFF}`, staff)).data, never)
  t.same((await ask(`GET ${TRADER}`, await signIn(await newTrader()))).data, never)
})

t.test('PUT replaces the document, and the answer carries the new version', async (t) => {
  const staff = await newStaff()
  const first = await ask(`PUT ${STAFF}`, staff, save({ a: 1, b: { c: [null, 'ä€😀'] }, n: null }))
  t.match(first, { status: 200, data: { version: 1, updated_at: /^20.*Z$/ } })
  t.same(first.data['content'], { a: 1, b: { c: [null, 'ä€😀'] }, n: null })
  const second = await ask(`PUT ${STAFF}`, staff, save({ d: 2 }, 1))
  t.same([second.data['content'], second.data['version']], [{ d: 2 }, 2])
  const same = await ask(`PUT ${STAFF}`, staff, save({ d: 2 }, 2))
  t.same(same.data, second.data, 'what changes nothing makes no version')
  t.same((await ask(`GET ${STAFF}`, staff)).data, second.data)
})

t.test('PATCH merges top-level keys: null removes, others are replaced whole', async (t) => {
  const staff = await newStaff()
  const one = await ask(`PATCH ${STAFF}`, staff, save({ a: { x: 1, y: 2 }, b: 1, c: 1, d: null }))
  t.same(one.data['content'], { a: { x: 1, y: 2 }, b: 1, c: 1 }, 'into nothing')
  const two = await ask(`PATCH ${STAFF}`, staff, save({ a: { z: 3 }, b: null, gone: null }, 1))
  t.same(two.data['content'], { a: { z: 3 }, c: 1 }, 'omitted keys stay')
  t.equal(two.data['version'], 2)
  const odd = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}') as object
  const three = await ask(`PATCH ${STAFF}`, staff, save(odd, 2))
  const kept = three.data['content'] as object
  t.same(Object.keys(kept).sort(), ['__proto__', 'a', 'c', 'constructor'])
  t.notOk('polluted' in {})
})

t.test('a stale expected_version is 409, and 0 saves over whatever is stored', async (t) => {
  const staff = await newStaff()
  const stale = { status: 409, code: 'conflict' }
  t.match(await ask(`PUT ${STAFF}`, staff, save({ a: 1 }, 1)), stale, 'nothing is stored')
  for (let i = 0; i < 2; i++) await ask(`PUT ${STAFF}`, staff, save({ a: i }))
  for (const method of ['PUT', 'PATCH']) {
    for (const version of [1, 3]) {
      t.match(await ask(`${method} ${STAFF}`, staff, save({ b: 1 }, version)), stale)
    }
  }
  const merged = await ask(`PATCH ${STAFF}`, staff, save({ b: 1 }, 0))
  t.match(merged.data, { content: { a: 1, b: 1 }, version: 3 })
  const both = [save({ c: 1 }, 3), save({ c: 2 }, 3)]
  const codes = (await Promise.all(both.map((body) => ask(`PUT ${STAFF}`, staff, body)))).map(
    ({ code }) => code,
  )
  t.same(codes.sort(), ['conflict', 'ok'], 'of two at once one is kept')
})

t.test(
  'expected_version missing, negative or no integer is 400, and so is other content',
  async (t) => {
    const staff = await newStaff()
    for (const version of [undefined, -1, 1.5, '1', null]) {
      const body = { content: {}, ...(version === undefined ? {} : { expected_version: version }) }
      t.match(await ask(`PUT ${STAFF}`, staff, body), WRONG, String(version))
    }
    for (const content of [undefined, null, [], 'text', 1]) {
      t.match(await ask(`PUT ${STAFF}`, staff, save(content)), WRONG, JSON.stringify(content))
    }
    t.match(await ask(`PUT ${STAFF}`, staff, { ...save({}), login: 1 }), WRONG, 'unknown fields')
  },
)

/** An object of exactly so many bytes as JSON. */
function ofBytes(bytes: number): Record<string, string> {
  return { text: 'x'.repeat(bytes - '{"text":""}'.length) }
}

t.test('content is at most 256 KiB of staff and 64 KiB of traders, to the byte', async (t) => {
  const staff = await newStaff()
  const trader = await signIn(await newTrader())
  for (const [path, session, max] of [
    [STAFF, staff, PREFERENCE_BYTES_MAX.staff],
    [TRADER, trader, PREFERENCE_BYTES_MAX.trader],
  ] as const) {
    t.match(await ask(`PUT ${path}`, session, save(ofBytes(max))), { status: 200 })
    t.match(await ask(`PUT ${path}`, session, save(ofBytes(max + 1))), WRONG)
  }
  t.same([PREFERENCE_BYTES_MAX.staff, PREFERENCE_BYTES_MAX.trader], [256 * 1024, 64 * 1024])
  const wide = { text: 'ä'.repeat(PREFERENCE_BYTES_MAX.trader / 2) }
  t.match(await ask(`PUT ${TRADER}`, trader, save(wide)), WRONG, 'bytes, not characters')
})

t.test('the merged document stays within 256 KiB', async (t) => {
  const staff = await newStaff()
  const room = PREFERENCE_BYTES_MAX.staff
  t.match(await ask(`PUT ${STAFF}`, staff, save(ofBytes(room - 6))), { status: 200 })
  t.match(await ask(`PATCH ${STAFF}`, staff, save({ ab: 12 }, 1)), WRONG)
  t.match(await ask(`GET ${STAFF}`, staff), { data: { version: 1 } }, 'nothing was changed')
  t.match(await ask(`PATCH ${STAFF}`, staff, save({ a: 1 }, 1)), { status: 200 }, 'to the byte')
  const freed = save({ text: null, ab: 12 }, 2)
  t.match(await ask(`PATCH ${STAFF}`, staff, freed), { data: { content: { a: 1, ab: 12 } } })
})

t.test('a document has so many fields and levels, and no more', async (t) => {
  const staff = await newStaff()
  // The document itself is a part, too.
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]))
  const full = fields(PREFERENCE_PARTS_MAX - 1)
  t.match(await ask(`PUT ${STAFF}`, staff, save(full)), { status: 200 })
  t.match(await ask(`PUT ${STAFF}`, staff, save(fields(PREFERENCE_PARTS_MAX))), WRONG)
  t.match(await ask(`PATCH ${STAFF}`, staff, save({ more: 1 })), WRONG, 'nor merged')
  const lists = { a: Array.from({ length: PREFERENCE_PARTS_MAX }, () => []) }
  t.match(await ask(`PUT ${STAFF}`, staff, save(lists)), WRONG, 'lists count')
  const deep = (levels: number): object => (levels === 1 ? {} : { a: deep(levels - 1) })
  t.match(await ask(`PUT ${STAFF}`, staff, save(deep(JSON_DEPTH_MAX - 1))), { status: 200 })
  t.match(await ask(`PUT ${STAFF}`, staff, save(deep(JSON_DEPTH_MAX))), WRONG)
})

t.test('each login and side has its own, on every device, also after a restart', async (t) => {
  const login = await newTrader()
  const other = await signIn(await newTrader())
  const [web, again] = [await signIn(login), await signIn(login)]
  await ask(`PUT ${TRADER}`, web, save({ mine: 1 }))
  t.match(await ask(`GET ${TRADER}`, again), { data: { content: { mine: 1 } } })
  t.same((await ask(`GET ${TRADER}`, other)).data['content'], {})
  const staff = await newStaff()
  await ask(`PUT ${STAFF}`, staff, save({ desk: 1 }))
  const { login: both } = staff.data['session'] as { login: number }
  t.same((await ask(`GET ${TRADER}`, await signIn(both))).data['content'], {}, 'of its account')
  const kept = front.edit((db) => db.prepare('SELECT count(*) FROM preferences').pluck().get())
  t.ok(Number(kept) > 2, 'on disk')
})

t.test(
  'traders have no PATCH, investors save nothing, and the account header is looked at',
  async (t) => {
    const login = await newTrader()
    const session = await signIn(login)
    t.match(await ask(`PATCH ${TRADER}`, session, save({})), { status: 405 })
    const watching = await signIn(login, 'trader', WATCH)
    const refused = { status: 403, code: 'trade.read_only' }
    t.match(await ask(`PUT ${TRADER}`, watching, save({})), refused)
    t.match(await ask(`GET ${TRADER}`, watching), { status: 200 })
    const other = { 'x-app-account': '1' }
    for (const [what, body] of [[`GET ${TRADER}`], [`PUT ${TRADER}`, save({})]] as const) {
      t.match(await ask(what, session, body, other), { status: 409, code: 'auth.account_changed' })
    }
  },
)

t.test('saving has a rate of its own', async (t) => {
  const staff = await newStaff()
  const codes: string[] = []
  for (let i = 0; i < 61; i++) codes.push((await ask(`PUT ${STAFF}`, staff, save({ i }))).code)
  t.same(codes.slice(0, 60), new Array<string>(60).fill('ok'))
  t.equal(codes[60], 'too_many_requests')
  t.same(front.failures, [])
})
