import t from 'tap'
import { refuse } from '../../../engine/code.js'
import { WindowProofs } from '../../../http/pipeline/window-proofs.js'
import { hiddenFields } from '../../../wire/answer/account-text.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { jsonFields, jsonOf } from '../../../wire/answer/json-parts.js'
import { givenBook, groupIn, HEDGING, NETTING } from '../../given/book.js'
import { givenParts, handled, routeOf } from '../../given/handled.js'
import { session } from '../given.js'

// What lists and windows of accounts ask of the parts behind them, to the letter, and what they answer.

const done = (value: unknown) => ({ ok: true, value })
const AWAY = refuse('unavailable', 'This part is starting again.')
const readable = (answer: unknown): unknown =>
  answer instanceof JsonText ? JSON.parse(String(answer.text)) : answer

/** The answer, and what was asked for it. */
async function look(name: string, answers: object, context: object, parts: object = {}) {
  const { asked, services } = givenParts(answers as Record<string, unknown>, parts)
  const answer = readable(await handled(name, { services, ...context }))
  return { answer, asked }
}

const facts = (path: string) => ({ path, currency: 'USD', digits: 2, leverage: 100 })
const [FIRST, SECOND] = [facts(HEDGING), facts(NETTING)]
const rights = ['accounts.view', 'accounts.name', 'accounts.email', 'clients.view']
const READER = session({ rights: new Set(rights) })
const HIDDEN = hiddenFields(READER.rights)
const LIST = { filter: {}, groups: [FIRST, SECOND], hidden: HIDDEN, page: 1, limit: 100 }

t.test('a list asks for its page, and its rows have the money that is held', async (t) => {
  const items = [7, 8].map((login) => ({ login, fields: jsonFields({ login }) }))
  const page = { items, total: 12, projectionSeq: 5, isPending: false }
  const moneys: unknown[] = []
  const accounts = {
    moneys: async (logins: unknown) => {
      moneys.push(logins)
      return [jsonOf({ balance: '1.00' })]
    },
  }
  const ask = (query: object, given: object = done(page)) =>
    look(
      'GET /admin/v1/accounts',
      { 'accounts.list': given },
      { query, session: READER },
      { accounts },
    )
  t.strictSame(await ask({}), {
    answer: {
      items: [
        { login: 7, money: { balance: '1.00' } },
        { login: 8, money: null },
      ],
      ...{ page: 1, total: 12 },
    },
    asked: [['queries accounts.list', LIST]],
  })
  const filter = { login: 7, name: 'a', email: 'b' }
  const whole = { ...filter, page: 3, limit: 2, group: 'demo\\n*', min_projection_seq: '4' }
  t.strictSame(await ask(whole), {
    answer: {
      items: [7, 8].map((login) => ({ login, money: null })),
      ...{ page: 3, total: 12, consistency: 'current', projection_seq: '5' },
    },
    asked: [
      [
        'queries accounts.list',
        { ...LIST, filter, groups: [SECOND], page: 3, limit: 2, minProjectionSeq: 4 },
      ],
    ],
  })
  t.strictSame(moneys, [[7, 8]], 'money is of now, and not of a snapshot')
  t.same((await ask({}, AWAY)).answer, AWAY)
  const { company } = groupIn(givenBook()).record
  for (const [name, groups] of [
    [company, [FIRST, SECOND]],
    [`${company}.`, []],
  ]) {
    const { asked } = await ask({ company: name })
    t.same(asked, [['queries accounts.list', { ...LIST, groups }]])
  }
  const beyond = await ask({ min_projection_seq: '9223372036854775808' })
  t.match(beyond, { answer: { ok: false, code: 'invalid_input' }, asked: [] })
})

t.test('accounts are counted by the filters of the list', async (t) => {
  const ask = (query: object, given: object, as = READER) =>
    look('GET /admin/v1/accounts/count', { 'accounts.count': given }, { query, session: as })
  const [filter, groups] = [{ name: 'a' }, [SECOND]]
  t.strictSame(await ask({ ...filter, group: 'demo\\n*', page: 2, limit: 1 }, done(12)), {
    answer: { total: 12 },
    asked: [['queries accounts.count', { filter, groups }]],
  })
  t.same((await ask({}, AWAY)).answer, AWAY)
  const poor = await ask({ email: 'b' }, done(12), session())
  t.match(poor, { answer: { ok: false, code: 'forbidden' }, asked: [] })
})

const WINDOW = 'GET /admin/v1/accounts/window'
const COUNT = `${WINDOW}/count`
const windowProofs = new WindowProofs(Buffer.alloc(32, 1))
const [ROW, LAST] = [
  { login: 7, key: [7] },
  { login: 8, key: [8] },
]
const PAGE = {
  ...{ items: [jsonOf({ login: 7 }), jsonOf({ login: 8 })], first: ROW, last: LAST },
  ...{ hasBefore: false, hasAfter: true, projectionSeq: 5, isPending: false },
}

