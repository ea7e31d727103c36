import t from 'tap'
import { applyProfile } from '../../../engine/account/state.js'
import {
  SOCKET_BACKLOG_BYTES_MAX,
  VALUED_LOGINS_MAX,
  WATCHED_GROUPS_MAX,
  WATCHED_LOGINS_MAX,
} from '../../../engine/limits/sockets.js'
import type { TradeFields } from '../../../wire/trade/trade-request.js'
import { LOGIN } from '../../given/account.js'
import { HEDGING, NETTING } from '../../given/book.js'
import { DOER } from '../../given/desk.js'
import { BUY, CONFIRM, DealingFloor } from '../../given/floors/dealing-floor.js'
import type { GivenStaff } from '../../given/fronts/socket-front.js'
import type { Frame, WsClient } from '../../given/fronts/ws-client.js'

// Goal: staff hear of the accounts that they watch all that they may, once and in order, and nobody
// hears of others.

const OTHER = 1002
const ONE_TRADE = ['order', 'deal', 'position', 'account_money']
const PROTOCOLS = ['openfloor.json', 'openfloor.msgpack'] as const

/** A floor whose orders are confirmed at once, with a second account in the netting group. */
async function floorOf(test: { teardown(run: () => unknown): unknown }): Promise<DealingFloor> {
  const floor = await DealingFloor.start(test, [CONFIRM])
  floor.shard.profile({ login: OTHER, group: NETTING }).deposit('5000', OTHER)
  return floor
}

async function watching(
  floor: DealingFloor,
  args: object,
  given: GivenStaff = {},
  protocol?: string,
): Promise<WsClient> {
  const client = await floor.dealer(given.login ?? 7, given, protocol)
  t.match(await floor.ask(client, 'watch', args), { code: 'ok' })
  return client
}

/** Everything that came before the reply to a ping. */
async function heard(floor: DealingFloor, client: WsClient): Promise<Frame[]> {
  await floor.settled(client)
  return client.frames.splice(0).filter(({ event }) => event !== 'rights_changed')
}

async function names(floor: DealingFloor, client: WsClient): Promise<string[]> {
  return (await heard(floor, client)).map(({ event }) => event as string)
}

/** But the money, which is told in its own time. */
async function rows(floor: DealingFloor, client: WsClient): Promise<string[]> {
  return (await names(floor, client)).filter((name) => name !== 'account_money')
}

const ROWS = ['order', 'deal', 'position']

/** What the desk tells when the record of an account has changed. */
function recordChanged(floor: DealingFloor, login: number, group: string, version: number): void {
  const profile = { login, group }
  floor.front.told({ type: 'profile', number: 1, version, profile } as never)
}

/** A trade a second later, so that its money is told with it. */
async function trade(floor: DealingFloor, login = LOGIN, body: TradeFields = BUY): Promise<void> {
  floor.shard.clock.at += 1000
  const done = await floor.rest('trade', body, login)
  if (!done.ok) throw new Error(done.message)
}

async function deposited(floor: DealingFloor, amount: string): Promise<void> {
  const operation = { login: LOGIN, action: 'deposit', amount, comment: '' } as const
  const request = { ...operation, request_id: 'b-1', skip_margin_check: false, by: DOER }
  const done = await floor.shardAsk('balance', request)
  if (!done.ok) throw new Error(done.message)
}

t.test('what a trade makes is told as its account hears it, and with its record', async (t) => {
  for (const protocol of PROTOCOLS) {
    const floor = await floorOf(t)
    const staff = await watching(floor, { logins: [LOGIN] }, {}, protocol)
    const trader = await floor.trader(protocol)
    t.match(await staff.event('account_money'), {
      data: { login: LOGIN, money: { balance: '10000.00', equity: '10000.00' } },
    })
    floor.second()
    await heard(floor, trader)
    await heard(floor, staff)
    const reply = await floor.ask(trader, 'trade', BUY)
    const [order, deal, position] = await Promise.all(
      ['order', 'deal', 'position'].map((name) => trader.event(name)),
    )
    const told = await heard(floor, staff)
    const projection_seq = reply.data?.['projection_seq']
    t.same(told.slice(0, 3), [
      { ...order, projection_seq },
      { ...deal, projection_seq },
      { ...position, projection_seq },
    ])
    const money = (await trader.event('money')).data
    t.same(told.slice(3), [{ event: 'account_money', data: { login: LOGIN, money } }])
    floor.settle()
  }
})

