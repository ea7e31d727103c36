import t from 'tap'
import { accept } from '../../../actors/thread/ask.js'
import { DeliveryRun } from '../../../actors/webhooks/delivery-run.js'
import { progressFrom } from '../../../actors/webhooks/progress.js'
import { DAY_MS } from '../../../engine/calendar/durations.js'
import { Prng } from '../../../engine/numbers/prng.js'
import { cursorOf, placeIn } from '../../../storage/events/event-cursor.js'
import { isAfter } from '../../../storage/events/event-place.js'
import { jsonOf } from '../../../wire/format/json-parts.js'
import type { WebhookProgress } from '../../../wire/stored/programs/stored-webhook.js'
import type { EventScope, EventsAsk } from '../../../wire/thread/event-reads.js'
import type { DeliveredPart } from '../../../wire/thread/webhook-messages.js'

// Deliveries over a stream that the test holds, to a receiver that the test plays, by a clock that the test moves.

t.setTimeout(0)
const STREAM = 'abcdef01'
const SCOPE: EventScope = {
  kinds: ['deal', 'config'],
  groups: [],
  isNarrowed: false,
  hidden: [],
  settings: [],
  linesFrom: 0,
  reader: 0,
}
const idOf = (seq: number) => cursorOf(STREAM, { seq, line: 0, part: 1 })
const START = cursorOf(STREAM, { seq: 0, line: 0, part: 0 })

interface Sent {
  readonly id: string
  readonly login: number
}

/** `logins` are those of the events; 0 is about no account. `react` answers a status, null is no answer. */
class World {
  now = 0
  readonly accepted: Sent[] = []
  attempts = 0
  inFlight = 0
  inFlightMax = 0
  readonly #logins: readonly number[]
  readonly #react: (sent: Sent, now: number) => number | null

  constructor(logins: readonly number[], react: (sent: Sent, now: number) => number | null) {
    this.#logins = logins
    this.#react = react
  }

  async part(progress: WebhookProgress): Promise<DeliveredPart> {
    const begun = this.now
    const parts = {
      read: async (ask: Omit<EventsAsk, 'keptFrom'>) => accept(this.#read(ask)),
      send: ({ id, body }: { id: string; body: string }) => this.#send(id, body),
      now: () => this.now,
      // A part takes no time of its bound.
      monotonic: () => begun,
      report: () => undefined,
    }
    const part = await new DeliveryRun(parts, SCOPE, progress).run()
    return { ...part, behind: 0 }
  }

  /** Goes on until nothing waits; answers the failed events and the end. */
  async run(from: WebhookProgress = progressFrom(START), untilMs = Number.POSITIVE_INFINITY) {
    const failed: string[] = []
    let progress = from
    for (;;) {
      const part = await this.part(progress)
      progress = part.progress
      failed.push(
        ...part.deliveries.filter(({ state }) => state === 'failed').map(({ eventId }) => eventId),
      )
      const waits = [progress.pause, ...progress.accounts].flatMap((one) => one?.nextAt ?? [])
      const next = progress.pause?.nextAt ?? Math.min(...waits)
      const isOver = part.end !== null || (!part.hasMore && waits.length === 0)
      if (isOver || (!part.hasMore && next > untilMs)) return { progress, failed, end: part.end }
      if (!part.hasMore) this.now = Math.max(this.now, next)
    }
  }

  #read({ after = '', limit, scope }: Omit<EventsAsk, 'keptFrom'>) {
    const from = placeIn(after)?.place ?? { seq: 0, line: 0, part: 0 }
    const all = this.#logins
      .map((login, i) => ({ login, id: idOf(i + 1) }))
      .filter(({ id }) => isAfter(placeIn(id)?.place ?? from, from))
      .filter(({ login }) =>
        scope.logins === undefined
          ? scope.kinds.length > 1 || login === 0
          : scope.logins.includes(login),
      )
    const items = all.slice(0, limit).map(({ id, login }) => {
      const head = {
        id,
        kind: login === 0 ? 'config' : 'deal',
        at: '',
        login: login || null,
      } as const
      return { ...head, json: jsonOf({ ...head, data: {} }) }
    })
    const hasMore = all.length > limit
    const next = hasMore ? (all[limit - 1]?.id ?? '') : idOf(this.#logins.length)
    const lastId = items.length > 0 ? next : null
    return { items, lastId, next, hasMore, oldest: START, projectionSeq: 0, isPending: false }
  }

  async #send(id: string, body: string) {
    const { data } = JSON.parse(body) as { data: { login: number | null } }
    this.attempts++
    this.inFlight++
    this.inFlightMax = Math.max(this.inFlightMax, this.inFlight)
    await new Promise((resolve) => setImmediate(resolve))
    this.inFlight--
    const sent = { id, login: data.login ?? 0 }
    const status = this.#react(sent, this.now)
    const isAccepted = status !== null && status < 300
    if (isAccepted) this.accepted.push(sent)
    const error = isAccepted ? '' : `status ${status}`
    return { status, durationMs: 1, answer: '', error, retryAfterMs: null }
  }
}

