import { isRefusal, type Refusal, refuse } from '../../../engine/code.js'
import type {
  ConfigKindName,
  ConfigRecords,
  Content,
} from '../../../engine/config/config-records.js'
import { type ConfigKind, refuseMissing } from '../../../engine/config/kind.js'
import type { GroupScope } from '../../../engine/names/group-path.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { StaffReach } from '../identity/staff-reach.js'

/**
 * Which records of settings a staff user may touch, as their profile stands at that moment. The server
 * itself touches all of them, and everybody with the right those that concern no group.
 */
export class ConfigReach {
  readonly #desk: Desk
  readonly #staff: StaffReach

  constructor(desk: Desk) {
    this.#desk = desk
    this.#staff = new StaffReach(desk)
  }

  /** Why `record` may not be changed or deleted: out of reach it reads like one that is not there. */
  refuseTouch<K extends ConfigKindName>(
    actor: Actor,
    kind: ConfigKind<K>,
    record: ConfigRecords[K],
  ): Refusal | undefined {
    if (kind.scope === 'server') return undefined
    const reach = this.#of(actor)
    if (isRefusal(reach)) return reach
    if (beyond(reach, kind.scope.groupsOf(record)) !== undefined) {
      return refuseMissing(kind.noun, record.id)
    }
    const felt = kind.scope.feltBy?.(record, this.#desk.config.world) ?? []
    if (beyond(reach, felt) === undefined) return undefined
    const why = `Groups outside your scope use this ${kind.noun}.`
    return refuse('forbidden', `${why} Ask somebody who reaches them, or make another one.`)
  }

  /** Why a record may not come to be about these groups, whether they are there or not. */
  refuseContent<K extends ConfigKindName>(
    actor: Actor,
    kind: ConfigKind<K>,
    content: Content<K>,
  ): Refusal | undefined {
    if (kind.scope === 'server') return undefined
    const reach = this.#of(actor)
    if (isRefusal(reach)) return reach
    const outside = beyond(reach, kind.scope.groupsOf(content))
    if (outside === undefined) return undefined
    return refuse('forbidden', `The group ${outside} is outside your scope.`)
  }

  #of(actor: Actor): GroupScope | Refusal {
    if (actor.login === null) return EVERYWHERE
    const caller = this.#staff.caller(actor)
    return isRefusal(caller) ? caller : caller.reach
  }
}

const EVERYWHERE: GroupScope = { covers: () => true }

function beyond(reach: GroupScope, paths: readonly string[]): string | undefined {
  return paths.find((path) => !reach.covers(path))
}
