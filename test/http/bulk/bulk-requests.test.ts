import t from 'tap'
import { isRefusal } from '../../../engine/code.js'
import { BULK_REQUEST_MS } from '../../../engine/limits/bulk.js'
import { BULK_PLACES, type BulkItems, BulkRequests } from '../../../http/bulk/bulk-requests.js'
import { Places, type RoutePlace } from '../../../http/pipeline/rates/places.js'
import { settled, TimedClock } from '../../given/timed-clock.js'

// Requests with many items: order, failures, time and bounds, without a server.

const clock = new TimedClock()
const failures: string[] = []
const onFailure = (error: unknown, name: string) =>
  failures.push(`${name}: ${(error as Error).message}`)
const given = () => new BulkRequests({ clock, onFailure })
const onePlace = { ...BULK_PLACES, perCaller: 1 }

/** The only place of a caller. */
function givenPlace() {
  const places = new Places()
  const place = places.take(onePlace, 1) as RoutePlace
  const isFree = (): boolean => !isRefusal(places.take(onePlace, 1))
  return { place, isFree }
}

/** Items that end when they are told to. */
class Held {
  readonly begun: number[] = []
  readonly #ends = new Map<number, (how: string | Error) => void>()
  readonly items: BulkItems<number, string> = {
    name: 'held',
    atOnce: 3,
    carryOut: (item) =>
      new Promise((resolve, reject) => {
        this.begun.push(item)
        this.#ends.set(item, (how) => (typeof how === 'string' ? resolve(how) : reject(how)))
      }),
    refused: (item, { code }) => `${item} ${code}`,
  }

  async end(item: number, how: string | Error = `${item} done`): Promise<void> {
    this.#ends.get(item)?.(how)
    await settled()
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)

t.test('items begin in their order, so many at a time, and answer in it', async (t) => {
  const held = new Held()
  const rows = given().rows(givenPlace().place, upTo(5), held.items)
  t.same(held.begun, [0, 1, 2])
  await held.end(2)
  t.same(held.begun, [0, 1, 2, 3])
  await held.end(0)
  await held.end(4)
  t.same(held.begun, [0, 1, 2, 3, 4])
  await held.end(3)
  await held.end(1)
  t.same(await rows, ['0 done', '1 done', '2 done', '3 done', '4 done'])
  t.same(await given().rows(givenPlace().place, [], held.items), [])
})

t.test('one item that throws is its own row, and is heard of', async (t) => {
  const held = new Held()
  const rows = given().rows(givenPlace().place, upTo(3), held.items)
  await held.end(1, new Error('broken'))
  await held.end(0)
  await held.end(2)
  t.same(await rows, ['0 done', '1 internal', '2 done'])
  t.same(failures, ['held: broken'])
  t.equal(clock.waits, undefined, 'and no timer of it runs on')
})

t.test('what is not done in time is answered as it stands, and begins no more', async (t) => {
  const { place, isFree } = givenPlace()
  const held = new Held()
  const rows = given().rows(place, upTo(5), held.items)
  await held.end(1)
  await clock.pass(BULK_REQUEST_MS - 1)
  await settled()
  await clock.pass(1)
  const late = ['0 trade.timeout', '1 done', '2 trade.timeout', '3 trade.timeout', '4 unavailable']
  t.same(await rows, late)
  place.leave()
  for (const item of [0, 2]) await held.end(item)
  t.notOk(isFree(), 'until the last item that was begun has ended')
  await held.end(3)
  t.same(held.begun, [0, 1, 2, 3])
  t.ok(isFree())
})

t.test('of requests under one key that come at once one is carried out', async (t) => {
  const requests = given()
  let made = 0
  const make = async () => {
    made++
    await settled()
    return made
  }
  const once = { key: 'k', digest: 'd' }
  const answers = await Promise.all([
    requests.shared(1, once, make),
    requests.shared(1, once, make),
    requests.shared(1, { key: 'k', digest: 'other' }, make),
    requests.shared(2, once, make),
    requests.shared(1, undefined, make),
  ])
  t.equal(answers[0], answers[1])
  t.match(answers[2], { code: 'conflict' })
  t.equal(made, 3)
  await requests.shared(1, once, make)
  t.equal(made, 4, 'and after it the next')
})
