import t from 'tap'
import { RIGHTS } from '../../../../engine/access/rights.js'
import type { JournalLine } from '../../../../wire/stored/journal-line.js'
import type { JournalKind } from '../../../../wire/words/names.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

const PATH = '/admin/v1/journal'
const DAY_MS = 86_400_000
type Line = Omit<JournalLine, 'at'> & { readonly at: string }

interface Written {
  readonly actor?: number | null
  readonly login?: number | null
  readonly masks?: readonly string[]
  readonly kind?: string
  readonly text?: string
  readonly changes?: JournalLine['changes']
}

/** Writes a line at the front's time. */
function write(front: ConfigFront, line: Written = {}): void {
  const { actor = 1, login = null, kind = 'test', text = 'A line', changes = [], masks } = line
  const who = { login: actor, ip: '192.0.2.7', requestId: 'r-9' }
  front.desk.change((journal) => {
    journal(who, { kind: kind as JournalKind, text, login, changes, ...(masks && { masks }) })
    return { ok: true, value: null }
  })
}

function account(front: ConfigFront, login: number, group: string): void {
  const sql = 'INSERT INTO accounts (login, group_path, created_at, updated_at) VALUES (?, ?, 1, 1)'
  front.desk.db.prepare(sql).run(login, group)
}

async function texts(front: ConfigFront, query: string, as?: string): Promise<string[]> {
  const answer = await front.ask(`GET ${PATH}?${query}`, as)
  if (answer.status !== 200) throw new Error(`${answer.code}: ${answer.message}`)
  return answer.data.items.map((line: Line) => line.text)
}

t.test('a line reads as it was written, newest first, with its hash', async (t) => {
  const front = new ConfigFront(t)
  account(front, 1001, 'demo\\standard')
  const changes = [{ field: 'leverage', from: 100, to: { of: ['50', null] } }]
  write(front, { login: 1001, kind: 'account.changed', text: 'Größe "x"', changes })
  write(front, { actor: null, text: 'By the system' })
  const answer = await front.ask(`GET ${PATH}?kind=account.changed`)
  const [written] = front.lines.filter(({ kind }) => kind === 'account.changed')
  const at = '2026-03-02T10:00:00.000Z'
  const { masks: _, ...line } = written as JournalLine
  t.same(answer.data, { items: [{ ...line, at }], page: 1, total: 1 })
  t.match(answer.data.items[0], {
    actor: 1,
    login: 1001,
    kind: 'account.changed',
    text: 'Größe "x"',
    changes,
    ip: '192.0.2.7',
    request_id: 'r-9',
    hash: /^[\w-]{43}$/,
  })
  t.same((await texts(front, 'limit=2')).slice(0, 2), ['By the system', 'Größe "x"'])
})

t.test('lines of one time stand in the order of writing, the last first', async (t) => {
  const front = new ConfigFront(t)
  for (const text of ['one', 'two', 'three']) write(front, { text })
  front.now -= 5
  write(front, { text: 'the clock went back' })
  t.same(await texts(front, 'kind=test'), ['three', 'two', 'one', 'the clock went back'])
})

t.test('filters by login, actor, system, kind, kinds and text narrow together', async (t) => {
  const front = new ConfigFront(t)
  account(front, 1001, 'demo\\standard')
  write(front, { login: 1001, actor: 7, kind: 'a', text: 'Alpha 100% done' })
  write(front, { login: 1001, actor: null, kind: 'b', text: 'BETA_x' })
  write(front, { login: null, actor: 7, kind: 'c', text: 'Ärger, ÜBER alles' })
  const of = (query: string) => texts(front, `from=2026-03-02&${query}`)
  t.same(await of('login=1001'), ['BETA_x', 'Alpha 100% done'])
  t.same(await of('actor=7'), ['Ärger, ÜBER alles', 'Alpha 100% done'])
  t.same(await of('login=1001&actor=0'), ['BETA_x'])
  t.same(await of('kind=a'), ['Alpha 100% done'])
  t.same(await of('kind=c,%20a,,a'), ['Ärger, ÜBER alles', 'Alpha 100% done'])
  t.same(await of('kind=A'), [], 'kinds are exact')
  t.same(await of('text=ALPHA'), ['Alpha 100% done'])
  t.same(await of('text=0%25+d'), ['Alpha 100% done'], 'a percent sign is itself')
  t.same(await of('text=a_x'), ['BETA_x'])
  t.same(await of('text=%C3%BCber'), ['Ärger, ÜBER alles'])
  t.same(await of('login=1001&actor=7&kind=b'), [])
})