async function windowOf(query: object, page: object = done(PAGE), name = WINDOW, as = READER) {
  const answers = { 'accounts.window': page, 'accounts.window_count': page }
  const context = { query, session: as }
  const { answer, asked } = await look(name, answers, context, { windowProofs })
  const [[what, question] = []] = asked as [string, object][]
  return { answer: answer as Record<string, unknown>, what, question }
}

const QUESTION = { groups: [FIRST, SECOND], sort: { field: 'login', isFalling: false } }
const ASKED = { ...QUESTION, conditions: [], limit: 100, hidden: HIDDEN }
const condition = (field: string, operator: string, value: unknown) => ({
  ...{ field, operator, values: [[value]] },
})

t.test('a window asks for what its query says, and for nothing else', async (t) => {
  const login = condition('login', 'eq', 12n)
  const client = condition('client_id', 'eq', 3n)
  const first = { place: { edge: 'first' } }
  const { proof } = (await windowOf({})).answer
  const cursor = windowProofs.cursor(String(proof), LAST)
  const rows: [query: object, asked: object][] = [
    [{}, first],
    [
      { limit: 5, min_projection_seq: '4' },
      { ...first, limit: 5, minProjectionSeq: 4 },
    ],
    [
      { search: '12', client: '3' },
      { ...first, conditions: [login, client] },
    ],
    [{ search: '012' }, { ...first, conditions: [condition('name', 'contains', '012')] }],
    [{ search: 'Ö' }, { ...first, conditions: [condition('name', 'contains', 'ö')] }],
    [{ fields: 'login,name' }, { ...first, fields: ['login', 'name'] }],
    [{ sort: '-login' }, { ...first, sort: { field: 'login', isFalling: true } }],
    [{ group: 'demo\\n*' }, { ...first, groups: [SECOND] }],
    [{ group_path: 'DEMO/standard' }, { ...first, groups: [FIRST] }],
    [{ group_path: 'demo' }, first],
    [{ group_path: 'dem' }, { ...first, groups: [] }],
    [
      { group: 'demo\\n*', group_path: HEDGING },
      { ...first, groups: [] },
    ],
    [{ edge: 'last' }, { place: { edge: 'last' } }],
    [{ edge: 'after', cursor }, { place: { edge: 'after', from: LAST } }],
    [{ edge: 'before', cursor }, { place: { edge: 'before', from: LAST } }],
    [{ edge: 'around', cursor }, { place: { edge: 'around', from: LAST } }],
    [{ edge: 'around', anchor: 9 }, { place: { edge: 'around', anchor: 9 } }],
    [{ edge: 'around', cursor, anchor: 9 }, { place: { edge: 'around', from: LAST, anchor: 9 } }],
    [{ edge: 'around', offset: 0 }, { place: { edge: 'around', offset: 0 } }],
  ]
  for (const [query, asked] of rows) {
    const { what, question } = await windowOf(query)
    const says = Object.keys(query).join(', ')
    t.strictSame([what, question], ['queries accounts.window', { ...ASKED, ...asked }], says)
  }
})

t.test('what does not go together in the query of a window is refused by its field', async (t) => {
  const { proof } = (await windowOf({})).answer
  const cursor = windowProofs.cursor(String(proof), LAST)
  const rows: [query: object, message: string][] = [
    [{ anchor: 9 }, 'anchor: needs edge=around'],
    [{ offset: 0 }, 'offset: needs edge=around'],
    [{ cursor }, 'cursor: does not go with edge=first'],
    [{ edge: 'last', cursor }, 'cursor: does not go with edge=last'],
    [{ edge: 'after' }, 'cursor: is needed by edge=after'],
    [{ edge: 'before' }, 'cursor: is needed by edge=before'],
    [{ edge: 'after', cursor: `${cursor}x` }, 'cursor: is not of this window: begin anew'],
    [{ edge: 'after', cursor, sort: '-login' }, 'cursor: is not of this window: begin anew'],
    [{ edge: 'around' }, 'edge: around needs a cursor, an anchor or an offset'],
    [{ edge: 'around', offset: 0, cursor }, 'offset: goes without a cursor and without an anchor'],
    [
      { edge: 'around', offset: 0, anchor: 9 },
      'offset: goes without a cursor and without an anchor',
    ],
    [{ sort: 'nothing' }, 'sort: '],
    [{ filter: '[1]' }, 'filter[0]: must be an object with field, op and value'],
    [{ fields: 'login,nothing' }, 'fields: there is no field nothing'],
    [{ client: '9223372036854775808' }, 'client: must fit a signed 64-bit integer'],
    [
      { min_projection_seq: '9223372036854775808' },
      'min_projection_seq: must fit a signed 64-bit integer',
    ],
  ]
  for (const [query, message] of rows) {
    const { answer, what } = await windowOf(query)
    t.match(answer, { ok: false, code: 'invalid_input' })
    t.ok(String(answer['message']).startsWith(message), `${answer['message']}`)
    t.equal(what, undefined)
    if ('fields' in query || 'edge' in query || 'anchor' in query) continue
    if (message.startsWith('cursor') || message.startsWith('offset')) continue
    const counted = await windowOf(query, done({ total: 3, projectionSeq: 5 }), COUNT)
    t.same([counted.answer['message'], counted.what], [answer['message'], undefined])
  }
  t.same(
    [WINDOW, COUNT].map((name) => routeOf(name).refusesEmptyQuery),
    [true, true],
  )
  const largest = { client: '9223372036854775807', min_projection_seq: '9223372036854775807' }
  t.equal((await windowOf(largest)).what, 'queries accounts.window')
  for (const query of [{ client: '3' }, { search: 'a' }]) {
    const { answer, what } = await windowOf(query, done(PAGE), WINDOW, session())
    t.match([answer, what], [{ ok: false, code: 'forbidden' }, undefined])
  }
})

