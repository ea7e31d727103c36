import t from 'tap'
import { accept } from '../../../actors/thread/ask.js'
import { refuse } from '../../../engine/code.js'
import { DATAFEEDS_TIMEOUT_SEC } from '../../../engine/pricing/merge.js'
import { actorOf } from '../../../http/routes/settings/config-routes.js'
import { EURUSD, givenBook } from '../../given/book.js'
import { session } from '../given.js'
import { handled } from './handled.js'

// What single handlers make of settings, quotes and audits, without a server.

const STAFF = session({ groupScope: ['demo\\*'], rights: new Set() })
const AWAY = refuse('unavailable', 'This part is starting again.')

t.test('a leverage profile tells which groups of the scope use it', async (t) => {
  const group = (path: string, leverage_profile_id: number | null) => ({
    path,
    leverage_profile_id,
  })
  const records = {
    leverage_profiles: [
      { id: 1, version: 1, rules: [{ name: 'a' }, { name: 'b' }] },
      { id: 2, version: 1, rules: [] },
    ],
    groups: [
      ...[group('demo\\a', 1), group('demo\\b', 2), group('demo\\c', 1)],
      ...[group('real\\a', 1), group('demo\\d', null)],
    ],
  }
  const asked: unknown[] = []
  const services = {
    settings: { book: { records } },
    desk: {
      ask: async (name: string, change: { input: { rules: unknown } }) => {
        asked.push([name, change])
        return accept({ ...records.leverage_profiles[0], ...change.input })
      },
    },
  }
  const given = { services, session: STAFF }
  const path = '/admin/v1/leverage-profiles'
  t.strictSame(await handled(`GET ${path}`, given), [
    { ...records.leverage_profiles[0], groups: ['demo\\a', 'demo\\c'] },
    { ...records.leverage_profiles[1], groups: ['demo\\b'] },
  ])
  const drop = (n: number, version = 1, id = 1) =>
    handled(`DELETE ${path}/{id}/rules/{n}`, { ...given, params: { id, n }, query: { version } })
  const missing = refuse('not_found', 'There is no rule 3: the profile has 2.')
  t.strictSame(await drop(3), missing)
  const patch = { ...given, params: { id: 1, n: 3 }, body: { version: 1, name: 'c' } }
  t.strictSame(await handled(`PATCH ${path}/{id}/rules/{n}`, patch), missing)
  t.match(await drop(1, 2), { ok: false, code: 'conflict' }, 'it was read at another version')
  t.match(await drop(1, 1, 3), { ok: false, code: 'not_found' })
  t.strictSame(asked, [])
  t.match(await drop(2), { id: 1, rules: [{ name: 'a' }], groups: ['demo\\a', 'demo\\c'] })
  t.match(asked, [
    [
      'config.update',
      {
        ...{ actor: { login: 7 }, kind: 'leverage_profiles', id: 1, version: 1 },
        input: { rules: [{ name: 'a' }] },
      },
    ],
  ])
})

t.test('a leverage switch that was kept without its maker names nobody', async (t) => {
  const one = { id: 1, group: 'demo\\a' }
  const records = {
    leverage_switches: [one, { ...one, id: 2, made_by: 5 }, { ...one, id: 3, group: 'real\\a' }],
  }
  const services = { settings: { book: { records } } }
  t.strictSame(await handled('GET /admin/v1/leverage-switches', { services, session: STAFF }), [
    { ...one, made_by: null },
    { ...one, id: 2, made_by: 5 },
  ])
})

t.test(
  'quotes of a symbol are its market and the range of its day, null while there is none',
  async (t) => {
    const board = (quote: object | undefined, range: object | undefined) => ({
      quote: (id: number) => (id === 1 ? quote : undefined),
      dayRange: (id: number, now: number) => (id === 1 && now === 5000 ? range : undefined),
    })
    const asks = (id: number, of: ReturnType<typeof board>) =>
      handled('GET /admin/v1/symbols/{id}/quotes', {
        ...{ session: STAFF, params: { id } },
        services: { board: of, clock: { now: () => 5000 }, settings: { book: givenBook() } },
      })
    const known = board({ bid: 110_000, ask: 110_010, at: 4000 }, { high: 120_000, low: 0 })
    const name = { id: 1, symbol: 'EURUSD' }
    t.strictSame(await asks(1, known), {
      ...{ ...name, bid: '1.10000', ask: '1.10010', at: '1970-01-01T00:00:04.000Z' },
      ...{ high: '1.20000', low: '0.00000' },
    })
    const none = { ...name, bid: null, ask: null, at: null, high: null, low: null }
    t.strictSame(await asks(1, board(undefined, undefined)), none)
    t.strictSame(await asks(99, known), refuse('not_found', 'There is no symbol 99.'))
  },
)

