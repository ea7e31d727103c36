import t from 'tap'
import type { DealEvent, PositionEvent } from '../../../../engine/account/event.js'
import type { AccountProfile } from '../../../../engine/account/state.js'
import { wholeCommission } from '../../../../engine/config/kinds/commission.js'
import type { GroupRecord } from '../../../../engine/config/records/group.js'
import type { RoutingRuleRecord } from '../../../../engine/config/records/routing-rule.js'
import type { SymbolRecord } from '../../../../engine/config/records/symbol.js'
import { MONEY_MAX } from '../../../../engine/limits/trading.js'
import { CONFIRM_ALL, givenBook, HEDGING, NETTING } from '../../../given/book.js'
import { Floor, positionOf } from '../../../given/floors/floor.js'

/** A floor with 1 lot bought of EURGBP, whose profit is in pounds. */
function holding(): { floor: Floor; id: number } {
  const floor = new Floor()
  floor.balance('deposit', '10000')
  return { floor, id: positionOf(floor.open('EURGBP', 'buy', '1')) }
}

interface Situation {
  profile: Partial<AccountProfile>
  group: Partial<GroupRecord>
  symbol: { -readonly [K in keyof SymbolRecord]?: SymbolRecord[K] }
  routing: RoutingRuleRecord[] | undefined
  wrongId: boolean
  lots: string | undefined
  gone: string[]
}

const REJECT: RoutingRuleRecord = {
  ...CONFIRM_ALL,
  name: 'no',
  action: 'reject',
  request_kinds: ['close'],
}

function trying(situation: Situation) {
  const { floor, id } = holding()
  const { profile, group, symbol, routing, wrongId, lots, gone } = situation
  floor.profile(profile)
  floor.book = givenBook({
    symbols: { EURGBP: symbol },
    groups: { [HEDGING]: group },
    ...(routing === undefined ? {} : { routing }),
  })
  for (const each of gone) floor.prices.remove(each)
  const records = floor.records.length
  const decision = floor.close(wrongId ? id + 1 : id, lots)
  floor.settle()
  return { decision, isLogged: floor.records.length > records }
}

// Goal: the order of the checks, as in open.test.ts.
t.test('close: the first broken rule names the code', (t) => {
  const now: Situation = {
    profile: { trading_enabled: false },
    group: { trade_enabled: false },
    symbol: { trade_access: 'disabled' },
    routing: [],
    wrongId: true,
    lots: '1.5',
    gone: ['EURGBP', 'GBPUSD'],
  }
  const rows: [repair: (now: Situation) => void, code: string, says: RegExp][] = [
    [() => {}, 'trade.disabled', /off for this account/],
    [(now) => (now.profile = {}), 'trade.disabled', /off for the account's group/],
    [(now) => (now.group = {}), 'trade.position_unknown', /no open position/],
    [(now) => (now.wrongId = false), 'trade.disabled', /Trading in EURGBP is turned off/],
    [(now) => (now.symbol.trade_access = 'close_only'), 'trade.invalid_volume', /has 1 lots/],
    [(now) => (now.lots = '0.005'), 'trade.invalid_volume', /from 0.01 lots in steps of 0.01/],
    [(now) => (now.lots = '0.4'), 'trade.off_quotes', /EURGBP has no price/],
    [(now) => now.gone.shift(), 'trade.rejected', /No routing rule/],
    [(now) => (now.routing = [REJECT]), 'trade.rejected', /rejected the request/],
    [(now) => (now.routing = undefined), 'trade.off_quotes', /convert GBP to USD/],
    [(now) => now.gone.shift(), 'ok', /^$/],
  ]
  for (const [repair, code, says] of rows) {
    repair(now)
    const { decision, isLogged } = trying(now)
    t.equal(decision.ok ? 'ok' : decision.code, code, String(says))
    t.match(decision.ok ? '' : decision.message, says)
    t.equal(isLogged, decision.ok, 'a refusal leaves nothing')
  }
  t.end()
})

t.test('close: long at the bid, short at the ask, profit in the account currency', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '10000')
  const buy = positionOf(floor.open('EURGBP', 'buy', '1'))
  const sell = positionOf(floor.open('EURGBP', 'sell', '1'))
  floor.prices.set('EURGBP', '0.86700', '0.86720')
  // 0.86670 to 0.86700 gains 30 pounds, which become dollars at the bid of GBPUSD.
  t.match(floor.close(buy), { ok: true, price: 86_700, events: [{}, { profit: 40_50 }, {}] })
  // 0.86650 to 0.86720 loses 70 pounds, at the ask.
  t.match(floor.close(sell), { ok: true, price: 86_720, events: [{}, { profit: -94_51 }, {}] })
  t.equal(floor.account.balance, 10_000_00 + 40_50 - 94_51)
  t.equal(floor.account.positions.size, 0)
  t.equal(floor.account.exposures.size, 0)
  floor.settle()
  t.end()
})

