import type { Right } from '../../../engine/access/rights.js'
import type { Refusal } from '../../../engine/code.js'
import type { ConfigKindName, ConfigRecords } from '../../../engine/config/config-records.js'
import { contentOf } from '../../../engine/config/content.js'
import { shapeOf } from '../../../engine/config/transfer/exported.js'
import {
  SETTINGS_FILE_KINDS,
  type SettingsFileKind,
  STAFF_KIND,
  type TransferKind,
} from '../../../engine/config/transfer/kinds.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Session } from '../../exchange/session.js'
import type { Viewer } from '../settings/config-family.js'
import { CONFIG_READERS, CONFIG_WRITES_ALSO_NEED } from '../settings/config-readers.js'
import { reachedRecords } from '../settings/config-routes.js'

/** Rights to read a kind; any one is enough. */
const readersOf = (kind: SettingsFileKind): readonly Right[] =>
  kind === STAFF_KIND ? ['config.staff'] : CONFIG_READERS[kind]

/** Rights to read or write any of the kinds. A transfer route needs one of them. */
export const TRANSFER_RIGHTS: readonly string[] = [
  ...new Set(SETTINGS_FILE_KINDS.flatMap(readersOf)),
]

export function mayRead({ rights }: Pick<Session, 'rights'>, kind: SettingsFileKind): boolean {
  return readersOf(kind).some((right) => rights.has(right))
}

export function mayWrite({ rights }: Pick<Session, 'rights'>, kind: SettingsFileKind): boolean {
  return writersOf(kind).every((right) => rights.has(right))
}

/** Rights to change a kind; all are needed. Rights that only allow reading are not included. */
function writersOf(kind: SettingsFileKind): readonly Right[] {
  const own = readersOf(kind).slice(0, 1)
  return kind === STAFF_KIND ? own : [...own, ...(CONFIG_WRITES_ALSO_NEED[kind] ?? [])]
}

/** The key field, or several separated by commas; empty for a kind with a single record. */
export function keyFieldOf(kind: SettingsFileKind): string {
  return kind === STAFF_KIND ? 'login' : shapeOf(kind).keyFields.join(',')
}

/** Finds settings by kind and id, indexed because a file refers to thousands of them. */
export class RecordsById {
  readonly #records: { readonly [K in ConfigKindName]: readonly ConfigRecords[K][] }
  readonly #known = new Map<ConfigKindName, ReadonlyMap<number, unknown>>()

  constructor(records: { readonly [K in ConfigKindName]: readonly ConfigRecords[K][] }) {
    this.#records = records
  }

  get<K extends ConfigKindName>(kind: K, id: number): ConfigRecords[K] | undefined {
    let known = this.#known.get(kind)
    if (known === undefined) {
      known = new Map(this.#records[kind].map((record) => [record.id, record]))
      this.#known.set(kind, known)
    }
    return known.get(id) as ConfigRecords[K] | undefined
  }
}

/** Refuses a caller who may not change the kind. */
export function refuseWriter(
  { rights }: Pick<Session, 'rights'>,
  kind: SettingsFileKind,
): Refusal | undefined {
  const missing = writersOf(kind).find((right) => !rights.has(right))
  return missing === undefined ? undefined : because('forbidden.needs', { right: missing })
}

/**
 * The ids of records within the session's scope, by key in lower case. Only kinds with shared keys
 * have several ids per key.
 */
export function idsByKey<K extends TransferKind>(
  kind: K,
  to: Viewer,
): ReadonlyMap<string, readonly number[]> {
  const { keyOf } = shapeOf(kind)
  const ids = new Map<string, number[]>()
  for (const record of reachedRecords(to, kind)) {
    const key = keyOf(contentOf<K>(record)).toLowerCase()
    const known = ids.get(key)
    if (known === undefined) ids.set(key, [record.id])
    else known.push(record.id)
  }
  return ids
}