t.test('symbols are listed by mask and page, with what is known of them now', async (t) => {
  const symbol = (id: number, path: string, trade_access = 'full') => ({
    ...{ ...EURUSD, id, path, trade_access },
  })
  const symbols = [
    ...[symbol(1, 'Forex\\EURUSD'), symbol(2, 'Forex\\Old', 'disabled'), symbol(3, 'Metals\\XAU')],
    ...[symbol(4, 'Metals\\XAG'), symbol(5, 'Metals\\XPT')],
  ]
  const quotedAt = new Map<number, number>([
    ...([
      [1, 100_000],
      [2, 100_000],
      [3, 100_001 - DATAFEEDS_TIMEOUT_SEC * 1000],
    ] as const),
    ...([[4, 100_000 + DATAFEEDS_TIMEOUT_SEC * 1000]] as const),
  ])
  const services = {
    settings: { book: { records: { symbols } } },
    clock: { now: () => 100_000 },
    board: {
      quote: (id: number) => (quotedAt.has(id) ? { at: quotedAt.get(id) } : undefined),
    },
  }
  const asks = async (query: object) => {
    const found = await handled('GET /admin/v1/symbols', { services, session: STAFF, query })
    const { items, ...rest } = found as { items: { id: number; status: string }[] }
    return [items.map(({ id, status }) => `${id} ${status}`), rest]
  }
  const all = ['1 quoted', '2 disabled', '3 quoted', '4 silent', '5 silent']
  t.strictSame(await asks({}), [all, { page: 1, total: 5 }])
  t.strictSame(await asks({ page: 2, limit: 2 }), [all.slice(2, 4), { page: 2, total: 5 }])
  for (const mask of ['metals\\*', '*XA*,*XPT']) {
    for (const _ of ['first', 'again']) {
      t.strictSame(await asks({ mask }), [all.slice(2), { page: 1, total: 3 }], mask)
    }
  }
  t.strictSame(await asks({ mask: 'eurusd' }), [['1 quoted'], { page: 1, total: 1 }])
  t.strictSame(await asks({ mask: 'EUR' }), [[], { page: 1, total: 0 }])
})

t.test('an account that nobody can repair is told by what is lost of it alone', async (t) => {
  const field = (name: string, stored: string | null, computed: string | null) => ({
    ...{ field: name, stored, computed },
  })
  const differences = [
    ...[field('balance', '1.00', null), field('credit', null, '2.00')],
    ...[field('deal 5', null, null), field('deal 6', null, null)],
  ]
  const asked: unknown[] = []
  const services = (repair: string, answer: unknown) => ({
    accounts: { stored: async () => ({ login: 1001, group: 'demo\\a' }) },
    trading: {
      shardOf: () => ({
        shard: 2,
        ask: async (name: string, request: unknown) => {
          asked.push([name, request])
          if (name === 'repair') return answer
          return accept({ recordSeq: 5, text: 'held', records: 'page', next: 0 })
        },
      }),
    },
    queries: {
      of: () => ({
        run: async (...question: unknown[]) => {
          asked.push(question)
          return accept({ isBehind: false, differences, repair })
        },
      }),
    },
  })
  const asks = (repair: string, answer: unknown, headers = {}) =>
    handled('POST /admin/v1/accounts/{login}/repair', {
      ...{ session: STAFF, params: { login: 1001 }, headers, services: services(repair, answer) },
    })
  const lost =
    'deal 5, deal 6: neither the tables nor the log have it. Run openfloor verify, and restore a backup.'
  t.strictSame(await asks('', AWAY), refuse('conflict', lost))
  const audited = [
    ['held', { login: 1001 }],
    ['history', { login: 1001, from: 5 }],
    ['account.audit', { login: 1001, shard: 2, held: 'held', logged: ['page'] }],
  ]
  t.strictSame(asked.splice(0), audited)
  t.equal(await asks('made', AWAY), AWAY)
  const by = { login: 7, ip: '192.0.2.1', request_id: 'r-1' }
  const repair = { login: 1001, repair: 'made', differences, request_id: '', by }
  t.strictSame(asked.splice(0), [...audited, ['repair', repair]])
  t.match(await asks('made', AWAY, { 'idempotency-key': 'x' }), { code: 'invalid_input' })
  t.strictSame(asked, [])
})

t.test('who acts is told with login and address, and without a session without login', (t) => {
  const from = { address: '192.0.2.1', requestId: 'r-1' }
  const told = { ip: '192.0.2.1', requestId: 'r-1' }
  t.strictSame(actorOf({ ...from, session: STAFF }), { login: 7, ...told })
  t.strictSame(actorOf({ ...from, session: null }), { login: null, ...told })
  t.end()
})
