import { randomUUID } from 'node:crypto'
import t from 'tap'
import { type AccountAnswer, AccountFront } from '../../../given/fronts/account-front.js'
import { deposit, OPEN } from '../../../given/records/trades.js'

// Money, trades and the end of an account, by staff who confirm actions with a code: nothing happens without it, and a
// repeat needs no other one.

let front = await AccountFront.start(t)
front.price((await front.quoted('EURUSD')).id, 110_000, 110_010)

const NEEDED = { status: 403, code: 'confirmation_required' }
const moved = { action: 'deposit', amount: '12.00' }

/** An action, on an account of its own. */
interface Action {
  readonly action: string
  /** Sends it for the account, with more fields; `key` tells it from the account's other requests. */
  send(login: number, key: string, more?: object, as?: string): Promise<AccountAnswer>
  /** What is confirmed of it. */
  params(login: number, key: string): object
  /** How often it was carried out. */
  times(login: number): Promise<number>
}

const view = async (login: number, path = ''): Promise<AccountAnswer['data']> =>
  (await front.ask(`GET /admin/v1/accounts/${login}${path}`, 'admin')).data

const deposits = async (login: number): Promise<number> =>
  (Number((await view(login))['balance']) - 1_000) / 12

const ACTIONS: readonly Action[] = [
  {
    action: 'balance',
    send: (login, request_id, more = {}, as = 'careful') =>
      front.ask(`POST /admin/v1/accounts/${login}/balance`, as, { ...moved, request_id, ...more }),
    params: (login, request_id) => ({ login, ...moved, request_id }),
    times: deposits,
  },
  {
    action: 'balance_bulk',
    send: (login, request_id, more = {}, as = 'careful') => {
      const items = [{ login, ...moved, request_id }]
      return front.ask('POST /admin/v1/accounts/balance/bulk', as, { items, ...more })
    },
    params: (login, request_id) => ({ items: [{ login, ...moved, request_id }] }),
    times: deposits,
  },
  {
    action: 'trade',
    send: (login, key, more = {}, as = 'careful') => {
      const body = { ...OPEN, ...more }
      return front.ask(`POST /admin/v1/accounts/${login}/trade`, as, body, {
        'idempotency-key': key,
      })
    },
    params: (login) => ({ login, ...OPEN }),
    times: async (login) => ((await view(login, '/positions')) as unknown as unknown[]).length,
  },
]

async function opened(): Promise<number> {
  const login = await front.open()
  await deposit(front, login, '1000.00')
  return login
}

for (const { action, send, params, times } of ACTIONS) {
  t.test(`${action} needs a code for exactly this request, and its repeat none`, async (t) => {
    const [login, other] = [await opened(), await opened()]
    const key = randomUUID()
    t.match(await send(login, key), NEEDED)
    const confirmed = await front.confirmation(action, params(login, key))
    t.match(await send(other, key, confirmed), NEEDED, 'for another account')
    t.match(await send(login, key, confirmed, 'another careful one'), NEEDED, 'by someone else')
    t.equal(await times(login), 0)
    const first = await send(login, key, confirmed)
    t.equal(first.status, 200, first.message)
    t.equal(await times(login), 1)
    t.same((await send(login, key)).data, first.data, 'the same answer again')
    t.same((await send(login, key, confirmed)).data, first.data)
    t.match(await send(login, randomUUID(), confirmed), NEEDED, 'the code is used')
    t.equal(await times(login), 1)
    t.equal((await send(login, randomUUID(), {}, 'admin')).status, 200, 'without the right')
    t.equal(await times(login), 2)
  })
}

t.test('trade without an id needs a code each time', async (t) => {
  const login = await opened()
  const path = `POST /admin/v1/accounts/${login}/trade`
  const confirmed = await front.confirmation('trade', { login, ...OPEN })
  t.equal((await front.ask(path, 'careful', { ...OPEN, ...confirmed })).status, 200)
  t.match(await front.ask(path, 'careful', { ...OPEN, ...confirmed }), NEEDED)
})

t.test('archive needs a code for this account and version', async (t) => {
  const login = await front.open()
  const version = Number((await view(login))['version'])
  const archive = (query: object) => {
    const text = new URLSearchParams(query as Record<string, string>)
    return front.ask(`DELETE /admin/v1/accounts/${login}?${text}`, 'careful')
  }
  t.match(await archive({ version }), NEEDED)
  const confirmed = await front.confirmation('archive', { login, version })
  t.match(await archive(confirmed), NEEDED, 'of any version')
  t.equal((await view(login))['archived_at'], null)
  t.equal((await archive({ version, ...confirmed })).status, 200)
  t.not((await view(login))['archived_at'], null)
})

t.test('a confirmation stays with its key when the server restarts', async (t) => {
  const login = await opened()
  const repeated = []
  for (const { action, send, params } of ACTIONS) {
    const key = randomUUID()
    const first = await send(login, key, await front.confirmation(action, params(login, key)))
    t.equal(first.status, 200, action)
    repeated.push(async () => t.same((await send(login, key)).data, first.data, action))
  }
  front = await front.later(t, 0)
  for (const repeat of repeated) await repeat()
})
