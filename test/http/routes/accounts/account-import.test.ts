import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { RIGHTS } from '../../../../engine/access/rights.js'
import {
  IMPORT_AT_ONCE_MAX,
  IMPORT_BODY_BYTES_MAX,
  IMPORT_CELL_LENGTH_MAX,
  IMPORT_CELLS_MAX,
  IMPORT_RECORDS_MAX,
} from '../../../../engine/limits/jobs.js'
import { fileDirectory, sqlitePath } from '../../../../storage/paths.js'
import { csvLine, readCsv } from '../../../../wire/format/csv.js'
import type { ImportRow } from '../../../../wire/thread/account-import.js'
import { AccountFront, CAREFUL, CLOSED } from '../../../given/fronts/account-front.js'
import { BOUNDARY, multipart } from '../../../given/fronts/upload-front.js'

// Accounts that come as a table, on real threads: at once and as jobs, dry and not, with mistakes of every kind.

const front = await AccountFront.shared()
const PATH = 'POST /admin/v1/accounts/import'
const GROUP = 'demo\\standard'

interface Imported {
  readonly items: readonly ImportRow[]
  readonly job_id: number | null
}

async function run(csv: string, over: object = { dry_run: false }, as = 'admin', key?: string) {
  const more = key === undefined ? {} : { 'idempotency-key': key }
  const answer = await front.ask(PATH, as, { csv, ...over }, more)
  return { ...answer, data: answer.data as unknown as Imported }
}

const table = (...rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells) => csvLine(cells)).join('')

function tableOf(text: string): string[][] {
  const read = readCsv(text, { recordsMax: 1e5, cellsMax: 100 })
  if (!read.ok) throw new Error(`${read.line}:${read.column} ${read.says}`)
  return read.records.map(({ cells }) => [...cells])
}

const count = (): number =>
  front.read((db) => db.prepare<[], number>('SELECT count(*) FROM accounts').pluck().get() ?? 0)

const actions = ({ data }: { data: Imported }) =>
  data.items.map(({ line, action, login }) => [line, action, login])

t.test('a dry run is what one gets without asking: all checks, and nothing else', async (t) => {
  const before = front.read((db) => [count(), db.prepare('SELECT * FROM counters').all()])
  const csv = table(
    ['login', 'group', 'name', 'master_password'],
    [9001, GROUP, '=cmd', 'Abcd12!x'],
    ['', 'demo/standard', 'Bob', ''],
    [1, GROUP, '', ''],
    [9001, GROUP, '', ''],
    ['', 'gone', '', ''],
  )
  const dry = await run(csv, {})
  t.same(actions(dry), [
    [2, 'create', 9001],
    [3, 'create', null],
    [4, 'exists', 1],
    [5, 'exists', 9001],
    [6, 'error', null],
  ])
  t.ok(dry.data.items.every(({ master_password }) => master_password === null))
  t.same(
    front.read((db) => [count(), db.prepare('SELECT * FROM counters').all()]),
    before,
  )
  t.same((await run(csv, { dry_run: true }, 'admin', randomUUID())).data, dry.data)
  const wet = await run(csv)
  t.same(
    wet.data.items.map(({ action }) => action),
    ['created', 'created', 'exists', 'exists', 'error'],
  )
  t.equal(wet.data.items[4]?.error, dry.data.items[4]?.error)
  t.equal(count(), Number(before[0]) + 2)
})