t.test(
  'a group is watched by a mask, and an account that is watched twice is told once',
  async (t) => {
    const floor = await floorOf(t)
    const all = await watching(floor, { group: '*' })
    const netting = await watching(floor, { group: 'DEMO/net*' }, { login: 8 })
    const both = await watching(floor, { group: 'demo\\*' }, { login: 9 })
    t.match(await floor.ask(both, 'watch', { logins: [OTHER] }), {
      data: { logins: 1, groups: ['demo\\*'] },
    })
    for (const client of [all, netting, both]) {
      t.same(await names(floor, client), ['account_money'], 'of the one that was asked for')
    }
    await trade(floor, OTHER)
    for (const client of [all, netting, both]) t.same(await names(floor, client), ONE_TRADE)
    await trade(floor)
    t.same(await names(floor, all), ONE_TRADE)
    t.same(await names(floor, netting), [])
    await heard(floor, both)
    await floor.ask(all, 'unwatch', { group: '*' })
    await floor.ask(both, 'unwatch', { logins: [OTHER] })
    await trade(floor, OTHER)
    t.same(await names(floor, all), [])
    t.same(await names(floor, both), ONE_TRADE, 'its group is watched yet')
    t.match(await floor.ask(both, 'unwatch', {}), { data: { logins: 0, groups: [] } })
    await floor.ask(netting, 'unwatch', {})
    t.ok(floor.shard.core.watched.isIdle)
    t.equal(floor.watchers.size, 0)
    floor.settle()
  },
)

t.test('balance operations, corrections, margin calls and stop outs are told', async (t) => {
  const floor = await floorOf(t)
  const staff = await watching(floor, { logins: [LOGIN] })
  await trade(floor, LOGIN, { ...BUY, volume: '5.00' })
  const [position_id] = floor.shard.account().positions.keys()
  await heard(floor, staff)
  await deposited(floor, '10')
  t.match(await staff.event('deal'), { data: { entry: 'balance', profit: '10.00' } })
  await floor.shardAsk('correct', {
    login: LOGIN,
    correction: {
      positionId: position_id ?? 0,
      version: 0,
      comment: 'mended',
      priceOpen: '',
      stopLoss: '',
      takeProfit: '',
    },
    by: DOER,
  })
  t.match(await staff.event('position'), { data: { id: position_id, comment: 'mended' } })
  floor.tick('EURUSD', '1.15530', '1.15540')
  t.match(await staff.event('margin_call'), { data: { login: LOGIN, entered: true } })
  floor.tick('EURUSD', '1.15030', '1.15040')
  const out = await staff.event('stop_out')
  t.match(out, { data: { login: LOGIN, position_id, entered: true } })
  t.match(await staff.event('position'), { data: { id: position_id, volume: '0' } })
  const seqs = floor.shard.records(LOGIN).map(({ seq }) => String(seq))
  t.ok(seqs.includes((out as { projection_seq?: string }).projection_seq ?? ''))
  floor.settle()
})

t.test(
  'watching needs its right, trades another one, and what goes is not heard any more',
  async (t) => {
    const floor = await floorOf(t)
    const without = await floor.dealer(5, { rights: ['trades.view'] })
    t.match(await floor.ask(without, 'watch', { logins: [LOGIN] }), { code: 'forbidden' })
    const money = await watching(
      floor,
      { logins: [LOGIN] },
      { login: 8, rights: ['accounts.view'] },
    )
    const all = await watching(floor, { group: '*' }, { login: 9 })
    await trade(floor)
    t.same(new Set(await names(floor, money)), new Set(['account_money']))
    await heard(floor, all)
    floor.front.become(9, { rights: ['accounts.view'] })
    const view = { logins: [], groups: [], events: ['position', 'order', 'deal'] }
    t.same(await heard(floor, all), [{ event: 'unwatched', data: view }], 'its view of trades ends')
    floor.front.become(9, { rights: ['accounts.view', 'trades.view'] })
    await trade(floor)
    t.same(new Set(await names(floor, all)), new Set(ONE_TRADE), 'and comes back with the right')
    floor.front.become(9, { rights: ['accounts.view', 'journal'] })
    t.same(await heard(floor, all), [{ event: 'unwatched', data: view }])
    floor.front.become(9, { rights: ['accounts.view'] })
    t.same(await heard(floor, all), [], 'told once')
    await trade(floor)
    t.same(await names(floor, all), ['account_money'], 'at once')
    floor.front.become(9, { rights: ['trades.view'] })
    await trade(floor)
    const lost = (await heard(floor, all)).map(({ event, data }) => [event, data?.['logins']])
    t.same(lost, [['unwatched', []]], 'told once, and nothing more')
    floor.front.clock.advance(2000)
    t.equal(floor.watchers.size, 1, 'and soon it does not watch')
    t.equal(all.closed, null)
    floor.settle()
  },
)

