import t from 'tap'
import { RIGHTS } from '../../../../engine/access/rights.js'
import { ONLINE_ROWS_MAX } from '../../../../engine/limits/people.js'
import type { Session } from '../../../../http/exchange/session.js'
import type { LiveSession } from '../../../../http/sessions/live-session.js'
import { AccountFront } from '../../../given/fronts/account-front.js'
import { factsOf } from '../../../given/fronts/socket-front.js'

// Sessions in use over the pipeline, with a real desk and real shards.

const front = await AccountFront.start(t)
const PASSWORD = 'Abcd12!x'
const HERE = { ip: '127.0.0.1', requestId: 'a test' }
const ada = await front.open({ name: 'Ada', last_name: 'Byron' })
const bob = await front.open({ name: 'Bob', group: 'real\\standard' })
const ALL = RIGHTS.filter((right) => right !== 'confirm_actions')
const boss = await staffUser({ rights: ALL, group_scope: ['*'] })
const clerk = await staffUser({
  rights: ['accounts.online', 'accounts.edit'],
  group_scope: ['real\\*'],
})
const CLERK: Partial<Session> = {
  audience: 'staff',
  terminal: 'manager',
  group: 'managers\\dealers',
  groupScope: ['real\\*'],
  rights: new Set(['accounts.online', 'accounts.edit']),
}
const asClerk = front.signIn(clerk, CLERK, 'clerk')
await front.ask(`POST /admin/v1/accounts/${ada}/balance`, 'admin', {
  action: 'deposit',
  amount: '12.50',
  request_id: '3f2b8c1e-5d0a-4b7e-9a51-0c2d4e6f8a10',
})

type Row = Readonly<Record<string, unknown>>

async function staffUser(over: object): Promise<number> {
  const login = await front.open({ group: 'managers\\dealers' })
  const made = await front.ask('POST /admin/v1/staff', 'admin', { login, ...over })
  if (made.status !== 200) throw new Error(made.message)
  return login
}

/** Signed in at a terminal of its side; the session as the front holds it. */
async function signIn(login: number, side = 'trader', terminal = 'desktop', password = PASSWORD) {
  const known = new Set(front.sessions.ofLogin(login).map(({ id }) => id))
  const body = { login, password, terminal }
  const answer = await front.ask(`POST /${side}/v1/auth/login`, 'admin', body)
  if (answer.status !== 200) throw new Error(answer.message)
  const session = front.sessions.ofLogin(login).find(({ id }) => !known.has(id))
  if (session === undefined) throw new Error('no session was opened')
  return { session, refresh: String(answer.data['refresh_token']) }
}

async function list(as = 'admin'): Promise<Row[]> {
  const answer = await front.ask('GET /admin/v1/online', as)
  if (answer.status !== 200) throw new Error(`${answer.code}: ${answer.message}`)
  return answer.data as unknown as Row[]
}

async function page(query: string, as = 'admin') {
  const answer = await front.ask(`GET /admin/v1/online/window${query}`, as)
  const items = (answer.data?.['items'] ?? []) as Row[]
  return { ...answer, items, ids: items.map(({ session }) => session) }
}

const kick = (body: unknown, as = 'admin') => front.ask('POST /admin/v1/online/kick', as, body)
const kickOne = (id: string, as = 'admin') => front.ask(`POST /admin/v1/online/${id}/kick`, as, {})
const idsOf = (rows: readonly Row[]) => rows.map(({ session }) => session)

function ago({ session }: { readonly session: LiveSession }, ms: number): void {
  session.lastSeenAt = Date.now() - ms
}

t.afterEach(async () => {
  for (const { id } of [...front.sessions.all()]) {
    if (!id.startsWith('held')) await front.supervisor.ask('auth.close', { id, origin: HERE })
    front.sessions.close(id)
  }
})