t.test('close: a part leaves the rest as it was, and takes its share of the swap', (t) => {
  const { floor, id } = holding()
  floor.rollOver(id, '-10.00')
  const parts: [lots: string | undefined, swap: number, left: number][] = [
    ['0.33', -3_30, -6_70],
    ['0.33', -3_30, -3_40],
    ['0.01', -10, -3_30],
    [undefined, -3_30, 0],
  ]
  for (const [lots, swap, left] of parts) {
    const decision = floor.close(id, lots)
    if (!decision.ok) return t.fail(decision.message)
    const [, deal, row] = decision.events as [unknown, DealEvent, PositionEvent]
    t.equal(deal.swap, swap, `${lots}: its share`)
    t.equal(row.swap, left, `${lots}: the rest stays`)
    t.equal(row.priceOpen, 86_670)
    t.equal(row.closedAt !== 0, row.volume === 0, 'closed when nothing is left')
    floor.settle()
  }
  return t.end()
})

t.test('close: what rounds is made good by the last part, whichever way it rounds', (t) => {
  for (const swap of ['-0.05', '0.05', '-0.01', '0.01', '-99.99']) {
    const { floor, id } = holding()
    floor.rollOver(id, swap)
    let paid = 0
    for (const lots of ['0.3', '0.3', '0.3', undefined]) {
      const decision = floor.close(id, lots)
      if (decision.ok) paid += (decision.events[1] as DealEvent).swap
    }
    t.equal((paid / 100).toFixed(2), swap)
    floor.settle()
  }
  t.end()
})

t.test('close: the whole position may go even where no such volume is traded', (t) => {
  const { floor, id } = holding()
  floor.book = givenBook({ symbols: { EURGBP: { volume_min: '2', volume_step: '2' } } })
  const part = floor.close(id, '0.5')
  t.equal(part.ok ? 'ok' : part.code, 'trade.invalid_volume')
  t.ok(floor.close(id, '1').ok)
  const again = floor.close(id)
  t.equal(again.ok ? 'ok' : again.code, 'trade.position_unknown')
  floor.settle()
  t.end()
})

t.test('what a close brings counts with its swap for the money that can be counted', (t) => {
  const floor = new Floor()
  // 26.24 below the most.
  t.match(floor.balance('deposit', '11258999068400.00'), { ok: true })
  const id = positionOf(floor.open('EURUSD', 'buy', '0.01'))
  // 10 points of 1,000 euros are lost.
  floor.rollOver(id, '26.35')
  t.match(floor.close(id), {
    code: 'trade.rejected',
    message: /more money than the server can count/,
  })
  floor.rollOver(id, '26.34')
  t.match(floor.close(id), { ok: true })
  t.equal(floor.account.balance, MONEY_MAX)
  floor.settle()
  t.end()
})