t.test(
  'only accounts and groups in scope can be watched, also once the scope is another',
  async (t) => {
    const floor = await floorOf(t)
    const scoped = await floor.dealer(8, { groupScope: [HEDGING] })
    for (const [args, why] of [
      [{ logins: [LOGIN, OTHER] }, /account 1002/],
      [{ logins: [LOGIN, 999] }, /account 999/],
      [{ group: 'demo\\net*' }, /group demo.net/],
      [{ group: 'managers\\*' }, /group managers/],
    ] as const) {
      const refusal = await floor.ask(scoped, 'watch', args)
      t.match(refusal, { code: 'not_found', message: why })
    }
    t.ok(floor.shard.core.watched.isIdle, 'all or none')
    await floor.ask(scoped, 'watch', { group: '*' })
    await heard(floor, scoped)
    await trade(floor)
    t.same(await names(floor, scoped), ONE_TRADE)
    await trade(floor, OTHER)
    t.same(await names(floor, scoped), [], 'out of scope')
    floor.second()
    floor.front.become(8, { groupScope: [NETTING] })
    await trade(floor)
    const gone = { event: 'unwatched', data: { logins: [], groups: [HEDGING] } }
    t.same(await heard(floor, scoped), [gone], 'not in scope any more')
    floor.front.clock.advance(2000)
    await trade(floor, OTHER)
    t.same(await names(floor, scoped), ONE_TRADE, 'in scope now')
    applyProfile(floor.shard.account(OTHER), {
      login: OTHER,
      group: HEDGING,
      leverage: 0,
      archived: false,
      enabled: true,
      trading_enabled: true,
      limit_orders: 0,
      limit_positions: 0,
    })
    await trade(floor, OTHER)
    t.same(await names(floor, scoped), [], 'the account has moved out of scope')
    floor.settle()
  },
)

t.test('that a record has changed is told to who watches its login, as it may', async (t) => {
  for (const protocol of PROTOCOLS) {
    const floor = await floorOf(t)
    const record = { logins: [LOGIN, OTHER], events: ['record'] }
    const all = await watching(floor, record, { login: 9 }, protocol)
    const money = await watching(floor, { logins: [LOGIN], events: ['money'] }, {}, protocol)
    const group = await watching(floor, { group: '*' }, { login: 5 }, protocol)
    const scoped = await floor.dealer(8, { groupScope: [NETTING] }, protocol)
    await floor.ask(scoped, 'watch', { logins: [OTHER] })
    floor.second()
    for (const client of [all, money, group, scoped]) await heard(floor, client)
    recordChanged(floor, LOGIN, HEDGING, 4)
    recordChanged(floor, OTHER, NETTING, 7)
    const changed = (id: number, version: number) => ({
      event: 'config_changed',
      data: { kind: 'accounts', id, version, key: String(id) },
    })
    t.same(await heard(floor, all), [changed(LOGIN, 4), changed(OTHER, 7)])
    t.same(await heard(floor, scoped), [changed(OTHER, 7)])
    for (const client of [money, group]) t.same(await heard(floor, client), [])
    recordChanged(floor, OTHER, HEDGING, 8)
    const gone = { event: 'unwatched', data: { logins: [OTHER], groups: [] } }
    t.same(await heard(floor, scoped), [gone], 'it has left the scope')
    floor.settle()
  }
})

t.test('an account that leaves the scope is dropped, and its socket is told once', async (t) => {
  for (const protocol of PROTOCOLS) {
    const floor = await floorOf(t)
    const scoped = await floor.dealer(8, { groupScope: [NETTING] }, protocol)
    const all = await watching(floor, { logins: [OTHER] }, { login: 9 }, protocol)
    t.match(await floor.ask(scoped, 'watch', { logins: [OTHER] }), {
      data: { logins: 1, left: [] },
    })
    floor.second()
    for (const client of [scoped, all]) await heard(floor, client)
    floor.move(OTHER, HEDGING)
    floor.second()
    const gone = { event: 'unwatched', data: { logins: [OTHER], groups: [] } }
    t.same(await heard(floor, scoped), [gone])
    t.same(await names(floor, all), ['account_money'], 'who reaches it everywhere watches on')
    await trade(floor, OTHER)
    t.same(await heard(floor, scoped), [])
    t.same(await names(floor, all), ONE_TRADE)
    floor.settle()
  }
})

