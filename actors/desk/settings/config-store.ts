import {
  type BookRecords,
  type ConfigChange,
  inListOrder,
  NO_RECORDS,
  withChange,
} from '../../../engine/config/book-records.js'
import {
  CONFIG_KINDS,
  type ConfigKindName,
  type ConfigRecords,
  type Content,
  type StoredField,
} from '../../../engine/config/config-records.js'
import { configWorld, kindOf, nameOf } from '../../../engine/config/kinds.js'
import type { ConfigFacts, ConfigWorld } from '../../../engine/config/world.js'
import { type SettingsRow, settingsRepo } from '../../../storage/repos/settings.js'
import type { Seal } from '../../../storage/secrets/seal.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import { openedRecord, type Sealed } from './config-secrets.js'

/**
 * The settings of all kinds in memory, as they are in the database, with their sealed secrets beside.
 *
 *   M1. Memory changes after the transaction did (`take`), never before: a change that was undone
 *       was never seen.
 *   M2. Everything is found by index, and nothing is read back from the database.
 */
export class ConfigStore {
  readonly #repo
  readonly #secrets = new Map<string, Sealed>()
  #world: ConfigWorld

  constructor(db: Sqlite, facts: ConfigFacts) {
    this.#repo = settingsRepo(db)
    this.#world = configWorld(NO_RECORDS, facts)
    this.reload()
  }

  /** Reads everything: at the start, and after the database was seeded. */
  reload(): void {
    let records: BookRecords = { ...NO_RECORDS, version: this.#repo.version() }
    for (const kind of CONFIG_KINDS) records = { ...records, [kind]: this.#load(kind) }
    this.#world = configWorld(records, this.#world.facts)
  }

  get world(): ConfigWorld {
    return this.#world
  }

  get records(): BookRecords {
    return this.#world.records
  }

  secretsOf(kind: ConfigKindName, id: number): Sealed {
    return this.#secrets.get(`${kind}/${id}`) ?? {}
  }

  /** Inside a transaction: writes a new record at version 1. */
  insert<K extends ConfigKindName>(
    kind: K,
    id: number,
    content: Content<K>,
    secrets: Sealed,
    now: number,
  ): Written<K> {
    const name = nameOf(kind, content)
    this.#repo.insert(kind, { id, name, body: bodyOf(content, secrets), ...times(now, now) })
    return { record: recordOf(id, 1, times(now, now), content), secrets }
  }

  /** Inside a transaction: `version` is the one to be. */
  update<K extends ConfigKindName>(
    kind: K,
    before: ConfigRecords[K],
    content: Content<K>,
    secrets: Sealed,
    version: number,
    now: number,
  ): Written<K> {
    const { id } = before
    const name = nameOf(kind, content)
    const at = { created_at: Date.parse(before.created_at), updated_at: now }
    this.#repo.update(kind, { id, name, version, body: bodyOf(content, secrets), updated_at: now })
    return { record: recordOf(id, version, at, content), secrets }
  }

  takeId(kind: ConfigKindName): number {
    return this.#repo.takeId(kind)
  }

  remove(kind: ConfigKindName, id: number): void {
    this.#repo.remove(kind, id)
  }

  raiseVersion(): number {
    return this.#repo.raiseVersion()
  }

  /** After the transaction (M1). */
  take(change: ConfigChange, secrets: ReadonlyMap<number, Sealed>): void {
    for (const id of change.removed) this.#secrets.delete(`${change.kind}/${id}`)
    for (const [id, sealed] of secrets) this.#keepSecrets(change.kind, id, sealed)
    this.#world = this.#world.with(withChange(this.records, change), change)
  }

  /** The records of a kind with their secrets, for the thread that connects. */
  opened<K extends 'datafeeds' | 'gateways'>(
    kind: K,
    seal: Seal,
  ): readonly (ConfigRecords[K] & Record<string, unknown>)[] {
    const names = kindOf(kind).secrets ?? []
    return this.records[kind].map((record) => {
      const { id } = record
      return openedRecord(seal, { kind, id }, names, record, this.secretsOf(kind, id))
    }) as unknown as readonly (ConfigRecords[K] & Record<string, unknown>)[]
  }

  #load<K extends ConfigKindName>(kind: K): readonly ConfigRecords[K][] {
    const records = this.#repo.list(kind).map((row) => this.#fromRow(kind, row))
    return inListOrder(kind, records)
  }

  #fromRow<K extends ConfigKindName>(kind: K, row: SettingsRow): ConfigRecords[K] {
    const { secrets, ...content } = row.body as { secrets?: Sealed }
    this.#keepSecrets(kind, row.id, secrets ?? {})
    const whole = { ...kindOf(kind).added, ...content }
    return recordOf(row.id, row.version, row, whole as unknown as Content<K>)
  }

  #keepSecrets(kind: ConfigKindName, id: number, sealed: Sealed): void {
    if (Object.keys(sealed).length > 0) this.#secrets.set(`${kind}/${id}`, sealed)
    else this.#secrets.delete(`${kind}/${id}`)
  }
}

export interface Written<K extends ConfigKindName> {
  readonly record: ConfigRecords[K]
  readonly secrets: Sealed
}

const STORED: readonly StoredField[] = ['id', 'created_at', 'updated_at', 'version']

/** The record without what the store adds to it. */
export function contentOf<K extends ConfigKindName>(record: ConfigRecords[K]): Content<K> {
  const content: Record<string, unknown> = { ...record }
  for (const field of STORED) delete content[field]
  return content as unknown as Content<K>
}

function bodyOf(content: object, secrets: Sealed): Record<string, unknown> {
  return Object.keys(secrets).length === 0 ? { ...content } : { ...content, secrets }
}

interface Times {
  readonly created_at: number
  readonly updated_at: number
}

function times(created_at: number, updated_at: number): Times {
  return { created_at, updated_at }
}

function recordOf<K extends ConfigKindName>(
  id: number,
  version: number,
  at: Times,
  content: Content<K>,
): ConfigRecords[K] {
  return {
    id,
    ...content,
    created_at: new Date(at.created_at).toISOString(),
    updated_at: new Date(at.updated_at).toISOString(),
    version,
  } as unknown as ConfigRecords[K]
}
