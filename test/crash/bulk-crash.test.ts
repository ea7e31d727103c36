import { randomUUID } from 'node:crypto'
import t from 'tap'
import { Prng } from '../../engine/numbers/prng.js'
import { scratch } from '../given/desk.js'
import { verifyAll } from './audit.js'
import { CHEAP_SERVER, pause, ServerProcess, type Signature } from './server-process.js'

// Requests with many items that are cut short by `kill -9`, and repeated: nobody is paid twice, nobody is
// left out, and each position is closed once. `node dist/test/crash/bulk-crash.test.js 20` cuts each
// of them so often; with 10000 behind it payments for positions have so many lines, with 1000 behind that so many
// positions are closed, and with 1000 behind that the deals of so many are corrected.

const ROUNDS = Number(process.argv[2] ?? 1)
const SHARDS = 2
const ACCOUNTS = 6
const PAYMENTS = 800
const POSITIONS = Number(process.argv[4] ?? 120)
const CORRECTED = Number(process.argv[5] ?? 60)
/** Of payments for positions: two payments each. */
const LINES = Number(process.argv[3] ?? 200)
const CLOSED_BY_KEY = 'POST /admin/v1/positions/bulk-close'
/** Looking without a pause takes the processor from what is waited for. */
const LOOK_MS = 20
const ENV = { DEMO_TICKS_PER_SEC: '1' }

t.setTimeout(0)

type Rows = readonly Readonly<Record<string, unknown>>[]

interface Outcome {
  readonly total: number
  readonly results: Rows
}

/** Records that are durable, over all accounts. */
async function written(): Promise<number> {
  const { body } = await server.health()
  return Number((body as unknown as { seq?: unknown }).seq)
}

/** Asks, and kills the server when it has made `after` more records; true when that cut the answer off. */
async function cut(after: number, ask: Promise<unknown>): Promise<boolean> {
  const begun = await written()
  let isOver = false
  const over = ask.then(
    () => {
      isOver = true
      return false
    },
    () => true,
  )
  while (!isOver && (await written()) < begun + after) await pause(2)
  await server.kill()
  return over
}

async function again(): Promise<void> {
  server = await ServerProcess.start({ dataDir, shards: SHARDS, env: ENV, script: CHEAP_SERVER })
  staff = await server.signInStaff()
}

interface Page {
  readonly items: Rows
  readonly total: number
  readonly consistency: string
}

/** A page of the tables, once they have all that is durable. */
async function projected(what: string): Promise<Page> {
  const fence = `${what}&min_projection_seq=${await written()}`
  for (;;) {
    const { data } = await server.ask<Page>(fence, staff)
    if (data.consistency === 'current') return data
    await pause(LOOK_MS)
  }
}

/** Repeats it until nothing of it is unknown. */
async function repeated<T>(
  ask: () => Promise<{ readonly code: string; readonly message: string; readonly data: T }>,
  rowsOf: (data: T) => Rows,
): Promise<T> {
  for (;;) {
    const { code, message, data } = await ask()
    // The tables are behind for a moment: nothing was done.
    if (code === 'unavailable') {
      await pause(LOOK_MS)
      continue
    }
    if (code !== 'ok') throw new Error(`${code}: ${message}`)
    const open = rowsOf(data).filter((row) => {
      return row['code'] === 'unavailable' || row['code'] === 'trade.timeout'
    })
    if (open.length === 0) return data
    await pause(LOOK_MS)
  }
}

const dataDir = scratch(t)
const prng = new Prng(20261122)
const logins: number[] = []
let server: ServerProcess
let staff: Signature

t.test(`payments that are cut short ${ROUNDS} times are made once each`, async (t) => {
  await again()
  for (let n = 0; n < ACCOUNTS; n++) {
    logins.push(await server.openBareAccount(staff, 'demo\\standard'))
  }
  const cents = new Map(logins.map((login) => [login, 0]))
  for (let round = 0; round < ROUNDS; round++) {
    const items = Array.from({ length: PAYMENTS }, (_, n) => {
      const login = logins[n % ACCOUNTS] as number
      const amount = 1 + prng.below(1000)
      cents.set(login, (cents.get(login) as number) + amount)
      const text = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
      return { login, action: 'deposit', amount: text, request_id: randomUUID() }
    })
    const pay = (body: object = { items }) =>
      server.ask<Rows>('POST /admin/v1/accounts/balance/bulk', staff, body)
    t.ok(await cut(1 + prng.below(PAYMENTS / 2), pay()), 'killed in its middle')
    await again()
    const begun = performance.now()
    const rows = await repeated(pay, (data) => data)
    t.comment(`${PAYMENTS} were finished in ${Math.round(performance.now() - begun)} ms`)
    t.same(
      rows.map(({ login, request_id, status }) => [login, request_id, status]),
      items.map(({ login, request_id }) => [login, request_id, 'done']),
    )
    for (const login of logins) {
      const { data } = await server.ask(`GET /admin/v1/accounts/${login}`, staff)
      t.equal(Math.round(Number(data['balance']) * 100), cents.get(login))
    }
  }
})