t.test(
  'lists cover staff and traders in scope, oldest first, with the fields of a row',
  async (t) => {
    const [one, two] = [await signIn(bob), await signIn(ada)]
    const staff = await signIn(boss, 'admin', 'manager')
    const rows = await list()
    t.same(
      idsOf(rows),
      [one, two, staff].map(({ session }) => session.id),
    )
    t.match(rows[1], {
      equity: '12.50',
      group: 'demo\\standard',
      login: ada,
      name: 'Ada',
      last_name: 'Byron',
      ip: '127.0.0.1',
      os: '',
      read_only: false,
      sockets: 0,
      staff: false,
      since: /Z$/,
    })
    t.match(rows[2], { login: boss, staff: true, equity: '0' })
    t.same(Object.keys(rows[0] ?? {}).sort(), [
      'equity',
      'group',
      'ip',
      'last_name',
      'login',
      'name',
      'os',
      'read_only',
      'session',
      'since',
      'sockets',
      'staff',
      'terminal',
    ])
  },
)

t.test('staff rows need config.staff, and rows of other groups their scope', async (t) => {
  const [one, two] = [await signIn(bob), await signIn(ada)]
  await signIn(boss, 'admin', 'manager')
  t.same(idsOf(await list('without staff')), [one.session.id, two.session.id])
  t.same(idsOf(await list('real only')), [one.session.id])
  t.same((await page('', 'real only')).ids, [one.session.id])
  t.match((await page('', 'real only')).data, { total: 1 })
})

t.test('names are hidden without their right', async (t) => {
  await signIn(ada)
  t.match(await list('without names'), [{ login: ada, name: null, last_name: null }])
})

t.test('a session is in use when it had a request in the last 90 seconds', async (t) => {
  const one = await signIn(ada)
  ago(one, 89_000)
  t.equal((await list()).length, 1)
  ago(one, 91_000)
  t.same(await list(), [])
  t.match((await page('')).data, { total: 0, after: null, before: null, has_after: false })
})

t.test('equity is 0 while execution does not answer', async (t) => {
  await signIn(ada)
  const { back } = await front.killShardOf(ada)
  t.match(await list(), [{ login: ada, equity: '0' }])
  await back
})

t.test('an investor reads as read only', async (t) => {
  await signIn(ada, 'trader', 'desktop', 'Look34?y')
  t.match(await list(), [{ read_only: true }])
})

t.test('a list of more than so many sessions is refused, the window goes on', async (t) => {
  const { session } = await signIn(bob)
  for (let i = 0; i < ONLINE_ROWS_MAX; i++) held(`held ${i}`)
  t.match(await front.ask('GET /admin/v1/online', 'admin'), { status: 413, code: 'too_large' })
  const { data, items } = await page('')
  t.equal(data['total'], ONLINE_ROWS_MAX + 1)
  t.equal(items.length, 100)
  await kickOne(session.id)
  t.equal((await list()).length, ONLINE_ROWS_MAX)
})

function held(id: string, createdAt = Date.now()): LiveSession {
  const digests = { access: id, refresh: id, csrf: id, family: id }
  return front.sessions.opened({
    session: {
      id,
      login: ada,
      side: 'trader',
      terminal: 'web',
      readOnly: false,
      keepSignedIn: false,
      createdAt,
      refreshedAt: Date.now(),
      accessExpiresAt: 9e15,
      refreshExpiresAt: 9e15,
      digests,
      ip: '192.0.2.1',
      userAgent: '',
    },
    facts: factsOf(ada),
  })
}

t.test(
  'the window is ordered by creation time, then session, whatever came in first',
  async (t) => {
    held('c', 2000)
    held('b', 1000)
    held('a', 2000)
    const first = await page('?limit=2')
    t.same(first.ids, ['b', 'a'])
    t.match(first.data, { total: 3, has_before: false, has_after: true, anchor_found: null })
    t.match(first.data, { observed_at: /Z$/, query_id: /./ })
    const next = await page(`?limit=2&edge=after&cursor=${first.data['after']}`)
    t.same(next.ids, ['c'])
    t.match(next.data, { has_before: true, has_after: false })
    const back = await page(`?limit=1&edge=before&cursor=${next.data['before']}`)
    t.same(back.ids, ['a'])
    front.sessions.close('a')
    const gone = await page(`?edge=after&cursor=${back.data['after']}`)
    t.same(gone.ids, ['c'], 'the place of a session that is gone stays')
  },
)

