import t from 'tap'
import { refuse } from '../../../../engine/code.js'
import { accountsInReach } from '../../../../http/reach/journal-reach.js'
import { accountView } from '../../../../http/routes/accounts/account-views.js'
import { LiveSession } from '../../../../http/sessions/live-session.js'
import { hiddenFields } from '../../../../wire/answer/account-text.js'
import { JsonText } from '../../../../wire/answer/envelope.js'
import { jsonFields } from '../../../../wire/answer/json-parts.js'
import { ACCOUNT_DETAILS, type StoredAccount } from '../../../../wire/stored/stored-account.js'
import { givenBook, HEDGING } from '../../../given/book.js'
import { ACTOR, givenParts, handled } from '../../../given/handled.js'
import { factsOf } from '../../../given/socket-front.js'
import { request, session } from '../../given.js'

// What each route of one account asks of the parts behind it, to the letter, and what it makes of the answers.
// An account that is out of reach is looked at, and nothing is asked.

const BOOK = givenBook()
const DETAILS = Object.fromEntries(ACCOUNT_DETAILS.map((name) => [name, `the ${name}`]))
const STORED = {
  ...{ ...DETAILS, login: 1001, group: HEDGING, leverage: 0, limit_orders: 0, limit_positions: 0 },
  ...{ agent: null, client_id: null, enabled: true, trading_enabled: true, expert_enabled: true },
  ...{ api_enabled: false, api_ip_allow: [], must_change_password: false, otp_enabled: false },
  ...{ policy_revision: 1, archived_at: null, last_access: null, last_ip: '', created_at: 1 },
  ...{ updated_at: 2, version: 3, api_password_set: false },
} as unknown as StoredAccount
const CHANGED = { ...STORED, version: 4 }
const MONEY = jsonFields({ money: { balance: '5.00' } })
const RIGHTS = new Set(['accounts.view', 'accounts.name'])
const READER = session({ rights: RIGHTS, groupScope: ['demo\\*'] })
const BY = { login: 7, ip: ACTOR.ip, request_id: 'r' }
const MISSING = refuse('not_found', 'There is no account 1001.')
const KEY = '6f9d0c52-0f0e-4f3e-8f43-0d3a5f5b7c01'

const done = (value: unknown) => ({ ok: true, value })
const readable = (answer: unknown): unknown =>
  answer instanceof JsonText ? [String(answer.text), answer.code] : answer
const json = (value: unknown, code = 'ok') => [JSON.stringify(value), code]
const shown = (account: StoredAccount) => readable(accountView(account, MONEY, BOOK, RIGHTS))

function given(answers: Readonly<Record<string, unknown>>, stored: unknown = STORED) {
  const looked: unknown[] = []
  const keeper = {
    change: (login: number, commit: (is: boolean) => unknown, ...how: unknown[]) => {
      looked.push(['keeper', login, ...how])
      return commit(true)
    },
  }
  const accounts = {
    stored: async (login: number) => {
      looked.push(['stored', login])
      return stored
    },
    money: async (login: number) => {
      looked.push(['money', login])
      return MONEY
    },
  }
  const parts = { accounts, accountKeeper: keeper, settings: { book: BOOK } }
  return { ...givenParts(answers, parts), looked }
}

interface Row {
  readonly context?: object
  readonly answers: Readonly<Record<string, unknown>>
  readonly asked: readonly unknown[]
  /** What is looked at beside the account itself. */
  readonly looked?: readonly unknown[]
  readonly data: unknown
}

const CHANGE = { actor: ACTOR, login: 1001 }
const THEN_MONEY = [['money', 1001]]
const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' }
const PAGE = { rows: ['{"deal":1}'], total: 1, projectionSeq: 9, isPending: false }
const history = (what: string, query: object = {}, more: object = {}): Row => ({
  context: { query: { from: '1970-01-02T00:00:00Z', ...query } },
  answers: { [what]: done(PAGE) },
  asked: [[`queries ${what}`, { login: 1001, from: 86_400_000, page: 1, limit: 100, ...more }]],
  data: json({ items: [{ deal: 1 }], page: 1, total: 1 }),
})
const DIFFERENCE = { field: 'balance', stored: '1.00', computed: '2.00' }
const AUDIT = {
  held: done({ recordSeq: 8, text: 'held' }),
  history: ({ from }: { from: number }) => done({ records: `r${from}`, next: from === 8 ? 5 : 0 }),
  'account.audit': done({ isBehind: false, differences: [DIFFERENCE], repair: 'mend' }),
}
const AUDITED = [
  ['shard of 1001 held', { login: 1001 }],
  ['shard of 1001 history', { login: 1001, from: 8 }],
  ['shard of 1001 history', { login: 1001, from: 5 }],
  ['queries account.audit', { login: 1001, shard: undefined, held: 'held', logged: ['r8', 'r5'] }],
]