t.test('who watches groups is told of an account that leaves them, as it sees it', async (t) => {
  for (const protocol of PROTOCOLS) {
    const floor = await floorOf(t)
    const watch = (login: number, groupScope: readonly string[], group: string) =>
      watching(floor, { group }, { login, groupScope }, protocol)
    const scoped = await watch(8, [NETTING], '*')
    const masked = await watch(9, ['*'], NETTING)
    const all = await watch(10, ['*'], '*')
    const elsewhere = await watch(11, [HEDGING], '*')
    const both = await watching(floor, { logins: [OTHER] }, { login: 12 }, protocol)
    t.match(await floor.ask(both, 'watch', { group: NETTING }), { code: 'ok' })
    const clients = [scoped, masked, all, elsewhere, both]
    floor.second()
    for (const client of clients) await heard(floor, client)
    floor.move(OTHER, HEDGING)
    floor.second()
    const gone = [{ event: 'unwatched', data: { logins: [OTHER], groups: [] } }]
    t.same(await heard(floor, scoped), gone, 'out of its scope')
    t.same(await heard(floor, masked), gone, 'out of its mask')
    for (const client of [all, elsewhere, both]) {
      t.same(await names(floor, client), ['account_money'], 'seen as before, or now')
    }
    await trade(floor, OTHER)
    for (const client of [scoped, masked]) t.same(await heard(floor, client), [])
    t.match(await floor.ask(masked, 'watch', { logins: [OTHER] }), {
      data: { logins: 1, left: [] },
    })
    t.match(await floor.ask(scoped, 'watch', { logins: [OTHER] }), {
      data: { logins: 0, left: [OTHER] },
    })
    floor.settle()
  }
})

t.test(
  'one that left does not keep others from being watched, nor itself when it is back',
  async (t) => {
    const floor = await floorOf(t)
    floor.shard.profile({ login: 1003, group: NETTING })
    const staff = await watching(floor, { logins: [OTHER] }, { login: 8, groupScope: [NETTING] })
    floor.move(OTHER, HEDGING)
    floor.second()
    await staff.event('unwatched')
    t.match(await floor.ask(staff, 'watch', { logins: [OTHER, 1003] }), {
      code: 'ok',
      data: { logins: 1, left: [OTHER] },
    })
    t.match(await floor.ask(staff, 'watch', { logins: [OTHER, LOGIN] }), {
      code: 'not_found',
      message: /account 1001/,
    })
    t.match(await floor.ask(staff, 'unwatch', { logins: [OTHER] }), {
      data: { logins: 1, left: [] },
    })
    t.match(await floor.ask(staff, 'watch', { logins: [OTHER] }), { code: 'not_found' })
    floor.move(OTHER, NETTING)
    t.match(await floor.ask(staff, 'watch', { logins: [OTHER] }), { data: { logins: 2, left: [] } })
    await heard(floor, staff)
    await trade(floor, OTHER)
    t.same(await rows(floor, staff), ROWS)
    floor.settle()
  },
)

t.test('a scope that narrows drops what is beyond it, and the rest is watched on', async (t) => {
  const floor = await floorOf(t)
  const staff = await watching(floor, { logins: [LOGIN, OTHER] }, { login: 8 })
  const quiet = await watching(floor, { logins: [LOGIN, OTHER] }, { login: 9 })
  for (const client of [staff, quiet]) await heard(floor, client)
  floor.front.become(8, { groupScope: [NETTING] })
  floor.front.clock.advance(2000)
  t.match(await staff.event('unwatched'), { data: { logins: [LOGIN] } })
  t.match(await floor.ask(staff, 'watch', { logins: [LOGIN, OTHER] }), {
    code: 'ok',
    data: { logins: 1, left: [LOGIN] },
  })
  await heard(floor, staff)
  await trade(floor)
  await trade(floor, OTHER)
  t.same(await rows(floor, staff), ROWS)
  t.same(await rows(floor, quiet), [...ROWS, ...ROWS])
  floor.front.become(8, { groupScope: ['*'] })
  floor.front.clock.advance(2000)
  const back = await floor.ask(staff, 'watch', { logins: [LOGIN] })
  t.same([back.data?.['logins'], back.data?.['left']], [2, []])
  floor.settle()
})

