import t from 'tap'
import type { RoutingRuleRecord } from '../../../../engine/config/records/routing-rule.js'
import { DEALER_QUEUE_MS } from '../../../../engine/limits/trading.js'
import { givenBook } from '../../../given/book.js'
import { CONFIRM, rule } from '../../../given/floors/dealing-floor.js'
import { type GivenShard, type Told, tradingShard } from '../../../given/floors/shard.js'

// Goal: who comes and goes among dealers moves a request on only where it was theirs to answer.

const BUY = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' } as const

/** A request that waits under these rules while the dealers are there. */
function given(routing: readonly RoutingRuleRecord[], ...logins: readonly number[]): GivenShard {
  const shard = tradingShard({ book: givenBook({ routing: [...routing, CONFIRM] }) })
  come(shard, ...logins)
  shard.turn(() => shard.send(shard.socket(), 'trade', BUY))
  return shard
}

/** Who is shown the request, and who has taken it, each time that it is shown. */
function come(shard: GivenShard, ...logins: readonly number[]): unknown[] {
  const online = logins.map((login) => ({ login, scope: ['*'], sees_staff: false }))
  return shown(shard.turn(() => shard.core.parking.dealing.setOnline(online)))
}

function shown(told: readonly Told[]): unknown[] {
  return told
    .filter(({ kind }) => kind === 'dealing')
    .map(({ value }) => {
      const { row, offered } = value as { row: { taken_by: number | null }; offered: unknown }
      return [row.taken_by, offered]
    })
}

function take(shard: GivenShard, login: number): unknown[] {
  const [parked] = shard.core.parking.requests.all
  const { state } = parked ?? {}
  if (parked === undefined || state?.is !== 'with_dealers') throw new Error('it is with dealers')
  return shown(shard.turn(() => shard.core.parking.dealing.take(parked, state, login)))
}

t.test('what is taken stays with its dealer while others come and go', (t) => {
  const shard = given([rule({})], 501)
  t.same(take(shard, 501), [[501, null]])
  t.same(come(shard, 501, 502), [])
  t.same(come(shard, 501), [])
  t.same(come(shard, 502), [[null, null]], 'it goes back when he does')
  t.same(come(shard, 502, 501), [], 'nobody is asked by name')
  t.end()
})

t.test('the next of those that are named is asked when no one is there who was', (t) => {
  const shard = given([rule({ action: 'dealer', dealers: [501, 502, 503] })], 501)
  t.same(come(shard, 501, 502), [])
  t.same(come(shard, 502), [[null, [501, 502]]])
  t.same(take(shard, 502), [[502, [501, 502]]])
  t.same(come(shard, 502, 503), [])
  t.same(come(shard, 503), [[null, [501, 502, 503]]])
  t.end()
})

t.test('who comes changes nothing about what waits for a delay', (t) => {
  const delay = rule({ id: 2, position: 0, action: 'delay', action_value: '400' })
  const shard = given([delay], 501)
  t.same(come(shard, 501, 502), [])
  t.equal(shard.core.parking.requests.size, 1)
  shard.clock.at += 400
  shard.turn(() => shard.core.parking.run())
  t.equal(shard.account().positions.size, 1)
  t.end()
})

t.test('the shares of those that are named come by themselves', (t) => {
  const shard = given([rule({ action: 'dealer', dealers: [501, 502] })], 501, 502)
  const pass = (ms: number) => {
    shard.clock.at += ms
    return shown(shard.turn(() => shard.core.parking.run()))
  }
  const share = DEALER_QUEUE_MS / 2
  t.same(pass(share - 1), [])
  t.same(pass(1), [[null, [501, 502]]])
  t.same(pass(share - 1), [])
  t.equal(shard.core.parking.requests.size, 1)
  shard.clock.at += 1
  shard.turn(() => shard.core.parking.run())
  t.equal(shard.core.parking.requests.size, 0)
  t.end()
})

t.test('dealers hear of a request that is gone, and what came of it', (t) => {
  const shard = given([rule({})], 501)
  const [waiting] = [...shard.core.parking.requests.all]
  const pass = () => {
    shard.clock.at += DEALER_QUEUE_MS
    return shard.turn(() => shard.core.parking.run())
  }
  const gone = { type: 'gone', id: waiting?.id, outcome: 'trade.timeout', by: null, price: null }
  t.match(
    pass().filter(({ kind }) => kind === 'dealing'),
    [{ kind: 'dealing', target: 0, value: gone }],
  )
  t.end()
})
