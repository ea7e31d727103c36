import t from 'tap'
import type { Code } from '../../../engine/code.js'
import { Prng } from '../../../engine/numbers/prng.js'
import { catalog } from '../../../http/catalog.js'
import { apiSchema } from '../../../http/docs/api-schema.js'
import { bodyExample } from '../../../http/docs/openapi.js'
import { nameOf, type Route } from '../../../http/pipeline/route.js'
import { statusTable } from '../../../wire/answer/errors.js'
import { verifyAll } from '../../crash/audit.js'
import { fitting } from '../../given/fitting.js'
import { type AccountAnswer, AccountFront } from '../../given/fronts/account-front.js'
import { brokenBytes, mutated, one } from '../../given/mutants.js'
import { Ledger } from '../../given/records/ledger.js'
import { anyTrade, TRADE_BODIES } from '../../given/records/trade-bodies.js'
import { deposit, funded, OPEN, recordsOf, trade } from '../../given/records/trades.js'

/** `MALFORMED_REQUESTS=100000 node dist/test/http/pipeline/malformed-routes.test.js` for a long run. */
const REQUESTS = Number(process.env['MALFORMED_REQUESTS'] ?? 800)
const AT_ONCE = 32
t.setTimeout(0)

// Whatever is asked of the routes, with bodies, queries and paths that are nearly right, has a code of
// the list and is no 500, ends no thread, and leaves the books right.

/** The routes that change what the others go by: they come at the end. */
const CHANGES =
  /^(PUT|PATCH|DELETE|POST) .*\/(symbols|groups|routing|settings|leverage|holidays|datafeeds)/
const CHANGING = catalog.filter((route) => CHANGES.test(nameOf(route)))
/** The sessions of the test are not in the session store. */
const OWN = /\/auth\/(me|logout|change-password|otp|sessions$)|\/me\/api-password$/
const OTHERS = catalog.filter((route) => !CHANGING.includes(route) && !OWN.test(route.path))
const TRADES: readonly Route[] = catalog.filter(({ path }) => /\/trade(\/check)?$/.test(path))
const IDS_KEPT = 40
const TRADED = ['EURUSD', 'GBPUSD', 'USDJPY']
const PRICED_EVERY = 500

class Asking {
  readonly #front: AccountFront
  readonly #traders: readonly number[]
  readonly #prng = new Prng(Number(process.env['TEST_SEED'] ?? 1))
  readonly #names = namesIn([...catalog.map(bodyExample), ...TRADE_BODIES])
  readonly #versions = new Map<string, unknown>()
  readonly #ids: number[] = [1]
  readonly seen = new Map<string, number>()
  readonly wrong: string[] = []

  constructor(front: AccountFront, traders: readonly number[]) {
    this.#front = front
    this.#traders = traders
  }

