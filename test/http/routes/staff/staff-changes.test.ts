import t from 'tap'
import { accept } from '../../../../actors/thread/ask.js'
import { kindOf } from '../../../../engine/config/kinds.js'
import { accountsRepo } from '../../../../storage/repos/accounts/accounts.js'
import {
  ALIKE,
  CLOSED,
  DEALERS,
  FOLDER,
  LEADER,
  makeStaff,
  NIGHT,
  STAFF_PATH as PATH,
  staffFront,
} from '../../../given/staff.js'

t.test(
  'PATCH changes the account with the profile: one journal line lists the fields',
  async (t) => {
    const front = staffFront(t)
    await makeStaff(front, 501)
    const lines = front.lines.length
    const body = { name: 'Ada', email: 'ada@example.com', rights: ['reports'], mailbox_name: 'A' }
    const changed = await front.ask(`PATCH ${PATH}/501`, 'admin', { version: 1, ...body })
    t.match(changed, { status: 200, data: { ...body, version: 2 } })
    t.equal(front.lines.length, lines + 1)
    t.match(front.lines.at(-1), {
      kind: 'staff',
      actor: 1,
      login: 501,
      text: 'Staff user 501 was changed: name, email, rights, mailbox_name',
      changes: [
        { field: 'name', from: 'Name 501', to: 'Ada' },
        { field: 'email', from: '', to: 'ada@example.com' },
        { field: 'rights', from: [], to: ['reports'] },
        { field: 'mailbox_name', from: '', to: 'A' },
      ],
    })
    const account = accountsRepo(front.desk.db).get(501)
    t.match(account, { name: 'Ada', email: 'ada@example.com', version: 3 })
    t.match(front.profiles.at(-1), { login: 501, group: 'managers\\dealers' })
  },
)

t.test('a change of the profile alone is none of the account', async (t) => {
  const front = staffFront(t)
  await makeStaff(front, 501)
  const before = accountsRepo(front.desk.db).get(501)
  front.now += 1_000
  const change = { version: 1, rights: ['reports'] }
  t.match(await front.ask(`PATCH ${PATH}/501`, 'admin', change), { status: 200 })
  t.same(accountsRepo(front.desk.db).get(501), before)
})

t.test('a change that changes nothing answers the user and writes no line', async (t) => {
  const front = staffFront(t)
  const lists = { rights: ['reports', 'journal'], group_scope: ['real\\*', 'demo\\*'] }
  const made = await makeStaff(front, 501, lists)
  const [lines, events] = [front.lines.length, front.access.length]
  const turned = { rights: ['journal', 'reports'], group_scope: ['demo\\*', 'real\\*'] }
  const same = { version: 1, group: 'Managers\\Dealers', name: 'Name 501', active: true, ...turned }
  t.same((await front.ask(`PATCH ${PATH}/501`, 'admin', same)).data, made)
  t.same((await front.ask(`PATCH ${PATH}/501`, 'admin', { version: 1 })).data, made)
  t.same([front.lines.length, front.access.length], [lines, events])
})

t.test('a stale version is 409, a missing one and a read-only field 400', async (t) => {
  const front = staffFront(t)
  await makeStaff(front, 501)
  const patch = (body: object) => front.ask(`PATCH ${PATH}/501`, 'admin', body)
  t.match(await patch({ version: 2, name: 'x' }), { status: 409, code: 'conflict' })
  t.match(await patch({ name: 'x' }), { status: 400, fields: ['version'] })
  for (const field of ['login', 'id', 'created_at', 'updated_at', 'last_ip', 'password']) {
    t.match(await patch({ version: 1, [field]: 1 }), { status: 400, fields: [field] })
  }
  t.match(await patch({ version: 1, name: 'n'.repeat(129) }), { status: 400, fields: ['name'] })
  t.match(await patch({ version: 1, name: 'n'.repeat(128) }), { status: 200 })
  t.match(await patch({ version: 2, email: 'no mail' }), { status: 400, fields: ['email'] })
})

t.test(
  'a new group is an existing, open staff group in scope; its shard hears of it',
  async (t) => {
    const front = staffFront(t)
    await makeStaff(front, 501, { ...LEADER, group_scope: ['managers\\*', 'desk\\*'] })
    await makeStaff(front, 502)
    const patch = (group: string, version = 1) =>
      front.ask(`PATCH ${PATH}/502`, 'login 501', { version, group })
    for (const group of ['managers\\none', 'real\\standard', ALIKE, NIGHT, CLOSED]) {
      t.match(await patch(group), { status: 400, fields: ['group'] }, group)
    }
    t.match(await patch('DESK/managers\\east'), { status: 200, data: { group: FOLDER } })
    t.match(front.profiles.at(-1), { login: 502, group: FOLDER })
    t.match(front.access.at(-1), { type: 'access', facts: { login: 502, group: FOLDER } })
  },
)

t.test('an account with a history stays with the currency of its group', async (t) => {
  const front = staffFront(t)
  await makeStaff(front, 502)
  const { config } = front.desk
  const yen = config.world.named('groups', NIGHT)
  await front.desk.change(() => {
    if (yen !== undefined) {
      const record = { ...yen, currency: 'JPY', currency_digits: 0, version: yen.version + 1 }
      config.write('groups', { id: yen.id, before: yen, record, secrets: {} }, null)
    }
    return accept(null)
  })
  config.reload()
  front.isFresh = false
  const patch = (group: string, version = 1) =>
    front.ask(`PATCH ${PATH}/502`, 'admin', { version, group })
  t.match(await patch(NIGHT), { status: 409, code: 'conflict' })
  t.match(await patch(FOLDER), { status: 200 })
  front.isFresh = true
  t.match(await patch(NIGHT, 2), { status: 200 }, 'one without a history has any')
  t.same(front.held, [502, 502, 502], 'that is asked of its shard, while it is held')
})