t.test(
  `payments for positions that are cut short ${ROUNDS} times are made once each`,
  async (t) => {
    for (let round = 0; round < ROUNDS; round++) {
      const before = await Promise.all(logins.map(centsOf))
      const items = Array.from({ length: LINES }, (_, n) => {
        const login = logins[n % ACCOUNTS] as number
        return { login, request_id: randomUUID(), amount_buy: '0.03', amount_sell: '0.01' }
      })
      const side = { action: 'deposit' }
      const params = { buy: side, sell: side, items }
      const asked = await server.ask('POST /admin/v1/confirmations', staff, {
        action: 'payments',
        params,
      })
      const { code, confirm_token } = asked.data
      const headers = { ...staff.headers, 'idempotency-key': randomUUID() }
      const pay = (more: object = {}) =>
        server.ask<Rows>(
          'POST /admin/v1/positions/payments',
          { ...staff, headers },
          { ...params, ...more },
        )
      const cutAt = 1 + prng.below(LINES)
      t.ok(await cut(cutAt, pay({ confirm_token, confirm_code: code })), 'killed in its middle')
      await again()
      Object.assign(headers, staff.headers)
      const begun = performance.now()
      const rows = await repeated(
        () => pay(),
        (data) => data,
      )
      t.comment(`${2 * LINES} were finished in ${Math.round(performance.now() - begun)} ms`)
      t.equal(rows.length, 2 * LINES)
      t.ok(rows.every(({ status }) => status === 'done'))
      const after = await Promise.all(logins.map(centsOf))
      t.same(
        after,
        before.map(
          (cents, n) => cents + 4 * items.filter(({ login }) => login === logins[n]).length,
        ),
      )
    }
  },
)

async function centsOf(login: number): Promise<number> {
  const { data } = await server.ask(`GET /admin/v1/accounts/${login}`, staff)
  return Math.round(Number(data['balance']) * 100)
}

t.test(`a bulk close that is cut short ${ROUNDS} times closes each position once`, async (t) => {
  for (const login of logins) {
    const deposit = { action: 'deposit', amount: '100000', request_id: randomUUID() }
    await server.sure(`POST /admin/v1/accounts/${login}/balance`, staff, deposit)
  }
  for (let round = 0; round < ROUNDS; round++) {
    const opened = await traded(POSITIONS, () => OPEN)
    const ids = opened.map(({ id }) => id)
    await projected('GET /admin/v1/positions?symbol=EURUSD')
    const params = { close_positions: true, symbol: 'EURUSD' }
    const asked = await server.ask('POST /admin/v1/confirmations', staff, {
      action: 'bulk_close',
      params,
    })
    const { code, confirm_token } = asked.data
    const headers = { ...staff.headers, 'idempotency-key': randomUUID() }
    const close = (more: object = {}) =>
      server.ask<Outcome>(CLOSED_BY_KEY, { ...staff, headers }, { ...params, ...more })
    const confirmed = { confirm_token, confirm_code: code }
    t.ok(await cut(1 + prng.below(POSITIONS / 2), close(confirmed)), 'killed in its middle')
    await again()
    Object.assign(headers, staff.headers)
    const outcome = await repeated(
      () => close(),
      ({ results }) => results,
    )
    t.equal(outcome.total, POSITIONS)
    t.same(
      outcome.results.map(({ id, status, code: said }) => [id, status, said]).sort(byFirst),
      ids.map((id) => [id, 'done', 'ok']).sort(byFirst),
    )
    t.same((await close()).data, outcome, 'and that is the answer from then on')
    const left = await projected('GET /admin/v1/positions?symbol=EURUSD')
    t.equal(left.total, 0)
    const closings = new Map<number, number>()
    for (const login of logins) {
      const deals = await projected(`GET /admin/v1/accounts/${login}/deals?limit=1000`)
      for (const deal of deals.items.filter(({ entry }) => entry === 'out')) {
        const id = Number(deal['position_id'])
        closings.set(id, (closings.get(id) ?? 0) + 1)
      }
    }
    for (const id of ids) t.equal(closings.get(id), 1, `position ${id} is closed once`)
    const lines = await server.ask<{ total: number }>(
      'GET /admin/v1/journal?kind=bulk_close',
      staff,
    )
    t.equal(lines.data.total, round + 1, 'one line')
  }
})

