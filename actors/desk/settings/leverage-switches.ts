import { type Refusal, refuse } from '../../../engine/code.js'
import type { LeverageSwitchRecord } from '../../../engine/config/records/leverage-switch.js'
import { groupReach } from '../../../engine/names/group-path.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import { accept, type Outcome } from '../../thread/ask.js'
import { SYSTEM } from '../actor.js'
import type { Desk } from '../desk.js'
import { accessFactsReader } from '../identity/access-facts.js'
import type { configDesk } from './config.js'

/**
 * Carries out planned leverage switches (actors/schedule/server-schedule.ts has the times).
 *
 *   L1. The group is changed first, then the switch is marked as done. After a crash in between it
 *       is repeated, which changes nothing and marks it.
 *   L2. Switches that were due while the server was down are carried out at the start, oldest
 *       first.
 *   L3. While nothing can be written, a switch is tried again every minute.
 *   L4. A switch that became impossible, because its group was deleted, is marked as done with a
 *       journal line.
 *   L5. It is carried out in the name of its maker, who must still have the right and reach the
 *       group.
 */

const RIGHT = 'config.leverage'
type Config = Pick<ReturnType<typeof configDesk>, 'config.update'>

export function leverageSwitchesDesk(desk: Desk, config: Config) {
  const switches = new LeverageSwitches(desk, config)
  return {
    /** Carries out the switch that is due first. Returns its id, or null if none is due. */
    'leverage.carry_out': () => switches.carryOut(),
  }
}

class LeverageSwitches {
  readonly #desk: Desk
  readonly #config: Config
  readonly #facts

  constructor(desk: Desk, config: Config) {
    this.#desk = desk
    this.#config = config
    this.#facts = accessFactsReader(desk)
  }

  carryOut(): Outcome<number | null> {
    const { config, clock } = this.#desk
    const change = config.records.leverage_switches.find(({ done_at }) => done_at === null)
    if (change === undefined || Date.parse(change.at) > clock.now()) return accept(null)
    const { id, version, group } = change
    const refusal = this.#apply(change)
    if (refusal?.code === 'unavailable') return refusal
    if (refusal !== undefined) {
      const text = `The leverage switch of ${group} was not carried out: ${refusal.message}`
      this.#desk.change((journal) => {
        const about = { kind: 'leverage_switches', id }
        journal(SYSTEM, { kind: 'config', about, masks: [group], text })
        return accept(null)
      })
    }
    const done_at = new Date(clock.now()).toISOString()
    const marked = this.#config['config.update']({
      actor: SYSTEM,
      kind: 'leverage_switches',
      id,
      version,
      input: { done_at },
    })
    return marked.ok ? accept(id) : marked
  }

  /** Applies a switch. Returns why it was not done; undefined if it was. */
  #apply(change: LeverageSwitchRecord): Refusal | undefined {
    const { group: path, leverage_profile_id, made_by: maker = null } = change
    const group = this.#desk.config.world.named('groups', path)
    if (group === undefined) return refuse('not_found', `there is no group ${path}`)
    const refusal = maker === null ? undefined : this.#refuseMaker(maker, path)
    if (refusal !== undefined) return refusal
    const changed = this.#config['config.update']({
      actor: { ...SYSTEM, login: maker },
      kind: 'groups',
      id: group.id,
      version: group.version,
      input: { leverage_profile_id },
    })
    return changed.ok ? undefined : changed
  }

  #refuseMaker(maker: Login, path: string): Refusal | undefined {
    const facts = this.#facts(maker)
    const staff = facts?.enabled === true && facts.staff?.active === true ? facts.staff : null
    const rights = new Set<string>(staff?.rights)
    if (!rights.has(RIGHT)) {
      return because('forbidden.no_right_any_more', { maker, right: RIGHT })
    }
    if (groupReach(staff?.groupScope ?? [], rights).covers(path)) return undefined
    return because('forbidden.maker_scope', { maker })
  }
}
