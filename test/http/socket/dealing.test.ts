import t from 'tap'
import { moneyOf } from '../../../engine/account/money/money.js'
import { DEALER_ANSWER_MS, DEALER_QUEUE_MS } from '../../../engine/limits/trading.js'
import { textFromScaled } from '../../../engine/numbers/decimal.js'
import { LOGIN } from '../../given/account.js'
import { BUY, CONFIRM, DealingFloor, rule } from '../../given/floors/dealing-floor.js'
import { staffFacts } from '../../given/fronts/socket-front.js'
import type { Frame, WsClient } from '../../given/fronts/ws-client.js'
import { session } from '../given.js'

// Goal: a request that a rule gives to dealers has one outcome, which everybody hears who asked.

const ANY = rule({ action: 'online_dealers' })
const NAMED = rule({ action: 'dealer', dealers: [501, 502, 503] })

/** The part that a client may see: everything but its own replies. */
async function shown(dealer: WsClient): Promise<Frame['data']> {
  return (await dealer.event('dealing.request')).data
}

async function nothingShown(floor: DealingFloor, dealer: WsClient): Promise<void> {
  await floor.settled(dealer)
  t.notOk(dealer.frames.some(({ event }) => event === 'dealing.request'))
}

t.test('a dealer takes a request and confirms it at a price', async (t) => {
  const floor = await DealingFloor.start(t)
  const dealer = await floor.dealer(501)
  const trader = await floor.trader()
  const asked = floor.send(trader, 'trade', { ...BUY, comment: 'mine', stop_loss: '1.16000' })
  const row = await shown(dealer)
  t.match(row, {
    login: LOGIN,
    group: 'demo\\standard',
    symbol: 'EURUSD',
    request: { kind: 'open', order_kind: 'market', side: 'buy', volume: '0.1', comment: 'mine' },
    bid: '1.17000',
    ask: '1.17010',
    taken_by: null,
    expires_at: new Date(floor.shard.clock.at + DEALER_QUEUE_MS).toISOString(),
  })
  const id = Number(row?.['id'])
  t.match(await trader.event('order'), { data: { id, state: 'started', kind: 'market' } })
  t.match(await floor.ask(dealer, 'dealing.take', { id }), {
    code: 'ok',
    data: {
      id,
      taken_by: 501,
      expires_at: new Date(floor.shard.clock.at + DEALER_ANSWER_MS).toISOString(),
    },
  })
  t.match(await shown(dealer), { id, taken_by: 501 })
  const confirmed = await floor.ask(dealer, 'dealing.confirm', { id, price: '1.17005' })
  t.match(confirmed, { code: 'ok', data: { id, outcome: 'ok', order_id: id, position_id: id } })
  t.match(await dealer.event('dealing.gone'), { data: { id, outcome: 'ok' } })
  t.match(await trader.reply(asked), {
    code: 'ok',
    data: { order_id: id, position_id: id, price: '1.17005', volume: '0.1' },
  })
  t.match(await trader.event('order'), { data: { id, state: 'filled' } })
  t.match(await trader.event('deal'), { data: { price: '1.17005', reason: 'client' } })
  t.match(await trader.event('position'), { data: { id, stop_loss: '1.16000' } })
  const done = floor.shard.records().at(-1)
  t.match(done?.events, [{ dealer: 501, version: 2 }, { dealer: 501, reason: 'client' }, {}])
  t.match(done?.note, { actor: 501, kind: 'trade' })
  const said = `dealer 501 confirmed at 1.17005: open request ${id} (buy 0.1 EURUSD)`
  t.equal(done?.note?.text, `Account ${LOGIN}: ${said}`)
  floor.settle()
})

