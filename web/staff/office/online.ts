import { effect, signal } from '@preact/signals'
import type { Schemas } from '../../link/contract.js'
import { type Answer, call } from '../../link/rest.js'
import { rowsFound } from '../../text/typed-search.js'
import { follow, hear, line, lives } from '../connection/link.js'

export type OnlineSession = Schemas['AccountSessionView']

/** Sessions in use, as the list has them and events change them; null until they have come. */
export const sessions = signal<ReadonlyMap<string, OnlineSession> | null>(null)
export const onlineRefused = signal<Answer<unknown> | null>(null)

/** What has come while the list is on its way; it is laid over the list. */
let since: Map<string, OnlineSession | null> | null = null
let reads = 0

/** Reads the list. The watch was asked for before: nothing between the two is missed. */
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

hear('online', ({ items, behind }) => {
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

/** Follows them until the function that it answers is called. */
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

/** Those in which each word is found, in any case; the newest first. */
export function foundOnline(all: Iterable<OnlineSession>, typed: string): readonly OnlineSession[] {
  return rowsFound([...all], typed, ({ login, name, last_name, group, ip, os }) => [
    login,
    name,
    last_name,
    group,
    ip,
    os,
  ]).toSorted((one, other) => (one.since < other.since ? 1 : one.since > other.since ? -1 : 0))
}
