import t from 'tap'
import { decideTrade } from '../../../../engine/account/decide/decide.js'
import type { OpenRequest } from '../../../../engine/account/request.js'
import { type DealersOffer, offer } from '../../../../engine/account/rules/expected-price.js'
import { Offers } from '../../../../engine/account/rules/offers.js'
import type { Refusal } from '../../../../engine/code.js'
import type { RoutingRuleRecord } from '../../../../engine/config/records/routing-rule.js'
import type { SymbolRecord } from '../../../../engine/config/records/symbol.js'
import { CONFIRM_ALL, symbolIn } from '../../../given/book.js'
import { type AcceptedTrade, codeOf, Floor, positionOf } from '../../../given/floors/floor.js'
import { PLAIN_CLOSE, PLAIN_OPEN } from '../../../given/plain.js'

// The price at which a market request is filled, by execution and routing. EURUSD is at 1.17000 / 1.17010.

type Execution = SymbolRecord['execution']

function trading(
  execution: Execution,
  action = 'confirm_market_price' as string,
  more: { readonly offerSec?: number; readonly offerMovePts?: number } = {},
): Floor {
  const rule = { ...CONFIRM_ALL, action: action as RoutingRuleRecord['action'] }
  const { offerMovePts = 0, ...settings } = more
  const symbols = { EURUSD: { execution, offer_move_pts: offerMovePts } }
  const floor = new Floor({ symbols, routing: [rule], ...settings })
  floor.balance('deposit', '100000')
  return floor
}

function quoteIdOf(decision: AcceptedTrade | Refusal): string {
  if (decision.ok || decision.offer === undefined) throw new Error('a requote was wanted')
  return decision.offer.quote_id
}

/** The price that it was filled at, or the code. */
function fillOf(decision: AcceptedTrade | Refusal): number | string {
  return decision.ok ? decision.price : decision.code
}

t.test('deviation is checked on the adverse side only: a better price is given', (t) => {
  // Asked price and deviation, and what comes of it: buys fill at 117,010, sells at 117,000.
  const buys: [price: string, deviationPts: number, isFilled: boolean][] = [
    ['1.17010', 0, true],
    ['1.17009', 0, false],
    ['1.17000', 10, true],
    ['1.17000', 9, false],
    ['1.17011', 0, true],
    ['1.20000', 0, true],
    ['', 0, true],
  ]
  const sells: typeof buys = [
    ['1.17000', 0, true],
    ['1.17001', 0, false],
    ['1.17010', 10, true],
    ['1.17010', 9, false],
    ['1.16999', 0, true],
    ['1.10000', 0, true],
    ['', 0, true],
  ]
  for (const [execution, refusal] of [
    ['instant', 'trade.requote'],
    ['market', 'trade.price_changed'],
    ['exchange', 'trade.price_changed'],
  ] as const) {
    for (const [side, rows, market] of [
      ['buy', buys, 117_010],
      ['sell', sells, 117_000],
    ] as const) {
      for (const [price, deviationPts, isFilled] of rows) {
        const floor = trading(execution)
        const wanted = isFilled ? market : refusal
        const says = `${execution} ${side} at ${price} within ${deviationPts}`
        t.equal(fillOf(floor.open('EURUSD', side, '0.1', { price, deviationPts })), wanted, says)
        const other = side === 'buy' ? 'sell' : 'buy'
        const held = positionOf(floor.open('EURUSD', other, '0.1'))
        const closed = floor.close(held, undefined, { price, deviationPts })
        t.equal(fillOf(closed), wanted, `${says}, to close`)
        floor.settle()
      }
    }
  }
  t.end()
})

t.test('a price that is none is refused before anything is offered', (t) => {
  for (const execution of ['instant', 'market', 'exchange'] as const) {
    const floor = trading(execution)
    for (const price of ['0', '-1.17', '1.170001']) {
      const decision = floor.open('EURUSD', 'buy', '0.1', { price })
      t.match(decision, { code: 'trade.invalid_price', message: /price: EURUSD has prices of 5/ })
    }
    floor.settle()
  }
  t.end()
})

