import type { ConfigKindName, ConfigRecords } from '../../../engine/config/config-records.js'
import type { ConfigDraft } from '../../../engine/config/draft.js'
import { configDraft } from '../../../engine/config/kinds.js'
import type { Sealed } from './config-secrets.js'
import type { Standing, Step } from './config-step.js'

/** Settings as they will be after steps that are not written yet, with their secrets and the ids that are left. */
export class DraftStanding implements Standing {
  readonly world: ConfigDraft
  readonly #base: Standing
  readonly #secrets = new Map<string, Sealed>()
  readonly #taken = new Map<ConfigKindName, number>()

  constructor(base: Standing) {
    this.#base = base
    this.world = configDraft(base.world)
  }

  secretsOf(kind: ConfigKindName, id: number): Sealed {
    return this.#secrets.get(`${kind}/${id}`) ?? this.#base.secretsOf(kind, id)
  }

  nextId(kind: ConfigKindName): number {
    return this.#base.nextId(kind) + (this.#taken.get(kind) ?? 0)
  }

  take<K extends ConfigKindName>(kind: K, steps: readonly Step<K>[]): void {
    const changed: ConfigRecords[K][] = []
    const removed: number[] = []
    for (const { id, before, record, secrets } of steps) {
      this.#secrets.set(`${kind}/${id}`, secrets)
      if (record === null) removed.push(id)
      else changed.push(record)
      if (before === null) this.#taken.set(kind, (this.#taken.get(kind) ?? 0) + 1)
    }
    this.world.take(kind, { changed, removed })
  }
}