t.test('about finds the lines of one record, whatever it was called then', async (t) => {
  const front = new ConfigFront(t)
  account(front, 1001, 'demo\\standard')
  const rules = '/admin/v1/routing'
  const rule = { name: 'Large', action: 'online_dealers' }
  const { id } = (await front.ask(`POST ${rules}`, 'admin', rule)).data
  await front.ask(`PATCH ${rules}/${id}`, 'admin', { version: 1, name: 'Huge' })
  const ids = front.book.records.routing.map((one) => one.id).toReversed()
  await front.ask(`PUT ${rules}/order`, 'admin', { ids })
  await front.ask(`DELETE ${rules}/${id}`)
  write(front, { login: 1001, kind: 'account.changed', text: 'Of an account' })
  write(front, { login: 1, kind: 'staff', text: 'Of a staff user' })
  write(front, { login: 1001, kind: 'auth', text: 'Signed in' })
  t.same(await texts(front, `about=routing:${id}`), [
    'Routing rule Huge was deleted',
    'Routing rule Large was changed: name',
    'Routing rule Large was created',
  ])
  t.same(await texts(front, 'about=routing:0'), ['The order of routing was changed'])
  t.same(await texts(front, 'about=accounts:1001'), ['Of an account'])
  t.same(await texts(front, 'about=staff:1'), ['Of a staff user'])
  t.same(await texts(front, 'about=accounts:1001&kind=auth'), [])
  t.same(await texts(front, 'about=accounts:1001', 'only journal in real\\*'), [])
  const page = await front.ask(`GET ${PATH}?about=routing:${id}&limit=1`)
  t.match(page.data, { items: [{ about: { kind: 'routing', id } }], total: 3 })
  for (const wrong of ['groups', 'groups:', 'groups:x', ':5', 'Groups:5']) {
    const refused = await front.ask(`GET ${PATH}?about=${wrong}`)
    t.match(refused, { status: 400, fields: ['about'] }, wrong)
  }
})

t.test('from and to are times or server days, both included', async (t) => {
  const front = new ConfigFront(t, {
    services: { serverClock: () => ({ daylight_saving: 'none', utc_offset_min: 120 }) },
  })
  const at = (text: string) => {
    front.now = Date.parse(text)
    write(front, { text })
  }
  const times = [
    '2026-03-02T21:59:59.999Z',
    '2026-03-02T22:00:00.000Z',
    '2026-03-03T21:59:59.999Z',
    '2026-03-03T22:00:00.000Z',
  ]
  for (const time of times) at(time)
  const of = (query: string) => texts(front, `kind=test&${query}`)
  t.same(await of('from=2026-03-03&to=2026-03-03'), [times[2], times[1]])
  t.same(await of(`from=${times[1]}&to=${times[2]}`), [times[2], times[1]])
  t.same(await of('from=2026-03-02T22:00:00.001Z'), [times[3], times[2]])
  t.same(await of('from=2026-03-02T22:00:00.001%2B00:00'), [times[3], times[2]])
  t.same(await of('to=2026-03-02'), [times[0]])
  for (const [query, field] of [
    ['from=yesterday', 'from'],
    ['from=2026-02-30', 'from'],
    ['to=2026-02-30T00:00:00Z', 'to'],
    ['to=2026-03-02T10:00:00%2B02:00', 'to'],
    ['from=2026-03-04&to=2026-03-03', 'to'],
  ] as const) {
    const answer = await front.ask(`GET ${PATH}?${query}`)
    t.match(answer, { status: 400, code: 'invalid_input', fields: [field] }, query)
  }
})

t.test('a page has 100 lines, 1,000 at the most, and counts every match', async (t) => {
  const front = new ConfigFront(t)
  front.desk.db.pragma('synchronous = OFF')
  for (let n = 1; n <= 101; n++) write(front, { text: `n${n}` })
  const first = await front.ask(`GET ${PATH}?kind=test`)
  t.match(first.data, { page: 1, total: 101 })
  t.equal(first.data.items.length, 100)
  t.same(await texts(front, 'kind=test&page=2'), ['n1'])
  t.same(await texts(front, 'kind=test&page=3'), [])
  t.same(await texts(front, 'kind=test&page=34&limit=3'), ['n2', 'n1'])
  t.equal((await front.ask(`GET ${PATH}?limit=1000`)).status, 200)
  for (const bad of ['limit=1001', 'limit=0', 'page=0', 'page=1000001', 'page=x']) {
    t.match(await front.ask(`GET ${PATH}?${bad}`), { status: 400, code: 'invalid_input' }, bad)
  }
  t.match(await front.ask(`GET ${PATH}?login=0`), { status: 400, fields: ['login'] })
  t.match(await front.ask(`GET ${PATH}?sort=at`), { status: 400, fields: ['sort'] })
})

