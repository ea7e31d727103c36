import { type Refusal, refuse } from '../../../engine/code.js'
import { importPlan, type SkippedName } from '../../../engine/config/imported-symbol.js'
import { nameOf } from '../../../engine/config/kinds.js'
import { isRefusal } from '../../../wire/answer/errors.js'
import type { FrontServices } from '../../pipeline/services.js'
import { type actorOf, recordById } from '../settings/config-routes.js'

/** Each is a transaction of its own, and every thread hears of it: a call makes so many. */
export const IMPORT_SYMBOLS_MAX = 250

interface Imported {
  readonly created: { id: number; path: string; source: string }[]
  readonly skipped: SkippedName[]
  readonly left: number
}

/** One by one through the normal create: a refused one is skipped, the rest go on. */
export async function importSymbols(
  services: FrontServices,
  id: number,
  actor: ReturnType<typeof actorOf>,
): Promise<Imported | Refusal> {
  const { desk, feeds, settings } = services
  const feed = recordById(services, 'datafeeds', id)
  if (isRefusal(feed)) return feed
  const { state, lastError } = feeds.status(feed)
  if (state !== 'online') {
    const why = lastError === '' ? state : `${state}, ${lastError}`
    const what = `The datafeed ${feed.name} is not connected (${why}).`
    return refuse('conflict', `${what} What it quotes is known once it is online.`)
  }
  const seen = await feeds.names(id)
  if (!seen.ok) return seen
  const { symbols } = settings.book.records
  const known = new Map(symbols.map((one) => [nameOf('symbols', one).toLowerCase(), one]))
  const plan = importPlan(feed, known, seen.value)
  const created: Imported['created'] = []
  const skipped = [...plan.skipped]
  for (const { source, input } of plan.create.slice(0, IMPORT_SYMBOLS_MAX)) {
    const made = await desk.ask('config.create', {
      actor,
      kind: 'symbols',
      input: { ...input },
    })
    if (made.ok) created.push({ id: made.value.id, path: input.path, source })
    else if (made.code === 'unavailable') return made
    else skipped.push({ source, reason: made.message })
  }
  const left = Math.max(0, plan.create.length - IMPORT_SYMBOLS_MAX)
  return { created, skipped, left }
}
