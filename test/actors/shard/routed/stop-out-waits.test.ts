import t from 'tap'
import { dealingActed } from '../../../../actors/shard/routed/dealer-actions.js'
import { DEALER_QUEUE_MS } from '../../../../engine/limits/trading.js'
import { CONFIRM, rule } from '../../../given/floors/dealing-floor.js'
import { OUT, ProviderFloor, TO_PROVIDER } from '../../../given/floors/provider-floor.js'

// Goal: a stop out that somebody else has to carry out is asked for once, and its position counts as closed.

const LOT = 100_000_000
const HERE = { ...OUT, comment: '' }
/** 8 lots bought at 1.17010: below 1.16345 the account stands at its stop out, and without 5 of them well. */
const STOP_OUT = ['1.16345', '1.16355'] as const
/** The price at which 3 lots alone would be stopped out. */
const FAR = ['1.15970', '1.15980'] as const

function given(floor: ProviderFloor): readonly [number, number] {
  const open = (volume: string) => {
    const { data } = floor.ask({ ...HERE, volume }) as { data: Record<string, number> }
    return data['position_id'] as number
  }
  return [open('5'), open('3')]
}

function second(floor: ProviderFloor): void {
  floor.turn(() => floor.shard.margin.retry())
  floor.look()
}

function stopOuts(floor: ProviderFloor): readonly unknown[] {
  return floor.shard
    .records()
    .flatMap(({ events }) => events)
    .flatMap((event) =>
      event.type === 'standing' && event.standing === 'stop_out' ? [event.positionId] : [],
    )
}