t.test(
  'accounts are as the table says, and passwords are those that were typed or made',
  async (t) => {
    const csv = table(
      [
        'group',
        'name',
        'email',
        'phone',
        'leverage',
        'trading_enabled',
        'status',
        'comment',
        'master_password',
      ],
      [GROUP, '=1+1', 'ada@example.com', '+44 20', 50, 'FALSE', 'RE', 'two\nlines', ''],
      [CAREFUL, "'=x", '', '-5', '', '', '', '', 'Abcd-1234-efgh'],
    )
    const { data, status } = await run(`\uFEFF${csv}`)
    t.equal(status, 200)
    const [ada, bob] = data.items
    const stored = async (login = 0) =>
      (await front.ask(`GET /admin/v1/accounts/${login}`, 'admin')).data
    t.match(await stored(ada?.login ?? 0), {
      name: '=1+1',
      email: 'ada@example.com',
      phone: '+44 20',
      leverage: 50,
      status: 'RE',
      trading_enabled: false,
      comment: 'two\nlines',
      must_change_password: true,
    })
    t.match(await stored(bob?.login ?? 0), { name: "'=x", phone: '-5', must_change_password: true })
    t.match(ada?.master_password, /^[A-Za-z0-9]{20}$/)
    t.equal(bob?.master_password, null, 'what was typed is not shown')
    t.match(bob?.investor_password, /^[A-Za-z0-9]{20}$/)
    const signIn = (login: number | undefined, password: string | null | undefined) =>
      front.ask('POST /trader/v1/auth/login', 'admin', { login, password, terminal: 'desktop' })
    t.match(await signIn(ada?.login ?? 0, ada?.master_password), { status: 200 })
    t.match(await signIn(ada?.login ?? 0, ada?.investor_password), { status: 200 })
    t.match(await signIn(ada?.login ?? 0, bob?.investor_password), { status: 401 })
    t.match(await signIn(bob?.login ?? 0, 'Abcd-1234-efgh'), { status: 200 })
    const file = readFileSync(sqlitePath(front.dataDir)).toString('latin1')
    for (const secret of [ada?.master_password, bob?.investor_password, 'Abcd-1234-efgh']) {
      t.notOk(file.includes(secret ?? '?'), 'no password is on the disk')
    }
  },
)

t.test(
  'what is no table of accounts is refused with its place, before anything is done',
  async (t) => {
    const before = count()
    const good = `group,name\r\n${GROUP},a\r\n`
    const long = 'x'.repeat(IMPORT_CELL_LENGTH_MAX + 1)
    const cases: readonly (readonly [string, RegExp])[] = [
      ['', /^csv: line 1, column 1: there is no header/],
      ['group,nickname\r\n', /line 1, column 7: .*"nickname"/],
      ['group,name,group\r\n', /line 1, column 12: group is there twice/],
      ['name,email\r\n', /line 1, column 1: the header lacks the column group/],
      ['group;name\r\n', /line 1, column 1: .*"group;name"/],
      ['group,api_password\r\n', /column 7/],
      [`${good}${GROUP},"open`, /line 3, column 15: this quote is left open/],
      [`${good}${GROUP},a"b\r\n`, /line 3, column 16: a quote stands inside/],
      [`${good}"${GROUP}"x,b\r\n`, /line 3, column 16: a comma/],
      [`${good}${GROUP},b\ud800`, /line 3, column 16: these bytes are no UTF-8/],
      [`${good}${GROUP},${long}`, /line 3, column 15: this cell has more than 4096/],
      [`${good}${','.repeat(IMPORT_CELLS_MAX)}`, /line 3, column 65: .* more than 64 cells/],
      [`group\n${'g\n'.repeat(IMPORT_RECORDS_MAX + 1)}`, /line 20002, column 1: .* records/],
    ]
    for (const [csv, says] of cases) {
      const refused = await run(csv)
      t.match(refused, { status: 400, code: 'invalid_input', message: says, fields: ['csv'] })
    }
    const bad = Buffer.from(`{"dry_run":false,"csv":"group,name\\r\\ng,\u00e9 x"}`)
    bad[bad.length - 3] = 0xff
    const refused = await front.ask(PATH, 'admin', bad)
    t.match(refused, { status: 400, message: /^csv: line 2, column 5: these bytes are no UTF-8/ })
    for (const body of [{}, { csv: 1 }, { csv: 'group', dry_run: 'no' }, { csv: 'group', x: 1 }]) {
      t.match(await front.ask(PATH, 'admin', body), { status: 400, code: 'invalid_input' })
    }
    t.equal(count(), before)
  },
)