t.test('a row says since when, by which rule, and how the account stands now', async (t) => {
  const floor = await DealingFloor.start(t, [{ ...ANY, id: 4 }])
  floor.names.set(LOGIN, 'Ada')
  const dealer = await floor.dealer(501)
  const clerk = await floor.dealer(502, { rights: ['dealing'] })
  const trader = await floor.trader()
  const at = new Date(floor.shard.clock.at).toISOString()
  floor.send(trader, 'trade', BUY)
  // The money that the request needs is held: its margin counts.
  const before = { equity: '10000.00', margin_level: /^\d+\.\d\d$/ }
  const waits = { rule_id: 4, net_volume: '0', at, since_ms: 0 }
  const first = await shown(dealer)
  t.match(first, { ...waits, account: { ...before, name: null } }, 'at once')
  t.match(await shown(dealer), { ...waits, account: { ...before, name: 'Ada' } }, 'and by name')
  t.match(await shown(clerk), { ...waits, account: { ...before, name: null } })
  const id = Number(first?.['id'])
  await floor.ask(dealer, 'dealing.take', { id })
  await floor.ask(dealer, 'dealing.confirm', { id, price: '1.17005' })
  const confirmed = { data: { id, outcome: 'ok', by: 501, price: '1.17005' } }
  for (const one of [dealer, clerk]) t.match(await one.event('dealing.gone'), confirmed)
  await floor.settled(clerk)
  clerk.frames.length = 0

  floor.send(trader, 'trade', BUY)
  const next = (await shown(clerk))?.['id']
  t.match(await floor.desk.queue(session({ rights: new Set(['dealing']) })), [
    { id: next, net_volume: '0.1', account: { name: null, margin_level: /^\d+\.\d\d$/ } },
  ])
  floor.prices.set('EURUSD', '1.18000', '1.18020')
  floor.pass(5000)
  const taken = await floor.ask(clerk, 'dealing.take', { id: next })
  const now = { at: new Date(floor.shard.clock.at - 5000).toISOString(), since_ms: 5000 }
  const equity = '10099.50'
  t.match(taken.data, { ...now, bid: '1.18000', ask: '1.18020', account: { equity, name: null } })
  t.match(await shown(clerk), { ...now, taken_by: 502, bid: '1.18000', account: { equity } })
  floor.pass(DEALER_ANSWER_MS)
  t.match(await clerk.event('dealing.gone'), {
    data: { id: next, outcome: 'trade.timeout', by: 502, price: null },
  })
  floor.settle()
})

t.test('without a price a dealer confirms at the market of that moment', async (t) => {
  const floor = await DealingFloor.start(t)
  const dealer = await floor.dealer(501)
  const trader = await floor.trader()
  const asked = floor.send(trader, 'trade', BUY)
  const id = (await shown(dealer))?.['id']
  await floor.ask(dealer, 'dealing.take', { id })
  floor.prices.set('EURUSD', '1.18000', '1.18020')
  t.match(await floor.ask(dealer, 'dealing.confirm', { id }), { data: { outcome: 'ok' } })
  t.match(await trader.reply(asked), { code: 'ok', data: { price: '1.18020' } })
  floor.settle()
})

t.test('a dealer rejects with a text, or without one', async (t) => {
  const floor = await DealingFloor.start(t)
  const dealer = await floor.dealer(501)
  const trader = await floor.trader()
  for (const [text, message] of [
    ['Not at night', 'Not at night'],
    [undefined, 'The dealer rejected the request.'],
  ]) {
    const asked = floor.send(trader, 'trade', BUY)
    const id = (await shown(dealer))?.['id']
    await floor.ask(dealer, 'dealing.take', { id })
    await shown(dealer)
    const args = text === undefined ? { id } : { id, text }
    t.match(await floor.ask(dealer, 'dealing.reject', args), {
      data: { outcome: 'trade.rejected' },
    })
    t.match(await trader.reply(asked), { code: 'trade.rejected', message })
    t.match(
      await trader.next(({ event, data }) => event === 'order' && data?.['state'] !== 'started'),
      {
        data: { id, state: 'rejected', volume_current: '0.1' },
      },
    )
    t.match(floor.shard.records().at(-1)?.note, { actor: 501, text: /rejected/ })
  }
  t.equal(floor.shard.account().orders.size, 0)
  t.equal(floor.shard.account().pending.size, 0)
  floor.settle()
})

