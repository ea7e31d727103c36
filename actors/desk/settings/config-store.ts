import { assert } from '../../../engine/assert.js'
import {
  type BookRecords,
  type ConfigChange,
  inListOrder,
  NO_RECORDS,
  recordsOf,
  withChange,
} from '../../../engine/config/book-records.js'
import {
  CONFIG_KINDS,
  type ConfigKindName,
  type ConfigRecords,
  type Content,
} from '../../../engine/config/config-records.js'
import { contentOf } from '../../../engine/config/content.js'
import { sealedFields } from '../../../engine/config/kind.js'
import { configWorld, kindOf, nameOf } from '../../../engine/config/kinds.js'
import type { OpenedKindName, OpenedRecords } from '../../../engine/config/opened-records.js'
import type { ConfigFacts, ConfigWorld } from '../../../engine/config/world.js'
import type { Login } from '../../../engine/units.js'
import { type SettingsRow, settingsRepo } from '../../../storage/repos/settings.js'
import type { Seal } from '../../../storage/secrets/seal.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import { openedRecord, type SealedSecrets } from './config-secrets.js'
import type { Step } from './config-step.js'

/**
 * The settings of all kinds in memory, as in the database, with their encrypted secrets.
 *
 *   M1. Memory changes only after the transaction (`take`), so a change that was rolled back is
 *       never visible.
 *   - Everything is found by index, and nothing is read from the database again.
 */
export class ConfigStore {
  readonly #repo
  readonly #secrets = new Map<string, SealedSecrets>()
  #world: ConfigWorld

  constructor(db: Sqlite, facts: ConfigFacts) {
    this.#repo = settingsRepo(db)
    this.#world = configWorld(NO_RECORDS, facts)
    this.reload()
  }

  /** Reads everything: at the start, and after the initial data was written. */
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

  secretsOf(kind: ConfigKindName, id: number): SealedSecrets {
    return this.#secrets.get(`${kind}/${id}`) ?? {}
  }

  /** The id for the next new record of the kind. */
  nextId(kind: ConfigKindName): number {
    return this.#repo.nextId(kind)
  }

  /** The login that last changed a record; null for the server, or if unknown. */
  updatedBy(kind: ConfigKindName, id: number): Login | null {
    return this.#repo.updatedBy(kind, id)
  }

  /** Writes the steps of a change. Call it inside a transaction. */
  write<K extends ConfigKindName>(
    kind: K,
    { id, before, record, secrets }: Step<K>,
    by: Login | null,
  ): void {
    if (record === null) {
      this.remove(kind, id)
      return
    }
    const content = contentOf<K>(record)
    const updated_at = Date.parse(record.updated_at)
    if (before !== null) {
      const name = rowName(kind, id, content)
      const row = { id, name, body: bodyOf(content, secrets), updated_at }
      this.#repo.update(kind, { ...row, version: record.version }, by)
      return
    }
    assert(this.takeId(kind) === id, 'a new record has the next id of its kind')
    this.insert(kind, id, content, secrets, updated_at, by)
  }

  /** Inserts a record at version 1. Call it inside a transaction. */
  insert<K extends ConfigKindName>(
    kind: K,
    id: number,
    content: Content<K>,
    secrets: SealedSecrets,
    now: number,
    by: Login | null = null,
  ): void {
    const row = { id, name: rowName(kind, id, content), body: bodyOf(content, secrets) }
    this.#repo.insert(kind, { ...row, created_at: now, updated_at: now }, by)
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

  /** Applies a change in memory after the transaction (M1). */
  take(
    change: ConfigChange,
    secrets: ReadonlyMap<number, SealedSecrets>,
    drafted?: ConfigWorld,
  ): void {
    for (const [id, sealed] of secrets) this.#keepSecrets(change.kind, id, sealed)
    this.#world = this.#world.with(withChange(this.records, change), change, drafted)
  }

  /** The records of a kind with decrypted secrets, for the thread that uses them. */
  opened<K extends OpenedKindName>(kind: K, seal: Seal): readonly OpenedRecords[K][] {
    const names = sealedFields(kindOf(kind))
    return recordsOf(this.records, kind).map((record) => {
      const { id } = record
      return openedRecord(seal, { kind, id }, names, record, this.secretsOf(kind, id))
    }) as unknown as readonly OpenedRecords[K][]
  }

  #load<K extends ConfigKindName>(kind: K): readonly ConfigRecords[K][] {
    const records = this.#repo.list(kind).map((row) => this.#fromRow(kind, row))
    return inListOrder(kind, records)
  }

  #fromRow<K extends ConfigKindName>(kind: K, row: SettingsRow): ConfigRecords[K] {
    const { secrets, ...content } = row.body as { secrets?: SealedSecrets }
    this.#keepSecrets(kind, row.id, secrets ?? {})
    const whole = { ...kindOf(kind).added, ...content }
    return recordOf(row.id, row.version, row, whole as unknown as Content<K>)
  }

  #keepSecrets(kind: ConfigKindName, id: number, sealed: SealedSecrets): void {
    if (Object.keys(sealed).length > 0) this.#secrets.set(`${kind}/${id}`, sealed)
    else this.#secrets.delete(`${kind}/${id}`)
  }
}

function bodyOf(content: object, secrets: SealedSecrets): Record<string, unknown> {
  return Object.keys(secrets).length === 0 ? { ...content } : { ...content, secrets }
}

export function recordOf<K extends ConfigKindName>(
  id: number,
  version: number,
  at: { readonly created_at: number; readonly updated_at: number },
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

/**
 * The name in the table, where names are unique. Records of a kind that shares names are stored
 * under their ids.
 */
function rowName<K extends ConfigKindName>(kind: K, id: number, content: Content<K>): string {
  return kindOf(kind).sharesNames === true ? `#${id}` : nameOf(kind, content)
}