function inOrder(accepted: readonly Sent[], login: number): readonly string[] {
  return accepted.filter((one) => one.login === login).map(({ id }) => id)
}

function expected(logins: readonly number[], login: number): readonly string[] {
  return logins.flatMap((one, i) => (one === login ? [idOf(i + 1)] : []))
}

t.test('delivers each event once, in order of each account, four at a time', async (t) => {
  const logins = Array.from({ length: 250 }, (_, i) => i % 7)
  const world = new World(logins, () => 200)
  const { progress } = await world.run()
  t.equal(world.attempts, 250)
  for (let login = 0; login < 7; login++) {
    t.same(inOrder(world.accepted, login), expected(logins, login))
  }
  t.equal(world.inFlightMax, 4)
  t.match(progress, { cursor: idOf(250), done: [], accounts: [], pause: null })
})

t.test('a 4xx pauses the account and nothing else, one request at a time', async (t) => {
  const logins = [1, 2, 1, 2, 0, 1, 2]
  const world = new World(logins, ({ login }, now) => (login === 1 && now < 5_000 ? 422 : 200))
  const { progress } = await world.part(progressFrom(START))
  t.same(world.accepted.map(({ login }) => login).sort(), [0, 2, 2, 2])
  t.match(progress, {
    pause: null,
    accounts: [{ login: 1, attempts: 1, waiting: 3, nextAt: 5_000 }],
  })
  await world.run(progress)
  t.same(inOrder(world.accepted, 1), expected(logins, 1))
  t.equal(world.accepted.length, 7)
})

t.test('no answer and a 5xx pause everything', async (t) => {
  for (const status of [null, 500, 302]) {
    const world = new World([1, 2, 3, 4, 5, 6], (_, now) => (now < 5_000 ? status : 200))
    const { progress } = await world.part(progressFrom(START))
    t.equal(world.attempts, 4)
    t.match(progress, { pause: { attempts: 1, nextAt: 5_000 }, accounts: [] })
    await world.run(progress)
    t.equal(world.accepted.length, 6)
    t.equal(new Set(world.accepted.map(({ id }) => id)).size, 6)
  }
})

t.test('a receiver that answers 410 ends the webhook', async (t) => {
  const world = new World([1, 2], () => 410)
  t.equal((await world.run()).end, 'gone')
})

t.test('a receiver that accepts nothing for three days ends the webhook', async (t) => {
  for (const status of [400, 503]) {
    const world = new World([1, 1], () => status)
    t.equal((await world.run()).end, 'silent')
    t.equal(world.now, 3 * DAY_MS)
  }
})

t.test(
  'an event that is refused for three days is given up, and its account goes on',
  async (t) => {
    const logins = [1, 1, 2]
    const isRefused = ({ id, login }: Sent, now: number) =>
      id === idOf(1) || (login === 2 && now < DAY_MS)
    const world = new World(logins, (sent, now) => (isRefused(sent, now) ? 400 : 200))
    const { failed, end, progress } = await world.run()
    t.same([failed, end], [[idOf(1)], null])
    t.same(inOrder(world.accepted, 1), [idOf(2)])
    t.equal(progress.accounts.length, 0)
  },
)

t.test('the thousand and first account that is refused pauses everything', async (t) => {
  const logins = Array.from({ length: 1_005 }, (_, i) => i + 1)
  const world = new World(logins, () => 404)
  const { progress } = await world.run(progressFrom(START), 0)
  t.equal(progress.accounts.length, 1_000)
  t.match(progress.pause, { attempts: 1 })
})

t.test('after a crash at any time, each event arrives in order of its account', async (t) => {
  const random = new Prng(7)
  const below = (max: number) => random.below(max)
  for (let round = 0; round < 12; round++) {
    const logins = Array.from({ length: 40 + below(200) }, () => below(5))
    const world = new World(logins, () => [200, 200, 200, 200, 409, 500, null][below(7)] ?? null)
    let kept = progressFrom(START)
    for (let step = 0; step < 400; step++) {
      const { progress, hasMore } = await world.part(kept)
      if (below(3) > 0) kept = progress
      const { pause, accounts } = kept
      if (!hasMore && pause === null && accounts.length === 0 && kept === progress) break
      world.now += 60 * 60_000
    }
    for (let login = 0; login < 5; login++) {
      const firsts = [...new Set(inOrder(world.accepted, login))]
      t.same(firsts, expected(logins, login), `round ${round}, login ${login}`)
    }
  }
})
