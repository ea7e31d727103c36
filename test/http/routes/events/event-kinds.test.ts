import t from 'tap'
import { makeKey, staffUser } from '../../../given/api-keys.js'
import { moment } from '../../../given/desk.js'
import { WholeServer } from '../../../given/fronts/whole-server.js'

// Goal: the stream tells of sign-ins, passwords, applications, mails and jobs, to those who may see them.

t.setTimeout(0)
const server = await WholeServer.shared()
const { login, headers } = await server.account()

interface Event {
  readonly kind: string
  readonly login: number | null
  readonly group: string | null
  readonly actor: number | null
  readonly data: Readonly<Record<string, unknown>>
}

async function cursor(): Promise<string> {
  return String((await server.done('GET /admin/v1/events?latest=true'))['next'])
}

/** Events after a cursor, as soon as there are so many. */
async function events(after: string, query: string, count: number, as = server.staff) {
  for (;;) {
    const path = `GET /admin/v1/events?after=${after}&limit=1000&${query}`
    const { data, message } = await server.ask(path, as)
    if (data === null) throw new Error(message)
    const items = data.items as readonly Event[]
    if (items.length >= count) return items
    await moment()
  }
}

t.test('sessions open and close with their terminal and address', async (t) => {
  const after = await cursor()
  const place = { terminal: 'desktop', address: '127.0.0.1' }
  const body = { login, password: 'Abcd12!x', terminal: 'desktop' }
  const signedIn = await server.ask('POST /trader/v1/auth/login', {}, body)
  const own = { authorization: `Bearer ${String(signedIn.data.access_token)}` }
  await server.ask('POST /trader/v1/auth/logout', own, {})
  const query = `kinds=session&logins=${login}`
  const told = await events(after, query, 2)
  t.same(
    told.slice(0, 2).map(({ data }) => data),
    [
      { change: 'opened', ...place },
      { change: 'closed', ...place },
    ],
  )
  t.match(told[0], { login, group: 'demo\\standard', actor: login })
})

/** An account with a deposit, and the cursor after both: the journal line of a deposit follows its answer. */
async function settledAccount() {
  const before = await cursor()
  const account = await server.account()
  const query = `kinds=journal&logins=${account.login}`
  for (let count = 1; ; count++) {
    const lines = await events(before, query, count)
    if (lines.some(({ data }) => data['kind'] === 'balance')) break
  }
  return { account, after: await cursor() }
}

t.test('a new password is told with its kind, and with each session that it closes', async (t) => {
  const { account, after } = await settledAccount()
  const other = { kind: 'investor', password: 'Other34?y' }
  await server.done(`POST /admin/v1/accounts/${account.login}/passwords`, other)
  const query = `kinds=password,session,journal&logins=${account.login}`
  const told = await events(after, query, 3)
  t.same(
    told.map(({ kind, data }) => [kind, kind === 'journal' ? data['kind'] : data]),
    [
      ['password', { kind: 'investor', change: 'set' }],
      ['journal', 'account.password'],
      ['session', { change: 'closed', terminal: 'desktop', address: '127.0.0.1' }],
    ],
  )
  t.notMatch(JSON.stringify(told), 'Other34')
  const parts = []
  for (let next = after; parts.length < told.length; ) {
    const path = `GET /admin/v1/events?after=${next}&limit=1&${query}`
    const { items, next: there } = (await server.ask(path)).data
    parts.push(...items)
    next = there
  }
  t.same(parts, told, 'one by one')
})

t.test('applications are filed, approved and rejected', async (t) => {
  const settings = await server.done('GET /admin/v1/settings')
  const open = { real: true, confirm_real: false, real_group: 'real\\standard' }
  await server.done('PUT /admin/v1/settings', { ...settings, ...open })
  const sender = { name: 'Main', sender_email: 'desk@example.com', server: '127.0.0.1:9' }
  await server.done('POST /admin/v1/mail-servers', { ...sender, is_default: true })
  const after = await cursor()
  const form = { type: 'real', name: 'Ada Lovelace', country: 'GB' }
  for (const email of ['ada@example.com', 'bob@example.com']) {
    const filed = await server.ask('POST /trader/v1/register', {}, { ...form, email })
    t.equal(filed.status, 200, filed.message)
  }
  const list = (await server.ask('GET /admin/v1/applications')).data.items as { id: number }[]
  const [second, first] = list.map(({ id }) => id)
  await server.done(`POST /admin/v1/applications/${first}/approve`, {})
  await server.done(`POST /admin/v1/applications/${second}/reject`, { reason: 'No papers' })
  const told = await events(after, 'kinds=application', 4)
  t.same(
    told.map(({ data }) => [data['change'], (data['application'] as { id: number }).id]),
    [
      ['filed', first],
      ['filed', second],
      ['approved', first],
      ['rejected', second],
    ],
  )
  const [row] = (await server.ask(`GET /admin/v1/applications`)).data.items
  t.same(told[3]?.data['application'], row)
  t.match(told[2], { login: Number, group: 'real\\standard' })
  const demo = await makeKey(server, { group_scope: ['demo\\*'] })
  t.same(await events(after, 'kinds=application', 0, demo.headers), [], 'out of scope')
  const rights = ['events', 'applications']
  const narrow = await makeKey(server, { rights })
  const [hidden] = await events(after, 'kinds=application', 4, narrow.headers)
  t.match(hidden?.data['application'], { name: null, email: null, state: 'approved' })
})

t.test('mails are told with their subject', async (t) => {
  const after = await cursor()
  await server.done('POST /admin/v1/mail', { to_logins: [login], subject: 'Hello', body: 'You' })
  const [mail] = await events(after, 'kinds=mail', 1)
  t.match(mail, { login, actor: 1, data: { from: 1, subject: 'Hello', groups: null } })
  const inbox = await server.ask('GET /trader/v1/mail', headers)
  t.equal(mail?.data['message_id'], inbox.data.items[0].message_id)
  t.notMatch(JSON.stringify(mail), 'You')
  await server.done('POST /admin/v1/mail', { to_group: 'demo\\*', subject: 'All', body: 'You' })
  const [, all] = await events(after, 'kinds=mail', 2)
  t.match(all, { login: null, data: { subject: 'All', groups: ['demo\\*'] } })
  const real = await makeKey(server, { group_scope: ['real\\*'] })
  t.same(await events(after, 'kinds=mail', 0, real.headers), [], 'out of scope')
})

t.test('jobs are told to their owner', async (t) => {
  const after = await cursor()
  const { id } = await server.done('POST /admin/v1/accounts/export', {})
  const [job] = await events(after, 'kinds=job', 1)
  t.match(job?.data, { id, state: 'done', kind: 'accounts.export', owner: 1 })
  const { data } = await server.ask(`GET /admin/v1/jobs/${id}`)
  t.same(job?.data, data)
  const other = await staffUser(server, { rights: ['events', 'accounts.view'] })
  t.same(await events(after, 'kinds=job', 0, other.headers), [], 'not theirs')
})