t.test('request execution fills at offered prices only', (t) => {
  const floor = trading('request')
  const asked = floor.open('EURUSD', 'buy', '0.1', { price: '1.17010' })
  t.match(asked, {
    code: 'trade.requote',
    message: /offered prices: 1.17000 \/ 1.17010/,
    offer: { bid: '1.17000', ask: '1.17010' },
  })
  floor.prices.set('EURUSD', '1.17020', '1.17030')
  const opened = floor.open('EURUSD', 'buy', '0.1', { quoteId: quoteIdOf(asked) })
  t.equal(fillOf(opened), 117_010)
  t.match(opened, { bid: 117_020, ask: 117_030 }, 'the deal tells the market it saw')
  const close = floor.close(positionOf(opened))
  t.equal(codeOf(close), 'trade.requote')
  floor.prices.set('EURUSD', '1.17000', '1.17010')
  const closed = floor.close(positionOf(opened), undefined, { quoteId: quoteIdOf(close) })
  t.match(closed, { price: 117_020, events: [{}, { profit: 1_00 }, {}] })
  floor.settle()
  t.end()
})

t.test('an offer is for the side, and for no more volume, that was asked about', (t) => {
  for (const [side, lots, filled] of [
    ['buy', '0.1', 117_010],
    ['sell', '0.1', 'trade.price_changed'],
    ['buy', '0.09', 117_010],
    ['buy', '0.11', 'trade.price_changed'],
  ] as const) {
    const floor = trading('request')
    const quoteId = quoteIdOf(floor.open('EURUSD', 'buy', '0.1'))
    t.equal(fillOf(floor.open('EURUSD', side, lots, { quoteId })), filled, `${side} ${lots}`)
    floor.settle()
  }
  t.end()
})

t.test(
  'an offer holds for the seconds of the settings, 3 at first, and not a millisecond more',
  (t) => {
    for (const [seconds, after, filled] of [
      [undefined, 3_000, 117_010],
      [undefined, 3_001, 'trade.price_changed'],
      [1, 1_000, 117_010],
      [1, 1_001, 'trade.price_changed'],
      [10, 10_000, 117_010],
    ] as const) {
      const floor = trading('instant', 'confirm_market_price', seconds && { offerSec: seconds })
      const more: Partial<OpenRequest> = { price: '1.16' }
      const quoteId = quoteIdOf(floor.open('EURUSD', 'buy', '0.1', more))
      floor.now += after
      const decision = floor.open('EURUSD', 'buy', '0.1', { ...more, quoteId })
      t.equal(fillOf(decision), filled, `${seconds} s, after ${after} ms`)
      floor.settle()
    }
    t.end()
  },
)

t.test('an offer is taken once, of its symbol and of its account', (t) => {
  const floor = trading('instant')
  const ask = () => quoteIdOf(floor.open('EURUSD', 'buy', '0.1', { price: '1.16' }))
  const quoteId = ask()
  t.equal(fillOf(floor.open('GBPUSD', 'buy', '0.1', { quoteId })), 'trade.price_changed')
  t.equal(fillOf(floor.open('EURUSD', 'buy', '0.1', { quoteId: 'none' })), 'trade.price_changed')
  t.equal(fillOf(floor.open('EURUSD', 'buy', '0.1', { quoteId })), 117_010)
  t.equal(fillOf(floor.open('EURUSD', 'buy', '0.1', { quoteId })), 'trade.price_changed', 'once')
  floor.balance('withdraw', '99800')
  const dear = quoteIdOf(floor.open('EURUSD', 'buy', '1', { price: '1.16' }))
  t.equal(fillOf(floor.open('EURUSD', 'buy', '1', { quoteId: dear })), 'trade.no_money')
  floor.balance('deposit', '99800')
  t.equal(
    fillOf(floor.open('EURUSD', 'buy', '1', { quoteId: dear })),
    117_010,
    'a refusal keeps it',
  )
  floor.settle()
  t.end()
})

t.test('the server takes back its offer once the market has passed it by two spreads', (t) => {
  for (const [side, bid, ask, filled] of [
    ['buy', '1.17020', '1.17030', 117_010],
    ['buy', '1.17021', '1.17031', 'trade.requote'],
    ['buy', '1.16000', '1.16010', 117_010],
    ['sell', '1.16980', '1.16990', 117_000],
    ['sell', '1.16979', '1.16989', 'trade.requote'],
    ['sell', '1.18000', '1.18010', 117_000],
  ] as const) {
    const floor = trading('request')
    const quoteId = quoteIdOf(floor.open('EURUSD', side, '0.1'))
    floor.prices.set('EURUSD', bid, ask)
    const taken = floor.open('EURUSD', side, '0.1', { quoteId })
    t.equal(fillOf(taken), filled, `${side} at ${bid} / ${ask}`)
    if (filled === 'trade.requote') {
      t.match(taken, { offer: { bid, ask } }, 'another one, of the market')
      const next = floor.open('EURUSD', side, '0.1', { quoteId: quoteIdOf(taken) })
      t.equal(fillOf(next), side === 'buy' ? 117_031 : 116_979)
    }
    floor.settle()
  }
  t.end()
})

