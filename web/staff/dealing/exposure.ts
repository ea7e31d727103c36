import { effect, signal, untracked } from '@preact/signals'
import { serverNow } from '../../link/clock.js'
import type { StaffEvent } from '../../link/contract.js'
import { second } from '../../state/market.js'
import { changePreferences, preferences } from '../../state/preferences.js'
import { follow, line, subscribe } from '../connection/link.js'
import { houseNet, type Limits } from './exposure-sums.js'

/**
 * Net positions of all accounts whose groups match a mask, by symbol or by currency.
 *
 * - The table is redrawn only when all parts of a message have arrived. It shows the time of that
 *   message.
 * E2. The page keeps one hour of history of the house's position for each row, one point every 20
 *     seconds. While no page watches exposure, no points are added and the old ones stay.
 */
type ExposureEvent = Extract<StaffEvent, { readonly event: 'exposure' }>['data']
export type ExposureBy = 'symbol' | 'currency'
export type ExposureRow = ExposureEvent['rows'][number]

export interface Picture {
  readonly at: string
  readonly rows: readonly ExposureRow[]
}

interface Asked {
  readonly group: string
  readonly by: ExposureBy
  /** The currency into which the server converts all profits. */
  readonly currency: string
}

interface Point {
  readonly at: number
  readonly house: string
}

const POINT_MS = 20_000
const HOUR_MS = 3_600_000

export const picture = signal<Picture | null>(null)
/** The server's refusal to send exposure, or null. */
export const refusal = signal<{
  readonly code: string
  readonly message: string
  readonly data?: unknown
} | null>(null)
/** Increases by one each time points of history are added. */
export const points = signal(0)

let asked: Asked | null = null
let parts: ExposureRow[] = []
const hours = new Map<string, Point[]>()

const nameOf = ({ group, by }: Asked, key: string): string => `${by} ${group} ${key}`

subscribe('exposure', ({ group, by, currency, at, part, parts: all, rows }) => {
  if (group !== asked?.group || by !== asked.by || currency !== asked.currency) return
  if (part === 1) parts = []
  parts.push(...rows)
  if (part !== all) return
  picture.value = { at, rows: parts }
})

subscribe('unwatched', ({ exposures = [], code = '' }) => {
  const isOurs = exposures.some(({ group, by }) => group === asked?.group && by === asked?.by)
  if (isOurs) refusal.value = { code, message: code }
})

/** Adds points of history every 20 seconds (E2). */
effect(() => {
  if (second.value < 0 || picture.value === null) return
  untracked(keepPoints)
})

function keepPoints(): void {
  if (asked === null || picture.value === null) return
  const now = serverNow()
  let isMore = false
  for (const row of picture.value.rows) {
    const house = houseNet(row)
    if (house === null) continue
    const kept = hours.get(nameOf(asked, row.key)) ?? []
    const newest = kept.at(-1)
    if (newest !== undefined && now - newest.at < POINT_MS) continue
    const inTime = kept.filter(({ at }) => now - at < HOUR_MS)
    hours.set(nameOf(asked, row.key), [...inTime, { at: now, house }])
    isMore = true
  }
  if (isMore) points.value++
}

export function hourOf(key: string): readonly Point[] {
  return asked === null ? [] : (hours.get(nameOf(asked, key)) ?? [])
}

/**
 * Watches the exposure until the returned function is called. A second call replaces the first one.
 */
export function watchExposure(what: Asked): () => void {
  asked = what
  parts = []
  picture.value = null
  refusal.value = null
  const { group, by } = what
  const leave = follow(
    `exposure ${by} ${group} ${what.currency}`,
    () => void watch(what),
    () => void line()?.ask('unwatch_exposure', { group, by }),
  )
  return () => {
    leave()
    if (asked === what) asked = null
  }
}

async function watch(what: Asked): Promise<void> {
  const answer = await line()?.ask('watch_exposure', what)
  if (asked !== what || answer === null || answer === undefined) return
  const { code, message, data } = answer
  refusal.value = code === 'ok' ? null : { code, message, data }
}

/** The preference that stores the reader's limits. A row above its limit is red. */
const LIMITS = 'exposure_limits'

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export function limitsOf(by: ExposureBy): Limits {
  const kept = Object.entries(fieldsOf(fieldsOf(preferences.value[LIMITS])[by]))
  return Object.fromEntries(
    kept.flatMap(([key, value]) =>
      typeof value === 'string' && /^\d{1,12}(\.\d{1,10})?$/.test(value) ? [[key, value]] : [],
    ),
  )
}

/** Sets a limit; an empty text removes it. */
export function setLimit(by: ExposureBy, key: string, limit: string): void {
  changePreferences((content) => {
    const all = fieldsOf(content[LIMITS])
    const { [key]: _, ...others } = fieldsOf(all[by])
    const own = limit === '' ? others : { ...others, [key]: limit }
    return { ...content, [LIMITS]: { ...all, [by]: own } }
  })
}
