import { randomUUID } from 'node:crypto'
import t from 'tap'
import { RIGHTS } from '../../../../engine/access/rights.js'
import { ACCOUNTS_HELD_MAX } from '../../../../engine/limits/shards.js'
import { moment } from '../../../given/desk.js'
import { AccountFront, CAREFUL, CLOSED, DEALER, YEN } from '../../../given/fronts/account-front.js'

// Staff move accounts to other groups and set their leverage, on real threads.

const REAL = 'real\\standard'

/** For a group that wants twelve characters. */
const LONGER = { master_password: 'Abcd12!xAbcd', investor_password: 'Look34?yLook' }
const NETTING = 'demo\\netting'
const front = await AccountFront.start(t)

function move(login: number, group: string, as = 'admin', more: object = {}) {
  return front.ask(`POST /admin/v1/accounts/${login}/group`, as, { group, ...more })
}

function lever(login: number, leverage: number, as = 'admin', more: object = {}) {
  return front.ask(`POST /admin/v1/accounts/${login}/leverage`, as, { leverage, ...more })
}

function deposit(login: number) {
  return front.ask(`POST /admin/v1/accounts/${login}/balance`, 'admin', {
    action: 'deposit',
    amount: '100',
    request_id: randomUUID(),
  })
}

/** A shard that was started again takes numbers first. */
async function depositOnceNumbered(login: number) {
  for (;;) {
    const answer = await deposit(login)
    if (!answer.message.startsWith('Order numbers')) return answer
    await moment()
  }
}

function read(login: number) {
  return front.ask(`GET /admin/v1/accounts/${login}`, 'admin')
}

/** The account's group as its shard has it. */
async function groupAtShard(login: number): Promise<string | null | undefined> {
  const watched = await front.supervisor
    .shardOf(login)
    .ask('watch', { codec: 'json', look: [login] })
  return watched.ok ? watched.value.groups[0] : undefined
}

/** A staff session that says it may do everything. */
function sign(name: string, login: number): void {
  const all = { rights: new Set(RIGHTS), groupScope: ['*'] }
  front.signIn(login, { audience: 'staff', terminal: 'manager', ...all }, name)
}

async function lines(login: number, kind: string): Promise<Record<string, unknown>[]> {
  const found = await front.ask(`GET /admin/v1/journal?login=${login}&kind=${kind}`, 'admin')
  return found.data['items'] as Record<string, unknown>[]
}

t.test(
  'an account goes where money is the same, whatever it holds, and is told once',
  async (t) => {
    const login = await front.open({ group: CAREFUL, ...LONGER })
    await deposit(login)
    t.match(await move(login, 'demo\\standard'), { status: 409, code: 'conflict' }, 'another kind')
    const session = front.heldSession(login, { ip: '127.0.0.1', userAgent: 'x' })
    const before = (await read(login)).data
    const moved = await move(login, 'Real/Standard')
    t.match(moved, { status: 200, data: { login, group: REAL, balance: '100.00' } })
    t.equal(moved.data['version'], Number(before['version']) + 1)
    t.match((await read(login)).data, { group: REAL }, 'nobody reads what was remembered before')
    t.equal(await groupAtShard(login), REAL)
    t.equal(session.group, REAL)
    const [line, ...others] = await lines(login, 'account.group')
    t.match(line, {
      actor: 1,
      login,
      ip: '127.0.0.1',
      text: `Account ${login} was moved from ${CAREFUL} to ${REAL}`,
      changes: [{ field: 'group', from: CAREFUL, to: REAL }],
    })
    t.same(others, [])
    t.match(await move(login, REAL), { status: 200, data: { version: moved.data['version'] } })
    t.equal((await lines(login, 'account.group')).length, 1, 'what changes nothing writes nothing')
  },
)

t.test(
  'an account without a record goes anywhere; money and trades stay in their kind',
  async (t) => {
    const login = await front.open()
    t.match(await move(login, YEN), { status: 200, data: { group: YEN, balance: '0' } })
    t.match(await move(login, NETTING), { status: 200, data: { group: NETTING, balance: '0.00' } })
    t.match(await deposit(login), { status: 200 })
    // The tables may not have the deposit yet: the shard is asked.
    t.match(await move(login, YEN), { status: 409, code: 'conflict' })
    t.match(await move(login, REAL), { status: 409, code: 'conflict' }, 'another margin mode')
    t.equal(await groupAtShard(login), NETTING)
    t.match((await read(login)).data, { group: NETTING })
  },
)

t.test('what is refused names why, and changes nothing', async (t) => {
  const login = await front.open()
  const { money: _, ...before } = (await read(login)).data
  const conflict = { status: 409, code: 'conflict' }
  for (const group of ['real\\none', CLOSED]) {
    t.match(await move(login, group), { status: 400, fields: ['group'] }, group)
  }
  for (const group of ['', 'a\\\\b', '*', 'x'.repeat(129), 7, null]) {
    t.match(await move(login, group as string), { status: 400, fields: ['group'] })
  }
  t.match(await move(login, REAL, 'admin', { version: 7 }), conflict)
  t.match(await move(login, REAL, 'admin', { version: 0 }), { status: 400, fields: ['version'] })
  t.match(await move(login, REAL, 'admin', { other: 1 }), { status: 400 })
  t.match(await move(DEALER, REAL), conflict, 'a staff user')
  t.match((await read(login)).data, before)
  t.same(await lines(login, 'account.group'), [])
  const version = Number(before['version'])
  t.match(await move(login, REAL, 'admin', { version }), { status: 200 })
})