t.test(
  'an offer of a dealer holds for three seconds, and needs no dealer again when it is taken',
  async (t) => {
    const floor = await DealingFloor.start(t)
    const dealer = await floor.dealer(501)
    const trader = await floor.trader()
    const body = { ...BUY, client_order_id: 'one' }
    for (const [waits, code] of [
      [3_001, 'trade.price_changed'],
      [3_000, 'ok'],
    ] as const) {
      const asked = floor.send(trader, 'trade', body)
      const { data } = await dealer.next(
        (frame) => frame.event === 'dealing.request' && frame.data?.['taken_by'] === null,
      )
      const id = data?.['id']
      await floor.ask(dealer, 'dealing.take', { id })
      t.match(await floor.ask(dealer, 'dealing.requote', { id, price: '1.17050' }), {
        data: { outcome: 'trade.requote' },
      })
      const requote = await trader.reply(asked)
      t.match(requote, { code: 'trade.requote', data: { bid: '1.17000', ask: '1.17050' } })
      floor.pass(waits)
      const taken = { ...body, quote_id: requote.data?.['quote_id'] }
      t.match(await floor.ask(trader, 'trade', taken), { code })
      const again = { ...taken, client_order_id: 'two' }
      t.match(await floor.ask(trader, 'trade', again), { code: 'trade.price_changed' }, 'once')
    }
    const [, deal] = floor.shard.records().at(-1)?.events ?? []
    t.match(deal, { price: 117_050, dealer: 501, reason: 'client' })
    floor.settle()
  },
)

t.test('no client gets a worse price than it asked for', async (t) => {
  const floor = await DealingFloor.start(t)
  const dealer = await floor.dealer(501)
  const trader = await floor.trader()
  const asked = floor.send(trader, 'trade', { ...BUY, price: '1.17010', deviation_pts: 3 })
  const id = (await shown(dealer))?.['id']
  await floor.ask(dealer, 'dealing.take', { id })
  t.match(await floor.ask(dealer, 'dealing.confirm', { id, price: '1.17014' }), {
    code: 'trade.invalid_price',
    message: /1\.17013/,
  })
  t.match(await floor.ask(dealer, 'dealing.confirm', { id, price: '1.170131' }), {
    code: 'trade.invalid_price',
  })
  t.match(await floor.ask(dealer, 'dealing.confirm', { id, price: '1.17013' }), { code: 'ok' })
  t.match(await trader.reply(asked), { code: 'ok', data: { price: '1.17013' } })
  floor.settle()
})

t.test('a dealer gives no price that is nowhere near the market', async (t) => {
  const floor = await DealingFloor.start(t)
  const dealer = await floor.dealer(501)
  const trader = await floor.trader()
  const asked = floor.send(trader, 'trade', BUY)
  const id = (await shown(dealer))?.['id']
  await floor.ask(dealer, 'dealing.take', { id })
  for (const op of ['dealing.confirm', 'dealing.requote']) {
    for (const price of ['117.01001', '0.01170', '90071992547.40991']) {
      t.match(await floor.ask(dealer, op, { id, price }), {
        code: 'trade.invalid_price',
        message: /too far from the market price, 1\.17010/,
      })
    }
  }
  t.match(await floor.ask(dealer, 'dealing.confirm', { id, price: '0.01171' }), { code: 'ok' })
  t.match(await trader.reply(asked), { code: 'ok', data: { price: '0.01171' } })
  floor.settle()
})

