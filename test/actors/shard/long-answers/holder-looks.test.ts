import t from 'tap'
import { moneyOf } from '../../../../engine/account/money/money.js'
import { HOLDER_LOOKS_MAX } from '../../../../engine/limits/long-answers.js'
import { Prng } from '../../../../engine/numbers/prng.js'
import type { Holder, LowMargin } from '../../../../wire/thread/holders.js'
import type { ShardAsk } from '../../../../wire/thread/messages.js'
import { givenBook, HEDGING, NETTING, symbolIn } from '../../../given/book.js'
import { GivenShard } from '../../../given/floors/shard.js'
import { HandClock } from '../../../given/hand-clock.js'
import { GivenPrices } from '../../../given/prices.js'

// Goal: a look at all accounts finds whom looking at each of them finds, and holds up no turn.

const BOOK = givenBook()
const SYMBOLS = ['EURUSD', 'USDJPY', 'EURGBP', 'XAUUSD'] as const
const ALL = { mask: '*', scope: ['*'], sees_staff: true }
const FIRST = 2001
const ACCOUNTS = 60

/** Goes on by a step at each look. */
class SlowClock extends HandClock {
  step = 0

  override monotonic(): number {
    this.at += this.step
    return super.monotonic()
  }
}

/** Accounts of two groups with positions of several symbols, drawn. */
function holders(seed: number, clock = new HandClock()): GivenShard {
  const shard = new GivenShard({ book: BOOK, prices: new GivenPrices(BOOK), clock })
  shard.grantIds(100, 100_000)
  const prng = new Prng(seed)
  for (let login = FIRST; login < FIRST + ACCOUNTS; login++) {
    shard.profile({ login, group: login % 3 === 0 ? NETTING : HEDGING })
    shard.deposit(String(500 + prng.below(20_000)), login)
    const socket = shard.socket({ login })
    for (let trades = prng.below(4); trades > 0; trades--) {
      const symbol = SYMBOLS[prng.below(SYMBOLS.length)]
      const side = prng.below(2) === 0 ? 'buy' : 'sell'
      const volume = `0.${String(1 + prng.below(40)).padStart(2, '0')}`
      shard.request(socket, 'trade', { kind: 'open', symbol, side, volume })
    }
  }
  for (const name of SYMBOLS) {
    const { id, digits } = symbolIn(BOOK, name)
    const { bid } = shard.prices.quote(id) as { bid: number }
    const moved = bid + prng.below(400) - 200
    const text = (points: number) => (points / 10 ** digits).toFixed(digits)
    shard.tick(name, text(moved), text(moved + 10))
  }
  return shard
}

type Asked = Extract<ShardAsk, { op: 'low_margins' | 'holders' }>

/** The answer, and the turns that it took. */
function ask<Row>(shard: GivenShard, asked: Asked): { rows: Row[]; turns: number } {
  let rows: Row[] | undefined
  let turns = 1
  const begin = () =>
    shard.parts.ask(asked, (answer) => {
      rows = ('value' in answer ? (answer.value as { rows: Row[] }).rows : []) as Row[]
    })
  shard.turn(begin)
  for (; rows === undefined; turns++) shard.turn(() => undefined)
  return { rows, turns }
}

const margins = (shard: GivenShard, below: number | null, limit: number) =>
  ask<LowMargin>(shard, { op: 'low_margins', request: { ...ALL, below, limit } })

/** The same by valuing each account. */
function naiveLevels(shard: GivenShard, below: number, limit: number): [number, number][] {
  const levels: [number, number][] = []
  for (let login = FIRST; login < FIRST + ACCOUNTS; login++) {
    const account = shard.account(login)
    const { prices } = shard.core.contextOf(account)
    const { marginLevel } = moneyOf(account, shard.core.book, prices)
    if (marginLevel !== null && marginLevel < below) levels.push([login, marginLevel])
  }
  return levels.toSorted((a, b) => a[1] - b[1] || a[0] - b[0]).slice(0, limit)
}

t.test('the lowest levels are those that valuing each account finds', (t) => {
  for (let seed = 1; seed <= 8; seed++) {
    const shard = holders(seed)
    for (const [below, limit] of [
      [null, 5],
      [null, ACCOUNTS],
      [100_000, 3],
      [100_000, ACCOUNTS],
      [0, 5],
    ] as const) {
      const { rows } = margins(shard, below, limit)
      t.same(
        rows.map(({ login, level }) => [login, level]),
        naiveLevels(shard, below ?? Number.POSITIVE_INFINITY, limit),
        `seed ${seed}, below ${below}, ${limit}`,
      )
    }
    t.same(shard.setAside, [])
  }
  t.end()
})

t.test('the largest holders are those that looking at each account finds', (t) => {
  for (let seed = 1; seed <= 4; seed++) {
    const shard = holders(seed)
    const { id } = symbolIn(BOOK, 'XAUUSD')
    for (const by of ['net', 'gross'] as const) {
      const naive: [number, number][] = []
      for (let login = FIRST; login < FIRST + ACCOUNTS; login++) {
        const { exposures } = shard.account(login)
        const [bought, sold] = [exposures.volumeOf(id, 1), exposures.volumeOf(id, -1)]
        const size = by === 'net' ? Math.abs(bought - sold) : bought + sold
        if (exposures.has(id) && size >= 10_000_000) naive.push([login, size])
      }
      const wanted = naive.toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 6)
      const request = { ...ALL, symbol_id: id, by, min: '10000000', limit: 6 }
      const { rows } = ask<Holder>(shard, { op: 'holders', request })
      t.same(
        rows.map(({ login, size }) => [login, Number(size)]),
        wanted,
        `seed ${seed}, ${by}`,
      )
    }
  }
  t.end()
})

t.test('a look takes many turns where time is short, and so many wait at a time', (t) => {
  const clock = new SlowClock()
  const shard = holders(1, clock)
  const quick = margins(shard, null, ACCOUNTS)
  clock.step = 1
  const slow = margins(shard, null, ACCOUNTS)
  t.same(slow.rows, quick.rows)
  t.ok(slow.turns > quick.turns, `${slow.turns} turns`)
  const codes: string[] = []
  shard.turn(() => {
    for (let i = 0; i <= HOLDER_LOOKS_MAX; i++) {
      const request = { ...ALL, below: null, limit: 1 }
      shard.parts.ask({ op: 'low_margins', request }, (answer) => {
        codes.push('code' in answer ? answer.code : 'ok')
      })
    }
  })
  t.equal(codes[0], 'unavailable')
  while (codes.length <= HOLDER_LOOKS_MAX) shard.turn(() => undefined)
  t.equal(codes.filter((code) => code === 'ok').length, HOLDER_LOOKS_MAX)
  t.notOk(shard.parts.hasOthers)
  t.end()
})