t.test('what is wrong with a record is its row, and the others are done', async (t) => {
  const names = ['group', 'login', 'email', 'leverage', 'trading_enabled', 'master_password']
  const more = ['investor_password', 'name']
  const cases: readonly (readonly [readonly (string | number)[], RegExp | ''])[] = [
    [['', '', '', '', '', '', '', ''], /^group: is missing/],
    [['a\\\\b', '', '', '', '', '', '', ''], /^group: must be a group path/],
    [['gone', '', '', '', '', '', '', ''], /^group: there is no group gone/],
    [[CLOSED, '', '', '', '', '', '', ''], /^group: .*disabled/],
    [[GROUP, 'x', '', '', '', '', '', ''], /^login: must be a whole number/],
    [[GROUP, '-1', '', '', '', '', '', ''], /^login: must be 0 or more/],
    [[GROUP, '1000000000000', '', '', '', '', '', ''], /^login: must be 999999999999 or less/],
    [[GROUP, '', 'ada', '', '', '', '', ''], /^email: must be a plain e-mail/],
    [[GROUP, '', '', '10001', '', '', '', ''], /^leverage: must be 10000 or less/],
    [[GROUP, '', '', '1.5', '', '', '', ''], /^leverage: must be a whole number/],
    [[GROUP, '', '', '', 'yes', '', '', ''], /^trading_enabled: must be true or false/],
    [[GROUP, '', '', '', '', 'weak', '', ''], /^master_password: The password must have/],
    [[CAREFUL, '', '', '', '', 'Abcd12!x', '', ''], /^master_password: .* 12 to 16/],
    [[GROUP, '', '', '', '', 'Abcd12!x', 'Abcd12!x', ''], /must differ from master_password/],
    [[GROUP, '', '', '', '', '', '', 'x'.repeat(129)], /^name: is too long/],
    [[GROUP, '', '', '', '', '', '', 'a\nb'], /^name: contains a control character/],
    [[GROUP], /^The record has 1 cells, the header 8/],
    [[GROUP, '', '', '', '', '', '', '', ''], /^The record has 9 cells/],
    [[GROUP, '', '', '', '', '', '', 'fine'], ''],
  ]
  const csv = table([...names, ...more], ...cases.map(([cells]) => cells))
  const before = count()
  const { data } = await run(csv)
  t.equal(data.items.length, cases.length)
  let line = 2
  for (const [at, [cells, says]] of cases.entries()) {
    const row = data.items[at]
    t.match(row, { line, action: says === '' ? 'created' : 'error', error: says })
    t.notMatch(row?.error, /Abcd12|weak/, 'no password is repeated')
    line += cells.some((cell) => cell === 'a\nb') ? 2 : 1
  }
  t.equal(count(), before + 1)
})

t.test('scope and rights are those of creating an account', async (t) => {
  const csv = table(['group'], [GROUP], ['real\\standard'], ['managers\\dealers'])
  const held = { audience: 'staff', terminal: 'manager', groupScope: ['*'] } as const
  const realOnly = { ...held, rights: new Set(RIGHTS), groupScope: ['real\\*'] }
  front.signIn(1, realOnly, 'within real')
  const plain = new Set(RIGHTS.filter((right) => right !== 'config.staff'))
  front.signIn(1, { ...held, rights: plain }, 'no staff')
  const says = async (as: string) => (await run(csv, {}, as)).data.items.map(({ error }) => error)
  const outside = (group: string) => `group: ${group} is outside your scope.`
  t.same(await says('within real'), [outside(GROUP), '', outside('managers\\dealers')])
  t.same(await says('no staff'), ['', '', outside('managers\\dealers')])
  t.same(await says('admin'), ['', '', ''])
  // Stored with less than the session still says.
  const stale = {
    login: 501,
    rights: new Set(RIGHTS),
    groupScope: ['*'],
    audience: 'staff',
  } as const
  const dealer = front.signIn(501, { ...stale, terminal: 'manager' }, 'stale dealer')
  t.match(await run(csv, { dry_run: false }, dealer), { status: 403, code: 'forbidden' })
})

