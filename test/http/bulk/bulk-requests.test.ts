import t from 'tap'
import {
  BULK_REQUEST_MS,
  BULK_REQUESTS_MAX,
  BULK_REQUESTS_PER_CALLER_MAX,
} from '../../../engine/limits/bulk.js'
import { type BulkItems, BulkRequests } from '../../../http/bulk/bulk-requests.js'
import { settled, TimedClock } from '../../given/timed-clock.js'

// Requests with many items: order, failures, time and bounds, without a server.

const clock = new TimedClock()
const failures: string[] = []
const onFailure = (error: unknown, name: string) =>
  failures.push(`${name}: ${(error as Error).message}`)
const given = () => new BulkRequests({ clock, onFailure })

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
  const rows = given().rows(1, upTo(5), held.items)
  t.same(held.begun, [0, 1, 2])
  await held.end(2)
  t.same(held.begun, [0, 1, 2, 3])
  await held.end(0)
  await held.end(4)
  t.same(held.begun, [0, 1, 2, 3, 4])
  await held.end(3)
  await held.end(1)
  t.same(await rows, ['0 done', '1 done', '2 done', '3 done', '4 done'])
  t.same(await given().rows(1, [], held.items), [])
})

t.test('one item that throws is its own row, and is heard of', async (t) => {
  const held = new Held()
  const rows = given().rows(1, upTo(3), held.items)
  await held.end(1, new Error('broken'))
  await held.end(0)
  await held.end(2)
  t.same(await rows, ['0 done', '1 internal', '2 done'])
  t.same(failures, ['held: broken'])
  t.equal(clock.waits, undefined, 'and no timer of it runs on')
})

t.test('what is not done in time is answered as it stands, and begins no more', async (t) => {
  const requests = given()
  const held = new Held()
  const rows = requests.rows(1, upTo(5), held.items)
  await held.end(1)
  await clock.pass(BULK_REQUEST_MS - 1)
  await settled()
  t.equal(requests.underWay, 1)
  await clock.pass(1)
  const late = ['0 trade.timeout', '1 done', '2 trade.timeout', '3 trade.timeout', '4 unavailable']
  t.same(await rows, late)
  t.equal(requests.underWay, 1, 'until the last item that was begun has ended')
  for (const item of [0, 2, 3]) await held.end(item)
  t.same(held.begun, [0, 1, 2, 3])
  t.equal(requests.underWay, 0)
})

t.test(
  'a caller has so many under way, all callers so many, and the next is refused',
  async (t) => {
    const requests = given()
    const all = upTo(BULK_REQUESTS_MAX).map((n) => {
      const held = new Held()
      const caller = 1 + Math.floor(n / BULK_REQUESTS_PER_CALLER_MAX)
      return { held, rows: requests.rows(caller, [n], held.items) }
    })
    const { items } = new Held()
    t.match(await requests.rows(1, [0], items), { ok: false, code: 'too_many_requests' })
    t.match(await requests.rows(99, [0], items), { ok: false, code: 'unavailable' })
    await all[0]?.held.end(0)
    await all[0]?.rows
    await settled()
    const held = new Held()
    const again = requests.rows(1, [7], held.items)
    await held.end(7)
    t.same(await again, ['7 done'], 'as soon as one of theirs is over')
    for (const [n, one] of all.entries()) await one.held.end(n)
    await Promise.all(all.map(({ rows }) => rows))
    await settled()
    t.equal(requests.underWay, 0)
  },
)

t.test('a request is under way before its first item, and until its last one', async (t) => {
  const requests = given()
  const held = new Held()
  let begin = (): void => undefined
  const looked = new Promise<void>((resolve) => {
    begin = resolve
  })
  const rows = requests.turn(1, async (turn) => {
    await looked
    return turn.rows([0], held.items)
  })
  await settled()
  t.equal(requests.underWay, 1)
  begin()
  await settled()
  await held.end(0)
  t.same(await rows, ['0 done'])
  await settled()
  t.equal(requests.underWay, 0)
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
