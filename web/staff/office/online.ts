import { computed, effect, signal } from '@preact/signals'
import type { Answer } from '../../link/answer.js'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { follow, line, lives, subscribe } from '../connection/link.js'

export type OnlineSession = Schemas['AccountSessionView']

/** The active sessions: the list from the server, updated by events; null until loaded. */
export const sessions = signal<ReadonlyMap<string, OnlineSession> | null>(null)
export const onlineRefused = signal<Answer<unknown> | null>(null)

/** Events that arrive while the list is loading. They are applied to the list afterwards. */
let since: Map<string, OnlineSession | null> | null = null
let reads = 0

/** Loads the list. The subscription started before, so no event between the two is missed. */
export async function readOnline(): Promise<void> {
  const own = ++reads
  since = new Map()
  const answer = await call('GET /admin/v1/online')
  if (own !== reads) return
  const changed = since
  since = null
  onlineRefused.value = answer.ok ? null : answer
  if (!answer.ok) return
  const all = new Map(answer.data.map((row) => [row.session, row]))
  for (const [session, row] of changed) lay(all, session, row)
  sessions.value = all
}

subscribe('online', ({ items, behind }) => {
  if (behind) {
    void readOnline()
    return
  }
  const all = new Map(sessions.value)
  for (const { online, ...row } of items) {
    lay(all, row.session, online ? row : null)
    since?.set(row.session, online ? row : null)
  }
  if (sessions.value !== null) sessions.value = all
})

function lay(all: Map<string, OnlineSession>, session: string, row: OnlineSession | null): void {
  if (row === null) all.delete(session)
  else all.set(session, row)
}

/** Subscribes to the sessions. Returns a function that unsubscribes. */
export function followOnline(): () => void {
  const leave = follow(
    'online',
    () => void line()?.ask('watch_online'),
    () => void line()?.ask('unwatch_online'),
  )
  const stop = effect(() => {
    if (lives.value >= 0) void readOnline()
  })
  return () => {
    stop()
    leave()
    reads++
    since = null
    sessions.value = null
  }
}

/** The active sessions, newest first. */
export const newestOnline = computed(() =>
  [...(sessions.value?.values() ?? [])].toSorted((one, other) =>
    one.since < other.since ? 1 : one.since > other.since ? -1 : 0,
  ),
)
