import t from 'tap'
import { AccountFront } from '../../../given/fronts/account-front.js'
import { funded, OPEN, trade } from '../../../given/records/trades.js'

// Goal: who holds most of a symbol, and who is nearest to a stop out, is answered of all shards in one order.

const front = await AccountFront.start(t)
const [euro, yen] = [await front.quoted('EURUSD'), await front.quoted('USDJPY')]
front.price(euro.id, 110_000, 110_010)
front.price(yen.id, 150_000, 150_010)

async function must(login: number, body: object): Promise<void> {
  const done = await trade(front, login, body)
  if (done.status !== 200) throw new Error(done.message)
}

async function rowsOf(path: string, as = 'admin'): Promise<Readonly<Record<string, unknown>>[]> {
  const { status, data, message } = await front.ask(`GET ${path}`, as)
  if (status !== 200) throw new Error(`${status}: ${message}`)
  return data['rows'] as Readonly<Record<string, unknown>>[]
}

const loginsOf = async (path: string, as?: string) =>
  (await rowsOf(path, as)).map(({ login }) => login)

const logins: number[] = []
for (let i = 0; i < 3; i++) logins.push(await funded(front))
const [long = 0, hedged = 0, short = 0] = logins
const real = await funded(front, { group: 'real\\standard' })
await must(long, { ...OPEN, volume: '0.50' })
await must(hedged, { ...OPEN, volume: '0.40' })
await must(hedged, { ...OPEN, volume: '0.30', side: 'sell' })
await must(short, { ...OPEN, volume: '0.60', side: 'sell' })
await must(real, { ...OPEN, volume: '0.05' })
await must(real, { ...OPEN, symbol: 'USDJPY', volume: '0.01' })

t.test('holders of a symbol come by net, by gross or by profit, the largest first', async (t) => {
  const path = '/admin/v1/exposure/accounts?symbol=EURUSD'
  const rows = await rowsOf(path)
  t.same(
    rows.map(({ login }) => login),
    [short, long, hedged, real],
  )
  t.match(rows[1], {
    group: 'demo\\standard',
    currency: 'USD',
    buy: '0.5',
    sell: '0',
    net: '0.5',
    profit: '-5.00',
    positions: 1,
  })
  t.match(rows[2], { buy: '0.4', sell: '0.3', net: '0.1', positions: 2 })
  t.same(await loginsOf(`${path}&by=gross`), [hedged, short, long, real])
  t.same(await loginsOf(`${path}&by=gross&min=0.55&limit=5`), [hedged, short])
  t.same(await loginsOf(`${path}&limit=1`), [short])
  t.same(await loginsOf(`${path}&group=real*`), [real])
  t.same(await loginsOf('/admin/v1/exposure/accounts?symbol=usdjpy'), [real])
  front.price(euro.id, 111_000, 111_010)
  // 0.6 lots lose 1,010 points, 0.5 gain 990, 0.4 gain 990 while 0.3 lose 1,010.
  const profits = await rowsOf(`${path}&by=profit`)
  t.same(
    profits.map(({ login, profit }) => [login, profit]),
    [
      [short, '-606.00'],
      [long, '495.00'],
      [hedged, '93.00'],
      [real, '49.50'],
    ],
  )
  t.same(await loginsOf(`${path}&by=profit&min=93`), [short, long, hedged])
  front.price(euro.id, 110_000, 110_010)
})

t.test('the lowest margin levels of all shards come first', async (t) => {
  const rows = await rowsOf('/admin/v1/accounts/margin')
  const levels = rows.map(({ level }) => Number(level))
  t.equal(levels.length, 4)
  t.same(
    levels,
    levels.toSorted((a, b) => a - b),
  )
  const [lowest] = rows
  const { data } = await front.ask(`GET /admin/v1/accounts/${lowest?.['login']}`, 'admin')
  const { equity, margin, profit, margin_level: level } = data['money'] as Record<string, string>
  t.match(lowest, { level, equity, margin, profit, call: false })
  t.same(await loginsOf(`/admin/v1/accounts/margin?below=${lowest?.['level']}`), [])
  t.same(await loginsOf('/admin/v1/accounts/margin?limit=1'), [lowest?.['login']])
  t.same(await loginsOf('/admin/v1/accounts/margin?group=real*'), [real])
})