/** Lines of staff, and of groups out of scope, are kept from a reader of some groups. */
const REACH = { accounts: accountsInReach(READER, BOOK) }

const ROWS: Readonly<Record<string, Row>> = {
  'GET /admin/v1/accounts/{login}': {
    answers: {},
    asked: [],
    looked: THEN_MONEY,
    data: shown(STORED),
  },
  'PATCH /admin/v1/accounts/{login}': {
    context: { body: { version: 3, city: 'Bremen', enabled: false } },
    answers: { 'accounts.edit': done(CHANGED) },
    asked: [
      ['desk accounts.edit', { ...CHANGE, version: 3, change: { city: 'Bremen', enabled: false } }],
    ],
    looked: THEN_MONEY,
    data: shown(CHANGED),
  },
  'DELETE /admin/v1/accounts/{login}': {
    context: { query: { version: 3 } },
    answers: { 'accounts.archive': done(CHANGED) },
    asked: [['desk accounts.archive', { ...CHANGE, version: 3, isFlat: true }]],
    looked: [['keeper', 1001, 'flat'], ...THEN_MONEY],
    data: shown(CHANGED),
  },
  'POST /admin/v1/accounts/{login}/enable': {
    answers: { 'accounts.enable': done(CHANGED) },
    asked: [['desk accounts.enable', { ...CHANGE, enabled: true }]],
    looked: THEN_MONEY,
    data: shown(CHANGED),
  },
  'POST /admin/v1/accounts/{login}/disable': {
    answers: { 'accounts.enable': done(CHANGED) },
    asked: [['desk accounts.enable', { ...CHANGE, enabled: false }]],
    looked: THEN_MONEY,
    data: shown(CHANGED),
  },
  'POST /admin/v1/accounts/{login}/group': {
    context: { body: { group: 'demo\\netting', version: 3 } },
    answers: { 'accounts.move': done(CHANGED) },
    asked: [
      ['desk accounts.move', { ...CHANGE, group: 'demo\\netting', version: 3, isFresh: true }],
    ],
    looked: [['keeper', 1001], ...THEN_MONEY],
    data: shown(CHANGED),
  },
  'POST /admin/v1/accounts/{login}/leverage': {
    context: { body: { leverage: 50, version: 3 } },
    answers: { 'accounts.set_leverage': done(CHANGED) },
    asked: [['desk accounts.set_leverage', { ...CHANGE, leverage: 50, version: 3 }]],
    looked: THEN_MONEY,
    data: shown(CHANGED),
  },
  'GET /admin/v1/accounts/{login}/clients': {
    answers: { 'accounts.clients': done({ client_id: 4, logins: [1002], version: 3 }) },
    asked: [['desk accounts.clients', CHANGE]],
    data: { client_id: 4, logins: [1002], version: 3 },
  },
  'PUT /admin/v1/accounts/{login}/clients': {
    context: { body: { logins: [1003, 1002, 1003], version: 3 } },
    answers: { 'accounts.link': done({ client_id: 4, logins: [1002, 1003], version: 4 }) },
    asked: [['desk accounts.link', { ...CHANGE, version: 3, logins: [1003, 1002] }]],
    data: { client_id: 4, logins: [1002, 1003], version: 4 },
  },
  'GET /admin/v1/accounts/{login}/margin': {
    answers: { margin: done('{"items":[]}') },
    asked: [['shard of 1001 margin', { login: 1001 }]],
    data: json({ items: [] }),
  },
  'GET /admin/v1/accounts/{login}/positions': {
    answers: { positions: done('[1]') },
    asked: [['shard of 1001 positions', { login: 1001 }]],
    data: json([1]),
  },
  'GET /admin/v1/accounts/{login}/orders': {
    answers: { orders: done('[2]') },
    asked: [['shard of 1001 orders', { login: 1001 }]],
    data: json([2]),
  },
  'GET /admin/v1/accounts/{login}/deals': history('account.deals'),
  'GET /admin/v1/accounts/{login}/orders/history': {
    ...history('account.orders', { page: 2, limit: 7 }, { page: 2, limit: 7 }),
    data: json({ items: [{ deal: 1 }], page: 2, total: 1 }),
  },
  'GET /admin/v1/accounts/{login}/positions/closed': {
    ...history('account.closed_positions'),
    answers: { 'account.closed_positions': done({ ...PAGE, totals: '{"profit":"1"}' }) },
    data: json({ items: [{ deal: 1 }], page: 1, total: 1, totals: { profit: '1' } }),
  },
  'POST /admin/v1/accounts/{login}/trade': {
    context: { body: OPEN, request: request({ headers: { 'idempotency-key': 'mine' } }) },
    answers: { trade: done('trade.placed {"order_id":9}') },
    asked: [
      [
        'shard of 1001 trade',
        {
          ...{ login: 1001, body: { ...OPEN, client_order_id: 'mine' } },
          ...{ reason: 'dealer', session: 'manager:s1', by: BY },
        },
      ],
    ],
    data: ['{"order_id":9}', 'trade.placed'],
  },
  'POST /admin/v1/accounts/{login}/trade/check': {
    context: { body: { ...OPEN, risk: { percent: '1' } } },
    answers: { check: done('ok {"margin":"1.00"}') },
    asked: [
      [
        'shard of 1001 check',
        { login: 1001, body: OPEN, risk: { percent: '1' }, reason: 'dealer', by: null },
      ],
    ],
    data: json({ margin: '1.00' }),
  },
  'GET /admin/v1/accounts/{login}/daily': {
    context: { query: { from: '1970-01-02', to: '1970-01-02', min_projection_seq: '9' } },
    answers: { 'account.daily': done(PAGE) },
    asked: [
      [
        'queries account.daily',
        {
          ...{ login: 1001, from: 1, to: 1, page: 1, limit: 100, minProjectionSeq: 9 },
          holder: { currency: 'USD', moneyDigits: 2, name: 'the name' },
        },
      ],
    ],
    data: json({
      ...{ items: [{ deal: 1 }], page: 1, total: 1, consistency: 'current' },
      projection_seq: '9',
    }),
  },
  'GET /admin/v1/accounts/{login}/journal': {
    context: { query: { kind: 'a, b,,a', actor: 0, text: 'x', login: 5 } },
    answers: { 'journal.page': done({ lines: ['{"line":1}'], total: 1 }) },
    asked: [
      [
        'queries journal.page',
        {
          filter: { login: 1001, actor: null, kinds: ['a', 'b'], text: 'x', ...REACH },
          ...{ hidden: hiddenFields(RIGHTS), page: 1, limit: 100 },
        },
      ],
    ],
    data: json({ items: [{ line: 1 }], page: 1, total: 1 }),
  },
  'POST /admin/v1/accounts/{login}/check': {
    answers: AUDIT,
    asked: AUDITED,
    data: { differences: [DIFFERENCE] },
  },
  'POST /admin/v1/accounts/{login}/repair': {
    context: { request: request({ headers: { 'idempotency-key': KEY } }) },
    answers: { ...AUDIT, repair: done('{"differences":[]}') },
    asked: [
      ...AUDITED,
      [
        'shard of 1001 repair',
        { login: 1001, repair: 'mend', differences: [DIFFERENCE], request_id: KEY, by: BY },
      ],
    ],
    data: json({ differences: [] }),
  },
}