t.test('an account is held for a new group alone, and for nobody who may not see it', async (t) => {
  const front = staffFront(t)
  await makeStaff(front, 501, LEADER)
  await makeStaff(front, 504)
  const patch = (login: number, body: object) =>
    front.ask(`PATCH ${PATH}/${login}`, 'login 501', { version: 1, ...body })
  t.match(await patch(504, { group: DEALERS }), { status: 404 })
  t.match(await front.ask(`PATCH ${PATH}/504`, 'admin', { version: 1, name: 'Ada' }), {
    status: 200,
  })
  t.same(front.held, [])
})

t.test('nobody disables or deletes themselves, by any way', async (t) => {
  const front = staffFront(t)
  const forbidden = { status: 403, code: 'forbidden' }
  t.match(await front.ask(`POST ${PATH}/1/disable`), forbidden)
  t.match(await front.ask(`PATCH ${PATH}/1`, 'admin', { version: 1, active: false }), forbidden)
  t.match(await front.ask(`DELETE ${PATH}/1`), forbidden)
  t.match(await front.ask(`PATCH ${PATH}/1`, 'admin', { version: 1, name: 'Me' }), { status: 200 })
})

t.test('disable stops sign-in, and once more answers the user unchanged', async (t) => {
  const front = staffFront(t)
  await makeStaff(front, 501)
  const disabled = await front.ask(`POST ${PATH}/501/disable`)
  t.match(disabled.data, { login: 501, active: false, version: 2 })
  t.match(front.lines.at(-1), {
    text: 'Staff user 501 was disabled',
    changes: [{ field: 'active', from: true, to: false }],
  })
  const lines = front.lines.length
  t.same((await front.ask(`POST ${PATH}/501/disable`)).data, disabled.data)
  t.equal(front.lines.length, lines)
  const enabled = await front.ask(`PATCH ${PATH}/501`, 'admin', { version: 2, active: true })
  t.match(enabled.data, { active: true, version: 3 }, 'true is set again by PATCH')
})

t.test('delete removes for good a user who left no trace', async (t) => {
  const front = staffFront(t)
  await makeStaff(front, 501)
  const { db } = front.desk
  front.desk.change((journal) => {
    const actor = { login: 501, ip: '', requestId: '' }
    journal(actor, { kind: 'auth', login: 501, text: 'Signed in to terminal manager' })
    return accept(null)
  })
  t.match(
    await front.ask(`DELETE ${PATH}/501`),
    { status: 200, data: null },
    'sign-ins do not count',
  )
  t.match(await front.ask(`GET ${PATH}/501`), { status: 404 })
  t.match(front.lines.at(-1), { kind: 'staff', login: 501, text: 'Staff user 501 was deleted' })
  t.match(front.access.at(-1), { type: 'access', facts: { login: 501, staff: null } })
  t.ok(accountsRepo(db).get(501), 'the account stays')
  t.match(await makeStaff(front, 501), { version: 1 }, 'and can become one again')
})

t.test('a user who made trades or changes in the journal is not deleted', async (t) => {
  const front = staffFront(t)
  await makeStaff(front, 501, LEADER)
  for (const login of [502, 503, 504]) await makeStaff(front, login)
  const conflict = { status: 409, code: 'conflict' }
  await front.ask(`PATCH ${PATH}/502`, 'login 501', { version: 1, mailbox_name: 'x' })
  t.match(await front.ask(`DELETE ${PATH}/501`), conflict, 'a change')
  const state = '(login, balance, credit, seq, record_seq, last_order_id, last_deal_id,'
  front.desk.db.exec(`INSERT INTO account_states ${state} last_closed_id, orders, deals, closed)
    VALUES (502, 0, 0, 1, 1, 1, 1, 0, 1, 1, 0), (503, 5, 0, 1, 1, 0, 1, 0, 0, 1, 0)`)
  t.match(await front.ask(`DELETE ${PATH}/502`), conflict, 'a trade')
  t.match(await front.ask(`DELETE ${PATH}/503`), { status: 200 }, 'money given to it is no trade')
  front.desk.change((journal) => {
    const actor = { login: 504, ip: '', requestId: '' }
    journal(actor, { kind: 'auth', login: 502, text: '1 sessions closed: kicked' })
    return accept(null)
  })
  t.match(await front.ask(`DELETE ${PATH}/504`), conflict, 'ended the session of another')
})

t.test('a dealer whom a routing rule names is not deleted', async (t) => {
  const front = staffFront(t)
  for (const login of [501, 502]) await makeStaff(front, login, { rights: ['dealing'] })
  const rule = { name: 'Desk', action: 'dealer', dealers: [501] }
  t.match(await front.ask('POST /admin/v1/routing', 'admin', rule), { status: 200 })
  t.match(await front.ask(`DELETE ${PATH}/501`), { status: 409, code: 'conflict' })
  t.match(await front.ask(`DELETE ${PATH}/502`), { status: 200 })
})

t.test('a gateway of the same number as a user keeps no user', async (t) => {
  const front = staffFront(t)
  await makeStaff(front, 501)
  const { config } = front.desk
  front.desk.change(() => {
    const gateway = kindOf('gateways').defaults({ name: 'Bank' })
    config.insert('gateways', 501, gateway, {}, front.now)
    return accept(null)
  })
  config.reload()
  const rule = { name: 'Out', action: 'gateway', dealers: [501] }
  t.match(await front.ask('POST /admin/v1/routing', 'admin', rule), { status: 200 })
  t.match(await front.ask(`DELETE ${PATH}/501`), { status: 200 })
})
