import t from 'tap'
import { accountWithDefaults } from '../../../../actors/desk/accounts/accounts.js'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { accept } from '../../../../actors/thread/ask.js'
import { CLIENT_ACCOUNTS_MAX } from '../../../../engine/limits/people.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { accountsRepo } from '../../../../storage/repos/accounts/accounts.js'
import { staffRepo } from '../../../../storage/repos/people/staff.js'
import { STAFF } from '../../../given/desk.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// The desk asks for rights and scope anew: the account may have left them since its route has asked.

t.test('linked accounts are not told of an account that the caller does not reach', (t) => {
  const front = new ConfigFront(t, { demo: true })
  const read = (login: number) =>
    deskHandlers(front.desk)['accounts.clients']({ actor: { ...STAFF, login }, login: 99_999 })
  t.match(read(STAFF.login ?? 0), { ok: false, code: 'not_found' })
  t.match(read(99_998), { ok: false, code: 'forbidden' }, 'no staff user any more')
  t.end()
})

/** Accounts 10 to 12 and their desk; their staff user is the administrator. */
function given(test: ConstructorParameters<typeof ConfigFront>[0]) {
  const front = new ConfigFront(test, { demo: true })
  const { desk } = front
  desk.change(() => {
    for (const login of [10, 11, 12]) {
      const account = accountWithDefaults({ login, group: 'demo\\standard', name: `n${login}` })
      accountsRepo(desk.db).insert(account, front.now)
    }
    return accept(null)
  })
  const ask = deskHandlers(desk)
  const account = (login: number) => accountsRepo(desk.db).get(login)
  /** The lines since they were looked at last. */
  const lines = () =>
    front.lines.splice(0).map(({ actor, login, kind, text, changes, ip, request_id }) => {
      return { who: [actor, ip, request_id], login, kind, text, changes }
    })
  lines()
  front.now += 1_000
  return { front, ask, account, lines }
}

const WHO = [1, '127.0.0.1', 'r-1']

t.test('each account that is linked or parted has its line and its version', (t) => {
  const { front, ask, account, lines } = given(t)
  const link = (login: number, version: number, logins: readonly number[]) =>
    ask['accounts.link']({ actor: STAFF, login, version, logins })
  const line = (login: number, from: number | null, to: number | null) => ({
    who: WHO,
    login,
    kind: 'account.client',
    changes: [{ field: 'client_id', from, to }],
    text:
      to === null
        ? `Account ${login} was taken from client ${from}`
        : `Account ${login} was linked to client ${to}`,
  })
  const answer = (client_id: number | null, logins: readonly number[], version: number) => ({
    ok: true,
    value: {
      client_id,
      logins,
      accounts: logins.map((login) => {
        return { login, name: `n${login}`, group: 'demo\\standard', balance: 0 }
      }),
      version,
    },
  })
  t.same(link(10, 1, []), answer(null, [], 1))
  t.same(lines(), [], 'nothing is to be done')
  t.same(link(10, 1, [12, 11, 10]), answer(1, [11, 12], 2))
  t.same(lines(), [line(10, null, 1), line(12, null, 1), line(11, null, 1)])
  t.match(account(11), { client_id: 1, version: 2, updated_at: front.now })
  t.same(link(10, 2, [12]), answer(1, [12], 2))
  t.same(lines(), [line(11, 1, null)])
  t.match(account(10), { client_id: 1, version: 2 })
  t.same(ask['accounts.clients']({ actor: STAFF, login: 12 }), answer(1, [10], 2))
  t.same(link(11, 3, [10]), answer(2, [10], 4))
  t.same(lines(), [line(11, null, 2), line(10, 1, 2)], 'one that had another client changes it')
  t.match(link(11, 3, []), { ok: false, code: 'conflict', message: /at version 4/ })
  t.same(link(11, 4, [10, 12]), answer(2, [10, 12], 4))
  t.same(lines(), [line(12, 1, 2)], 'one more comes to the client')
  accountsRepo(front.desk.db).update(12, { archived_at: 5 }, front.now)
  const gone = 'The account 12 is archived. Restore it before you change it.'
  t.match(link(11, 4, [10]), { ok: false, code: 'conflict', message: gone }, 'it stays')
  t.same(link(11, 4, [12]), answer(2, [12], 4), 'where it is')
  t.end()
})