t.test('a symbol may bound how far the market may pass an offer of the server', (t) => {
  for (const [offerMovePts, ask, filled] of [
    [3, '1.17013', 117_010],
    [3, '1.17014', 'trade.requote'],
    [50, '1.17060', 117_010],
    [50, '1.17061', 'trade.requote'],
  ] as const) {
    const floor = trading('request', 'confirm_market_price', { offerMovePts })
    const quoteId = quoteIdOf(floor.open('EURUSD', 'buy', '0.1'))
    floor.prices.set('EURUSD', '1.17000', ask)
    const taken = floor.open('EURUSD', 'buy', '0.1', { quoteId })
    t.equal(fillOf(taken), filled, `${offerMovePts} points, at ${ask}`)
    floor.settle()
  }
  t.end()
})

t.test('offers of an account are its own, one of a symbol', (t) => {
  const offers = new Offers()
  const offer = {
    symbolId: 1,
    side: 1,
    volume: 1,
    bid: 1,
    ask: 2,
    at: 1000,
    until: 4000,
    group: 'demo\\standard',
    moveMaxPts: 2,
  } as const
  const ids = [1, 2, 1].map((symbolId) => offers.make(7, { ...offer, symbolId }))
  const held = ids.map((id) => offers.find(7, id, 1000) !== undefined)
  t.same(held, [false, true, true], 'a new one ends the one before')
  t.equal(offers.find(8, ids[1] ?? '', 1000), undefined, "another account's")
  t.ok(
    ids.every((id) => id.length <= 36),
    'as long as a request may say it',
  )
  const later = offers.make(7, { ...offer, symbolId: 3, at: 4001, until: 7001 })
  for (const id of ids) t.equal(offers.find(7, id, 1000), undefined, 'what does not hold is let go')
  offers.take(7, later)
  t.equal(offers.find(7, later, 1000), undefined)
  offers.take(9, later)
  t.end()
})

t.test('staff are offered nothing: theirs fill at the market', (t) => {
  for (const execution of ['request', 'instant', 'market', 'exchange'] as const) {
    const floor = trading(execution)
    const decision = floor.open('EURUSD', 'buy', '0.1', { dealer: 5, reason: 'dealer' })
    t.equal(fillOf(decision), 117_010, execution)
    const late = floor.open('EURUSD', 'buy', '0.1', { dealer: 5, price: '1.16' })
    t.match(late, { code: 'trade.price_changed', message: /The price is now 1.17010/ }, execution)
    floor.settle()
  }
  t.end()
})

t.test('a rule that fills at the client’s price does so within the deviation, or better', (t) => {
  for (const [side, price, deviationPts, filled] of [
    ['buy', '1.17005', 5, 117_005],
    ['buy', '1.17005', 4, 'trade.requote'],
    ['buy', '1.17010', 0, 117_010],
    ['buy', '1.17020', 0, 117_010],
    ['sell', '1.17005', 5, 117_005],
    ['sell', '1.17005', 4, 'trade.requote'],
    ['sell', '1.16990', 0, 117_000],
    ['buy', '', 5, 117_010],
  ] as const) {
    const says = `${side} at ${price} within ${deviationPts}`
    const floor = trading('instant', 'confirm_request_price')
    t.equal(fillOf(floor.open('EURUSD', side, '0.1', { price, deviationPts })), filled, says)
    const held = positionOf(floor.open('EURUSD', side === 'buy' ? 'sell' : 'buy', '0.1'))
    t.equal(fillOf(floor.close(held, undefined, { price, deviationPts })), filled, says)
    floor.settle()
  }
  const floor = trading('instant', 'confirm_request_price')
  const quoteId = quoteIdOf(floor.open('EURUSD', 'buy', '0.1', { price: '1.16' }))
  floor.prices.set('EURUSD', '1.17020', '1.17030')
  const more = { price: '1.16', deviationPts: 9999, quoteId }
  t.equal(fillOf(floor.open('EURUSD', 'buy', '0.1', more)), 117_010, 'as it was offered')
  t.end()
})