t.test('the position at the provider counts as closed, and the next one only beyond that', (t) => {
  const floor = new ProviderFloor()
  const [five, three] = given(floor)
  floor.tick('EURUSD', ...STOP_OUT)
  const first = floor.placed
  t.match(first, { side: -1, volume: 5 * LOT, filling: 'ioc' })
  t.same(stopOuts(floor), [five])
  t.match(floor.rows(Number(first.id.split('-')[1])), [
    { state: 'started', reason: 'stop_out', gatewayId: 3, positionId: five, comment: /^\[so 5/ },
  ])
  t.match(floor.notes(), [/margin call entered/, /stop out of position/])
  for (let i = 0; i < 3; i++) second(floor)
  floor.tick('EURUSD', '1.16300', '1.16310')
  t.equal(floor.orders().length, 1, 'it is asked once')
  floor.tick('EURUSD', ...FAR)
  second(floor)
  t.match(floor.placed, { volume: 3 * LOT })
  t.same(stopOuts(floor), [five, three])
  floor.fill(first, '5', '1.1597')
  floor.fill(floor.placed, '3', '1.1597')
  t.equal(floor.account.positions.size, 0)
  const deals = floor.shard
    .records()
    .flatMap(({ events }) => events.filter((e) => e.type === 'deal'))
  t.match(deals.slice(-2), [{ reason: 'stop_out' }, { reason: 'stop_out' }])
  floor.settle()
  t.end()
})

t.test('what the provider does not do is asked for again, a moment later', (t) => {
  const floor = new ProviderFloor()
  const [five] = given(floor)
  floor.tick('EURUSD', ...STOP_OUT)
  floor.say(floor.placed, 'rejected', 'no')
  second(floor)
  t.equal(floor.orders().length, 1, 'no other is taken instead meanwhile')
  floor.pass(100)
  second(floor)
  t.equal(floor.orders().length, 2)
  floor.fill(floor.placed, '2', '1.16345', 'cancelled')
  second(floor)
  t.match(floor.account.positions.get(five)?.volume ?? 0, 3 * LOT)
  t.same(stopOuts(floor).slice(0, 2), [five, five])
  floor.settle()
  t.end()
})

t.test(
  'what the provider refuses again and again is asked for less and less, and others are taken',
  (t) => {
    const floor = new ProviderFloor()
    const [five, three] = given(floor)
    floor.tick('EURUSD', ...STOP_OUT)
    let refused = 0
    for (let tenths = 0; tenths < 600; tenths++) {
      for (const order of floor.orders().slice(refused)) {
        refused++
        floor.say(order, 'rejected', 'closed')
      }
      floor.pass(100)
      second(floor)
    }
    const of = (volume: number) => floor.orders().filter((order) => order.volume === volume).length
    const times = [of(5 * LOT), of(3 * LOT)]
    t.same(times, [10, 10], 'after 0.1, 0.2, 0.4 s and so on; one is not waited for for ever')
    t.same(new Set(stopOuts(floor)), new Set([five, three]))
    floor.settle()
    t.end()
  },
)

t.test('a balance below zero is made good when the provider has closed the last position', (t) => {
  const floor = new ProviderFloor()
  given(floor)
  floor.tick('EURUSD', ...STOP_OUT)
  floor.tick('EURUSD', '1.15600', '1.15610')
  second(floor)
  const [first, last] = floor.orders()
  if (first === undefined || last === undefined) throw new Error('both were sent')
  floor.fill(first, '5', '1.156')
  t.equal(floor.account.balance, 295_000)
  floor.fill(last, '3', '1.156')
  t.equal(floor.account.balance, 0)
  t.match(floor.notes().at(-1), /1280\.00 compensates the balance after a stop out/)
  floor.settle()
  t.end()
})

t.test('a restart goes on with the stop out that is out there', (t) => {
  const floor = new ProviderFloor()
  const [five] = given(floor)
  floor.tick('EURUSD', ...STOP_OUT)
  const { placed } = floor
  floor.restart()
  for (let i = 0; i < 2; i++) second(floor)
  t.equal(floor.orders().length, 1)
  floor.fill(placed, '5', '1.16345')
  t.notOk(floor.account.positions.has(five))
  t.equal(floor.account.positions.size, 1)
  floor.settle()
  t.end()
})

t.test('while the provider is away the account waits, and is looked at every second', (t) => {
  const floor = new ProviderFloor()
  given(floor)
  floor.offline()
  floor.tick('EURUSD', ...STOP_OUT)
  second(floor)
  t.same(floor.orders(), [])
  floor.online()
  second(floor)
  t.equal(floor.orders().length, 1)
  floor.settle()
  t.end()
})

t.test('a position that is at the provider already is not taken', (t) => {
  const floor = new ProviderFloor()
  const [five] = given(floor)
  floor.send({ kind: 'close', position_id: five, comment: 'out' })
  floor.tick('EURUSD', ...STOP_OUT)
  t.equal(floor.orders().length, 1, 'the account is well without it')
  t.same(stopOuts(floor), [])
  floor.tick('EURUSD', ...FAR)
  second(floor)
  t.match(floor.placed, { volume: 3 * LOT })
  floor.settle()
  t.end()
})

t.test('nor is it closed here, where stop outs are', (t) => {
  const asked = rule({ ...TO_PROVIDER, request_kinds: ['close'] })
  const floor = new ProviderFloor({ routing: [asked, CONFIRM] })
  const [five, three] = given(floor)
  floor.send({ kind: 'close', position_id: five, comment: 'out' })
  floor.tick('EURUSD', ...FAR)
  second(floor)
  t.same(stopOuts(floor), [three])
  t.ok(floor.account.positions.has(five))
  floor.fill(floor.placed, '5', '1.1597')
  t.equal(floor.account.positions.size, 0)
  floor.settle()
  t.end()
})

const DEALERS = rule({ id: 4, action: 'online_dealers', request_kinds: ['stop_out'] })
const BY = { login: 501, ip: '', request_id: '' }

function dealersFloor(routing = [DEALERS, CONFIRM]): ProviderFloor {
  const floor = new ProviderFloor({ routing })
  const dealer = { login: 501, scope: ['*'], sees_staff: false }
  floor.turn(() => floor.shard.core.parking.dealing.setOnline([dealer]))
  return floor
}

function waiting(floor: ProviderFloor) {
  return [...floor.shard.core.parking.requests.all]
}

function act(floor: ProviderFloor, what: 'take' | 'confirm' | 'reject', id: number) {
  let done: unknown
  floor.turn(() => {
    done = dealingActed(floor.shard.core, {
      act: what,
      id,
      by: BY,
      price: '',
      text: '',
      reason: '',
    })
  })
  return done
}

t.test('a dealer is asked for one position, and closes it', (t) => {
  const floor = dealersFloor()
  const [five, three] = given(floor)
  floor.tick('EURUSD', ...STOP_OUT)
  for (let i = 0; i < 2; i++) second(floor)
  const [parked, ...more] = waiting(floor)
  t.same(more, [])
  t.match(parked, { asked: { kind: 'stop_out', position_id: five, side: 'sell', volume: '5' } })
  t.same(stopOuts(floor), [], 'nothing was done yet')
  floor.tick('EURUSD', ...FAR)
  second(floor)
  t.equal(waiting(floor).length, 2, 'beyond that the next one is asked for as well')
  act(floor, 'take', parked?.id ?? 0)
  t.match(act(floor, 'confirm', parked?.id ?? 0), { ok: true, value: { outcome: 'ok' } })
  t.same(stopOuts(floor), [five])
  t.notOk(floor.account.positions.has(five))
  t.ok(floor.account.positions.has(three))
  floor.settle()
  t.end()
})

t.test(
  'a dealer who rejects or says nothing is asked again; who is too late changes nothing',
  (t) => {
    const floor = dealersFloor()
    given(floor)
    floor.tick('EURUSD', ...STOP_OUT)
    const ask = (): number => {
      second(floor)
      const id = waiting(floor)[0]?.id ?? 0
      act(floor, 'take', id)
      return id
    }
    act(floor, 'reject', ask())
    t.equal(waiting(floor).length, 0)
    ask()
    t.equal(waiting(floor).length, 1)
    floor.pass(DEALER_QUEUE_MS)
    const last = ask()
    floor.turn(() => floor.shard.deposit('10000'))
    t.match(act(floor, 'confirm', last), { ok: true, value: { outcome: 'trade.off_quotes' } })
    t.equal(floor.account.positions.size, 2, 'it stands well again')
    second(floor)
    t.equal(waiting(floor).length, 0)
    floor.settle()
    t.end()
  },
)

/** Every stop out waits so long before the other rules are looked at. */
const DELAY = rule({
  id: 3,
  position: 0,
  action: 'delay',
  action_value: '400',
  request_kinds: ['stop_out'],
})

t.test(
  'a stop out that a delay holds up is done at its end, of the position that it was of',
  (t) => {
    const floor = new ProviderFloor({ routing: [DELAY, CONFIRM] })
    const [five, three] = given(floor)
    floor.tick('EURUSD', ...STOP_OUT)
    const before = floor.notes().length
    for (let i = 0; i < 2; i++) floor.look()
    t.equal(waiting(floor).length, 1)
    floor.pass(399)
    t.same(stopOuts(floor), [])
    floor.pass(1)
    t.same(stopOuts(floor), [five])
    t.match(floor.notes().slice(before), [new RegExp(`stop out of position ${five} `)])
    second(floor)
    t.same(floor.account.positions.keys(), [three], 'the account is well without it')
    t.equal(waiting(floor).length, 0)
    floor.settle()
    t.end()
  },
)

t.test('a stop out whose account stands well at the end of its delay is not done', (t) => {
  const floor = new ProviderFloor({ routing: [DELAY, CONFIRM] })
  given(floor)
  floor.tick('EURUSD', ...STOP_OUT)
  floor.shard.push('EURUSD', '1.17000', '1.17010')
  floor.pass(400)
  t.same(stopOuts(floor), [])
  t.equal(waiting(floor).length, 0)
  t.equal(floor.account.positions.size, 2)
  floor.settle()
  t.end()
})

t.test('after its delay a stop out goes to its dealer, or to its provider', (t) => {
  const floor = new ProviderFloor({ routing: [DELAY, TO_PROVIDER, CONFIRM] })
  const [five] = given(floor)
  floor.tick('EURUSD', ...STOP_OUT)
  t.same(floor.orders(), [])
  floor.pass(400)
  t.match(floor.placed, { side: -1, volume: 5 * LOT })
  floor.fill(floor.placed, '5', '1.16345')
  t.notOk(floor.account.positions.has(five))
  floor.settle()

  const asked = dealersFloor([DELAY, DEALERS, CONFIRM])
  const [other] = given(asked)
  asked.tick('EURUSD', ...STOP_OUT)
  asked.pass(400)
  const [parked] = waiting(asked)
  t.match(parked, {
    asked: { kind: 'stop_out', position_id: other },
    state: { is: 'with_dealers' },
  })
  act(asked, 'take', parked?.id ?? 0)
  t.match(act(asked, 'confirm', parked?.id ?? 0), { ok: true, value: { outcome: 'ok' } })
  t.same(stopOuts(asked), [other])
  asked.settle()
  t.end()
})