t.test('a new client has a number that no account has, nor had', (t) => {
  const { front, ask, account } = given(t)
  const accounts = accountsRepo(front.desk.db)
  const link = (login: number, logins: readonly number[]) => {
    const { version = 0 } = account(login) ?? {}
    const linked = ask['accounts.link']({ actor: STAFF, login, version, logins })
    return linked.ok ? linked.value.client_id : linked
  }
  for (const login of [13, 14]) {
    const client_id = login - 12
    const other = accountWithDefaults({ login, group: 'demo\\standard', client_id })
    accounts.insert(other, front.now)
  }
  t.equal(link(10, [11]), 3, 'two are taken')
  for (const login of [10, 11]) accounts.update(login, { client_id: null }, front.now)
  t.equal(link(12, [11]), 4, 'its accounts have left the client before')
  t.end()
})

t.test('who is named has to be there, and not beyond the caller', (t) => {
  const { front, ask } = given(t)
  const rights = ['accounts.view', 'accounts.edit', 'clients.edit']
  const staff = (login: number, has: string[]) => {
    const account = accountWithDefaults({ login, group: 'demo\\standard' })
    accountsRepo(front.desk.db).insert(account, front.now)
    staffRepo(front.desk.db).insert({ login, rights: has, group_scope: ['*'] }, 1)
  }
  staff(13, rights)
  staff(14, [...rights, 'dealing'])
  const link = (named: number, login = 13) =>
    ask['accounts.link']({ actor: { ...STAFF, login }, login: 10, version: 1, logins: [named] })
  t.match(link(99), {
    ok: false,
    code: 'invalid_input',
    fields: [{ path: 'logins', message: 'there is no account 99' }],
  })
  t.match(link(14), { ok: false, code: 'forbidden' }, 'who has more rights')
  t.end()
})

t.test('a client has 100 linked accounts, those out of reach among them', (t) => {
  const { front, ask, account } = given(t)
  const accounts = accountsRepo(front.desk.db)
  front.desk.change(() => {
    for (let n = 0; n <= CLIENT_ACCOUNTS_MAX; n++) {
      accounts.insert(accountWithDefaults({ login: 5000 + n, group: 'demo\\standard' }), front.now)
    }
    accounts.insert(accountWithDefaults({ login: 6000, group: 'real\\standard' }), front.now)
    accounts.insert(accountWithDefaults({ login: 13, group: 'managers\\dealers' }), front.now)
    const rights = ['accounts.view', 'accounts.edit', 'clients.edit']
    staffRepo(front.desk.db).insert({ login: 13, rights, group_scope: ['demo\\*'] }, 1)
    return accept(null)
  })
  const logins = (count: number) => Array.from({ length: count }, (_, n) => 5000 + n)
  const link = (named: readonly number[], actor = STAFF) => {
    const { version = 0 } = account(10) ?? {}
    const linked = ask['accounts.link']({ actor, login: 10, version, logins: named })
    return linked.ok ? linked.value.logins : linked
  }
  const full = because('conflict.client_accounts_max', { max: CLIENT_ACCOUNTS_MAX })
  const [most, few] = [logins(CLIENT_ACCOUNTS_MAX), logins(CLIENT_ACCOUNTS_MAX - 1)]
  t.same(link(logins(CLIENT_ACCOUNTS_MAX + 1)), full)
  t.same(link(most), most, 'at the bound')
  t.same(link(most), most, 'a whole list is named again')
  t.same(link([...few, 6000]), [...few, 6000], 'one goes and one comes')
  const other = { ...STAFF, login: 13 }
  t.same(link(most, other), full, 'one that is out of their reach stays')
  t.same(link(few, other), few)
  t.same(link(few), few, 'who reaches it takes it away')
  t.equal(account(6000)?.client_id, null)
  t.end()
})