t.test('a repeat under the key is given the first rows, and makes nothing', async (t) => {
  const key = randomUUID()
  const csv = table(['group', 'master_password'], [GROUP, ''], [GROUP, 'Abcd12!x'])
  const first = await run(csv, { dry_run: false }, 'admin', key)
  t.match(first.data.items, [{ action: 'created' }, { action: 'created' }])
  const before = count()
  t.same((await run(csv, { dry_run: false }, 'admin', key)).data, first.data)
  t.match(await run(`${csv}${GROUP},\r\n`, { dry_run: false }, 'admin', key), { code: 'conflict' })
  const long = table(['group'], ...Array.from({ length: 501 }, () => ['gone']))
  const started = await run(long, { dry_run: false }, 'admin', randomUUID().toUpperCase())
  t.equal(count(), before)
  await front.over(started.data.job_id ?? 0)
})

t.test('a table without records is no job', async (t) => {
  const jobs = () => front.read((db) => db.prepare('SELECT count(*) FROM jobs').pluck().get())
  const before = jobs()
  for (const over of [{}, { dry_run: false }]) {
    const none = await run(table(['group', 'name']), over)
    t.match(none, { status: 200, data: { items: [], job_id: null } })
  }
  t.equal(jobs(), before)
})

t.test('up to 500 are answered at once, and one more is a job', async (t) => {
  const rows = (n: number) => Array.from({ length: n }, (_, at) => [GROUP, `Many ${at}`])
  const before = count()
  const most = await run(table(['group', 'name'], ...rows(IMPORT_AT_ONCE_MAX)))
  t.equal(most.data.items.length, IMPORT_AT_ONCE_MAX)
  t.ok(most.data.items.every(({ action }) => action === 'created'))
  t.equal(count(), before + IMPORT_AT_ONCE_MAX)
  const more = await run(table(['group', 'name'], ...rows(IMPORT_AT_ONCE_MAX + 1)))
  t.match(more, { status: 200, data: { items: [] } })
  const id = more.data.job_id ?? 0
  const job = await front.over(id)
  const total = IMPORT_AT_ONCE_MAX + 1
  t.match(job, { state: 'done', done: total, total, kind: 'accounts.import', error: '' })
  t.equal(count(), before + IMPORT_AT_ONCE_MAX + total)
})

t.test('the rows of a job are its owner’s alone, with passwords once', async (t) => {
  const rows = Array.from({ length: 620 }, (_, at) => {
    if (at % 100 === 7) return ['gone', '', '']
    return at % 50 === 3 ? [GROUP, 1, ''] : [GROUP, '', at % 200 === 5 ? 'Abcd12!x' : '']
  })
  const csv = table(['group', 'login', 'master_password'], ...rows)
  const { data } = await run(csv)
  const id = data.job_id ?? 0
  await front.over(id)
  t.match(await front.download(id, 'another administrator'), { status: 403, code: 'forbidden' })
  const read = async () => {
    const { text, status } = await front.download(id, 'admin')
    t.equal(status, 200)
    return tableOf(text)
  }
  const [head, ...first] = await read()
  const passwords = ['master_password', 'investor_password']
  t.same(head, ['line', 'action', 'login', 'error', ...passwords])
  t.same(
    first.map(([line]) => Number(line)),
    rows.map((_, at) => at + 2),
  )
  for (const [at, [, action, login, error, master, investor]] of first.entries()) {
    const [group, wanted, typed] = rows[at] ?? []
    if (group === 'gone') t.match([action, error], ['error', /there is no group gone/])
    else if (wanted === 1) t.same([action, login, error], ['exists', '1', ''])
    else {
      t.equal(action, 'created')
      t.match(master, typed === '' ? /^[A-Za-z0-9]{20}$/ : /^$/)
      t.match(investor, /^[A-Za-z0-9]{20}$/)
    }
  }
  const sample = first.find(([, , , , master]) => master !== '') ?? []
  const [, , login, , master = '?'] = sample
  const signedIn = { login: Number(login), password: master, terminal: 'desktop' }
  t.match(await front.ask('POST /trader/v1/auth/login', 'admin', signedIn), { status: 200 })
  while ((await read()).some((row) => row[4] !== '' && row[4] !== 'master_password'));
  const [, ...second] = await read()
  t.same(
    second.map((row) => row.slice(0, 4)),
    first.map((row) => row.slice(0, 4)),
    'the rest stays',
  )
  t.ok(second.every((row) => row[4] === '' && row[5] === ''))
  const { text } = await front.take('/admin/v1/journal?kind=job&limit=9', 'admin')
  t.notMatch(text, new RegExp(master))
  t.notMatch(JSON.stringify(front.jobsHeard), new RegExp(master))
})