  /** Each route once, then any of them, every other one a trade where `trades` are meant. */
  async all(routes: readonly Route[], count: number, trades: readonly Route[] = []): Promise<void> {
    const first = [...routes, ...trades]
    let left = count
    const lane = async (): Promise<void> => {
      while (left-- > 0) {
        if (left % PRICED_EVERY === 0) this.#price()
        const some = trades.length > 0 && this.#prng.below(2) === 0 ? trades : routes
        await this.#ask(first.pop() ?? one(this.#prng, some))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  }

  /** A long run outlasts the time for which a price is good. */
  #price(): void {
    const { board, book } = this.#front.supervisor
    for (const name of TRADED) {
      const id = book.symbolsByName.get(name)?.id ?? 0
      const quote = board.quote(id)
      if (quote !== undefined) this.#front.price(id, quote.bid, quote.ask)
    }
  }

  async #ask(route: Route): Promise<void> {
    const prng = this.#prng
    const login = one(prng, this.#traders)
    const path = this.#pathOf(route, login)
    const body = this.#bodyOf(route, path)
    const asked = queryOf(prng, route)
    const as = route.path.startsWith('/trader/') ? login : 'admin'
    const answer = await this.#front.ask(`${route.method} ${path}${asked}`, as, body)
    this.#heard(route, answer, path, body)
  }

  #bodyOf(route: Route, path: string): unknown {
    const prng = this.#prng
    if (route.body === null) return undefined
    const given = TRADES.includes(route)
      ? anyTrade(prng, this.#ids)
      : prng.below(2) === 0
        ? bodyExample(route)
        : fitting(prng, apiSchema(route.body))
    const version = this.#versions.get(path)
    const meant = version === undefined ? given : { ...(given as object), version }
    const kind = prng.below(20)
    if (kind === 0) return brokenBytes(prng, meant, 'json')
    return kind < 7 ? meant : mutated(prng, meant, this.#names)
  }

  #heard(
    { statuses }: Route,
    { status, code, data, message }: AccountAnswer,
    path: string,
    body: unknown,
  ): void {
    this.seen.set(code, (this.seen.get(code) ?? 0) + 1)
    const due = statuses[code as Code] ?? statusTable()[code]
    if (status === 500 || due !== status) {
      this.wrong.push(`${path} ${JSON.stringify(body)}: ${status} ${code} ${message}`)
    }
    if (status !== 200) return
    if (typeof data?.['version'] === 'number') this.#versions.set(path, data['version'])
    for (const name of ['order_id', 'position_id', 'id']) {
      const id = data?.[name]
      if (typeof id === 'number' && this.#ids.push(id) > IDS_KEPT) this.#ids.shift()
    }
  }

  #pathOf(route: Route, login: number): string {
    const prng = this.#prng
    const examples = (route.example.params ?? {}) as Record<string, string>
    return route.path.replaceAll(/\{([a-z_]+)\}/g, (_, name) => {
      if (prng.below(8) === 0) return one(prng, ODD_PATHS)
      const example = encodeURIComponent(examples[name] ?? '1')
      if (name === 'login') return one(prng, [String(login), example])
      return name === 'id' ? one(prng, [String(one(prng, this.#ids)), '1', '2', example]) : example
    })
  }
}

t.test('nothing that is asked of the routes is a 500', async (t) => {
  const front = await AccountFront.start(t)
  for (const name of TRADED) await front.quoted(name)
  const traders = [
    await funded(front),
    await funded(front, { group: 'demo\\netting' }),
    await funded(front, { group: 'real\\ecn' }),
  ]
  for (const login of traders) await deposit(front, login, '100000.00')
  const asking = new Asking(front, traders)

  // Other requests take the right to trade away from the accounts sooner or later.
  await asking.all(TRADES, REQUESTS / 4)
  await asking.all(OTHERS, (REQUESTS * 3) / 4, TRADES)
  t.match(await trade(front, await funded(front), OPEN), { code: 'ok' }, 'an order is carried out')
  await asking.all(CHANGING, REQUESTS / 4)

  t.same(asking.wrong, [])
  for (const code of ['ok', 'trade.placed', 'invalid_input', 'not_found', 'conflict']) {
    t.ok(asking.seen.has(code), `${code} is among the answers`)
  }
  t.comment(JSON.stringify(Object.fromEntries([...asking.seen].toSorted())))
  for (const login of traders) {
    const { status, code } = await trade(front, login)
    t.ok(status < 500, `the account trades: ${code}`)
    const ledger = new Ledger(login)
    for (const record of await recordsOf(front, login)) ledger.add(record)
    const { data } = await front.ask('GET /trader/v1/account', login)
    const { balance } = data['money'] as { readonly balance: string }
    t.equal(BigInt(balance.replace('.', '')), ledger.balance, `the books of ${login}`)
  }
  t.same(front.errors, [])
  t.same(front.supervisor.condition.troubles, [])
  await front.stop()
  t.same(await verifyAll(front.dataDir, front.supervisor.shards.length), [])
})

const ODD_PATHS = ['0', '-1', '1e9', '%00', '%', '..', '9007199254740993', 'x', '%F0%9F%98%80', '']
const VALUES = [
  '1',
  '0',
  '-1',
  '100',
  '99999999',
  '2026-01-01',
  '2026-01-01T00:00:00Z',
  'EURUSD',
  '*',
  'H1',
  '%',
  '%00',
  '%ff',
  '1e9',
  'true',
  '-balance',
  'x'.repeat(600),
  '',
]

/** Parameters of the route, most with values that fit. */
function queryOf(prng: Prng, route: Route): string {
  const own = route.query === null ? {} : (apiSchema(route.query).properties ?? {})
  const parts = Object.entries(own)
    .filter(() => prng.below(4) === 0)
    .map(([name, schema]) => {
      const value = prng.below(3) === 0 ? one(prng, VALUES) : String(fitting(prng, schema))
      return `${name}=${prng.below(20) === 0 ? value : encodeURIComponent(value)}`
    })
  if (prng.below(20) === 0) parts.push('no_such=1')
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

function namesIn(values: readonly unknown[]): string[] {
  const found = new Set(['__proto__', 'constructor', 'toString', ''])
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (!Array.isArray(value)) for (const name of Object.keys(value)) found.add(name)
    for (const part of Object.values(value)) walk(part)
  }
  values.forEach(walk)
  return [...found]
}