t.test('an edit is a line with what was and what is, and nothing where it is so', (t) => {
  const { front, ask, account, lines } = given(t)
  const edit = (version: number, change: object) =>
    ask['accounts.edit']({ actor: STAFF, login: 10, version, change })
  const before = account(10)
  t.same(edit(1, { name: 'n10', leverage: 0, comment: undefined }), { ok: true, value: before })
  t.same(lines(), [])
  const edited = edit(1, { name: 'Ada', leverage: 50, agent: 11 })
  const changed = { name: 'Ada', leverage: 50, agent: 11, version: 2, updated_at: front.now }
  const revision = (before?.policy_revision ?? 0) + 1
  t.same(edited, { ok: true, value: { ...before, ...changed, policy_revision: revision } })
  t.same(lines(), [
    {
      who: WHO,
      login: 10,
      kind: 'account.changed',
      text: 'Account 10 was changed: name, leverage, agent',
      changes: [
        { field: 'name', from: 'n10', to: 'Ada' },
        { field: 'leverage', from: 0, to: 50 },
        { field: 'agent', from: null, to: 11 },
      ],
    },
  ])
  t.match(edit(2, { name: 'Eve' }), { ok: true, value: { policy_revision: revision, version: 3 } })
  lines()
  t.match(edit(2, { name: 'Bob' }), { ok: false, code: 'conflict', message: /at version 3/ })
  const agent = (to: number | null) => edit(3, { agent: to })
  t.match(agent(10), { fields: [{ path: 'agent', message: 'must be another account' }] })
  t.match(agent(99), { fields: [{ path: 'agent', message: 'is not an existing account' }] })
  t.same(lines(), [])
  t.match(agent(null), { ok: true, value: { agent: null } })
  t.end()
})

t.test('who edits keeps their own account enabled, and is held to their rights', (t) => {
  const { front, ask, account, lines } = given(t)
  const edit = (login: number, change: object, actor = STAFF) =>
    ask['accounts.edit']({ actor, login, version: account(login)?.version ?? 0, change })
  const self = {
    ok: false,
    code: 'forbidden',
    message: 'You cannot disable your own account. Ask another staff user.',
  }
  t.match(edit(1, { enabled: false, city: 'Rome' }), self)
  t.match(edit(1, { enabled: true, city: 'Rome' }), { ok: true, value: { city: 'Rome' } })
  t.match(edit(10, { enabled: false }), { ok: true, value: { enabled: false } })
  t.match(edit(10, { enabled: true }), { ok: true, value: { enabled: true } })
  t.match(edit(99, { city: 'Rome' }), { ok: false, code: 'not_found' })
  const addresses = { api_ip_allow: ['10.0.0.2', '10.0.0.1', '10.0.0.2'] }
  t.match(edit(10, addresses), { value: { api_ip_allow: ['10.0.0.2', '10.0.0.1'] } })
  t.match(edit(10, { city: 'Bern' }), { value: { api_ip_allow: ['10.0.0.2', '10.0.0.1'] } })
  lines()
  const { version } = account(10) ?? {}
  t.match(edit(10, { api_ip_allow: ['10.0.0.1', '10.0.0.2'] }), { value: { version } })
  t.same(lines(), [], 'another order is no change')
  t.match(edit(10, { api_ip_allow: ['nowhere'] }), { ok: false, code: 'invalid_input' })
  const staff = staffRepo(front.desk.db)
  accountsRepo(front.desk.db).insert(
    accountWithDefaults({ login: 13, group: 'managers\\dealers' }),
    front.now,
  )
  staff.insert({ login: 13, rights: ['accounts.view', 'accounts.edit'], group_scope: ['*'] }, 1)
  const other = { ...STAFF, login: 13 }
  for (const field of ['name', 'email', 'client_id']) {
    t.match(edit(10, { [field]: 'x' }, other), { ok: false, code: 'forbidden' }, field)
  }
  t.match(edit(10, { city: 'Oslo' }, { ...STAFF, login: 98 }), { ok: false, code: 'forbidden' })
  t.match(ask['accounts.archive']({ actor: STAFF, login: 13, isFlat: true }), {
    ok: false,
    code: 'conflict',
    message:
      'The account 13 belongs to a staff user and cannot be archived. Delete the staff user first.',
  })
  t.equal(account(13)?.archived_at, null)
  t.end()
})

