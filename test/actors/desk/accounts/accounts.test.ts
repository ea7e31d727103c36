import t from 'tap'
import {
  accountWithDefaults,
  FIRST_LOGIN,
  LOGIN_MAX,
} from '../../../../actors/desk/accounts/accounts.js'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { accountsRepo } from '../../../../storage/repos/accounts/accounts.js'
import { credentialsRepo } from '../../../../storage/repos/accounts/credentials.js'
import { countersRepo } from '../../../../storage/repos/counters.js'
import { staffRepo } from '../../../../storage/repos/people/staff.js'
import { STAFF } from '../../../given/desk.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// Accounts as they are opened: their login, what they begin with, and what is kept of them.

const GROUP = 'demo\\standard'

function given(test: ConstructorParameters<typeof ConfigFront>[0]) {
  const front = new ConfigFront(test, { demo: true })
  const ask = deskHandlers(front.desk)
  const open = (more: object = {}) =>
    ask['accounts.create']({ actor: STAFF, group: GROUP, hashes: {}, ...more })
  const login = (more: object = {}) => {
    const opened = open(more)
    return opened.ok ? opened.value.account.login : opened
  }
  const { db } = front.desk
  return { front, ask, open, login, db, accounts: accountsRepo(db) }
}

t.test('a login that is left out is the next that nobody has, nor had', (t) => {
  const { front, login, db, accounts } = given(t)
  const next = () => countersRepo(db).next('login', FIRST_LOGIN)
  t.same([login(), login({ login: 0 })], [FIRST_LOGIN, FIRST_LOGIN + 1])
  for (const taken of [FIRST_LOGIN + 2, FIRST_LOGIN + 3, FIRST_LOGIN + 5]) {
    t.equal(login({ login: taken }), taken)
  }
  t.equal(next(), FIRST_LOGIN + 2, 'one that was asked for is no next one')
  t.same([login(), login()], [FIRST_LOGIN + 4, FIRST_LOGIN + 6])
  db.prepare('DELETE FROM accounts WHERE login = ?').run(FIRST_LOGIN + 6)
  t.equal(login(), FIRST_LOGIN + 7)
  t.equal(next(), FIRST_LOGIN + 8)
  front.lines.length = 0
  const taken = {
    ok: false,
    code: 'conflict',
    message: `The login ${FIRST_LOGIN} is taken. Choose another, or leave it out to get the next free one.`,
  }
  t.match(login({ login: FIRST_LOGIN }), taken)
  for (const wrong of [-1, 1.5, LOGIN_MAX + 1, Number.NaN]) {
    t.same(login({ login: wrong }), because('invalid_input.login', { max: '999999999999' }))
  }
  t.same([next(), front.lines], [FIRST_LOGIN + 8, []])
  t.equal(login({ login: LOGIN_MAX }), LOGIN_MAX)
  t.equal(login({ login: 2 }), 2)
  t.match(accounts.get(2), { login: 2, group: GROUP })
  t.end()
})

t.test('an account begins with what is given, and else with nothing set', (t) => {
  const { front, open, db, accounts } = given(t)
  front.lines.length = 0
  const plain = open({ group: 'DEMO/standard' })
  const one = accounts.get(FIRST_LOGIN)
  const made = { master: null, investor: null }
  t.same(plain, { ok: true, value: { account: one, made } })
  t.match(one, {
    ...accountWithDefaults({ login: FIRST_LOGIN, group: GROUP }),
    trading_enabled: true,
    must_change_password: false,
    version: 1,
  })
  t.match(front.lines.splice(0), [
    {
      actor: 1,
      login: FIRST_LOGIN,
      kind: 'account.created',
      text: `Account ${FIRST_LOGIN} was opened in ${GROUP}`,
    },
  ])
  const terms = { leverage: 33, limit_orders: 4, limit_positions: 5, trading_enabled: false }
  const hashes = { master: 'm', investor: 'i', phone: 'p', api: 'a' }
  open({
    login: 7,
    must_change_password: true,
    hashes,
    details: { ...terms, name: 'Ada', city: 'Rome' },
  })
  t.match(accounts.get(7), { ...terms, must_change_password: true, name: 'Ada', city: 'Rome' })
  const kept = (login: number) =>
    (['master', 'investor', 'phone', 'api'] as const).map((kind) =>
      credentialsRepo(db).hash(login, kind),
    )
  t.same(kept(7), ['m', 'i', 'p', 'a'])
  t.same(kept(FIRST_LOGIN), [undefined, undefined, undefined, undefined])
  const group = front.book.records.groups.find(({ path }) => path === GROUP)
  front.change('groups', group?.id ?? 0, { password_change_at_first: true })
  open({ login: 8 })
  open({ login: 9, must_change_password: false })
  t.same(
    [accounts.get(8)?.must_change_password, accounts.get(9)?.must_change_password],
    [true, false],
    'the group says whether, unless it is said',
  )
  front.change('groups', group?.id ?? 0, { enabled: false })
  t.same(open(), because('invalid_input.group_disabled', { group: GROUP }))
  t.same(open({ group: 'demo\\none' }), because('not_found.existing_group', { path: 'demo\\none' }))
  t.end()
})

t.test('accounts and their grants are answered as they are stored', (t) => {
  const { ask, login, db, accounts } = given(t)
  login({ login: 7 })
  t.same(ask['accounts.get']({ login: 7 }), { ok: true, value: accounts.get(7) })
  t.same(ask['accounts.get']({ login: 99 }), because('not_found.account', { login: 99 }))
  t.strictSame(ask['accounts.staff_grants']({ login: 7 }), { ok: true, value: null })
  staffRepo(db).insert({ login: 7, rights: ['accounts.view'], group_scope: ['demo\\*'] }, 1)
  const { ip_allow, logs_months, reports_months } = staffRepo(db).get(7) ?? {}
  t.same(ask['accounts.staff_grants']({ login: 7 }), {
    ok: true,
    value: {
      rights: ['accounts.view'],
      group_scope: ['demo\\*'],
      ip_allow,
      logs_months,
      reports_months,
    },
  })
  t.end()
})
