import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import { RIGHTS } from '../../../../engine/access/rights.js'
import { readCsv } from '../../../../wire/format/csv.js'
import { packLogins, unpackLogins } from '../../../../wire/stored/login-set.js'
import { AccountFront } from '../../../given/fronts/account-front.js'

// One act on many accounts: what a look tells, what the job does, who may, and what it is bound by.

const front = await AccountFront.shared()
const BATCH = 'POST /admin/v1/accounts/batch'
const ada = await front.open({ name: 'Ada', country: 'DE' })
const bob = await front.open({ name: 'Bob', country: 'DE' })
const eve = await front.open({ name: 'Eve', country: 'FR', group: 'real\\standard' })
const DE = { filter: '[{"field":"country","op":"eq","value":"DE"}]' }
const without = (right: string): string => {
  const rights = new Set(RIGHTS.filter((one) => one !== right))
  return front.signIn(
    1,
    { audience: 'staff', terminal: 'manager', groupScope: ['*'], rights },
    right,
  )
}

const plain = front.plain()

async function done(body: object, as = plain) {
  const answer = await front.ask(BATCH, as, { ...body, dry_run: false })
  if (answer.status !== 200) throw new Error(`${answer.code} ${answer.message}`)
  const { id } = answer.data['job'] as { id: number }
  const job = await front.over(id)
  if (job.state !== 'done') throw new Error(`${job.error} ${front.errors}`)
  const { text } = await front.download(id, as)
  const table = readCsv(text, { recordsMax: 1e6, cellsMax: 10 })
  if (!table.ok) throw new Error(table.says)
  return { job, rows: table.records.map(({ cells }) => cells) }
}

const account = async (login: number) =>
  (await front.ask(`GET /admin/v1/accounts/${login}`, 'admin')).data

t.test('a look says who would be refused, and does nothing', async (t) => {
  const logins = [eve, 4_000_000, ada, ada]
  const looked = await front.ask(BATCH, plain, { act: 'patch', params: { leverage: 7 }, logins })
  t.match(looked.data, {
    total: 3,
    refused: [{ code: 'not_found', count: 1 }],
    rows: [{ login: 4_000_000, code: 'not_found' }],
    job: null,
  })
  t.not((await account(ada))['leverage'], 7)
})

t.test('fields are set on those that a query has, less some, and each has its row', async (t) => {
  const params = { leverage: 7, comment: 'checked' }
  const { data } = await front.ask(BATCH, plain, { act: 'patch', params, ...DE })
  t.equal(data['total'], 2)
  const { job, rows } = await done({ act: 'patch', params, ...DE, except: [bob], total: 1 })
  t.match(job, { kind: 'accounts.batch', state: 'done', done: 1, total: 1 })
  t.same(rows, [
    ['login', 'code', 'message'],
    [String(ada), 'ok', ''],
  ])
  t.match(await account(ada), { leverage: 7, comment: 'checked' })
  t.not((await account(bob))['leverage'], 7)
  const lines = await front.ask(
    `GET /admin/v1/accounts/${ada}/journal?kind=account.changed`,
    'admin',
  )
  t.match(lines.data['items'], [{ actor: 1, text: /leverage/ }])
})

t.test('accounts move, those that cannot have the reason in their row', async (t) => {
  const body = { act: 'move', params: { group: 'real\\standard' }, logins: [1, bob, eve] }
  const looked = await front.ask(BATCH, plain, body)
  t.match(looked.data, { total: 3, refused: [{ code: 'conflict', count: 1 }] })
  const { rows } = await done(body)
  t.match(rows.slice(1), [
    ['1', 'conflict', /staff user/],
    [String(bob), 'ok', ''],
    [String(eve), 'ok', ''],
  ])
  t.equal((await account(bob))['group'], 'real\\standard')
})

t.test('messages, mails and checks', async (t) => {
  const all = { logins: [ada, bob, eve] }
  t.match(
    (await done({ act: 'notify', params: { message: 'Closed on Monday.' }, ...all })).rows[3],
    [String(eve), 'ok'],
  )
  const heard = await front.ask('GET /trader/v1/notifications', front.signIn(eve, {}))
  t.match(heard.data, [{ message: 'Closed on Monday.' }])
  t.equal((heard.data as unknown as unknown[]).length, 1)
  const mail = { subject: 'Terms', body: 'Dear {{name}},' }
  t.match((await done({ act: 'mail', params: mail, ...all })).rows[1], [String(ada), 'ok'])
  t.match((await done({ act: 'check', ...all })).rows.slice(1), [
    [String(ada), 'ok'],
    [String(bob), 'ok'],
    [String(eve), 'ok'],
  ])
})