for (const [name, { context, answers, asked, looked = [], data }] of Object.entries(ROWS)) {
  t.test(name, async (t) => {
    const whole = { params: { login: 1001 }, session: READER, ...context }
    const parts = given(answers)
    t.strictSame(readable(await handled(name, { ...whole, services: parts.services })), data)
    t.strictSame(parts.asked, asked)
    t.same(parts.looked, [['stored', 1001], ...looked])
    const beyond = given(answers, { ...STORED, group: 'real\\standard' })
    const refused = await handled(name, { ...whole, services: beyond.services })
    const isRead = name === 'GET /admin/v1/accounts/{login}'
    t.same(
      refused,
      isRead ? refuse('forbidden', 'The account 1001 is outside your scope.') : MISSING,
    )
    t.same([beyond.asked, beyond.looked], [[], [['stored', 1001]]])
  })
}

t.test('the desk itself looks who may reset one-time codes', async (t) => {
  const name = 'POST /admin/v1/accounts/{login}/reset-otp'
  const { services, asked } = given({ 'accounts.reset_otp': done(STORED) })
  t.equal(await handled(name, { params: { login: 1001 }, services }), null)
  t.same(asked, [['desk accounts.reset_otp', CHANGE]])
})

t.test('a trade that names two ids is refused before anybody is asked', async (t) => {
  const headers = { 'idempotency-key': 'mine' }
  const wrong = { ok: false, code: 'invalid_input', fields: [{ path: 'Idempotency-Key' }] }
  for (const side of ['admin/v1/accounts/{login}', 'trader/v1']) {
    const { services, asked, looked } = given({ trade: done('ok {}') })
    const ask = (body: object, more: object) => {
      const whole = { params: { login: 1001 }, session: READER, services, body }
      return handled(`POST /${side}/trade`, { ...whole, request: request(more) })
    }
    t.match(await ask({ ...OPEN, client_order_id: 'other' }, { headers }), wrong, side)
    t.match(await ask(OPEN, { headers: { 'idempotency-key': '' } }), wrong, side)
    t.same([asked, looked], [[], []], side)
    t.same(readable(await ask({ ...OPEN, client_order_id: 'mine' }, { headers })), json({}))
    t.same(readable(await ask({ ...OPEN, client_order_id: 'own' }, {})), json({}))
    const ids = asked.map((one) => (one as { body: object }[])[1]?.body)
    t.match(ids, [{ client_order_id: 'mine' }, { client_order_id: 'own' }], side)
  }
})

