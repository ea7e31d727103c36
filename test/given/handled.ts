import { catalog } from '../../http/catalog.js'
import { nameOf, type Route } from '../../http/pipeline/route.js'
import { request, session } from '../http/given.js'
import { givenBook } from './book.js'
import { HandClock } from './hand-clock.js'

/** Handlers of routes without a server: the parts that they ask write down what they were asked, and answer what they are told to. */
type Answers = Readonly<Record<string, unknown>>

export const ACTOR = { login: 7, ip: '127.0.0.1', requestId: 'r' }

export function routeOf(name: string): Route {
  const found = catalog.find((one) => nameOf(one) === name)
  if (found === undefined) throw new Error(`there is no ${name}`)
  return found
}

/** `answers` by what is asked; `more` are parts of the server beside those here, or in their place. */
export function givenParts(answers: Answers = {}, more: object = {}) {
  const asked: unknown[] = []
  const ask =
    (part: string) =>
    async (what: string, ...rest: unknown[]) => {
      asked.push([`${part} ${what}`, ...rest])
      if (!(what in answers)) throw new Error(`nothing answers ${what}`)
      const answer = answers[what]
      return typeof answer === 'function' ? answer(...rest) : answer
    }
  const shards = new Map<number, object>()
  const services = {
    clock: new HandClock(1_000),
    settings: { book: givenBook() },
    serverClock: () => ({ daylight_saving: 'none', utc_offset_min: 0 }),
    desk: { ask: ask('desk') },
    trading: {
      shardOf: (login: number) => {
        const shard = shards.get(login) ?? { ask: ask(`shard of ${login}`) }
        shards.set(login, shard)
        return shard
      },
      shards: [{ shard: 0 }],
      counters: { sequence: 5, projectionSeq: 5, durableSeq: () => 5 },
    },
    queries: { of: () => ({ run: ask('queries') }) },
    ...more,
  }
  return { asked, services }
}

/** The answer of a route's handler, as the pipeline would take it. */
export async function handled(name: string, context: object): Promise<unknown> {
  const { ip: address, requestId } = ACTOR
  const asking = { params: {}, query: {}, body: null, session: session(), keyed: {} }
  const whole = { ...asking, address, requestId, actor: ACTOR, request: request(), ...context }
  return routeOf(name).handle(whole as never)
}