t.test('a page of a window has its ends, and says where it is of', async (t) => {
  const { proof, before, after, page_id, ...rest } = (await windowOf({})).answer
  t.strictSame(rest, {
    items: [{ login: 7 }, { login: 8 }],
    ...{ has_before: false, has_after: true, first_key: '7', last_key: '8' },
    ...{ calculated_at: '1970-01-01T00:00:01.000Z', consistency: 'current', projection_seq: '5' },
  })
  t.strictSame(
    [before, after].map((cursor) => windowProofs.opened(String(proof), String(cursor))),
    [ROW, LAST],
  )
  const none = { ...PAGE, items: [], first: null, last: null, isPending: true }
  const pending = (await windowOf({}, done(none))).answer
  t.strictSame(pending, {
    ...{ items: [], before: null, after: null, has_before: false, has_after: true },
    ...{ first_key: null, last_key: null, page_id: pending['page_id'], proof },
    ...{ calculated_at: '1970-01-01T00:00:01.000Z', consistency: 'projection_pending' },
    ...{ projection_seq: '5', retry_after_ms: 1000 },
  })
  t.same((await windowOf({}, AWAY)).answer, AWAY)
  const others = [{ first: LAST }, { last: ROW }, { projectionSeq: 6 }, { items: [] }]
  const ids = [page_id]
  for (const other of others) {
    ids.push((await windowOf({}, done({ ...PAGE, ...other }))).answer['page_id'])
  }
  t.equal(new Set(ids).size, 1 + others.length, 'each other page has another id')
})

t.test('a count asks for all of its window, and says when it cannot be told yet', async (t) => {
  const count = (total: number | null, query: object = {}) =>
    windowOf(query, done({ total, projectionSeq: 5 }), COUNT)
  const { answer, what, question } = await count(3, { edge: 'last', limit: 1 })
  const { query_id, ...rest } = answer
  t.strictSame([what, question], ['queries accounts.window_count', { ...QUESTION, conditions: [] }])
  const told = { resource: 'accounts', projection_seq: '5' }
  t.strictSame(rest, { ...told, total: 3, consistency: 'current' })
  t.strictSame((await count(null)).answer, {
    ...{ ...told, query_id, total: null },
    ...{ consistency: 'projection_pending', retry_after_ms: 1000 },
  })
  t.same((await windowOf({}, AWAY, COUNT)).answer, AWAY)
})

t.test('a window is another one by each thing that decides its rows or their order', async (t) => {
  const queries = [
    {},
    { search: '7' },
    { group: 'demo\\*' },
    { group_path: 'demo' },
    { client: '7' },
  ]
  const readers = [
    { login: 8 },
    { rights: new Set(rights.slice(0, 3)) },
    { groupScope: ['demo\\*'] },
  ].map((own) => session({ rights: READER.rights, ...own }))
  const [proofs, ids]: [unknown[], unknown[]] = [[], []]
  for (const query of queries) {
    proofs.push((await windowOf(query)).answer['proof'])
    ids.push((await windowOf(query, done({ total: 3 }), COUNT)).answer['query_id'])
  }
  for (const reader of readers) {
    proofs.push((await windowOf({}, done(PAGE), WINDOW, reader)).answer['proof'])
    ids.push((await windowOf({}, done({ total: 3 }), COUNT, reader)).answer['query_id'])
  }
  t.equal(new Set(ids).size, 8)
  const falling = { sort: '-login' }
  const { query_id } = (await windowOf(falling, done({ total: 3 }), COUNT)).answer
  t.equal(query_id, ids[0], 'the order does not change how many they are')
  proofs.push((await windowOf(falling)).answer['proof'])
  t.equal(new Set(proofs).size, 9)
  const turned = session({ rights: new Set(rights.toReversed()) })
  t.equal((await windowOf({}, done(PAGE), WINDOW, turned)).answer['proof'], proofs[0])
})
