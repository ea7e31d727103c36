import { scopeExcess } from '../../../engine/access/grants.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import type {
  ConfigKindName,
  ConfigRecords,
  Content,
} from '../../../engine/config/config-records.js'
import { contentOf } from '../../../engine/config/content.js'
import { type ConfigKind, refuseMissing } from '../../../engine/config/kind.js'
import type { GroupScope } from '../../../engine/names/group-path.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { StaffReach } from '../identity/staff-reach.js'

/**
 * Which settings records a staff user may change, by the current profile. The server itself may
 * change all; everyone with the right may change those that concern no group.
 */
export class ConfigReach {
  readonly #desk: Desk
  readonly #staff: StaffReach

  constructor(desk: Desk) {
    this.#desk = desk
    this.#staff = new StaffReach(desk)
  }

  /**
   * Refuses to change or delete `record`; out of reach it is answered like one that does not exist.
   */
  refuseTouch<K extends ConfigKindName>(
    actor: Actor,
    kind: ConfigKind<K>,
    record: ConfigRecords[K],
  ): Refusal | undefined {
    const { scope } = kind
    if (scope === 'server') return undefined
    if ('keptTo' in scope)
      return this.#refuseBeyond(actor, kind, scope.keptTo(contentOf<K>(record)))
    const reach = this.#of(actor)
    if (isRefusal(reach)) return reach
    if (beyond(reach, scope.groupsOf(record)) !== undefined) {
      return refuseMissing(kind.noun, record.id)
    }
    const felt = scope.feltBy?.(record, this.#desk.config.world) ?? []
    if (beyond(reach, felt) === undefined) return undefined
    return because('forbidden.used_by_groups', { noun: kind.noun })
  }

  /** Refuses a record about these groups, whether the groups exist or not. */
  refuseContent<K extends ConfigKindName>(
    actor: Actor,
    kind: ConfigKind<K>,
    content: Content<K>,
  ): Refusal | undefined {
    const { scope } = kind
    const ofOther = this.#refuseOwner(actor, kind, content)
    if (ofOther !== undefined || scope === 'server') return ofOther
    if ('keptTo' in scope) return this.#refuseBeyond(actor, kind, scope.keptTo(content))
    const reach = this.#of(actor)
    if (isRefusal(reach)) return reach
    const outside = beyond(reach, scope.groupsOf(content))
    if (outside === undefined) return undefined
    return because('forbidden.group_scope', { group: outside })
  }

  /** Refuses a record that would act with the rights of this login. */
  #refuseOwner<K extends ConfigKindName>(
    actor: Actor,
    { actsFor }: ConfigKind<K>,
    content: Content<K>,
  ): Refusal | undefined {
    const owner = actsFor?.(content)
    if (owner === undefined || actor.login === null) return undefined
    const caller = this.#staff.caller(actor)
    if (isRefusal(caller)) return caller
    return this.#staff.refuseActingFor(caller, owner) ?? undefined
  }

  /**
   * A record may concern groups beyond the scope, unless one of its mask lists must be within it.
   */
  #refuseBeyond<K extends ConfigKindName>(
    actor: Actor,
    { noun }: ConfigKind<K>,
    kept: readonly (readonly string[])[],
  ): Refusal | undefined {
    if (actor.login === null) return undefined
    const caller = this.#staff.caller(actor)
    if (isRefusal(caller)) return caller
    const own = caller.profile.group_scope
    if ([['*'], ...kept].some((masks) => scopeExcess(masks, own) === null)) return undefined
    return because('forbidden.concerns_groups', { noun })
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