t.test('what is out of scope is in no list, and what is asked wrongly is refused', async (t) => {
  t.same(await loginsOf('/admin/v1/exposure/accounts?symbol=EURUSD', 'real only'), [real])
  t.same(await loginsOf('/admin/v1/accounts/margin', 'real only'), [real])
  for (const query of ['', 'symbol=', 'symbol=EURUSD&by=lots', 'symbol=EURUSD&min=-1']) {
    const answer = await front.ask(`GET /admin/v1/exposure/accounts?${query}`, 'admin')
    t.equal(answer.status, 400, query)
  }
  const fine = 'symbol=EURUSD&min=0.123456789'
  t.match(await front.ask(`GET /admin/v1/exposure/accounts?${fine}`, 'admin'), {
    status: 400,
    data: { fields: [{ path: 'min' }] },
  })
  t.match(await front.ask('GET /admin/v1/exposure/accounts?symbol=NOTHING', 'admin'), {
    status: 404,
  })
  for (const query of ['below=1.001', 'below=x', 'limit=501']) {
    const answer = await front.ask(`GET /admin/v1/accounts/margin?${query}`, 'admin')
    t.equal(answer.status, 400, query)
  }
})

interface Effects {
  readonly accounts: number
  readonly margin_call: number
  readonly stop_out: number
  readonly unpriced: number
  readonly worst: readonly { login: number; level_before: string; level_after: string }[]
}

async function effectsOf(route: string, body: object): Promise<Effects> {
  const { status, data, message } = await front.ask(route, 'admin', body)
  if (status !== 200) throw new Error(`${status}: ${message}`)
  return data['effects'] as Effects
}

const levelsNow = async () =>
  new Map((await rowsOf('/admin/v1/accounts/margin')).map(({ login, level }) => [login, level]))

t.test('a preview of another leverage tells the levels that it would leave', async (t) => {
  const before = await levelsNow()
  const batch = { act: 'patch', params: { leverage: 1 }, logins: [long, hedged, real] }
  const many = await effectsOf('POST /admin/v1/accounts/batch', batch)
  t.match(many, { accounts: 3, stop_out: 2, unpriced: 0 })
  t.equal(many.worst[0]?.login, long, 'the lowest first')
  t.equal(many.worst[0]?.level_before, before.get(long))
  const path = `/admin/v1/accounts/${real}/leverage`
  const one = await effectsOf(`POST ${path}?dry_run=true`, { leverage: 2 })
  t.match(one, { accounts: 1, stop_out: 0, margin_call: 0 })
  t.same(await levelsNow(), before, 'nothing was changed')
  t.equal((await front.ask(`POST ${path}`, 'admin', { leverage: 2 })).status, 200)
  t.equal((await levelsNow()).get(real), one.worst[0]?.level_after, 'and it came so')
  t.match(await effectsOf(`POST ${path}?dry_run=true`, { leverage: 2 }), { accounts: 0 })
  t.equal((await front.ask(`POST ${path}`, 'admin', { leverage: 0 })).status, 200)
})

