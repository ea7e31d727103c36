import type { ConfigKindName, ConfigRecords } from '../../../engine/config/config-records.js'
import type { ConfigDraft } from '../../../engine/config/draft.js'
import { configDraft } from '../../../engine/config/kinds.js'
import type { SealedSecrets } from './config-secrets.js'
import type { SettingsView, Step } from './config-step.js'

/** The settings after steps that are not written yet, with their secrets and next ids. */
export class DraftView implements SettingsView {
  readonly world: ConfigDraft
  readonly #base: SettingsView
  readonly #secrets: Map<string, SealedSecrets>
  readonly #nextIds: Map<ConfigKindName, number>

  /** `base` are the current settings, `before` the steps drafted so far. */
  constructor(base: SettingsView, before?: DraftView) {
    this.#base = base
    this.world = configDraft(before?.world ?? base.world)
    this.#secrets = before === undefined ? new Map() : before.#secrets
    this.#nextIds = before === undefined ? new Map() : before.#nextIds
  }

  secretsOf(kind: ConfigKindName, id: number): SealedSecrets {
    return this.#secrets.get(`${kind}/${id}`) ?? this.#base.secretsOf(kind, id)
  }

  nextId(kind: ConfigKindName): number {
    const next = this.#nextIds.get(kind) ?? this.#base.nextId(kind)
    this.#nextIds.set(kind, next)
    return next
  }

  take<K extends ConfigKindName>(kind: K, steps: readonly Step<K>[]): void {
    const changed: ConfigRecords[K][] = []
    const removed: number[] = []
    for (const { id, before, record, secrets } of steps) {
      this.#secrets.set(`${kind}/${id}`, secrets)
      if (record === null) removed.push(id)
      else changed.push(record)
      if (before === null) this.#nextIds.set(kind, id + 1)
    }
    this.world.take(kind, { changed, removed })
  }
}