t.test('an account is moved to a group that is there and in the mover’s scope', (t) => {
  const { front, ask, account, lines } = given(t)
  const { db } = front.desk
  accountsRepo(db).insert(accountWithDefaults({ login: 13, group: 'managers\\dealers' }), 1)
  const rights = ['accounts.view', 'accounts.edit']
  staffRepo(db).insert({ login: 13, rights, group_scope: ['demo\\*', 'managers\\*'] }, 1)
  const move = (login: number, group: string, by = 1) => {
    const actor = { ...STAFF, login: by }
    const { version = 0 } = account(login) ?? {}
    return ask['accounts.move']({ actor, login, version, group, isFresh: true })
  }
  const outside = (group: string) => because('forbidden.group_scope', { group })
  t.match(move(99, 'demo\\standard'), { ok: false, code: 'not_found' })
  t.match(move(10, 'demo\\standard', 98), { ok: false, code: 'forbidden' })
  t.same(move(10, 'real\\standard', 13), outside('real\\standard'))
  t.same(move(10, 'real\\gone', 13), outside('real\\gone'), 'there or not')
  t.match(move(10, 'demo\\gone', 13), { ok: false, fields: [{ path: 'group' }] })
  t.match(move(13, 'demo\\standard'), {
    ok: false,
    code: 'conflict',
    message:
      'The account 13 belongs to a staff user and cannot be moved here. Change the group of the staff user instead.',
  })
  t.same(move(10, 'DEMO/standard'), { ok: true, value: account(10) }, 'it is there already')
  t.same(lines(), [])
  t.match(move(10, 'real/standard'), { ok: true, value: { group: 'real\\standard', version: 2 } })
  t.match(lines(), [
    {
      who: WHO,
      login: 10,
      kind: 'account.group',
      text: 'Account 10 was moved from demo\\standard to real\\standard',
      changes: [{ field: 'group', from: 'demo\\standard', to: 'real\\standard' }],
    },
  ])
  const { id = 0 } = front.book.records.groups.find(({ path }) => path === 'real\\ecn') ?? {}
  front.change('groups', id, { currency_digits: 3 })
  lines()
  const actor = STAFF
  const other = { actor, login: 10, version: 2, group: 'real\\ecn', isFresh: false }
  const kept = /has a trading history, but the group real\\ecn has another currency or margin mode/
  t.match(ask['accounts.move'](other), { ok: false, code: 'conflict', message: kept })
  const lever = (login: number) => ask['accounts.set_leverage']({ actor, login, leverage: 50 })
  t.match(lever(99), { ok: false, code: 'not_found' })
  t.match(lever(10), { ok: true, value: { leverage: 50, version: 3, group: 'real\\standard' } })
  t.match(lever(10), { ok: true, value: { version: 3 } }, 'it is so already')
  t.equal(lines().length, 1)
  t.end()
})