t.test(
  'what a dealer has answered is filled at the price that he gave, else at the market’s',
  (t) => {
    const floor = trading('request')
    const held = positionOf(floor.open('EURUSD', 'buy', '0.1', { dealer: 5 }))
    const buy = {
      kind: 'open',
      symbol: 'EURUSD',
      side: 1,
      volume: 10_000_000,
      ...PLAIN_OPEN,
    } as const
    const close = { kind: 'close', positionId: held, volume: 0, ...PLAIN_CLOSE } as const
    for (const [answer, opened, closed] of [
      [{ clearsStops: false, price: 117_005, ruleId: 4 }, 117_005, 117_005],
      [{ clearsStops: false, ruleId: 4 }, 117_010, 117_000],
    ] as const) {
      for (const price of ['', '1.17003', '1.2']) {
        const context = { ...floor.context(), answer }
        const says = `${JSON.stringify(answer)} of a request at ${price}`
        const order = { type: 'order', price: opened, state: 'filled' }
        t.match(decideTrade(context, floor.account, { ...buy, price }), [order, {}, {}], says)
        const other = { ...order, price: closed, positionId: held }
        t.match(decideTrade(context, floor.account, { ...close, price }), [other, {}, {}], says)
      }
    }
    floor.settle()
    t.end()
  },
)

t.test('a rule that requotes offers once: who takes the offer is filled at it', (t) => {
  for (const execution of ['instant', 'market', 'exchange'] as const) {
    const floor = trading(execution, 'requote')
    const asked = floor.open('EURUSD', 'buy', '0.1')
    t.equal(codeOf(asked), 'trade.requote', execution)
    floor.prices.set('EURUSD', '1.17020', '1.17030')
    const opened = floor.open('EURUSD', 'buy', '0.1', { quoteId: quoteIdOf(asked) })
    t.equal(fillOf(opened), 117_010)
    const close = floor.close(positionOf(opened))
    t.equal(codeOf(close), 'trade.requote')
    const closed = floor.close(positionOf(opened), undefined, { quoteId: quoteIdOf(close) })
    t.equal(fillOf(closed), 117_020)
    floor.settle()
  }
  t.end()
})

t.test('a requote changes nothing', (t) => {
  const floor = trading('instant')
  const { seq } = floor.account
  floor.open('EURUSD', 'buy', '0.1', { price: '1.16' })
  t.equal(floor.account.seq, seq)
  floor.settle()
  t.end()
})

t.test('an offer has its prices, its time, and the dealer who made it', (t) => {
  const floor = new Floor()
  const offers = new Offers()
  const symbol = symbolIn(floor.book, 'EURUSD')
  const made = (dealers?: DealersOffer, holds = 3) => {
    const context = { offers, now: 5_000, book: floor.book }
    const quote = { bid: 117_001, ask: 117_012 }
    const refusal = offer(
      context,
      floor.account,
      symbol,
      { side: 1, volume: 1e6 },
      quote,
      'It moved',
      dealers,
    )
    const { quote_id = '' } = refusal.offer ?? {}
    t.strictSame(refusal, {
      ok: false,
      code: 'trade.requote',
      offer: {
        bid: '1.17001',
        ask: '1.17012',
        quote_id,
        until: new Date(5_000 + holds * 1000).toISOString(),
      },
      message: `It moved: 1.17001 / 1.17012. Send the request with this quote_id within ${holds} seconds to take it.`,
    })
    return offers.find(floor.account.login, quote_id, 5_000)
  }
  const prices = { bid: 117_001, ask: 117_012, moveMaxPts: 22 }
  const asked = { symbolId: symbol.id, group: floor.account.groupPath, side: 1, volume: 1e6 }
  const terms = { ...asked, ...prices, at: 5_000, until: 8_000 }
  t.strictSame(made(), terms)
  t.strictSame(made({ dealer: 5, validSec: undefined }), { ...terms, dealer: 5 })
  const long = made({ dealer: 5, validSec: 60 }, 60)
  t.strictSame(long, { ...terms, until: 65_000, dealer: 5 })
  t.end()
})