t.test('a price beyond dealing_deviation_pct needs a reason, which is journaled', async (t) => {
  const floor = await DealingFloor.start(t, [ANY], { deviation: '5' })
  const dealer = await floor.dealer(501)
  const trader = await floor.trader()
  // The market is 1.17010 for a buy and 1.17000 for a sell.
  for (const [op, side, near, far] of [
    ['confirm', 'buy', '1.22860', '1.22861'],
    ['confirm', 'buy', '1.11160', '1.11159'],
    ['confirm', 'sell', '1.22850', '1.22851'],
    ['requote', 'sell', '1.11150', '1.11149'],
  ] as const) {
    for (const price of [near, far]) {
      const asked = floor.send(trader, 'trade', { ...BUY, side })
      const { data } = await dealer.next(
        ({ event, data }) => event === 'dealing.request' && data?.['taken_by'] === null,
      )
      t.equal(data?.['deviation_pct'], '5')
      const id = data?.['id']
      await floor.ask(dealer, 'dealing.take', { id })
      const named = { id, price }
      if (price === far) {
        const refused = { code: 'invalid_input', message: /^reason: is required, because .* 5 %/ }
        t.match(await floor.ask(dealer, `dealing.${op}`, named), refused)
        const blank = await floor.ask(dealer, `dealing.${op}`, { ...named, reason: '  ' })
        t.equal(blank.code, 'invalid_input')
        t.equal(floor.shard.core.parking.requests.size, 1, 'the request waits on')
        Object.assign(named, { reason: 'Agreed by phone' })
      }
      t.match(await floor.ask(dealer, `dealing.${op}`, named), { code: 'ok' }, `${op} ${price}`)
      t.match(await trader.reply(asked), { code: op === 'confirm' ? 'ok' : 'trade.requote' })
      const { text = '' } = floor.shard.records().at(-1)?.note ?? {}
      t.equal(text.includes(`at ${price} (Agreed by phone): open`), price === far, text)
    }
  }
  const long = { id: 1, price: '2', reason: 'x'.repeat(129) }
  t.match(await floor.ask(dealer, 'dealing.confirm', long), { code: 'invalid_input' })
  floor.settle()
})

t.test('a bound of 0 needs no reason', async (t) => {
  const floor = await DealingFloor.start(t, [ANY], { deviation: '0' })
  const dealer = await floor.dealer(501)
  const trader = await floor.trader()
  const asked = floor.send(trader, 'trade', BUY)
  const id = (await shown(dealer))?.['id']
  await floor.ask(dealer, 'dealing.take', { id })
  t.match(await floor.ask(dealer, 'dealing.confirm', { id, price: '2.00000' }), { code: 'ok' })
  t.match(await trader.reply(asked), { code: 'ok', data: { price: '2.00000' } })
  floor.settle()
})

t.test('a check tells the account as the confirmation at that price leaves it', async (t) => {
  const floor = await DealingFloor.start(t)
  const dealer = await floor.dealer(501)
  const other = await floor.dealer(502)
  const trader = await floor.trader()
  const asked = floor.send(trader, 'trade', { ...BUY, stop_loss: '1.10000' })
  const id = (await shown(dealer))?.['id']
  const market = await floor.ask(other, 'dealing.check', { id })
  // 0.1 lot, bought at the ask of 1.17010 and worth the bid of 1.17000.
  t.match(market, { code: 'ok', data: { id, price: '1.17010', equity: '9999.00' } })
  const far = await floor.ask(dealer, 'dealing.check', { id, price: '1.67000' })
  t.match(far.data, { price: '1.67000', equity: '5000.00' })
  const before = floor.shard.records().length
  t.equal(floor.shard.core.parking.requests.size, 1, 'nothing was done')
  t.equal(floor.shard.records().length, before)
  await floor.ask(dealer, 'dealing.take', { id })
  await floor.ask(dealer, 'dealing.confirm', { id, price: '1.67000' })
  t.match(await trader.reply(asked), { code: 'ok', data: { price: '1.67000' } })
  const { core } = floor.shard
  const account = floor.shard.account()
  const money = moneyOf(account, core.book, core.contextOf(account).prices)
  t.equal(textFromScaled(money.equity ?? 0, 2), '5000.00', 'as it was told')
  t.equal(textFromScaled(money.margin ?? 0, 2), far.data?.['margin'])
  t.equal(textFromScaled(money.marginLevel ?? 0, 2), far.data?.['margin_level'])
  t.match(await floor.ask(dealer, 'dealing.check', { id }), { code: 'not_found' })
  floor.settle()
})

