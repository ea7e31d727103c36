import { DAY_MS } from '../calendar/durations.js'
import type { UnixMs } from '../units.js'
import type { BookRecords } from './book-records.js'
import { DATAFEEDS_TIMEOUT_SEC } from './kinds/network.js'
import { isDemoGroup } from './kinds/server-settings.js'
import type { DemoPolicy, NetworkServerName, NetworkServerRecord } from './records/network.js'

type Records = { readonly records: Pick<BookRecords, 'network'> }

/** The settings of a logical server; undefined before they exist. */
export function networkServer(
  { records }: Records,
  name: NetworkServerName,
): NetworkServerRecord | undefined {
  return records.network.find(({ server }) => server === name)
}

/** Seconds without a quote for a symbol after which its feed loses it to the next feed. */
export function datafeedsTimeoutSec(book: Records): number {
  return networkServer(book, 'quote')?.history?.datafeeds_timeout_sec ?? DATAFEEDS_TIMEOUT_SEC
}

/** How long demo accounts last; null if they never expire. */
export function demoPolicy(book: Records): DemoPolicy | null {
  return networkServer(book, 'trade')?.demo ?? null
}

/** The time when a demo account expires; null if it never does. */
export function demoEndsAt(
  policy: DemoPolicy | null,
  {
    group,
    createdAt,
    usedAt,
  }: { readonly group: string; readonly createdAt: UnixMs; readonly usedAt: UnixMs | null },
): UnixMs | null {
  if (policy === null || policy.mode === 0 || !isDemoGroup(group)) return null
  const from = policy.mode === 1 ? Math.max(createdAt, usedAt ?? 0) : createdAt
  return from + policy.period_days * DAY_MS
}
