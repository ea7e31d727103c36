import { randomUUID } from 'node:crypto'
import t from 'tap'
import { DOER, moment, reached, STAFF } from '../../given/desk.js'
import { AccountFront, CAREFUL, YEN } from '../../given/fronts/account-front.js'

// Whatever the desk has committed of an account is known to its shard and to readers, also where the desk
// ended between the commit and its word.

const REAL = 'real\\standard'
const front = await AccountFront.start(t)
const { supervisor } = front
const bystander = await front.open()

async function groupAtShard(login: number): Promise<string | null | undefined> {
  const watched = await supervisor.shardOf(login).ask('watch', { codec: 'json', look: [login] })
  return watched.ok ? watched.value.groups[0] : undefined
}

/** The answer, once the shard takes requests: a restarted one takes numbers first, a held account waits. */
async function deposit(login: number, amount: string) {
  const shard = supervisor.shardOf(login)
  const body = { login, action: 'deposit', amount, comment: '', request_id: randomUUID() } as const
  for (;;) {
    const moved = await shard.ask('balance', { ...body, skip_margin_check: false, by: DOER })
    if (moved.ok || moved.code !== 'unavailable') return moved
    await moment()
  }
}

/** The desk's projector is at work: a thread that ends while it opens a log takes the process with it. */
async function projected(): Promise<void> {
  const moved = await deposit(bystander, '1')
  if (!moved.ok) throw new Error(moved.message)
  await reached(supervisor.counters, Number(moved.value.projection_seq))
}

/** Does what it is given at a desk that ends between its commit and its word; resolves when it is back. */
async function whileDeskDies<T>(ask: () => Promise<T>): Promise<T> {
  await projected()
  const dead = supervisor.killDesk(true)
  const answer = await ask()
  await dead
  while (!(await supervisor.ask('system.status', null)).ok) await moment()
  return answer
}

t.test('an account that was opened and not told of is there when the desk is back', async (t) => {
  const [login, other] = [7001, 7002]
  const create = (one: number) =>
    supervisor.ask('accounts.create', { actor: STAFF, group: REAL, login: one, hashes: {} })
  const lost = await whileDeskDies(() => create(login))
  t.match(lost, { ok: false, code: 'unavailable' })
  t.match(await supervisor.shardOf(login).ask('money', { login }), { ok: true })
  t.match(await create(login), { code: 'conflict' }, 'it was committed')
  await create(other)
  t.equal(await groupAtShard(other), REAL, 'what comes after it is told as ever')
})

t.test('a change that was not told of reaches shard and readers', async (t) => {
  const login = await front.open()
  t.match(await front.ask(`GET /admin/v1/accounts/${login}`, 'admin'), { status: 200 })
  const move = () => front.ask(`POST /admin/v1/accounts/${login}/group`, 'admin', { group: YEN })
  t.match(await whileDeskDies(move), { status: 503, code: 'unavailable' })
  t.equal(await groupAtShard(login), YEN)
  const read = await front.ask(`GET /admin/v1/accounts/${login}`, 'admin')
  t.match(read.data, { group: YEN, balance: '0' })
  // It was held for as long as nobody knew whether it had moved.
  const moved = await deposit(login, '500')
  t.match(moved, { ok: true, value: { amount: '500' } })
})

t.test('a shard that starts has what was told while it was away, and nothing older', async (t) => {
  const passwords = { master_password: 'Abcd12!xAbcd', investor_password: 'Look34?yLook' }
  const login = await front.open({ group: CAREFUL, ...passwords })
  const { back } = await front.killShardOf(login)
  const set = { actor: STAFF, login, leverage: 33 }
  t.match(await supervisor.ask('accounts.set_leverage', set), { ok: true })
  const moved = { actor: STAFF, login, group: REAL, isFresh: false }
  t.match(await supervisor.ask('accounts.move', moved), { ok: true })
  await back
  t.equal(await groupAtShard(login), REAL)
  const old = { login, group: YEN, leverage: 1, enabled: true, trading_enabled: true }
  const limits = { limit_orders: 0, limit_positions: 0, archived: false }
  supervisor.shardOf(login).profile({ ...old, ...limits }, 1)
  t.equal(await groupAtShard(login), REAL, 'what was read is newer')
})

t.test('a desk that ends twice tells what both have committed', async (t) => {
  const logins = [await front.open(), await front.open()] as const
  for (const login of logins) {
    const ask = () => supervisor.ask('accounts.set_leverage', { actor: STAFF, login, leverage: 7 })
    t.match(await whileDeskDies(ask), { ok: false })
  }
  const told = supervisor.accounts.told ?? 0
  const third = await front.open()
  t.equal(supervisor.accounts.told, told + 1, 'each change has one number')
  for (const login of [...logins, third]) {
    t.match((await front.ask(`GET /admin/v1/accounts/${login}`, 'admin')).data, {
      leverage: login === third ? 100 : 7,
    })
  }
})