t.test('logs_months is how far back a session reads, to the millisecond; 0 is all', async (t) => {
  const front = new ConfigFront(t)
  const rights = new Set(RIGHTS)
  for (const logsMonths of [0, 1, 120]) front.name(`${logsMonths} months`, { rights, logsMonths })
  const now = Date.parse('2026-03-31T12:00:00Z')
  const floor = Date.parse('2026-02-28T12:00:00Z')
  for (const [text, time] of [
    ['long ago', now - 4000 * DAY_MS],
    ['just too old', floor - 1],
    ['just in', floor],
    ['now', now],
  ] as const) {
    front.now = time
    write(front, { text })
  }
  const of = (as: string, query = '') => texts(front, `kind=test&${query}`, as)
  t.same(await of('1 months'), ['now', 'just in'])
  t.same(await of('1 months', 'from=2000-01-01'), ['now', 'just in'], 'from cannot widen it')
  t.same(await of('1 months', 'to=2026-02-27'), [])
  t.same(await of('0 months'), ['now', 'just in', 'just too old', 'long ago'])
  t.same(await of('120 months'), ['now', 'just in', 'just too old'])
  const found = await front.ask(`GET ${PATH}?kind=test`, '1 months')
  t.equal(found.data.total, 2)
})

t.test(
  'lines about accounts are those of the scope, staff accounts need config.staff',
  async (t) => {
    const front = new ConfigFront(t)
    account(front, 1001, 'demo\\standard')
    account(front, 1002, 'Real\\Standard')
    account(front, 55, 'managers\\dealers')
    write(front, { text: 'nobody' })
    write(front, { login: 1001, text: 'demo' })
    write(front, { login: 1002, text: 'real' })
    write(front, { login: 55, text: 'dealer' })
    write(front, { login: 999, text: 'gone' })
    write(front, { masks: ['real\\*'], text: 'all of real' })
    write(front, { masks: ['real\\a-book', 'demo\\*'], text: 'real and demo' })
    write(front, { masks: ['*', '!demo\\*'], text: 'all but demo' })
    const rights = new Set(RIGHTS)
    const noStaff = new Set(RIGHTS.filter((right) => right !== 'config.staff'))
    const sessions = {
      real: { rights, groupScope: ['real\\*'] },
      'all but demo': { rights, groupScope: ['*', '!demo\\*'] },
      'no staff': { rights: noStaff, groupScope: ['*'] },
      nothing: { rights, groupScope: [] },
    }
    for (const [name, over] of Object.entries(sessions)) front.name(name, over)
    const of = async (as: string, query = '') => {
      const answer = await front.ask(`GET ${PATH}?kind=test&${query}`, as)
      const found = answer.data.items.map(({ text }: Line) => text)
      t.equal(answer.data.total, found.length, `the total of ${as} counts what it may read`)
      return found
    }
    const groups = ['all but demo', 'real and demo', 'all of real']
    t.same(await of('admin'), [...groups, 'gone', 'dealer', 'real', 'demo', 'nobody'])
    t.same(await of('real'), ['all of real', 'real', 'nobody'])
    const most = ['all but demo', 'all of real', 'gone', 'dealer', 'real', 'nobody']
    t.same(await of('all but demo'), most)
    t.same(await of('no staff'), ['real and demo', 'all of real', 'real', 'demo', 'nobody'])
    t.same(await of('nothing'), ['nobody'])
    t.same(await of('real', 'login=1001'), [])
    t.same(await of('no staff', 'login=999'), [])
    front.desk.db.exec("UPDATE accounts SET group_path = 'demo\\standard' WHERE login = 1002")
    t.same(await of('real'), ['all of real', 'nobody'], 'it is the group as it is now that counts')
  },
)