t.test(
  'around has an anchor, or says that it vanished and takes the cursor or the first page',
  async (t) => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) held(id, 1000)
    const around = await page('?edge=around&anchor_id=c&limit=3')
    t.match(around, { ids: ['b', 'c', 'd'], data: { anchor_found: true } })
    const cursor = String((await page('?limit=4')).data['after'])
    const lost = await page(`?edge=around&anchor_id=x&limit=3&cursor=${cursor}`)
    t.match(lost, { ids: ['c', 'd', 'e'], data: { anchor_found: false } })
    const first = await page('?edge=around&anchor_id=x&limit=3')
    t.match(first, { ids: ['a', 'b', 'c'], data: { anchor_found: false } })
    t.match(await page('?edge=around&anchor_id=c', 'real only'), { data: { anchor_found: false } })
  },
)

t.test(
  'parameters that are unknown, repeated, empty, oversized or in conflict are 400',
  async (t) => {
    held('a')
    const cursor = String((await page('')).data['after'])
    for (const query of [
      '?x=1',
      '?limit=1&limit=2',
      '?limit=',
      '?cursor=',
      '?edge=',
      '?anchor_id=',
      '?limit=0',
      '?limit=101',
      '?limit=x',
      '?edge=last',
      `?cursor=${cursor}`,
      '?edge=after',
      '?edge=before',
      '?anchor_id=a',
      `?edge=after&cursor=${cursor}&anchor_id=a`,
      '?edge=around',
      `?edge=around&cursor=${cursor}`,
      '?edge=after&cursor=x',
      `?edge=after&cursor=${cursor}x`,
      `?edge=after&cursor=${'a'.repeat(513)}`,
      `?edge=around&anchor_id=${'a'.repeat(65)}`,
      '?page=1',
      '?search=a',
      '?sort=login',
      '?filter=[]',
    ]) {
      t.match(await page(query), { status: 400, code: 'invalid_input' }, query)
    }
    t.match(await page(`?edge=after&cursor=${cursor}&limit=100`), { status: 200 })
  },
)

t.test('cursors are of a session with its grants and scope alone', async (t) => {
  held('a')
  const cursor = String((await page('')).data['after'])
  const ask = (as: string) => page(`?edge=after&cursor=${cursor}`, as)
  t.match(await ask('admin'), { status: 200 })
  for (const as of ['real only', 'without names', 'another administrator']) {
    t.match(await ask(as), { status: 400, fields: ['cursor'] }, as)
  }
  const other = front.signIn(
    1,
    { audience: 'staff', rights: new Set(RIGHTS), groupScope: ['*'] },
    'tab',
  )
  t.match(await ask(other), { status: 400, fields: ['cursor'] }, 'of the same login, elsewhere')
})

t.test(
  'a kick by login closes every open session of it, and its tokens stop working',
  async (t) => {
    const [one, two] = [await signIn(bob), await signIn(bob, 'trader', 'android')]
    const other = await signIn(ada)
    t.match(await kick({ login: bob }), { status: 200, data: null })
    t.same(front.sessions.ofLogin(bob), [])
    t.equal(other.session.isClosed, false)
    for (const { refresh } of [one, two]) {
      const body = { refresh_token: refresh }
      const refused = await front.ask('POST /trader/v1/auth/refresh', 'admin', body)
      t.match(refused, { status: 401, code: 'auth.session_expired' })
    }
    const { data } = await front.ask(`GET /admin/v1/journal?login=${bob}&kind=auth`, 'admin')
    t.match((data['items'] as Row[])[0], {
      actor: 1,
      login: bob,
      text: '2 sessions were closed by a kick',
    })
    t.match(await kick({ login: bob }), { status: 404, code: 'not_found' }, 'no open session')
  },
)

