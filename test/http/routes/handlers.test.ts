import t from 'tap'
import { accept } from '../../../actors/thread/ask.js'
import { type Refusal, refuse } from '../../../engine/code.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { refuseField } from '../../../wire/answer/errors.js'
import { codedJson, jsonFields, jsonOf } from '../../../wire/answer/json-parts.js'
import { givenBook } from '../../given/book.js'
import { session } from '../given.js'
import { type Given, handled } from './handled.js'

// What single handlers ask of the parts of the server, whole, and what they make of the answers.

const AWAY = refuse('unavailable', 'This part is starting again.')
const MISSING = refuse('not_found', 'There is no account 1001.')
const DIFFERS = refuseField('Idempotency-Key', 'differs from client_order_id: send one of them')
const HERE = { login: 1001, group: 'demo\\standard' }
const TRADER = session({
  ...{ id: 's2', audience: 'trader', login: 1001, group: HERE.group, terminal: 'desktop' },
  rights: new Set(),
})
const STAFF = session({ groupScope: ['demo\\*'] })

/** A shard that answers so, the account's desk, and what the shard was asked. */
function trading(answer: unknown, stored: unknown = HERE) {
  const asked: unknown[] = []
  const shardOf = (login: number) => ({
    ask: async (...question: unknown[]) => {
      asked.push([login, ...question])
      return answer
    },
  })
  return { asked, services: { trading: { shardOf }, accounts: { stored: async () => stored } } }
}

const ORDER = { kind: 'market', symbol: 'EURUSD', side: 'buy', volume: '1' }
const PLACED = accept(codedJson('trade.placed', jsonOf({ order_id: 5 })))
const ADMIN = '/admin/v1/accounts/{login}'
const AT = { params: { login: 1001 }, session: STAFF }

t.test(
  'a trade is asked of the shard in the name of who asks, and answered with its code',
  async (t) => {
    const rows: [string, Given, asked: object][] = [
      [
        '/trader/v1/trade',
        { session: TRADER },
        { reason: 'client', session: 'desktop:s2', by: null },
      ],
      [
        '/trader/v1/trade',
        { session: { ...TRADER, terminal: 'api' } },
        { reason: 'api', session: 'api:s2', by: null },
      ],
      [
        `${ADMIN}/trade`,
        AT,
        {
          ...{ reason: 'dealer', session: 'manager:s1' },
          by: { login: 7, ip: '192.0.2.1', request_id: 'r-1' },
        },
      ],
    ]
    for (const [path, given, by] of rows) {
      const name = `POST ${path}`
      const done = trading(PLACED)
      const headers = { 'idempotency-key': 'a-1' }
      const answer = await handled(name, { ...given, ...done, body: ORDER, headers })
      t.strictSame(answer, new JsonText(jsonOf({ order_id: 5 }), 'trade.placed'), name)
      const body = { ...ORDER, client_order_id: 'a-1' }
      t.strictSame(done.asked, [[1001, 'trade', { login: 1001, body, ...by }]], name)
      const away = trading(AWAY)
      t.equal(await handled(name, { ...given, ...away, body: ORDER }), AWAY, name)
      t.equal(away.asked.length, 1)
      const none = trading(PLACED)
      const other = { ...ORDER, client_order_id: 'a-2' }
      t.strictSame(await handled(name, { ...given, ...none, body: other, headers }), DIFFERS, name)
      const long = { 'idempotency-key': 'x'.repeat(1000) }
      t.match(await handled(name, { ...given, ...none, body: ORDER, headers: long }), {
        ...{ ok: false, code: 'invalid_input', fields: [{ path: 'Idempotency-Key' }] },
      })
      t.strictSame(none.asked, [], 'nothing is placed')
    }
  },
)

t.test('a check is asked with its risk beside the request, and placed by nobody', async (t) => {
  const rows: [string, Given, by: object][] = [
    ['/trader/v1/trade/check', { session: TRADER }, { reason: 'client', by: null }],
    [`${ADMIN}/trade/check`, AT, { reason: 'dealer', by: null }],
  ]
  for (const [path, given, by] of rows) {
    const done = trading(PLACED)
    const body = { ...ORDER, risk: '1' }
    const answer = await handled(`POST ${path}`, { ...given, ...done, body })
    t.strictSame(answer, new JsonText(jsonOf({ order_id: 5 })), path)
    t.strictSame(
      done.asked,
      [[1001, 'check', { login: 1001, body: ORDER, risk: '1', ...by }]],
      path,
    )
    t.equal(await handled(`POST ${path}`, { ...given, ...trading(AWAY), body }), AWAY, path)
  }
})

t.test('open rows are those of the account as its shard tells them', async (t) => {
  for (const what of ['positions', 'orders'] as const) {
    for (const [path, given] of [
      ['/trader/v1', { session: TRADER }],
      [ADMIN, AT],
    ] as const) {
      const done = trading(accept(jsonOf([{ id: 1 }])))
      const name = `GET ${path}/${what}`
      t.strictSame(
        await handled(name, { ...given, ...done }),
        new JsonText(jsonOf([{ id: 1 }])),
        name,
      )
      t.strictSame(done.asked, [[1001, what, { login: 1001 }]], name)
      t.equal(await handled(name, { ...given, ...trading(AWAY) }), AWAY, name)
    }
  }
})

