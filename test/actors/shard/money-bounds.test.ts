import t from 'tap'
import { moneyOf } from '../../../engine/account/money/money.js'
import type { GroupRecord } from '../../../engine/config/records/group.js'
import type { SymbolRecord } from '../../../engine/config/records/symbol.js'
import { MONEY_MAX, SWAP_MAX } from '../../../engine/limits/trading.js'
import { textFromScaled } from '../../../engine/numbers/decimal.js'
import { Prng } from '../../../engine/numbers/prng.js'
import { LOGIN } from '../../given/account.js'
import { givenBook, HEDGING, NETTING } from '../../given/book.js'
import { DOER } from '../../given/desk.js'
import { depositAsk, type GivenShard, tradingShard } from '../../given/floors/shard.js'
import { checkLedger } from '../../given/records/ledger.js'

/**
 * The requests of staff and traders, up to the ends of every field, in symbols that are as large as they can
 * be and cost no margin: whatever comes of it, the account's figures stay exact and the account is served.
 */
const FREE = [
  { kind: 'buy', initial: '0', maintenance: '0' },
  { kind: 'sell', initial: '0', maintenance: '0' },
] as const
const LARGE: Partial<SymbolRecord> = {
  contract_size: '1000000000',
  volume_max: '1000000',
  margin_rates: FREE,
  swap_mode: 'points',
  swap_long: '1000000',
  swap_short: '-1000000',
}
const SMALL: Partial<SymbolRecord> = {
  ...LARGE,
  contract_size: '0.00000001',
  swap_mode: 'deposit_currency',
}
const TIER = { from: '0', to: '0', value: '1000000000', min: '0', max: '0' }
const DAILY = { mask: 'GBPUSD', mode: 'per_lot', charge: 'daily', tiers: [TIER] } as const

function given(group: string, commissions: GroupRecord['commissions'] = []): GivenShard {
  const symbols = { EURUSD: LARGE, GBPUSD: SMALL, USDJPY: LARGE }
  const groups = { [group]: { commissions, stop_out_level: '0', margin_call_level: '0' } }
  return tradingShard({ book: givenBook({ symbols, groups }) }).profile({ group })
}

function asked(shard: GivenShard, op: 'correct' | 'balance', request: object) {
  const told = shard.turn(() => shard.ask(7, { op, request } as Parameters<GivenShard['ask']>[1]))
  return told.find(({ kind }) => kind === 'answer')?.value
}

function correct(shard: GivenShard, positionId: number, change: object) {
  const correction = {
    positionId,
    version: 0,
    priceOpen: '',
    stopLoss: '',
    takeProfit: '',
    ...change,
  }
  return asked(shard, 'correct', { login: LOGIN, correction, by: DOER })
}

/** Exact, all of them, and served. */
function checkFigures(shard: GivenShard): void {
  const account = shard.account()
  const { balance, credit, commissionDue, exposures } = account
  const sum = Math.abs(balance) + Math.abs(credit) + Math.abs(commissionDue)
  if (sum > MONEY_MAX) throw new Error(`${balance}, ${credit} and ${commissionDue} are too much`)
  if (Math.abs(exposures.swap) > SWAP_MAX) throw new Error(`a swap of ${exposures.swap}`)
  const { marginLevel: _, ...money } = moneyOf(account, shard.core.book, shard.prices)
  for (const [name, amount] of Object.entries(money)) {
    if (amount !== null && !Number.isSafeInteger(amount)) throw new Error(`${name} is ${amount}`)
  }
  for (const { why } of shard.setAside) throw why
}

t.test('a position is corrected to prices that could be meant, and to no other', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const open = { kind: 'open', symbol: 'EURUSD', side: 'sell', volume: '1' }
  t.match(shard.request(socket, 'trade', open), { code: 'ok' })
  const [id = 0] = shard.account().positions.keys()
  for (const priceOpen of ['-5', '0', '1000000', '90071992547.40991', '900719926.64202']) {
    t.match(correct(shard, id, { priceOpen }), { code: 'trade.invalid_price' }, priceOpen)
  }
  // The market's ask is 1.17010.
  t.match(correct(shard, id, { priceOpen: '117.01001' }), { code: 'trade.invalid_price' })
  t.match(correct(shard, id, { priceOpen: '0.01170' }), { code: 'trade.invalid_price' })
  for (const field of ['stopLoss', 'takeProfit']) {
    for (const price of ['-0.00001', '90071992547.40991', '117.01001', '0.01170']) {
      t.match(correct(shard, id, { [field]: price }), { code: 'trade.invalid_stops' }, price)
    }
    t.match(correct(shard, id, { [field]: '0' }), { ok: true })
  }
  t.equal(shard.account().positions.get(id)?.priceOpen, 117_000)
  t.match(correct(shard, id, { priceOpen: '117.01000', takeProfit: '0.01171' }), { ok: true })
  t.equal(shard.account().positions.get(id)?.priceOpen, 11_701_000)
  checkLedger(shard.records(LOGIN), shard.account())
  checkFigures(shard)
  t.end()
})

