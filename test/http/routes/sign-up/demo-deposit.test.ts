import t, { type Test } from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { Passwords } from '../../../../actors/sign-in/passwords.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import { type Refusal, refuse } from '../../../../engine/code.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { AccountFront } from '../../../given/fronts/account-front.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// What a demo account still lacks once it is open, where its shard or the desk is away for a moment.

const FORM = {
  type: 'demo',
  name: 'Ada L',
  email: 'ada@example.com',
  country: 'GB',
  password: 'Abcd12!x',
}
const SETTINGS = { demo: true, confirm_demo: false, demo_deposit: '250' }
const AWAY = because('unavailable.trading_starts')
const NO_ANSWER = refuse('unavailable', 'The desk did not answer.')
const UNKNOWN = refuse('trade.timeout', 'The outcome is not known.')
const BUSY = refuse('trade.too_many_requests', 'Too many.')
const NO_MONEY = refuse('trade.no_money', 'Too much.')

t.test('while its shard starts again the stranger waits, and has the money once', async (t) => {
  const front = await AccountFront.start(t)
  const { data } = await front.ask('GET /admin/v1/settings', 'admin')
  await front.ask('PUT /admin/v1/settings', 'admin', { ...data, ...SETTINGS })
  const next = (await front.open()) + 1
  await front.killShardOf(next)
  const opened = await front.ask('POST /trader/v1/register', 'nobody', FORM)
  t.match(opened, { status: 200, data: { status: 'opened', deposit: '250' } })
  t.equal(opened.data['login'], next)
  const account = await front.ask('GET /trader/v1/account', next)
  t.match(account.data, { balance: '250.00' })
})

/** Shards that answer by `answers`, the last of them for ever, and a clock that waits for nobody. */
async function given(test: Test, answers: readonly (Refusal | null)[]) {
  const passwords = new Passwords({ memoryKib: 64, passes: 1 })
  test.teardown(() => passwords.close())
  const asked: { request_id: string; login: number }[] = []
  let waitedMs = 0
  const clock = {
    ...systemClock(),
    monotonic: () => waitedMs,
    after: (ms: number, run: () => void) => {
      waitedMs += ms
      setImmediate(run)
      return { cancel: () => undefined }
    },
  }
  const shard = {
    ask: async (_: string, request: { request_id: string; login: number }) => {
      const answer = answers[Math.min(asked.length, answers.length - 1)] ?? null
      asked.push(request)
      return answer ?? { ok: true, value: { deal_id: 1, amount: '250.00', projection_seq: '1' } }
    },
  }
  /** Does what it is asked; silent, it does not tell of the first password that it sets. */
  const desk = {
    isSilent: false,
    ask: async (name: string, request: unknown) => {
      const handlers = deskHandlers(front.desk) as unknown as Record<
        string,
        (of: unknown) => unknown
      >
      const done = handlers[name]?.(request)
      if (!desk.isSilent || name !== 'sign_up.password') return done
      desk.isSilent = false
      return NO_ANSWER
    },
  }
  const trading = { shardOf: () => shard }
  const services = { passwords, clock, desk: desk as never, trading: trading as never }
  const front = new ConfigFront(test, { services })
  const { data } = await front.ask('GET /admin/v1/settings')
  await front.ask('PUT /admin/v1/settings', 'admin', { ...data, ...SETTINGS })
  const register = () => front.ask('POST /trader/v1/register', 'nobody', FORM)
  const opened = () => deskHandlers(front.desk)['sign_up.standing'](null)
  return { front, desk, register, opened, asked, waited: () => waitedMs }
}

t.test('a deposit of which nothing is known is sent again under its request id', async (t) => {
  const { register, opened, asked } = await given(t, [AWAY, UNKNOWN, BUSY, null])
  t.match(await register(), { status: 200, data: { status: 'opened' } })
  t.equal(asked.length, 4)
  t.equal(new Set(asked.map((one) => `${one.login} ${one.request_id}`)).size, 1)
  t.match(opened(), { value: { open: 1 } }, 'one account')
})

t.test('what was decided is not asked again, and waiting has an end', async (t) => {
  const refused = await given(t, [NO_MONEY])
  t.match(await refused.register(), { code: 'trade.no_money' })
  t.equal(refused.asked.length, 1)
  const away = await given(t, [AWAY])
  t.match(await away.register(), { status: 503, code: 'unavailable' })
  t.ok(away.asked.length > 10)
  t.ok(away.waited() <= 10_000)
})

t.test('a password of which the desk did not tell that it was set is sent again', async (t) => {
  const { front, register, desk } = await given(t, [null])
  desk.isSilent = true
  const account = await register()
  t.match(account, { status: 200, data: { status: 'opened' } })
  const { login } = account.data
  const lines = front.lines.filter(({ kind }) => kind === 'account.password')
  t.match(lines, [{ login }], 'set once')
  const other = { actor: { login: null, ip: '', requestId: '' }, login, hash: 'another' }
  const refused = deskHandlers(front.desk)['sign_up.password'](other)
  t.match(refused, { ok: false, code: 'conflict' })
})