t.test('an account is disabled, enabled and archived with its line, once', (t) => {
  const { front, ask, account, lines } = given(t)
  const enable = (enabled: boolean, login = 10) =>
    ask['accounts.enable']({ actor: STAFF, login, enabled })
  const archive = (isFlat: boolean, login = 10) =>
    ask['accounts.archive']({ actor: STAFF, login, isFlat })
  const line = (kind: string, text: string, change: object) => ({
    who: WHO,
    login: 10,
    kind,
    text,
    changes: [change],
  })
  for (const enabled of [false, true]) {
    t.match(enable(enabled), { ok: true, value: { enabled } })
    t.match(enable(enabled), { ok: true, value: { enabled } }, 'it is so already')
    const change = { field: 'enabled', from: !enabled, to: enabled }
    const text = `Account 10 was ${enabled ? 'enabled' : 'disabled'}`
    t.same(lines(), [line('account.enabled', text, change)])
  }
  const self = (what: string) => ({
    ok: false,
    code: 'forbidden',
    message: `You cannot ${what} your own account. Ask another staff user.`,
  })
  t.match([enable(false, 1), archive(true, 1)], [self('disable'), self('archive')])
  t.match(enable(true, 1), { ok: true }, 'which it is')
  t.match(archive(false), {
    ok: false,
    code: 'conflict',
    message: /You can archive it when it has none of these\.$/,
  })
  t.same(lines(), [])
  t.match(archive(true), { ok: true, value: { archived_at: front.now } })
  const to = new Date(front.now).toISOString()
  const change = { field: 'archived_at', from: null, to }
  t.same(lines(), [line('account.archived', 'Account 10 was archived', change)])
  const gone = {
    ok: false,
    code: 'conflict',
    message: 'The account 10 is archived. Restore it before you change it.',
  }
  t.match([archive(true), enable(false)], [gone, gone])
  t.equal(account(10)?.version, 4)
  t.end()
})

t.test(
  'passwords that staff set and check have their lines, and show in the record where they must',
  (t) => {
    const { front, ask, account, lines } = given(t)
    const of = (kind: 'master' | 'investor' | 'api') => ({ actor: STAFF, login: 10, kind })
    const set = (kind: 'master' | 'investor' | 'api', hash: string | null) =>
      ask['accounts.set_password']({ ...of(kind), hash })
    const line = (kind: 'master' | 'investor' | 'api', how: string) => ({
      who: WHO,
      login: 10,
      kind: 'account.password',
      text: `The ${kind} password of 10 was ${how} by staff`,
      changes: [{ field: `${kind}_password`, from: null, to: 'set' }],
    })
    t.match(set('investor', null), { ok: true, value: /^[A-Za-z0-9]{20}$/ })
    t.equal(account(10)?.must_change_password, false, 'that is of a master password alone')
    t.same(set('investor', 'i'), { ok: true, value: null })
    t.equal(account(10)?.version, 1)
    const refused = 'The account 10 may not use the API. Turn on its api_enabled first.'
    t.match(set('api', 'a'), { ok: false, code: 'conflict', message: refused })
    t.strictSame(ask['accounts.password_rules'](of('api')), {
      ok: true,
      value: {
        group: 'demo\\standard',
        current: null,
        others: [{ kind: 'investor', hash: 'i' }],
      },
    })
    accountsRepo(front.desk.db).update(10, { api_enabled: true }, front.now)
    t.same(set('api', 'a'), { ok: true, value: null })
    t.equal(account(10)?.version, 3, 'the record tells that there is one')
    const made = set('master', null)
    t.match(made, { ok: true, value: /^[A-Za-z0-9]{20}$/ })
    t.match(account(10), { must_change_password: true, version: 4 })
    t.same(set('master', 'm'), { ok: true, value: null })
    t.match(account(10), { must_change_password: true, version: 4 })
    t.same(lines(), [
      line('investor', 'made'),
      line('investor', 'set'),
      line('api', 'set'),
      line('master', 'made'),
      line('master', 'set'),
    ])
    t.same(ask['accounts.password_rules'](of('investor')), {
      ok: true,
      value: {
        group: 'demo\\standard',
        current: 'i',
        others: [
          { kind: 'api', hash: 'a' },
          { kind: 'master', hash: 'm' },
        ],
      },
    })
    for (const fits of [true, false]) {
      t.same(ask['accounts.password_checked']({ ...of('master'), fits }), { ok: true, value: null })
      const found = fits ? 'it fits' : 'it does not fit'
      const text = `A master password of 10 was checked by staff: ${found}`
      const kind = 'account.password_check'
      t.same(lines(), [{ who: WHO, login: 10, kind, text, changes: [] }])
    }
    const own = ask['accounts.set_password']({ ...of('master'), login: 1, hash: 'x' })
    t.match(own, { ok: false, code: 'forbidden', message: /use change-password\.$/ })
    t.end()
  },
)