t.test(
  'who moves is looked up as stored: rights and scope of the session alone do not do',
  async (t) => {
    const login = await front.open()
    const [away, own] = ['stranger', 'narrow']
    sign(away, 99_998)
    t.match(await move(login, REAL, away), { status: 403, code: 'forbidden' })
    const narrow = await front.open({ group: 'managers\\dealers' })
    const profile = { login: narrow, rights: ['accounts.edit'], group_scope: ['demo\\*'] }
    t.match(await front.ask('POST /admin/v1/staff', 'admin', profile), { status: 200 })
    sign(own, narrow)
    t.match(
      await move(login, REAL, own),
      { status: 403, code: 'forbidden' },
      'a group out of scope',
    )
    t.match(
      await move(login, 'real\\none', own),
      { status: 403, code: 'forbidden' },
      'there or not',
    )
    t.match(await move(login, 'managers\\dealers', own), { status: 403 }, 'a staff group')
    const elsewhere = await front.open({ group: REAL })
    t.match(await move(elsewhere, 'demo\\standard', own), { status: 404, code: 'not_found' })
    t.match(await lever(elsewhere, 5, own), { status: 404, code: 'not_found' })
    t.match(await move(login, 'demo\\standard', own), { status: 200 })
  },
)

t.test(
  'while an account is held nothing is decided of it, and no other change is made',
  async (t) => {
    const { accounts } = front.supervisor
    const login = await front.open()
    const other = await front.open()
    const busy = {
      status: 503,
      message: 'The account is being changed by another request. Try again in a moment.',
    }
    const settled = () => depositOnceNumbered(login)
    const changed = await accounts.change(login, async (isFresh) => {
      t.equal(isFresh, true)
      t.match(await deposit(login), busy)
      t.match(await deposit(other), { status: 200 })
      t.match(await move(login, REAL), { status: 409, code: 'conflict' })
      const { back } = await front.killShardOf(login)
      await back
      t.match(await settled(), busy, 'after its shard was started again too')
      return { ok: true, value: 1 }
    })
    t.same(changed, { ok: true, value: 1 })
    t.match(await settled(), { status: 200 })
    const trading = await accounts.change(login, async (isFresh) => {
      t.equal(isFresh, false)
      t.match(await deposit(login), { status: 200 }, 'an account with records goes on')
      return { ok: true, value: 2 }
    })
    t.same(trading, { ok: true, value: 2 })
  },
)

t.test('an account whose change breaks is let go once the desk answers', async (t) => {
  const login = await front.open()
  const broken = front.supervisor.accounts.change(login, () => Promise.reject(new Error('broken')))
  await t.rejects(broken, { message: 'broken' })
  while ((await deposit(login)).status === 503) await moment()
  t.match(await read(login), { data: { balance: '100.00' } })
})

t.test("a staff user's group changes by the same rule, whatever the tables know yet", async (t) => {
  const yen = { path: 'managers\\yen', currency: 'JPY', currency_digits: 0 }
  t.match(await front.ask('POST /admin/v1/groups', 'admin', yen), { status: 200 })
  const hire = async () => {
    const login = await front.open({ group: 'managers\\dealers' })
    const profile = { login, group_scope: ['demo\\*'] }
    t.match(await front.ask('POST /admin/v1/staff', 'admin', profile), { status: 200 })
    return login
  }
  const patch = (login: number) =>
    front.ask(`PATCH /admin/v1/staff/${login}`, 'admin', { version: 1, group: yen.path })
  const [fresh, paid] = [await hire(), await hire()]
  t.match(await depositOnceNumbered(paid), { status: 200 })
  t.match(await patch(paid), { status: 409, code: 'conflict' })
  t.match(await patch(fresh), { status: 200, data: { group: yen.path } })
  t.equal(await groupAtShard(fresh), yen.path)
  t.equal(await groupAtShard(paid), 'managers\\dealers')
})

t.test('so many accounts are held at once, and one more is not', async (t) => {
  const { accounts } = front.supervisor
  const commit = async () => ({ ok: true, value: 1 }) as const
  const under = (count: number) =>
    Array.from({ length: count }, (_, i) => accounts.change(500_000 + i, commit))
  const codes = async (all: readonly Promise<{ readonly ok: boolean }>[]) =>
    (await Promise.all(all)).map((one) => ('code' in one ? one.code : 'ok'))
  const [last, ...first] = (await codes(under(ACCOUNTS_HELD_MAX + 1))).reverse()
  t.equal(last, 'unavailable')
  t.same(new Set(first), new Set(['not_found']), 'they are asked of their shards')
  const again = await codes(under(1))
  t.same(again, ['not_found'])
})

t.test("leverage is the account's own or its group's, and felt at once", async (t) => {
  const login = await front.open()
  await deposit(login)
  const set = await lever(login, 20)
  t.match(set, { status: 200, data: { leverage: 20, policy_revision: 1 } })
  t.match((await read(login)).data, { leverage: 20, policy_revision: 1 })
  t.match(await lines(login, 'account.leverage'), [
    { actor: 1, changes: [{ field: 'leverage', from: 0, to: 20 }] },
  ])
  t.match(await lever(login, 20), { data: { policy_revision: 1 } }, 'the same changes nothing')
  t.match(await lever(login, 30, 'admin', { version: 1 }), { status: 409, code: 'conflict' })
  t.match(await lever(login, 0), { data: { leverage: 100, policy_revision: 2 } })
  for (const leverage of [-1, 10_001, 1.5, '20', null]) {
    const refused = await lever(login, leverage as number)
    t.match(refused, { status: 400, fields: ['leverage'] })
  }
  t.match(await lever(login, 10_000), { status: 200 })
})