t.test('a check refuses what the confirmation would refuse', async (t) => {
  const floor = await DealingFloor.start(t)
  const dealer = await floor.dealer(501)
  const trader = await floor.trader()
  floor.send(trader, 'trade', { ...BUY, price: '1.17010', deviation_pts: 3 })
  const id = (await shown(dealer))?.['id']
  for (const price of ['1.17014', '117.01001', '1.170131']) {
    const checked = await floor.ask(dealer, 'dealing.check', { id, price })
    t.equal(checked.code, 'trade.invalid_price', price)
  }
  t.equal((await floor.ask(dealer, 'dealing.check', { id, price: '1.17013' })).code, 'ok')
  const reason = await floor.ask(dealer, 'dealing.check', { id, reason: 'x' })
  t.equal(reason.code, 'invalid_input', 'nothing else is taken')
  floor.settle()
})

t.test(
  'what nobody takes in time is timed out, at the end of its time and not before',
  async (t) => {
    const floor = await DealingFloor.start(t)
    const dealer = await floor.dealer(501)
    const trader = await floor.trader()
    const asked = floor.send(trader, 'trade', BUY)
    const id = (await shown(dealer))?.['id']
    floor.pass(DEALER_QUEUE_MS - 1)
    t.equal(floor.shard.account().orders.size, 1)
    floor.pass(1)
    t.match(await trader.reply(asked), { code: 'trade.timeout' })
    t.match(await dealer.event('dealing.gone'), { data: { id, outcome: 'trade.timeout' } })
    t.match(await floor.ask(dealer, 'dealing.take', { id }), { code: 'not_found' })
    t.equal(floor.shard.account().orders.size, 0)
    floor.settle()
  },
)

t.test('who takes a request has twenty seconds from then on', async (t) => {
  const floor = await DealingFloor.start(t)
  const dealer = await floor.dealer(501)
  const trader = await floor.trader()
  const asked = floor.send(trader, 'trade', BUY)
  const id = (await shown(dealer))?.['id']
  floor.pass(DEALER_QUEUE_MS - 1)
  t.match(await floor.ask(dealer, 'dealing.take', { id }), { code: 'ok' })
  floor.pass(DEALER_ANSWER_MS - 1)
  t.equal(floor.shard.account().orders.size, 1)
  floor.pass(1)
  t.match(await trader.reply(asked), { code: 'trade.timeout' })
  floor.settle()
})

t.test('of two dealers one has the request', async (t) => {
  const floor = await DealingFloor.start(t)
  const [first, second] = [await floor.dealer(501), await floor.dealer(502)]
  const trader = await floor.trader()
  const asked = floor.send(trader, 'trade', BUY)
  const id = (await shown(first))?.['id']
  t.match(await shown(second), { id })
  const takes = [first, second].map((one) => floor.ask(one, 'dealing.take', { id }))
  const codes = (await Promise.all(takes)).map(({ code }) => code)
  t.same(codes.toSorted(), ['conflict', 'ok'])
  const [taker, other] = codes[0] === 'ok' ? [first, second] : [second, first]
  t.match(await shown(other as WsClient), { taken_by: codes[0] === 'ok' ? 501 : 502 })
  for (const op of ['confirm', 'reject', 'requote', 'return']) {
    t.match(await floor.ask(other as WsClient, `dealing.${op}`, { id }), { code: 'conflict' })
  }
  t.match(await floor.ask(taker as WsClient, 'dealing.confirm', { id }), { code: 'ok' })
  t.match(await (other as WsClient).event('dealing.gone'), { data: { id, outcome: 'ok' } })
  t.match(await trader.reply(asked), { code: 'ok' })
  t.equal(floor.shard.account().positions.size, 1)
  floor.settle()
})