t.test('what a symbol is worth to an account, and its volume, have an end', (t) => {
  const shard = given(HEDGING)
  const socket = shard.socket()
  // 2^50 cents are 9,622 lots of a billion at 1.17010.
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy' }
  t.match(shard.request(socket, 'trade', { ...open, volume: '9000' }), { code: 'ok' })
  const more = shard.request(socket, 'trade', { ...open, volume: '1000' })
  t.match(more, { code: 'trade.limit_volume', message: /worth more than 11258999068426.24 USD/ })
  const other = shard.request(socket, 'trade', { ...open, side: 'sell', volume: '1000' })
  t.match(other, { code: 'trade.limit_volume' }, 'both sides together')
  t.match(shard.request(socket, 'trade', { ...open, volume: '600' }), { code: 'ok' })
  const rests = { ...open, kind: 'place', order_kind: 'limit', volume: '10000', price: '1.1' }
  t.match(shard.request(socket, 'trade', rests), { code: 'trade.limit_volume' })
  const [id = 0] = shard.account().positions.keys()
  t.match(correct(shard, id, { priceOpen: '2' }), { code: 'trade.limit_volume' })

  const light = { kind: 'open', symbol: 'GBPUSD', side: 'buy', volume: '1000000' }
  const order = { ...light, kind: 'place', order_kind: 'limit' }
  const above = { ...order, side: 'sell', price: '5' }
  t.match(shard.request(socket, 'trade', above), { code: 'trade.placed' })
  for (let n = 0; n < 10; n++) t.match(shard.request(socket, 'trade', light), { code: 'ok' })
  t.match(shard.request(socket, 'trade', light), {
    code: 'trade.limit_volume',
    message: /10000000 lots a side/,
  })
  const short = { ...light, side: 'sell' }
  for (let n = 0; n < 9; n++) t.match(shard.request(socket, 'trade', short), { code: 'ok' })
  t.match(shard.request(socket, 'trade', short), { code: 'trade.limit_volume' }, 'one is to come')
  checkLedger(shard.records(LOGIN), shard.account())
  checkFigures(shard)
  t.end()
})

t.test('property: whatever is asked for, money stays exact and the account is served', (t) => {
  let changed = 0
  for (let seed = 1; seed <= 12; seed++) {
    const prng = new Prng(seed)
    const group = seed % 2 === 0 ? HEDGING : NETTING
    const shard = given(group, [DAILY])
    const socket = shard.socket()
    const pick = <T>(from: readonly T[]): T => from[prng.below(from.length)] as T
    const amount = (digits: number): string => {
      const size = 10 ** prng.below(17)
      return textFromScaled((1 + prng.below(9)) * Math.min(size, 10 ** 15), digits)
    }
    for (let step = 0; step < 120; step++) {
      const symbol = pick(['EURUSD', 'GBPUSD', 'USDJPY'])
      const records = shard.records(LOGIN).length
      const ids = [...shard.account().positions.keys()]
      switch (prng.below(6)) {
        case 0: {
          const action = pick(['deposit', 'withdraw', 'credit_in', 'credit_out', 'bonus', 'charge'])
          const { request } = depositAsk(LOGIN, amount(2), `${seed}-${step}`) as { request: object }
          asked(shard, 'balance', { ...request, action, skip_margin_check: true })
          break
        }
        case 1:
        case 2: {
          const volume = pick(['0.01', '1', '1000', '1000000'])
          shard.request(socket, 'trade', {
            kind: 'open',
            symbol,
            side: pick(['buy', 'sell']),
            volume,
          })
          break
        }
        case 3:
          if (ids.length > 0) {
            const field = pick(['priceOpen', 'stopLoss', 'takeProfit'])
            correct(shard, pick(ids), { [field]: amount(symbol === 'USDJPY' ? 3 : 5) })
          }
          break
        case 4: {
          const bid = 1 + prng.below(10 ** (2 + prng.below(8)))
          const digits = symbol === 'USDJPY' ? 3 : 5
          shard.tick(symbol, textFromScaled(bid, digits), textFromScaled(bid + 10, digits))
          break
        }
        default:
          if (prng.below(3) === 0) {
            shard.clock.at += 86_400_000
            shard.endDays()
          } else if (ids.length > 0) {
            shard.request(socket, 'trade', { kind: 'close', position_id: pick(ids) })
          }
      }
      changed += shard.records(LOGIN).length - records
      checkFigures(shard)
    }
    checkLedger(shard.records(LOGIN), shard.account())
  }
  t.ok(changed > 200, `${changed} records`)
  t.end()
})
