import { signal } from '@preact/signals'
import type { FrameSchemas } from '../../link/contract.js'
import { onConfigChange } from '../connection/config.js'
import { follow, line, subscribe } from '../connection/link.js'

/**
 * Counts of items that wait for staff, and the state of datafeed and gateway connections. Each
 * needs its right.
 */
type Waiting = FrameSchemas['WaitingView']
type Link = FrameSchemas['LinkView']

export const waiting = signal<Waiting | null>(null)
export const links = signal<ReadonlyMap<string, Link>>(new Map())

subscribe('waiting', (told) => {
  waiting.value = told
})
subscribe('link', (told) => {
  links.value = new Map(links.value).set(`${told.kind} ${told.id}`, told)
})

/** The page header shows these counts on every page, so all parts share one subscription. */
export const followWaiting = () =>
  follow(
    'waiting',
    () => void line()?.ask('watch_waiting'),
    () => void line()?.ask('unwatch_waiting'),
  )

export function followLinks(): () => void {
  const leave = follow(
    'links',
    () => {
      links.value = new Map()
      void line()?.ask('watch_links')
    },
    () => void line()?.ask('unwatch_links'),
  )
  const stop = onConfigChange(dropIfGone)
  return () => {
    leave()
    stop()
  }
}

/** Removes the state of a datafeed or gateway that was deleted (version 0). */
function dropIfGone(changed: { kind: string; id: number; version: number }): void {
  if (changed.version !== 0) return
  const left = new Map(links.value)
  if (left.delete(`${changed.kind} ${changed.id}`)) links.value = left
}