t.test('nothing is answered that was not taken', async (t) => {
  const floor = await DealingFloor.start(t)
  const dealer = await floor.dealer(501)
  const trader = await floor.trader()
  floor.send(trader, 'trade', BUY)
  const id = (await shown(dealer))?.['id']
  for (const op of ['confirm', 'reject', 'requote', 'return']) {
    t.match(await floor.ask(dealer, `dealing.${op}`, { id }), { code: 'conflict' })
  }
  t.match(await floor.ask(dealer, 'dealing.check', { id: 99 }), { code: 'not_found' })
  t.match(await floor.ask(dealer, 'dealing.take', { id: 99 }), { code: 'not_found' })
  t.match(await floor.ask(dealer, 'dealing.take', {}), { code: 'invalid_input', message: /id/ })
  t.match(await floor.ask(dealer, 'dealing.take', { id, price: '1' }), { code: 'invalid_input' })
  const long = { id, text: 'x'.repeat(129) }
  t.match(await floor.ask(dealer, 'dealing.reject', long), { code: 'invalid_input' })
  floor.settle()
})

t.test('a request that is given back may be taken by another', async (t) => {
  const floor = await DealingFloor.start(t)
  const [first, second] = [await floor.dealer(501), await floor.dealer(502)]
  const trader = await floor.trader()
  const asked = floor.send(trader, 'trade', BUY)
  const row = await shown(first)
  const id = row?.['id']
  await floor.ask(first, 'dealing.take', { id })
  floor.pass(5000)
  t.match(await floor.ask(first, 'dealing.return', { id }), {
    data: { taken_by: null, expires_at: row?.['expires_at'] },
  })
  t.match(await floor.ask(second, 'dealing.take', { id }), { code: 'ok' })
  t.match(await floor.ask(second, 'dealing.confirm', { id }), { code: 'ok' })
  t.match(await trader.reply(asked), { code: 'ok' })
  floor.settle()
})

t.test('given back after its time in the queue, it is timed out', async (t) => {
  const floor = await DealingFloor.start(t)
  const dealer = await floor.dealer(501)
  const trader = await floor.trader()
  const asked = floor.send(trader, 'trade', BUY)
  const id = (await shown(dealer))?.['id']
  floor.pass(DEALER_QUEUE_MS - 1)
  await floor.ask(dealer, 'dealing.take', { id })
  floor.pass(1)
  await floor.ask(dealer, 'dealing.return', { id })
  floor.pass(0)
  t.match(await trader.reply(asked), { code: 'trade.timeout' })
  floor.settle()
})

t.test('what a socket has taken goes back into the queue when it ends', async (t) => {
  const floor = await DealingFloor.start(t)
  const [first, second] = [await floor.dealer(501), await floor.dealer(502)]
  const trader = await floor.trader()
  const asked = floor.send(trader, 'trade', BUY)
  const id = (await shown(first))?.['id']
  await shown(second)
  await floor.ask(first, 'dealing.take', { id })
  t.match(await shown(second), { taken_by: 501 })
  first.destroy()
  t.match(await shown(second), { id, taken_by: null })
  t.match(await floor.ask(second, 'dealing.take', { id }), { code: 'ok' })
  t.match(await floor.ask(second, 'dealing.reject', { id }), { code: 'ok' })
  t.match(await trader.reply(asked), { code: 'trade.rejected' })
  floor.settle()
})