t.test('what our export has written is read back, or refused by its column', async (t) => {
  const made = await run(
    table(
      ['group', 'name', 'last_name', 'comment', 'phone', 'leverage', 'company'],
      [GROUP, '=HYPERLINK("x")', "''=a", 'a,"b"\r\nc', '+1-2', 7, '@firm'],
      [GROUP, "'plain", 'é😀', '\ttab', '', '', ''],
    ),
  )
  const logins = made.data.items.map(({ login }) => login ?? 0)
  const { text } = await front.take('/admin/v1/accounts/export?name=', 'admin')
  const [head = [], ...rows] = tableOf(text)
  t.match(await run(text), { status: 400, message: /line 1, column 13: .*"currency"/ })
  const importable = [
    'login',
    'group',
    'name',
    'last_name',
    'comment',
    'phone',
    'leverage',
    'company',
  ]
  const cut = (names: string[], of: string[][]) =>
    of.map((cells) => names.map((name) => cells[head.indexOf(name)] ?? ''))
  const ours = rows.filter(([login]) => logins.includes(Number(login)))
  const again = await run(table(importable, ...cut(importable, ours)))
  t.same(
    actions(again).map(([, action]) => action),
    ['exists', 'exists'],
  )
  const names = importable.slice(1)
  const copies = await run(table(names, ...cut(names, ours)))
  for (const [at, { login }] of copies.data.items.entries()) {
    const of = async (one: number) => {
      const { data } = await front.ask(`GET /admin/v1/accounts/${one}`, 'admin')
      return names.map((name) => data[name])
    }
    t.same(await of(login ?? 0), await of(logins[at] ?? 0))
  }
})

t.test('a body may have 4 MiB, and not a byte more', async (t) => {
  const head = `group\n`
  const fill = (bytes: number) => {
    const around = Buffer.byteLength(JSON.stringify({ csv: head, dry_run: true }))
    return { csv: head + 'x'.repeat(bytes - around), dry_run: true }
  }
  const most = await front.ask(PATH, 'admin', fill(IMPORT_BODY_BYTES_MAX))
  t.match(most, { status: 400, message: /this cell has more than/ })
  const more = await front.ask(PATH, 'admin', fill(IMPORT_BODY_BYTES_MAX + 1))
  t.match(more, { status: 413, code: 'too_large' })
})

const FILE = 'POST /admin/v1/accounts/import/file'
const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

async function send(
  content: string | Buffer,
  fields: Readonly<Record<string, string>> = { dry_run: 'false' },
  { as = 'admin', key = '', fileName = 'accounts.csv' } = {},
) {
  const texts = Object.entries(fields).map(([name, value]) => ({ name, content: value }))
  const body = multipart([{ name: 'file', fileName, content }, ...texts])
  const more = { ...MULTIPART, ...(key !== '' && { 'idempotency-key': key }) }
  const answer = await front.ask(FILE, as, body, more)
  return { ...answer, data: answer.data as unknown as Imported }
}