t.test('nothing is told of accounts beyond the scope of whoever asks', async (t) => {
  const login = await front.open({ name: 'Dora', group: 'managers\\dealers' })
  const rights = ['accounts.view', 'accounts.edit', 'mailbox', 'notifications'] as const
  const groupScope = ['demo\\*']
  const staff = { login, rights, group_scope: groupScope }
  t.equal((await front.ask('POST /admin/v1/staff', 'admin', staff)).status, 200)
  const session = { audience: 'staff', terminal: 'manager', groupScope } as const
  const clerk = front.signIn(login, { ...session, rights: new Set(rights) }, 'clerk of demo')
  for (const asked of [
    { act: 'check' },
    { act: 'patch', params: { leverage: 9 } },
    { act: 'notify', params: { message: 'a' } },
    { act: 'mail', params: { subject: 'a', body: 'b' } },
  ]) {
    const { rows } = await done({ ...asked, logins: [1, eve, 999_999, ada] }, clerk)
    t.same(
      rows.slice(1).map(([of, code]) => [of, code]),
      [
        ['1', 'not_found'],
        [String(ada), 'ok'],
        [String(eve), 'not_found'],
        ['999999', 'not_found'],
      ],
      asked.act,
    )
  }
})

t.test('who is archived holds up no mail of others', async (t) => {
  const gone = await front.open({ name: 'Gone' })
  const archived = await front.ask(`DELETE /admin/v1/accounts/${gone}`, 'admin')
  t.equal(archived.status, 200)
  const body = { act: 'mail', params: { subject: 'A', body: 'B' }, logins: [ada, gone, bob] }
  const looked = await front.ask(BATCH, plain, body)
  t.match(looked.data, { total: 3, refused: [{ count: 1 }] })
  const { rows } = await done(body)
  t.match(rows.slice(1), [
    [String(ada), 'ok', ''],
    [String(bob), 'ok', ''],
    [String(gone), 'conflict', /archived/],
  ])
})

t.test('what was done while a job was cancelled is in its result', async (t) => {
  const begun = await front.ask(BATCH, plain, {
    act: 'patch',
    params: { comment: 'half' },
    logins: [ada, bob],
    starts_at: new Date(Date.now() + 3_600_000).toISOString(),
    dry_run: false,
  })
  const { id } = begun.data['job'] as { id: number }
  await front.ask(`POST /admin/v1/jobs/${id}/cancel`, plain)
  const rows = [{ login: ada, code: 'ok', message: '' }]
  const note = (from: number) => front.supervisor.ask('batches.note', { id, from, rows })
  for (const from of [0, 0, 1, 5]) t.match(await note(from), { ok: true, value: false })
  const { text } = await front.download(id, plain)
  t.equal(text.trim().split('\r\n').length, 3, 'once each, with the line of the names')
})

t.test(
  'an act of a later time waits for it, is stopped like any other, or is done then',
  async (t) => {
    const at = (ms: number): string => new Date(Date.now() + ms).toISOString()
    const body = { act: 'patch', params: { comment: 'later' }, logins: [ada] }
    for (const starts_at of [at(-1_000), at(32 * 24 * 3_600_000)]) {
      for (const dry_run of [true, false]) {
        const refused = await front.ask(BATCH, plain, { ...body, starts_at, dry_run })
        t.match(refused, { code: 'invalid_input', fields: ['starts_at'] })
      }
    }
    const tonight = { ...body, starts_at: at(3_600_000), dry_run: false }
    const { job } = (await front.ask(BATCH, plain, tonight)).data as { job: { id: number } }
    t.match(job, { state: 'waiting', starts_at: tonight.starts_at })
    // What is asked for after it does not wait.
    t.match((await done({ act: 'check', logins: [ada] })).job, { state: 'done' })
    t.match(await front.ask(`POST /admin/v1/jobs/${job.id}/cancel`, plain), { status: 200 })
    t.not((await account(ada))['comment'], 'later')
    const starts_at = at(1_500)
    const soon = await done({ ...body, starts_at })
    t.ok(Number(soon.job.started_at) >= Date.parse(starts_at), 'not before it')
    t.equal((await account(ada))['comment'], 'later')
  },
)