t.test('of an account that is not reached its shard is asked nothing', async (t) => {
  const names = ['POST /trade', 'POST /trade/check', 'GET /positions', 'GET /orders']
  for (const name of names.map((one) => one.replace(' ', ` ${ADMIN}`))) {
    const gone = trading(PLACED, { login: 1001, group: 'real\\standard' })
    t.strictSame(await handled(name, { ...AT, ...gone, body: ORDER }), MISSING, name)
    const away = trading(PLACED, AWAY)
    t.equal(await handled(name, { ...AT, ...away, body: ORDER }), AWAY, name)
    t.strictSame([...gone.asked, ...away.asked], [], name)
  }
})

t.test('what came of a request is told as it was, a refusal with its data', async (t) => {
  const told = (code: string, message: string) =>
    trading(accept(jsonOf({ code, message, data: { client_order_id: 'a-1' } })))
  const asks = (one: ReturnType<typeof told>) =>
    handled('GET /trader/v1/orders/by-client-id/{id}', {
      ...{ session: TRADER, params: { id: 'a-1' }, ...one },
    })
  const placed = told('trade.placed', '')
  const data = { client_order_id: 'a-1' }
  t.strictSame(await asks(placed), new JsonText(jsonOf(data), 'trade.placed'))
  t.strictSame(placed.asked, [[1001, 'outcome', { login: 1001, client_order_id: 'a-1' }]])
  const refused = { ...refuse('trade.no_money', 'Too little.'), told: data }
  t.strictSame(await asks(told('trade.no_money', 'Too little.')), refused)
  t.equal(await asks(trading(AWAY)), AWAY)
})

t.test('the own account has its money, and is refused as the desk refuses it', async (t) => {
  const times = { archived_at: null, last_access: null, created_at: 0, updated_at: 0 }
  const account = { ...HERE, ...times, leverage: 100, status: 'active' }
  const asks = (stored: unknown) =>
    handled('GET /trader/v1/account', {
      session: TRADER,
      services: {
        accounts: {
          stored: async (login: number) => (login === 1001 ? stored : MISSING),
          money: async (login: number) => jsonFields({ balance: `${login}.00` }),
        },
        settings: { book: givenBook() },
      },
    })
  t.equal(await asks(AWAY), AWAY)
  const { text } = (await asks(account)) as JsonText
  t.match(JSON.parse(text), { login: 1001, leverage: 100, balance: '1001.00' })
})

t.test(
  'sessions of an account are its own, oldest first, with names for who may see them',
  async (t) => {
    const live = (id: string, createdAt: number, audience = 'trader') => ({
      ...{ id, createdAt, audience, login: 1001, group: 'as it was', ip: '192.0.2.9' },
      ...{ userAgent: '', readOnly: true },
    })
    const row = (session: string, ms: number, name: string | null, equity: string) => ({
      ...{ group: HERE.group, ip: '192.0.2.9', login: 1001, os: '', read_only: true, session },
      ...{
        last_name: name === null ? null : 'Bell',
        name,
        equity,
        sockets: session === 'b' ? 2 : 0,
      },
      ...{ since: new Date(ms).toISOString(), staff: false },
    })
    const asks = (money: string[], rights: readonly string[], stored: unknown) =>
      handled(`GET ${ADMIN}/sessions`, {
        ...AT,
        session: { ...STAFF, rights: new Set(rights) },
        services: {
          accounts: { stored: async () => stored, moneys: async () => money },
          sessions: { ofLogin: () => [live('b', 2000), live('a', 1000)] },
          socketsOf: (id: string) => (id === 'b' ? 2 : 0),
        },
      })
    const account = { ...HERE, name: 'Ada', last_name: 'Bell' }
    const named = (await asks(['{"equity":"5.00"}'], ['accounts.name'], account)) as {
      os: string
    }[]
    const os = named[0]?.os
    const rows = (name: string | null, equity: string) => [
      { ...row('a', 1000, name, equity), os },
      { ...row('b', 2000, name, equity), os },
    ]
    t.strictSame(named, rows('Ada', '5.00'))
    t.strictSame(await asks(['null'], [], account), rows(null, '0'))
    t.strictSame(await asks(['{"equity":null}'], [], account), rows(null, '0'))
    t.strictSame(await asks([], [], account), rows(null, '0'))
    t.equal(await asks(['null'], [], AWAY), AWAY)
    const journal = { ...AT, services: { accounts: { stored: async () => AWAY } } }
    t.equal(await handled(`GET ${ADMIN}/journal`, journal), AWAY)
  },
)

t.test(
  'symbols and candles of a trader are the text that is made of them, or the refusal',
  async (t) => {
    const names = ['GET /trader/v1/symbols', 'GET /trader/v1/symbols/{name}/candles']
    for (const name of names) {
      const asked: unknown[] = []
      const asks = (answer: Refusal | { ok: true; value: string }) => {
        const ask = async (...question: unknown[]) => {
          asked.push(question)
          return answer
        }
        return handled(name, {
          ...{ session: TRADER, params: { name: 'EURUSD' }, query: { limit: 5 } },
          services: { market: { symbols: ask, candles: ask } },
        })
      }
      t.strictSame(await asks(accept('[1]')), new JsonText(jsonOf([1])), name)
      t.equal(await asks(AWAY), AWAY, name)
      const candles = [TRADER, { symbol: 'EURUSD', limit: 5 }, 'json']
      t.strictSame(asked[0], name === names[0] ? [HERE.group, 'json'] : candles)
    }
  },
)