t.test('it goes back also when the dealer has another socket, or loses the right', async (t) => {
  const floor = await DealingFloor.start(t)
  const [first, same] = [await floor.dealer(501), await floor.dealer(501)]
  const second = await floor.dealer(502)
  const trader = await floor.trader()
  floor.send(trader, 'trade', BUY)
  const id = (await shown(first))?.['id']
  await shown(same)
  await shown(second)
  await floor.ask(first, 'dealing.take', { id })
  t.match(await shown(same), { taken_by: 501 })
  t.match(await shown(second), { taken_by: 501 })
  first.destroy()
  t.match(await shown(second), { id, taken_by: null })
  t.match(await shown(same), { id, taken_by: null })
  await floor.ask(same, 'dealing.take', { id })
  t.match(await shown(second), { taken_by: 501 })
  const facts = { ...floor.front.factsOfStaff(501), ...staffFacts({ rights: ['trades.view'] }) }
  floor.front.sessions.take({ type: 'access', facts })
  floor.front.clock.advance(2000)
  t.match(await shown(second), { id, taken_by: null })
  t.match(await floor.ask(same, 'dealing.take', { id }), { code: 'forbidden' })
  floor.settle()
})

t.test('a dealer who may see a request no more is told that it is gone, once', async (t) => {
  const floor = await DealingFloor.start(t)
  const [scoped, without, stays] = [
    await floor.dealer(501),
    await floor.dealer(502),
    await floor.dealer(503),
  ]
  const trader = await floor.trader()
  floor.send(trader, 'trade', BUY)
  const id = (await shown(stays))?.['id']
  for (const dealer of [scoped, without]) await shown(dealer)
  const become = (login: number, given: object): void => {
    const facts = { ...floor.front.factsOfStaff(login), ...staffFacts(given) }
    floor.front.sessions.take({ type: 'access', facts })
  }
  become(501, { groupScope: ['real\\*'] })
  become(502, { rights: ['trades.view'] })
  become(503, { groupScope: ['demo\\*'] })
  const gone = { data: { id, outcome: 'forbidden', by: null, price: null } }
  for (const dealer of [scoped, without]) t.match(await dealer.event('dealing.gone'), gone)
  t.match(await floor.ask(stays, 'dealing.take', { id }), { code: 'ok' })
  t.match(await floor.ask(stays, 'dealing.reject', { id }), { code: 'ok' })
  t.match(await stays.event('dealing.gone'), { data: { id, outcome: 'trade.rejected' } })
  for (const dealer of [scoped, without]) {
    await floor.settled(dealer)
    t.notOk(dealer.frames.some(({ event }) => event === 'dealing.gone'))
  }
  floor.settle()
})

t.test('a dealer who comes later sees what waits', async (t) => {
  const floor = await DealingFloor.start(t)
  const first = await floor.dealer(501)
  const trader = await floor.trader()
  floor.send(trader, 'trade', BUY)
  const id = (await shown(first))?.['id']
  const late = await floor.dealer(502, {}, 'openfloor.msgpack')
  t.match(await shown(late), { id, login: LOGIN, request: { kind: 'open' } })
  floor.pass(DEALER_QUEUE_MS)
  t.match(await late.event('dealing.gone'), { data: { id } })
  floor.settle()
})

t.test('only dealers with the group in scope see a request, and may answer it', async (t) => {
  const floor = await DealingFloor.start(t)
  const dealer = await floor.dealer(501)
  const other = await floor.dealer(502, { groupScope: ['real\\*'] })
  const clerk = await floor.dealer(503, { rights: ['trades.view'] })
  const trader = await floor.trader()
  floor.send(trader, 'trade', BUY)
  const id = (await shown(dealer))?.['id']
  await nothingShown(floor, other)
  await nothingShown(floor, clerk)
  t.match(await floor.ask(other, 'dealing.take', { id }), { code: 'not_found' })
  t.match(await floor.ask(clerk, 'dealing.take', { id }), { code: 'forbidden' })
  floor.settle()
})