t.test('a file does what its text does, and goes when it is read', async (t) => {
  const kept = () => front.read((db) => db.prepare('SELECT id FROM files').all().length)
  const before = [kept(), readdirSync(fileDirectory(front.dataDir)).length]
  const csv = `\ufeff${table(['group', 'name'], [GROUP, 'Ünal'], ['gone', ''])}`
  const opened = count()
  for (const fields of [{}, { dry_run: 'true' }]) {
    const dry = await send(csv, fields)
    t.same(actions(dry), [
      [2, 'create', null],
      [3, 'error', null],
    ])
  }
  t.equal(count(), opened)
  const key = randomUUID()
  const wet = await send(csv, { dry_run: 'false' }, { key })
  t.match(wet.data.items, [{ action: 'created', master_password: /^\w{20}$/ }, { line: 3 }])
  t.same((await send(csv, { dry_run: 'false' }, { key })).data, wet.data, 'repeated')
  t.equal((await send(`${csv}\n`, { dry_run: 'false' }, { key })).code, 'conflict', 'another file')
  t.equal(count(), opened + 1)
  const long = table(['group'], ...Array.from({ length: IMPORT_AT_ONCE_MAX + 1 }, () => [GROUP]))
  const { data } = await send(long)
  t.ok(data.job_id)
  t.match(await front.over(data.job_id ?? 0), { state: 'done', done: IMPORT_AT_ONCE_MAX + 1 })
  const left = () => [kept(), readdirSync(fileDirectory(front.dataDir)).length]
  while (!isDeepStrictEqual(left(), before)) await new Promise((resolve) => setImmediate(resolve))
})

t.test('a file that is none, or too long, is refused by its field', async (t) => {
  const bad = Buffer.concat([Buffer.from(`group,name\r\n${GROUP},`), Buffer.from([0xc3, 0x28])])
  const broken = await send(bad)
  t.same([broken.code, broken.fields], ['invalid_input', ['file']])
  t.match(broken.message, 'line 2, column 15')
  t.equal((await send('group\r\n', {}, { fileName: 'accounts.exe' })).code, 'invalid_input')
  t.equal((await send('group\r\n', { dry_run: 'no' })).code, 'invalid_input')
  t.equal((await send('x'.repeat(IMPORT_BODY_BYTES_MAX + 1))).code, 'too_large')
})

t.test('one that is stopped has its rows so far as its result, once it has any', async (t) => {
  await front.jobs.stop()
  const csv = table(['group'], ...Array.from({ length: IMPORT_AT_ONCE_MAX + 1 }, () => [GROUP]))
  const started = async () => (await run(csv)).data.job_id ?? 0
  const cancel = async (id: number) =>
    t.match(await front.ask(`POST /admin/v1/jobs/${id}/cancel`, 'admin'), {
      data: { state: 'cancelled' },
    })
  const refused = { status: 409, code: 'conflict' }
  const [none, some] = [await started(), await started()]
  t.match(await front.download(none, 'admin'), refused, 'waiting')
  await cancel(none)
  t.match(await front.download(none, 'admin'), refused, 'cancelled')
  const item = { line: 2, login: 0, error: 'there is no group gone', account: null }
  const advanced = await front.supervisor.ask('imports.advance', {
    id: some,
    from: 0,
    items: [item],
  })
  t.match(advanced, { ok: true, value: true })
  t.match(await front.download(some, 'admin'), refused, 'running')
  await cancel(some)
  const { status, text } = await front.download(some, 'admin')
  t.equal(status, 200)
  t.same(
    tableOf(text).map(([line, action, , error]) => [line, action, error]),
    [
      ['line', 'action', 'error'],
      ['2', 'error', 'there is no group gone'],
    ],
  )
})
