import type { ConfigKindName, ConfigRecords } from './config-records.js'

/**
 * The settings at one configuration version, as records in list order. Threads send each other this
 * type.
 */
export interface BookRecords extends ConfigLists {
  readonly version: number
}

export type ConfigLists = {
  readonly [K in ConfigKindName]: readonly ConfigRecords[K][]
}

/** The result of one settings change in a kind: complete records, and the ids of deleted ones. */
export type ConfigChange = {
  [K in ConfigKindName]: {
    readonly version: number
    readonly kind: K
    readonly changed: readonly ConfigRecords[K][]
    readonly removed: readonly number[]
  }
}[ConfigKindName]

export const NO_RECORDS: BookRecords = {
  version: 0,
  symbols: [],
  groups: [],
  datafeeds: [],
  gateways: [],
  holidays: [],
  routing: [],
  leverage_profiles: [],
  leverage_switches: [],
  mail_servers: [],
  reports: [],
  network: [],
  licence: [],
  brands: [],
  allocations: [],
  allocation_settings: [],
  settings: [],
  webhooks: [],
}

type Compare<R> = (a: R, b: R) => number

/** Names are unique ignoring case, so comparing them in lower case gives a total order. */
const byText = (a: string, b: string): number => {
  const one = a.toLowerCase()
  const other = b.toLowerCase()
  return one < other ? -1 : one > other ? 1 : 0
}
const byPosition: Compare<{ position: number; id: number }> = (a, b) =>
  a.position - b.position || a.id - b.id
const byPriority: Compare<{ priority: number; id: number }> = (a, b) =>
  a.priority - b.priority || a.id - b.id

const LIST_ORDER: { readonly [K in ConfigKindName]: Compare<ConfigRecords[K]> } = {
  symbols: byPosition,
  groups: (a, b) => byText(a.path, b.path),
  datafeeds: byPriority,
  gateways: byPriority,
  holidays: byPosition,
  routing: byPosition,
  leverage_profiles: (a, b) => byText(a.name, b.name),
  leverage_switches: (a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id - b.id),
  mail_servers: (a, b) => byText(a.name, b.name),
  reports: byPosition,
  network: (a, b) => a.id - b.id,
  licence: (a, b) => a.id - b.id,
  brands: (a, b) => Number(b.is_default) - Number(a.is_default) || byText(a.company, b.company),
  allocations: byPriority,
  allocation_settings: (a, b) => a.id - b.id,
  settings: (a, b) => a.id - b.id,
  webhooks: (a, b) => byText(a.name, b.name),
}

/** The records of a kind, for generic code. */
export function recordsOf<K extends ConfigKindName>(
  records: ConfigLists,
  kind: K,
): readonly ConfigRecords[K][] {
  return records[kind]
}

/** Records of a kind in the order in which lists show them. */
export function inListOrder<K extends ConfigKindName>(
  kind: K,
  records: readonly ConfigRecords[K][],
): readonly ConfigRecords[K][] {
  return records.toSorted(LIST_ORDER[kind])
}

/** The index at which the record is, or should be inserted, in an ordered list. */
export function placeInList<K extends ConfigKindName>(
  kind: K,
  list: readonly ConfigRecords[K][],
  record: ConfigRecords[K],
): number {
  const compare = LIST_ORDER[kind]
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(list[middle] as ConfigRecords[K], record) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The settings after a change. Records that did not change stay the same objects. */
export function withChange(records: BookRecords, change: ConfigChange): BookRecords {
  const list = changedList(records[change.kind], change)
  return { ...records, version: change.version, [change.kind]: list }
}

function changedList<K extends ConfigKindName>(
  before: readonly ConfigRecords[K][],
  change: {
    readonly kind: K
    readonly changed: readonly ConfigRecords[K][]
    readonly removed: readonly number[]
  },
): readonly ConfigRecords[K][] {
  const replaced = inPlace(before, change)
  if (replaced !== undefined) return replaced
  const gone = new Set([...change.removed, ...change.changed.map(({ id }) => id)])
  const rest = before.filter(({ id }) => !gone.has(id))
  return inListOrder(change.kind, [...rest, ...change.changed])
}

/**
 * Replaces records that stay in place, and appends new last records. Sorting again would take
 * several times as long.
 */
function inPlace<K extends ConfigKindName>(
  before: readonly ConfigRecords[K][],
  change: {
    readonly kind: K
    readonly changed: readonly ConfigRecords[K][]
    readonly removed: readonly number[]
  },
): readonly ConfigRecords[K][] | undefined {
  if (change.removed.length > 0) return undefined
  const compare = LIST_ORDER[change.kind] as Compare<ConfigRecords[K]>
  const changed = new Map(change.changed.map((record) => [record.id, record]))
  const list = [...before]
  for (let at = 0; at < list.length && changed.size > 0; at++) {
    const old = list[at] as ConfigRecords[K]
    const record = changed.get(old.id)
    if (record === undefined) continue
    if (compare(old, record) !== 0) return undefined
    list[at] = record
    changed.delete(old.id)
  }
  for (const record of inListOrder(change.kind, [...changed.values()])) {
    const last = list.at(-1)
    if (last !== undefined && compare(last, record) > 0) return undefined
    list.push(record)
  }
  return list
}