t.test('pages and totals of every usual filter come from an index', async (t) => {
  const front = new ConfigFront(t)
  const plans: [string, RegExp][] = [
    ['at >= 1 AND at <= 2', /journal_at \(at>\? AND at<\?\)/],
    ['login = 1 AND at >= 2', /journal_login \(login=\? AND at>\?\)/],
    ['actor IS 1 AND at >= 2', /journal_actor \(actor=\? AND at>\?\)/],
    ["kind = 'a' AND at >= 2", /journal_kind \(kind=\? AND at>\?\)/],
  ]
  for (const [where, plan] of plans) {
    for (const what of ['count(*)', 'id']) {
      const order = what === 'id' ? 'ORDER BY at DESC, id DESC LIMIT 5' : ''
      const sql = `EXPLAIN QUERY PLAN SELECT ${what} FROM journal WHERE ${where} ${order}`
      const steps = front.desk.db.prepare<[], { detail: string }>(sql).all()
      t.match(steps.map(({ detail }) => detail).join('; '), plan, where)
      t.notMatch(steps.map(({ detail }) => detail).join('; '), /TEMP B-TREE/, where)
    }
  }
})

const NAMES = ['name', 'comment', 'email', 'phone', 'city', 'rights']
const CHANGES = [...NAMES, 'blocked_signups'].map((field) => ({
  field,
  from: `old ${field}`,
  to: `new ${field}`,
}))

t.test('values of fields that a reader may not see are not shown, nor found', async (t) => {
  const front = new ConfigFront(t)
  account(front, 1001, 'demo\\standard')
  for (const kind of ['staff', 'account.changed', 'account', 'accounting', 'trade', 'config']) {
    const login = kind === 'config' ? null : 1001
    write(front, { kind, login, text: `${kind} changed`, changes: CHANGES })
  }
  const rows: [as: string, hidden: string[]][] = [
    ['admin', []],
    ['without accounts.name', ['name', 'comment']],
    ['without accounts.email', ['email']],
    ['without accounts.phone', ['phone']],
    ['without accounts.address', ['city']],
    ['only journal', ['name', 'comment', 'email', 'phone', 'city']],
  ]
  for (const [as, hidden] of rows) {
    const shown = CHANGES.map(({ field, from, to }) =>
      hidden.includes(field) ? { field, from: null, to: null } : { field, from, to },
    )
    const hidesMasks = hidden.includes('email') || hidden.includes('phone')
    const ofSettings = CHANGES.map((one) =>
      hidesMasks && one.field === 'blocked_signups' ? { ...one, from: null, to: null } : one,
    )
    for (const path of [PATH, '/admin/v1/accounts/1001/journal']) {
      const { data } = await front.ask(`GET ${path}?text=changed`, as)
      t.equal(data.items.length, path === PATH ? 6 : 5)
      for (const { kind, changes, hash } of data.items as Line[]) {
        const isAccount = kind === 'staff' || kind === 'account' || kind === 'account.changed'
        const others = kind === 'config' ? ofSettings : CHANGES
        t.same(changes, isAccount ? shown : others, `${as}: ${kind}`)
        t.equal(hash === null, hidden.length > 0, 'a guess cannot be tested')
      }
    }
    for (const { to } of CHANGES) {
      const found = await front.ask(`GET ${PATH}?text=${to.replace(' ', '%20')}`, as)
      t.equal(found.data.total, 0, 'the search looks into the text alone')
    }
  }
})

t.test(
  'the chain is told by what a log knows of it, without a line that was changed',
  async (t) => {
    const front = new ConfigFront(t)
    const chain = async (as?: string) => front.ask(`GET ${PATH}/chain`, as)
    t.match((await chain()).data, { ok: null, id: null, at: null })
    t.equal((await chain('without journal')).status, 403)
    for (let n = 0; n < 3; n++) write(front, { text: `Line ${n}` })
    const newest = front.lines.at(-1) as JournalLine
    front.anchor = { id: newest.id, hash: newest.hash, at: front.now }
    const known = { id: newest.id, at: '2026-03-02T10:00:00.000Z' }
    t.same((await chain('only journal')).data, { ok: true, ...known })
    write(front)
    t.same((await chain()).data, { ok: true, ...known }, 'lines that came later change nothing')
    front.anchor = { ...front.anchor, hash: 'another' }
    t.same((await chain()).data, { ok: false, ...known })
    front.anchor = { ...front.anchor, hash: newest.hash }
    const { db } = front.desk
    for (const { name } of db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
      .all() as { name: string }[]) {
      db.exec(`DROP TRIGGER ${name}`)
    }
    db.prepare("UPDATE journal SET text = 'Nothing' WHERE id = ?").run(newest.id - 1)
    t.same((await chain()).data, { ok: false, ...known })
    front.anchor = { ...front.anchor, id: newest.id + 100 }
    t.match((await chain()).data, { ok: false })
  },
)