t.test('a stranger out of scope is refused each time, and never told of', async (t) => {
  const floor = await floorOf(t)
  const staff = await floor.dealer(8, { groupScope: [NETTING] })
  for (let round = 0; round < 3; round++) {
    t.match(await floor.ask(staff, 'watch', { logins: [LOGIN] }), {
      code: 'not_found',
    })
    await trade(floor)
    t.same(await heard(floor, staff), [])
  }
  floor.settle()
})

t.test('arguments are checked, and what a socket watches is bounded', async (t) => {
  const floor = await floorOf(t)
  const staff = await floor.dealer(8)
  for (const args of [
    {},
    { logins: [] },
    { logins: ['1001'] },
    { logins: [1001.5] },
    { group: '' },
    { groups: '*' },
    { logins: [LOGIN], group: '*' },
    { group: '*', events: [] },
    { group: '*', events: ['news'] },
    { logins: [LOGIN], valuation: 1 },
    { logins: Array.from({ length: WATCHED_LOGINS_MAX + 1 }, (_, i) => i + 1) },
  ]) {
    t.match(await floor.ask(staff, 'watch', args), { code: 'invalid_input' }, JSON.stringify(args))
  }
  for (let login = 2001; login < 2001 + WATCHED_LOGINS_MAX; login++) floor.shard.profile({ login })
  const logins = Array.from({ length: WATCHED_LOGINS_MAX }, (_, i) => 2001 + i)
  t.match(await floor.ask(staff, 'watch', { logins }), { data: { logins: WATCHED_LOGINS_MAX } })
  t.match(await floor.ask(staff, 'watch', { logins }), { code: 'ok' }, 'the same again')
  t.match(await floor.ask(staff, 'watch', { logins: [LOGIN] }), { code: 'invalid_input' })
  for (let i = 0; i < WATCHED_GROUPS_MAX; i++) {
    const args = { group: `demo${'*'.repeat(i + 1)}` }
    t.match(await floor.ask(staff, 'watch', args), { code: 'ok' })
  }
  t.match(await floor.ask(staff, 'watch', { group: '*' }), { code: 'invalid_input' })
  t.match(await floor.ask(staff, 'watch', { group: 'demo*' }), { code: 'ok' }, 'one that it has')
})

t.test('who asks for some events hears those alone, of logins and of groups', async (t) => {
  for (const args of [{ logins: [LOGIN] }, { group: 'demo\\*' }]) {
    const floor = await floorOf(t)
    const calls = await watching(floor, { ...args, events: ['standing'] }, { login: 8 })
    const trades = await watching(floor, { ...args, events: ['trades'] }, { login: 9 })
    await trade(floor, LOGIN, { ...BUY, volume: '5.00' })
    floor.second()
    t.same(await names(floor, calls), [])
    t.same(await names(floor, trades), ROWS)
    floor.tick('EURUSD', '1.15910', '1.15920')
    floor.second()
    t.same(await names(floor, calls), ['margin_call'])
    t.same(await names(floor, trades), [])
    t.match(await floor.ask(trades, 'watch', { ...args, events: ['money'] }), { code: 'ok' })
    await deposited(floor, '10')
    floor.second()
    t.same(
      new Set(await names(floor, trades)),
      new Set(['account_money']),
      'in place of those before',
    )
    floor.front.become(9, { rights: ['accounts.view'] })
    t.same(await names(floor, trades), [], 'a right to what it does not hear')
    const both = { logins: [LOGIN], events: ['trades'] }
    t.match(await floor.ask(calls, 'watch', both), { code: 'ok' })
    floor.tick('EURUSD', '1.15030', '1.15040')
    const told = await rows(floor, calls)
    t.equal(told.includes('position'), true)
    t.equal(told.includes('stop_out'), 'group' in args, 'a group and a login are both heard')
    floor.settle()
  }
})

t.test('a group that is watched for its calls makes no other frames', async (t) => {
  const floor = await floorOf(t)
  await watching(floor, { group: '*', events: ['standing'] })
  const { watched } = floor.shard.core
  t.notOk(watched.hasMoneyOfGroups)
  await trade(floor)
  t.equal(watched.owed.size, 0)
  floor.settle()
})

