import t from 'tap'
import { LOGIN } from '../../../given/account.js'
import { givenBook } from '../../../given/book.js'
import { rule } from '../../../given/floors/dealing-floor.js'
import { type GivenShard, type Told, tradingShard } from '../../../given/floors/shard.js'
import { GivenPrices } from '../../../given/prices.js'
import { LIMIT_ORDER } from '../../../given/records/trade-bodies.js'

// Goal: who is connected hears of its account, and who is gone costs nothing and breaks nothing.

const BUY = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' } as const
const PLACE = { ...LIMIT_ORDER, volume: '0.01', price: '1.00000' }

const moneyIn = (told: readonly Told[]): unknown[] =>
  told.flatMap(({ kind, target, value }) => {
    const { seq } = (value['data'] ?? {}) as { seq?: string }
    return kind === 'latest' ? [[target, value['event'], seq]] : []
  })

t.test('an account is listened to for as long as one of its sockets is open', (t) => {
  const shard = tradingShard()
  const { sockets } = shard
  const listening = () => [sockets.accounts, sockets.of(LOGIN).map(({ id }) => id)]
  t.same(listening(), [0, []])
  const [one, two] = [shard.socket(), shard.socket()]
  t.same(listening(), [1, [one, two]])
  for (let n = 0; n < 2; n++) {
    sockets.close(one)
    t.same(listening(), [1, [two]])
  }
  sockets.close(two)
  t.same(listening(), [0, []])
  t.end()
})

t.test('money is told where the equity is the same, with the seq that the account is at', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  for (let n = 0; n < 2; n++) {
    const told = shard.turn(() => shard.send(socket, 'trade', PLACE))
    t.same(moneyIn(told), [[socket, 'money', String(shard.account().seq)]])
  }
  t.end()
})

t.test('a record without events tells nobody anything', (t) => {
  const shard = tradingShard()
  shard.socket()
  const kept = { digest: 1, requestKey: 'o:one', code: 'trade.rejected', message: 'no' } as const
  t.same(
    shard.turn(() => void shard.core.ledger.write(shard.account(), kept, [])),
    [],
  )
  t.equal(shard.records().at(-1)?.requestKey, 'o:one')
  t.end()
})

t.test('a slice that is used up ends within a record, and the next goes on from there', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  shard.request(socket, 'trade', BUY)
  const record = shard.records().at(-1)
  const listener = shard.sockets.get(socket)
  if (record === undefined || listener === undefined) throw new Error('a trade is recorded')
  t.equal(record.events.length, 3)
  const first = record.accountSeq + 1
  const replayed = (after: number, left: number) => {
    const slice = { left, hasTold: false, isAnswered: true }
    let to = 0
    const told = shard.turn(() => {
      to = shard.sockets.replay(shard.core, listener, shard.account(), record, after, slice)
    })
    return [to, told.map(({ value }) => Number(value['seq'])), slice.hasTold]
  }
  t.same(replayed(0, 1), [first, [first], true])
  t.same(replayed(first, 1), [first + 1, [first + 1], true])
  t.same(replayed(first, 100_000), [first + 2, [first + 1, first + 2], true])
  t.same(replayed(first + 2, 1), [first + 2, [], false])
  t.same(replayed(first + 9, 1), [first + 9, [], false], 'it had come further')
  t.end()
})

t.test('who has gone while a request waited is answered nothing, and it is done', (t) => {
  const delay = rule({ action: 'delay', action_value: '400' })
  const confirm = rule({ id: 9, position: 9, action: 'confirm_market_price' })
  const book = givenBook({ routing: [delay, confirm] })
  const shard = tradingShard({ book, prices: new GivenPrices(book) })
  const [gone, stays] = [shard.socket(), shard.socket()]
  shard.turn(() => {
    shard.send(gone, 'trade', BUY)
    shard.send(stays, 'trade', BUY)
  })
  shard.sockets.close(gone)
  shard.clock.at += 400
  const told = shard.turn(() => shard.core.parking.run())
  t.same(repliedTo(told), [stays])
  t.equal(shard.account().positions.size, 2)
  t.same(shard.setAside, [])
  t.end()
})

function repliedTo(told: readonly Told[]): number[] {
  return told.flatMap(({ kind, target }) => (kind === 'reply' ? [target] : []))
}

t.test('money that cannot be found at the end of a turn is not told', (t) => {
  const shard: GivenShard = tradingShard()
  const [socket, other] = [
    shard.socket(),
    shard.profile({ login: LOGIN + 1 }).socket({ login: LOGIN + 1 }),
  ]
  shard.deposit('10000', LOGIN + 1)
  const told = shard.turn(() => {
    shard.send(socket, 'trade', BUY)
    shard.send(other, 'trade', BUY)
    Object.defineProperty(shard.account(), 'credit', {
      get() {
        throw new Error('given')
      },
    })
  })
  t.same(
    moneyIn(told).map((row) => (row as unknown[])[0]),
    [other],
  )
  t.same(
    shard.setAside.map(({ login }) => login),
    [LOGIN],
  )
  t.end()
})