t.test('an account as its holder reads it, or why it cannot be read', async (t) => {
  const holder = session({ audience: 'trader', login: 1001, rights: new Set() })
  const read = (stored: unknown) =>
    handled('GET /trader/v1/account', { session: holder, services: given({}, stored).services })
  t.same(readable(await read(STORED)), readable(accountView(STORED, MONEY, BOOK, null)))
  const away = refuse('unavailable', 'The desk is starting again.')
  t.equal(await read(away), away)
})

t.test('sessions of an account are by age, with its names for who may read them', async (t) => {
  const name = 'GET /admin/v1/accounts/{login}/sessions'
  const times = { createdAt: 1000, refreshedAt: 1000, accessExpiresAt: 2, refreshExpiresAt: 3 }
  const digests = { access: 'a', refresh: 'r', csrf: 'c', family: 'f' }
  const live = (id: string, createdAt: number) =>
    new LiveSession(
      {
        ...{
          id,
          login: 1001,
          side: 'trader',
          terminal: 'web',
          readOnly: false,
          keepSignedIn: true,
        },
        ...{ ip: '192.0.2.1', userAgent: '', digests, ...times, createdAt },
      },
      factsOf(1001, { group: HEDGING }),
    )
  const rows = async (rights: string[], money: string, group = HEDGING) => {
    const { services, asked } = given({})
    const sessions = { ofLogin: (login: number) => [live(`b${login}`, 2000), live('a', 1000)] }
    const moneys = async (logins: unknown) => {
      asked.push(logins)
      return [money]
    }
    const accounts = { stored: async () => ({ ...STORED, group }), moneys }
    const parts = { ...services, accounts, sessions, socketsOf: (id: string) => id.length }
    const reader = session({ rights: new Set(rights), groupScope: ['demo\\*'] })
    const whole = { params: { login: 1001 }, session: reader, services: parts }
    return { found: await handled(name, whole), asked }
  }
  const row = {
    ...{ equity: '7.00', group: HEDGING, ip: '192.0.2.1', last_name: 'the last_name', login: 1001 },
    ...{ name: 'the name', os: '', read_only: false, session: 'a', staff: false, sockets: 1 },
    since: '1970-01-01T00:00:01.000Z',
  }
  const next = { ...row, session: 'b1001', sockets: 5, since: '1970-01-01T00:00:02.000Z' }
  const named = await rows(['accounts.name'], '{"equity":"7.00"}')
  t.same(named, { found: [row, next], asked: [[1001]] })
  for (const money of ['null', '{"equity":null}']) {
    const hidden = { equity: '0', name: null, last_name: null }
    const { found } = await rows([], money)
    t.same(
      found,
      [row, next].map((one) => ({ ...one, ...hidden })),
      money,
    )
  }
  t.same(await rows([], 'null', 'real\\standard'), { found: MISSING, asked: [] })
})