t.test(
  'the live figures of some watched accounts are told, as their holders hear them',
  async (t) => {
    for (const protocol of PROTOCOLS) {
      const floor = await floorOf(t)
      const staff = await floor.dealer(8, {}, protocol)
      const trader = await floor.trader(protocol)
      await trade(floor)
      await floor.ask(trader, 'subscribe', { valuation: true })
      const { data } = await trader.event('valuation')
      const args = { logins: [LOGIN], events: ['standing'], valuation: true }
      t.match(await floor.ask(staff, 'watch', args), { code: 'ok', data: { logins: 1 } })
      floor.second()
      const at = new Date(floor.shard.clock.at).toISOString()
      t.same((await staff.event('valuation')).data, { login: LOGIN, ...data, at })
      floor.second()
      t.same(await names(floor, staff), [], 'nothing moved')
      floor.shard.push('EURUSD', '1.16500', '1.16510')
      floor.second()
      t.match(await staff.event('valuation'), {
        data: { login: LOGIN, rows: [{ price_current: '1.16500' }] },
      })
      t.equal(floor.shard.parts.valuations.size, 1)
      await floor.ask(trader, 'subscribe', { valuation: false })
      t.match(await floor.ask(staff, 'watch', { logins: [LOGIN], valuation: false }), {
        code: 'ok',
      })
      floor.second()
      t.equal(floor.shard.parts.valuations.size, 0)
      t.match(await floor.ask(staff, 'watch', args), { code: 'ok' })
      t.match(await staff.event('valuation'), { data: { login: LOGIN } }, 'at once')
      floor.front.become(8, { rights: ['accounts.view'] })
      const ended = { logins: [], groups: [], events: ['valuation'] }
      t.match(await staff.event('unwatched'), { data: ended })
      floor.shard.push('EURUSD', '1.16600', '1.16610')
      floor.second()
      t.same(await names(floor, staff), [])
      t.match(await floor.ask(staff, 'unwatch', { logins: [LOGIN] }), { data: { logins: 0 } })
      floor.second()
      t.equal(floor.shard.parts.valuations.size, 0, 'it ends with the watch')
      floor.settle()
    }
  },
)

t.test('live figures are of ten accounts at most, and need the right to trades', async (t) => {
  const floor = await floorOf(t)
  const staff = await floor.dealer(8)
  const clerk = await floor.dealer(9, { rights: ['accounts.view'] })
  const value = { logins: [LOGIN], valuation: true }
  t.match(await floor.ask(clerk, 'watch', value), { code: 'forbidden' })
  t.match(await floor.ask(staff, 'watch', { group: '*', valuation: true }), {
    code: 'invalid_input',
  })
  for (let login = 2001; login <= 2001 + VALUED_LOGINS_MAX; login++) floor.shard.profile({ login })
  const logins = Array.from({ length: VALUED_LOGINS_MAX }, (_, i) => 2001 + i)
  t.match(await floor.ask(staff, 'watch', { logins, valuation: true }), { code: 'ok' })
  t.match(await floor.ask(staff, 'watch', { logins, valuation: true }), { code: 'ok' }, 'again')
  t.match(await floor.ask(staff, 'watch', value), { code: 'invalid_input', message: /at most 10/ })
  await floor.ask(staff, 'unwatch', { logins: [2001] })
  t.match(await floor.ask(staff, 'watch', value), { code: 'ok' })
  const strange = { logins: [LOGIN, 999], valuation: true }
  t.match(await floor.ask(staff, 'watch', strange), { code: 'invalid_input' }, 'one too many')
})

t.test('live figures are not queued for a reader that is behind', async (t) => {
  const floor = await floorOf(t)
  await trade(floor)
  const args = { logins: [LOGIN], events: ['standing'], valuation: true }
  const staff = await watching(floor, args)
  await staff.event('valuation')
  const [live] = floor.front.staff.live.all.values()
  if (live === undefined) throw new Error('no socket')
  staff.pause()
  const filler = Buffer.from(JSON.stringify({ event: 'filler', data: 'x'.repeat(30_000) }))
  while (live.unsent < 64 * 1024) live.send(filler)
  for (let n = 0; n < 50; n++) {
    floor.shard.push('EURUSD', `1.17${100 + n}`, `1.17${110 + n}`)
    floor.second()
  }
  staff.resume()
  while (live.unsent > 0) await new Promise((resolve) => setImmediate(resolve))
  floor.second()
  t.match(await staff.event('valuation'), { data: { rows: [{ profit: '13.90' }] } }, 'the newest')
  t.notOk((await names(floor, staff)).includes('valuation'))
})

