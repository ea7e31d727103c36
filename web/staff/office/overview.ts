import { signal } from '@preact/signals'
import type { FrameSchemas } from '../../link/contract.js'
import { follow, line, subscribe } from '../connection/link.js'

/**
 * Sums over all accounts whose groups match a mask. The server sends them every second while they
 * change.
 */
export type Overview = FrameSchemas['OverviewView']

interface Refused {
  readonly code: string
  readonly message: string
  readonly data?: unknown
}

interface Watched {
  readonly group: string
  readonly currency: string
}

export const overview = signal<Overview | null>(null)
/** The server's refusal to send the sums, or null. */
export const overviewRefused = signal<Refused | null>(null)

let watched: Watched | null = null

subscribe('overview', (told) => {
  if (told.group !== watched?.group || told.currency !== watched.currency) return
  overview.value = told
})

subscribe('unwatched', ({ overviews = [], code = '' }) => {
  const isOurs = overviews.some(({ group }) => group === watched?.group)
  if (isOurs) overviewRefused.value = { code, message: code }
})

/** Watches the sums until the returned function is called. A second call replaces the first one. */
export function watchOverview(what: Watched): () => void {
  watched = what
  overview.value = null
  overviewRefused.value = null
  const leave = follow(
    `overview ${what.group} ${what.currency}`,
    () => void watch(what),
    () => void line()?.ask('unwatch_overview', { group: what.group }),
  )
  return () => {
    leave()
    if (watched === what) watched = null
  }
}

async function watch(what: Watched): Promise<void> {
  const answer = await line()?.ask('watch_overview', what)
  if (watched !== what || answer === null || answer === undefined) return
  const { code, message, data } = answer
  overviewRefused.value = code === 'ok' ? null : { code, message, data }
}