t.test('a key begins one job', async (t) => {
  const key = { 'idempotency-key': '00000000-0000-4000-8000-000000000001' }
  const body = { act: 'check', logins: [ada], dry_run: false }
  const [first, second] = [
    await front.ask(BATCH, plain, body, key),
    await front.ask(BATCH, plain, body, key),
  ]
  t.match(first.data['job'], { id: Number })
  t.same((second.data['job'] as { id: number }).id, (first.data['job'] as { id: number }).id)
  await front.over((first.data['job'] as { id: number }).id)
})

t.test(
  'refused: rights, scope, fields of other acts, a number that is another by now',
  async (t) => {
    const ask = (body: object, as = plain) => front.ask(BATCH, as, body)
    const patch = { act: 'patch', params: { leverage: 7 }, logins: [ada] }
    t.match(await ask(patch, without('accounts.edit')), { code: 'forbidden' })
    t.match(
      await ask(
        { act: 'mail', params: { subject: 'a', body: 'b' }, logins: [ada] },
        without('mailbox'),
      ),
      { code: 'forbidden' },
    )
    t.match(
      await ask(
        { act: 'notify', params: { message: 'a' }, logins: [ada] },
        without('notifications'),
      ),
      { code: 'forbidden' },
    )
    const real = front.signIn(
      1,
      { audience: 'staff', terminal: 'manager', rights: new Set(RIGHTS), groupScope: ['real\\*'] },
      'real',
    )
    t.match(
      (await ask({ act: 'check' }, real)).data,
      { total: 2 },
      'no account of other groups is among all',
    )
    for (const [body, field] of [
      [{ ...patch, params: {} }, 'params'],
      [{ ...patch, params: { group: 'a' } }, 'params.group'],
      [{ ...patch, params: { leverage: 7, message: 'a' } }, 'params.message'],
      [{ act: 'move', logins: [ada] }, 'params.group'],
      [{ act: 'move', params: { group: 'nowhere' }, logins: [ada] }, 'group'],
      [{ ...patch, ...DE }, 'logins'],
      [{ ...patch, logins: [] }, 'logins'],
      [{ act: 'check', filter: '[{"field":"nothing","op":"eq","value":1}]' }, 'filter'],
      [{ act: 'check', dry_run: false }, 'total'],
      [{ act: 'check', group: 'none*', dry_run: false }, 'logins'],
      [{ act: 'check', logins: Array.from({ length: 10_001 }, (_, n) => n + 1) }, 'logins'],
    ] as const) {
      const refused = await ask(body)
      t.match(refused, { code: 'invalid_input' }, JSON.stringify(body).slice(0, 80))
      t.match(JSON.stringify(refused), field)
    }
    t.match(await ask({ ...patch, total: 2 }), { code: 'conflict' })
  },
)

t.test('logins are kept in little room', (t) => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 45 }), { maxLength: 50 }),
      (drawn) => {
        const logins = drawn.toSorted((a, b) => a - b)
        return JSON.stringify(unpackLogins(packLogins(logins))) === JSON.stringify(logins)
      },
    ),
  )
  const many = Array.from({ length: 100_000 }, (_, n) => 200_000 + n)
  t.ok(packLogins(many).length < 140_000)
  t.end()
})

t.test('an act that changes accounts is confirmed once by who holds confirm_actions', async (t) => {
  const body = { act: 'patch', params: { color: '#102030' }, logins: [ada, bob], dry_run: false }
  const needed = { status: 403, code: 'confirmation_required' }
  t.match(await front.ask(BATCH, 'careful', body), needed)
  const confirmed = await front.confirmation('batch', body)
  const other = { ...body, logins: [ada], ...confirmed }
  t.match(await front.ask(BATCH, 'careful', other), needed, 'of other accounts')
  const key = { 'idempotency-key': randomUUID() }
  const begun = await front.ask(BATCH, 'careful', { ...body, ...confirmed }, key)
  t.equal(begun.status, 200)
  t.same((await front.ask(BATCH, 'careful', body, key)).data, begun.data, 'a repeat takes no code')
  t.match(await front.ask(BATCH, 'careful', { ...body, ...confirmed }), needed, 'it is used')
  t.equal((await front.ask(BATCH, 'careful', { ...body, dry_run: true })).status, 200)
  const check = { act: 'check', logins: [ada], dry_run: false }
  t.equal((await front.ask(BATCH, 'careful', check)).status, 200, 'a check changes nothing')
})