t.test('without a dealer who could answer the client is told at once', async (t) => {
  const floor = await DealingFloor.start(t, [ANY, CONFIRM])
  await floor.dealer(502, { groupScope: ['real\\*'] })
  await floor.dealer(503, { rights: ['trades.view'] })
  const trader = await floor.trader()
  t.match(await floor.ask(trader, 'trade', BUY), { code: 'trade.no_connection' })
  t.equal(floor.shard.account().orders.size, 0)
  floor.settle()
})

t.test('skip_no_dealer passes the rule when none of its dealers is online', async (t) => {
  const floor = await DealingFloor.start(t, [
    { ...NAMED, skip_no_dealer: true },
    rule({
      id: 2,
      position: 2,
      skip_no_dealer: true,
      conditions: [{ field: 'comment', op: 'eq', value: 'any' }],
    }),
    CONFIRM,
  ])
  const trader = await floor.trader()
  t.match(await floor.ask(trader, 'trade', { ...BUY, comment: 'any' }), { code: 'ok' })
  const dealer = await floor.dealer(504)
  t.match(await floor.ask(trader, 'trade', BUY), { code: 'ok' }, 'nobody of those it names')
  floor.send(trader, 'trade', { ...BUY, comment: 'any' })
  t.match(await shown(dealer), { request: { comment: 'any' } })
  floor.settle()
})

t.test(
  'named dealers are asked in their order: the next when one gives back, or goes',
  async (t) => {
    const floor = await DealingFloor.start(t, [NAMED])
    const clients = [await floor.dealer(503), await floor.dealer(502), await floor.dealer(501)]
    const [third, second, first] = clients as [WsClient, WsClient, WsClient]
    const trader = await floor.trader()
    floor.send(trader, 'trade', BUY)
    const id = (await shown(first))?.['id']
    await nothingShown(floor, second)
    t.match(await floor.ask(second, 'dealing.take', { id }), { code: 'not_found' }, 'not asked yet')
    await floor.ask(first, 'dealing.take', { id })
    await floor.ask(first, 'dealing.return', { id })
    t.match(await shown(second), { id, taken_by: null })
    await nothingShown(floor, third)
    first.destroy()
    second.destroy()
    t.match(await shown(third), { id, taken_by: null })
    t.match(await floor.ask(third, 'dealing.take', { id }), { code: 'ok' })
    floor.settle()
  },
)

t.test(
  'named dealers have their shares one after the other, and then it is timed out',
  async (t) => {
    const floor = await DealingFloor.start(t, [NAMED])
    const clients = [await floor.dealer(503), await floor.dealer(502), await floor.dealer(501)]
    const [third, second, first] = clients as [WsClient, WsClient, WsClient]
    const trader = await floor.trader()
    const asked = floor.send(trader, 'trade', BUY)
    const id = (await shown(first))?.['id']
    floor.pass(DEALER_QUEUE_MS / 3)
    t.match(await shown(second), { id })
    floor.pass(DEALER_QUEUE_MS / 3 - 1)
    await nothingShown(floor, third)
    floor.pass(1)
    t.match(await shown(third), { id })
    floor.pass(DEALER_QUEUE_MS / 3)
    t.match(await trader.reply(asked), { code: 'trade.timeout' })
    floor.settle()
  },
)

t.test('a named dealer who does not answer shares the request with the next', async (t) => {
  const floor = await DealingFloor.start(t, [NAMED])
  const [third, first] = [await floor.dealer(503), await floor.dealer(501)]
  const trader = await floor.trader()
  const asked = floor.send(trader, 'trade', BUY)
  const id = (await shown(first))?.['id']
  floor.pass(DEALER_QUEUE_MS / 3 - 1)
  await nothingShown(floor, third)
  floor.pass(1)
  t.match(await shown(third), { id })
  t.match(await floor.ask(first, 'dealing.take', { id }), { code: 'ok' }, 'and may still take it')
  t.match(await floor.ask(first, 'dealing.confirm', { id }), { code: 'ok' })
  t.match(await trader.reply(asked), { code: 'ok' })
  floor.settle()
})