t.test('close: a part is a volume from the least, in whole steps from it', (t) => {
  const refused = /^EURGBP trades from 0.5 lots in steps of 0.3.$/
  for (const [lots, says] of [
    ['0.2', refused],
    ['0.49', refused],
    ['0.5', /^$/],
    ['0.6', refused],
    ['0.8', /^$/],
    ['1.1', /^The position has 1 lots.$/],
  ] as const) {
    const { floor, id } = holding()
    floor.book = givenBook({ symbols: { EURGBP: { volume_min: '0.5', volume_step: '0.3' } } })
    const decision = floor.close(id, lots)
    t.match(decision.ok ? '' : decision.message, says, lots)
    floor.settle()
  }
  t.end()
})

t.test('open and close: both wait for a price that the commission is converted by', (t) => {
  // Its commission alone is in pounds: margin and profit are in dollars.
  const symbols = { GIVEN: { base_currency: 'GBP', margin_currency: 'USD' } }
  const tiers = [{ from: '0', to: '0', value: '1', min: '0', max: '0' }]
  const percent = wholeCommission({ mask: '*', mode: 'percent', charge: 'per_side', tiers })
  const floor = new Floor({ symbols, groups: { [HEDGING]: { commissions: [percent] } } })
  floor.balance('deposit', '100000')
  floor.prices.set('GIVEN', '1.17000', '1.17010')
  const id = positionOf(floor.open('GIVEN', 'buy', '0.1'))
  floor.prices.remove('GBPUSD')
  const wait = { code: 'trade.off_quotes', message: /convert the commission to USD/ }
  t.match(floor.open('GIVEN', 'buy', '0.1'), wait)
  t.match(floor.close(id), wait)
  floor.prices.set('GBPUSD', '1.35000', '1.35020')
  t.ok(floor.close(id).ok)
  floor.settle()
  t.end()
})

const PER_LOT = wholeCommission({
  mask: '*',
  mode: 'per_lot',
  charge: 'per_side',
  tiers: [{ from: '0', to: '0', value: '3.33', min: '1', max: '0' }],
})

t.test('close: asked for with its whole volume it is the same as without a volume', (t) => {
  for (const group of [HEDGING, NETTING]) {
    const closed = (lots?: string) => {
      const floor = new Floor({ groups: { [group]: { commissions: [PER_LOT] } } }).profile({
        group,
      })
      floor.balance('deposit', '10000')
      const id = positionOf(floor.open('EURGBP', 'buy', '0.33'))
      floor.prices.set('EURGBP', '0.86651', '0.86671')
      // A third of a point of the average is left over on a netting account.
      const last = positionOf(floor.open('EURGBP', 'buy', '0.17'))
      floor.rollOver(last, '-1.37')
      floor.close(last, '0.01')
      // No volume of the symbol any more.
      const symbols = { EURGBP: { volume_min: '2', volume_step: '2' } } as const
      floor.book = givenBook({ symbols, groups: { [group]: { commissions: [PER_LOT] } } })
      const decision = floor.close(last, lots)
      floor.settle()
      return { decision, positions: [...floor.account.positions.keys()], id, last }
    }
    const whole = group === NETTING ? '0.49' : '0.16'
    const asked = closed(whole)
    t.same(asked, closed())
    t.notOk(asked.positions.includes(asked.last), group)
    t.ok(asked.decision.ok)
  }
  t.end()
})

t.test('close: of a position that has grown meanwhile what was asked for is closed', (t) => {
  const floor = new Floor().profile({ group: NETTING })
  floor.balance('deposit', '10000')
  const id = positionOf(floor.open('EURUSD', 'buy', '0.1'))
  floor.open('EURUSD', 'buy', '0.2')
  t.match(floor.close(id, '0.1'), { ok: true })
  t.equal(floor.account.positions.get(id)?.volume, 20_000_000)
  const numbers = { min: '0.01', max: '0.2', step: '0.01', nearest: '0.2' }
  t.match(floor.close(id, '0.3'), { code: 'trade.invalid_volume', numbers }, 'and no more')
  t.equal(floor.account.positions.get(id)?.volume, 20_000_000)
  floor.settle()
  t.end()
})