t.test('requests of one socket are carried out in turn', async (t) => {
  const floor = await floorOf(t)
  const staff = await floor.dealer(8)
  const ids = [
    floor.send(staff, 'watch', { logins: [LOGIN, 999] }),
    floor.send(staff, 'watch', { logins: [LOGIN] }),
    floor.send(staff, 'unwatch', { logins: [LOGIN] }),
    floor.send(staff, 'watch', { logins: [LOGIN] }),
  ]
  const replies = await Promise.all(ids.map((id) => staff.reply(id)))
  t.same(
    replies.map(({ data }) => data?.['logins']),
    [undefined, 1, 0, 1],
  )
  await heard(floor, staff)
  await trade(floor)
  t.match(await staff.event('position'), { event: 'position' })
})

t.test(
  'money follows the prices once a second, and is not queued for a reader that is behind',
  async (t) => {
    const floor = await floorOf(t)
    const staff = await watching(floor, { group: '*' })
    await trade(floor)
    await heard(floor, staff)
    floor.second()
    t.same(await names(floor, staff), [], 'nothing moved')
    floor.shard.push('EURUSD', '1.16500', '1.16510')
    floor.second()
    t.match(await staff.event('account_money'), { data: { login: LOGIN } })
    t.same(await names(floor, staff), [])
    const [live] = floor.front.staff.live.all.values()
    if (live === undefined) throw new Error('no socket')
    staff.pause()
    const filler = Buffer.from(JSON.stringify({ event: 'filler', data: 'x'.repeat(30_000) }))
    while (live.unsent < 64 * 1024) live.send(filler)
    for (let n = 0; n < 50; n++) {
      floor.shard.push('EURUSD', `1.17${100 + n}`, `1.17${110 + n}`)
      floor.second()
    }
    staff.resume()
    while (live.unsent > 0) await new Promise((resolve) => setImmediate(resolve))
    floor.second()
    const newest = await staff.event('account_money')
    t.match(newest, { data: { money: { profit: '13.90' } } })
    t.same(
      (await names(floor, staff)).filter((name) => name === 'account_money'),
      [],
      'the newest alone',
    )
  },
)

t.test('a reader over 1 MiB behind is closed, and the others go on', async (t) => {
  const floor = await floorOf(t)
  floor.shard.deposit('100000000')
  const slow = await watching(floor, { group: '*' })
  const quick = await watching(floor, { logins: [LOGIN] }, { login: 8 })
  slow.pause()
  const lives = () => [...floor.front.staff.live.all.values()]
  let most = 0
  for (let n = 0; lives().every(({ state }) => state.kind === 'live'); n++) {
    if (n > 20_000) throw new Error('the reader never counted as slow')
    await trade(floor, LOGIN, { ...BUY, comment: 'ä'.repeat(60), volume: '0.01' })
    for (const { unsent } of lives()) most = Math.max(most, unsent)
    if (n % 100 === 0) await heard(floor, quick)
  }
  t.ok(most < 1.2 * SOCKET_BACKLOG_BYTES_MAX)
  slow.resume()
  t.match(await slow.closing(), { code: 4008, why: 'too_slow' })
  t.equal(floor.watchers.size, 1)
  await heard(floor, quick)
  await trade(floor)
  t.match(await quick.event('position'), { event: 'position' })
})

t.test('when a shard ends, its watchers start over', async (t) => {
  const floor = await DealingFloor.start(t, [CONFIRM])
  const staff = await watching(floor, { logins: [LOGIN] })
  const group = await watching(floor, { group: '*' }, { login: 8 })
  const idle = await floor.dealer(9)
  floor.shardDies()
  for (const client of [staff, group]) t.match(await client.closing(), { code: 1012 })
  t.match(await floor.ask(idle, 'watch', { group: '*' }), { code: 'unavailable' })
  t.match(await floor.ask(idle, 'watch', { logins: [LOGIN] }), { code: 'unavailable' })
  t.equal(floor.watchers.size, 0)
  floor.restart()
  t.match(await floor.ask(idle, 'watch', { group: '*' }), { code: 'ok' })
  await trade(floor)
  t.match(await idle.event('position'), { event: 'position' })
})
