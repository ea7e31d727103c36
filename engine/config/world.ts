import type { Login, UnixMs } from '../units.js'
import { type BookRecords, type ConfigChange, recordsOf } from './book-records.js'
import type { ConfigKindName, ConfigRecords } from './config-records.js'
import { LayeredMap } from './layered-map.js'

/** Facts that checks of settings need but settings do not contain. */
export interface ConfigFacts {
  readonly now: UnixMs
  /** True if exactly this group has accounts, including archived ones. */
  hasAccounts(group: string): boolean
  /** True if open trades or histories contain this symbol. */
  isTraded(symbolId: number): boolean
  /** An active staff user with the right `dealing`. */
  isDealer(login: Login): boolean
  /**
   * Addresses and networks that providers may use in addition to public ones
   * (`engine/names/outbound.ts`).
   */
  readonly outboundAllow: readonly string[]
  /** True for a certificate as PEM text. If there are several, the first is checked. */
  isCertificate(pem: string): boolean
  /** Whether `key` is the private key of the certificate. Both are PEM text. */
  keyFit(certificate: string, key: string): KeyFit
}

export type KeyFit = 'pair' | 'no_key' | 'strangers'

/**
 * The data that checks use besides their own record: the other settings, and a few facts. Lookups
 * are by index, so a change with 10,000 symbols need not scan them for each reference.
 */
export class ConfigWorld {
  readonly records: BookRecords
  readonly facts: ConfigFacts
  protected readonly known = new Map<ConfigKindName, ConfigIndexes>()
  protected readonly names: NameOf

  constructor(records: BookRecords, facts: ConfigFacts, names: NameOf) {
    this.records = records
    this.facts = facts
    this.names = names
  }

  list<K extends ConfigKindName>(kind: K): readonly ConfigRecords[K][] {
    return recordsOf(this.records, kind)
  }

  get<K extends ConfigKindName>(kind: K, id: number): ConfigRecords[K] | undefined {
    return this.indexes(kind).byId.get(id) as ConfigRecords[K] | undefined
  }

  /** The record by the kind's unique name, in any case. */
  named<K extends ConfigKindName>(kind: K, name: string): ConfigRecords[K] | undefined {
    return this.indexes(kind).byName.get(name.toLowerCase()) as ConfigRecords[K] | undefined
  }

  indexes(kind: ConfigKindName): ConfigIndexes {
    const known = this.known.get(kind)
    if (known !== undefined) return known
    const list: readonly ConfigRecords[ConfigKindName][] = this.list(kind)
    const made = {
      byId: LayeredMap.of(new Map(list.map((record) => [record.id, record]))),
      byName: LayeredMap.of(new Map(list.map((record) => [this.nameOf(kind, record), record]))),
    }
    this.known.set(kind, made)
    return made
  }

  /** The unchanged list of a kind, and the records that have changed since. */
  settled(kind: ConfigKindName): SettledList {
    return { list: this.list(kind), touched: [] }
  }

  /**
   * The settings after a change of one kind: unchanged parts keep their indexes. A draft of it
   * supplies its own.
   */
  with(records: BookRecords, change: ConfigChange, drafted?: ConfigWorld): ConfigWorld {
    const { kind } = change
    const next = new ConfigWorld(records, this.facts, this.names)
    for (const [of, indexes] of this.known) if (of !== kind) next.known.set(of, indexes)
    if (drafted !== undefined) next.known.set(kind, drafted.indexes(kind))
    const known = this.known.get(kind)
    if (drafted !== undefined || known === undefined) return next
    if (change.changed.length * PART > known.byId.size) return next
    next.known.set(kind, this.changedIndexes(kind, known, change))
    return next
  }

  /** Returns a copy of the state with the change. */
  protected changedIndexes(
    kind: ConfigKindName,
    known: ConfigIndexes,
    { changed, removed }: Pick<ConfigChange, 'changed' | 'removed'>,
  ): ConfigIndexes {
    const [byId, byName] = [LayeredMap.forkOf(known.byId), LayeredMap.forkOf(known.byName)]
    for (const id of [...removed, ...changed.map((record) => record.id)]) {
      const old = byId.get(id)
      if (old !== undefined) byName.delete(this.nameOf(kind, old))
      byId.delete(id)
    }
    for (const record of changed) {
      byId.set(record.id, record)
      byName.set(this.nameOf(kind, record), record)
    }
    return { byId, byName }
  }

  protected nameOf(kind: ConfigKindName, record: ConfigRecords[ConfigKindName]): string {
    return this.names(kind, record as ConfigRecords[typeof kind]).toLowerCase()
  }
}

/** The records of a kind by their ids, and by their names in lower case. */
export interface ConfigIndexes {
  readonly byId: ReadonlyMap<number, ConfigRecords[ConfigKindName]>
  readonly byName: ReadonlyMap<string, ConfigRecords[ConfigKindName]>
}

/**
 * The divisor of an index's size: with fewer changes than that part a copied index is cheaper than a new
 * one.
 */
const PART = 4

export interface SettledList {
  readonly list: readonly ConfigRecords[ConfigKindName][]
  readonly touched: Iterable<number>
}

export type NameOf = <K extends ConfigKindName>(kind: K, record: ConfigRecords[K]) => string