t.test('a kick by session closes that one', async (t) => {
  const [one, two] = [await signIn(bob), await signIn(bob, 'trader', 'android')]
  t.match(await kickOne(one.session.id), { status: 200, data: null })
  t.same(front.sessions.ofLogin(bob), [two.session])
  t.match(await kickOne(one.session.id), { status: 404, code: 'not_found' }, 'closed already')
  t.match(await kickOne('nonsense'), { status: 404, code: 'not_found' })
  const { data } = await front.ask(`GET /admin/v1/journal?login=${bob}&kind=auth`, 'admin')
  t.match((data['items'] as Row[])[0], {
    actor: 1,
    login: bob,
    text: /terminal desktop was closed/,
  })
})

t.test('a session whose tokens are all past is as one that is closed', async (t) => {
  const [past, open] = [await signIn(bob), await signIn(bob, 'trader', 'android')]
  const expire = 'UPDATE sessions SET refresh_expires_at = 1 WHERE id = ?'
  front.write((db) => db.prepare(expire).run(past.session.id))
  t.match(await kickOne(past.session.id), {
    status: 404,
    code: 'not_found',
    message: 'There is no such open session. It may have ended already.',
  })
  t.match(await kickOne(open.session.id), { status: 200, data: null })
  t.match(await kick({ login: bob }), { status: 404, code: 'not_found' }, 'no open session')
  front.sessions.close(past.session.id)
})

t.test('kicks keep to the scope and the rights as the desk has them', async (t) => {
  const [one, two] = [await signIn(ada), await signIn(bob)]
  t.match(await kick({ login: ada }, asClerk), { status: 403, code: 'forbidden' })
  t.match(await kickOne(one.session.id, asClerk), { status: 403, code: 'forbidden' })
  t.match(await kick({ login: 99_999 }, asClerk), { status: 404 })
  const change = { version: 1, rights: ['accounts.online'] }
  t.match(await front.ask(`PATCH /admin/v1/staff/${clerk}`, 'admin', change), { status: 200 })
  t.match(await kick({ login: bob }, asClerk), { status: 403, code: 'forbidden' })
  t.match(await kickOne('nonsense', asClerk), { status: 403 }, 'tells nothing of what is there')
  t.equal(two.session.isClosed, false)
  const back = { version: 2, rights: ['accounts.online', 'accounts.edit'] }
  t.match(await front.ask(`PATCH /admin/v1/staff/${clerk}`, 'admin', back), { status: 200 })
  t.match(await kick({ login: bob }, asClerk), { status: 200 })
})

t.test(
  'staff are kicked by those who see staff and whose rights and reach hold theirs',
  async (t) => {
    const { session } = await signIn(boss, 'admin', 'manager')
    const lesser = await staffUser({
      rights: ['accounts.online', 'accounts.edit', 'config.staff'],
      group_scope: ['*'],
    })
    const as = front.signIn(lesser, {
      ...CLERK,
      rights: new Set(['accounts.online', 'accounts.edit', 'config.staff']),
    })
    t.match(await kick({ login: boss }, as), { status: 403, code: 'forbidden' })
    t.match(await kick({ login: boss }, asClerk), { status: 403, code: 'forbidden' })
    t.equal(session.isClosed, false)
    t.match(await kickOne(session.id), { status: 200 })
    t.equal(session.isClosed, true)
  },
)

t.test('bad bodies of a kick are 400', async (t) => {
  for (const body of [{}, { login: 0 }, { login: 'x' }, { login: bob, more: 1 }, []]) {
    t.match(await kick(body), { status: 400, code: 'invalid_input' })
  }
  t.match(await kickOne('x'.repeat(65)), { status: 400 })
})