t.test('a preview of settings counts the accounts that they touch, and no others', async (t) => {
  const group = 'PATCH /admin/v1/groups/demo%5Cstandard?dry_run=true'
  const { version } = (await front.ask('GET /admin/v1/groups/demo%5Cstandard', 'admin')).data
  const levels = { margin_call_level: '1900', stop_out_level: '1900' }
  t.match(await effectsOf(group, { version, ...levels }), { accounts: 3, stop_out: 2 })
  t.match(await effectsOf(group, { version, leverage: 10 }), { accounts: 3, stop_out: 0 })
  t.match(await effectsOf(group, { version, company: 'Another' }), { accounts: 0, worst: [] })
  const row = (mask: string) => ({ symbols: [{ mask, spread_diff_pts: 50 }] })
  t.match(await effectsOf(group, { version, ...row('XAU*') }), { accounts: 0 })
  t.match(await effectsOf(group, { version, ...row('EUR*') }), { accounts: 3, stop_out: 0 })
  const yenPath = `PATCH /admin/v1/symbols/${yen.id}?dry_run=true`
  const margin_rates = [{ kind: 'buy', initial: '1000', maintenance: '1000' }]
  const change = { version: 1, margin_rates }
  t.match(await effectsOf(yenPath, change), { accounts: 1, stop_out: 1, worst: [{ login: real }] })
  const euroPath = `PATCH /admin/v1/symbols/${euro.id}?dry_run=true`
  const spread = await effectsOf(euroPath, { version: 1, spread_pts: 20_000 })
  t.match(spread, { accounts: 4, stop_out: 1, worst: [{ login: short }, { login: hedged }] })
  t.match(await effectsOf(euroPath, { version: 1, description: 'Euro' }), { accounts: 0 })
  const tiers = [{ range_to: '0', initial: '100', maintenance: '100' }]
  const profile = await front.ask('POST /admin/v1/leverage-profiles', 'admin', {
    name: 'Steep',
    rules: [{ name: 'All', mask: '*', range_basis: 'volume', tiers }],
  })
  const leverage = { group: 'demo\\standard', leverage_profile_id: profile.data['id'] }
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const change2 = { ...leverage, at }
  const switched = await effectsOf('POST /admin/v1/leverage-switches?dry_run=true', change2)
  t.match(switched, { accounts: 3, stop_out: 3 })
})

t.test('a preview of a file tells the effects of all its records together', async (t) => {
  const { data: group } = await front.ask('GET /admin/v1/groups/demo%5Cstandard', 'admin')
  const before = await levelsNow()
  const file = (levels: object, more: object = {}) => ({
    file: {
      format: 'app-config',
      version: 1,
      kinds: {
        groups: [{ path: 'demo\\standard', currency: group['currency'], ...levels }],
        ...more,
      },
    },
  })
  const route = 'POST /admin/v1/config/transfer/preview'
  const levels = { margin_call_level: '1900', stop_out_level: '1900' }
  t.match(await effectsOf(route, file(levels)), { accounts: 3, stop_out: 2 })
  t.match(await effectsOf(route, file({ company: 'Another' })), { accounts: 0, worst: [] })
  const holiday = { year: 0, month: 12, day: 25, description: 'Christmas' }
  const none = { file: { format: 'app-config', version: 1, kinds: { holidays: [holiday] } } }
  t.match(await effectsOf(route, none), { accounts: 0, stop_out: 0 })
  t.same(await levelsNow(), before, 'nothing was changed')
})

t.test('an allocation rule moves no margin, and its preview says so', async (t) => {
  const rule = { group_path: 'real\\standard', description: 'Standard', default_leverage: 50 }
  const tried = await effectsOf('POST /admin/v1/account-allocations?dry_run=true', rule)
  t.match(tried, { accounts: 0, stop_out: 0, margin_call: 0, worst: [] })
})

t.test('a caller has one preview at a time', async (t) => {
  const batch = { act: 'patch', params: { leverage: 1 }, logins: [long] }
  const asked = async () =>
    (await front.ask('POST /admin/v1/accounts/batch', 'admin', batch)).status
  const shard = front.supervisor.shardOf(long)
  const { ask } = shard
  let second: Promise<number> | undefined
  shard.ask = async (operation, request) => {
    if (operation === 'effects' && second === undefined) {
      second = asked()
      await second
    }
    return ask.call(shard, operation, request) as never
  }
  t.equal(await asked(), 200)
  t.equal(await second, 429)
  shard.ask = ask
  t.equal(await asked(), 200)
})