t.test(`deals whose correction is cut short ${ROUNDS} times are corrected once`, async (t) => {
  for (let round = 0; round < ROUNDS; round++) {
    const opened = await traded(CORRECTED, () => OPEN)
    // Every second one is closed: what it made is another amount from then on.
    const isOver = (n: number): boolean => n % 2 === 1
    const closings = opened.filter((_, n) => isOver(n))
    await traded(
      closings.length,
      (n) => ({ kind: 'close', position_id: closings[n]?.id }),
      closings,
    )
    const mine = new Map(opened.map(({ id }, n) => [id, n]))
    const { items: deals } = await projected('GET /admin/v1/deals?symbol=EURUSD&limit=1000')
    const items = deals.flatMap(({ id, position_id: position, entry, price }) => {
      if (entry !== 'in' || !mine.has(Number(position))) return []
      return [{ id, price: (Number(price) + 0.0001).toFixed(5) }]
    })
    t.equal(items.length, CORRECTED)
    const params = { items, reason: 'a spike' }
    const asked = await server.ask('POST /admin/v1/confirmations', staff, {
      action: 'deal_corrections',
      params,
    })
    const { code, confirm_token } = asked.data
    const headers = { ...staff.headers, 'idempotency-key': randomUUID() }
    const correct = (more: object = {}) =>
      server.ask<Outcome>(
        'POST /admin/v1/deals/correct',
        { ...staff, headers },
        { ...params, ...more },
      )
    const before = await Promise.all(logins.map(centsOf))
    const confirmed = { confirm_token, confirm_code: code }
    t.ok(await cut(1 + prng.below(CORRECTED / 2), correct(confirmed)), 'killed in its middle')
    await again()
    Object.assign(headers, staff.headers)
    const outcome = await repeated(
      () => correct(),
      ({ results }) => results,
    )
    t.equal(outcome.total, CORRECTED)
    t.same(
      outcome.results
        .map(({ position_id: id, status, code: said }) => [id, status, said])
        .sort(byFirst),
      opened.map(({ id }) => [id, 'done', 'ok']).sort(byFirst),
    )
    t.same((await correct()).data, outcome, 'and that is the answer from then on')
    const booked = new Map<number, number>()
    for (const { login, amount, position_id: id } of outcome.results) {
      const cents = Math.round(Number(amount) * 100)
      t.equal(cents, isOver(mine.get(Number(id)) ?? 0) ? -10 : 0)
      booked.set(Number(login), (booked.get(Number(login)) ?? 0) + cents)
    }
    t.same(
      await Promise.all(logins.map(centsOf)),
      before.map((cents, n) => cents + (booked.get(logins[n] as number) ?? 0)),
      'each amount once',
    )
    const held = await projected('GET /admin/v1/positions?symbol=EURUSD&limit=1000')
    for (const { id, version } of held.items.filter((row) => mine.has(Number(row['id'])))) {
      t.equal(version, 2, `position ${id} has one new price`)
    }
    const lines = await server.ask<{ total: number }>(
      'GET /admin/v1/journal?kind=deal_corrections',
      staff,
    )
    t.equal(lines.data.total, round + 1, 'one line')
  }
  await server.terminate()
  t.same(await verifyAll(dataDir, SHARDS), [])
})

const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }

interface Traded {
  readonly login: number
  readonly id: number
}

/** So many requests of trades, each of an account in turn or of the one that is given; answers their positions. */
async function traded(
  count: number,
  requestOf: (n: number) => object,
  of: readonly { readonly login: number }[] = logins.map((login) => ({ login })),
): Promise<readonly Traded[]> {
  const made: Traded[] = []
  for (let n = 0; n < count; n += ACCOUNTS) {
    const asked = Array.from({ length: Math.min(ACCOUNTS, count - n) }, async (_, i) => {
      const { login } = of[(n + i) % of.length] as { login: number }
      const what = `POST /admin/v1/accounts/${login}/trade`
      const { data, code, message } = await server.ask(what, staff, requestOf(n + i))
      if (code !== 'ok') throw new Error(message)
      return { login, id: Number(data['position_id']) }
    })
    made.push(...(await Promise.all(asked)))
  }
  return made
}

function byFirst(a: readonly unknown[], b: readonly unknown[]): number {
  return Number(a[0]) - Number(b[0])
}
