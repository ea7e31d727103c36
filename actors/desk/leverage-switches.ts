import type { LeverageSwitchRecord } from '../../engine/config/leverage-switch.js'
import type { Handlers } from '../ask.js'
import type { Timer } from '../clock.js'
import type { ConfigOperations } from './config.js'
import { type Desk, SYSTEM } from './desk.js'

/**
 * Carries out leverage switches at their time.
 *
 *   L1. The group's change comes first, then the switch is marked as done: what a crash in between
 *       leaves is carried out once more, which changes nothing and marks it.
 *   L2. One that was due while the server was down is carried out at the start, oldest first.
 *   L3. While nothing can be written, it is tried again every minute.
 *   L4. What can no longer be carried out (its group is gone) is marked as done and journaled.
 */
const WAIT_MAX_MS = 3_600_000
const RETRY_MS = 60_000

export class LeverageSwitches {
  readonly #desk: Desk
  readonly #config: Pick<Handlers<ConfigOperations>, 'config.update'>
  #timer: Timer | undefined

  constructor(desk: Desk, config: Pick<Handlers<ConfigOperations>, 'config.update'>) {
    this.#desk = desk
    this.#config = config
  }

  /** To be called at the start and after every change of the switches. */
  arm(): void {
    this.#timer?.cancel()
    this.#timer = undefined
    const { config, clock } = this.#desk
    const next = config.records.leverage_switches.find(({ done_at }) => done_at === null)
    if (next === undefined) return
    // A far one is looked at again every hour: the wall clock may be set.
    const waitMs = Math.min(Math.max(0, Date.parse(next.at) - clock.now()), WAIT_MAX_MS)
    this.#timer = clock.after(waitMs, () => {
      if (Date.parse(next.at) <= this.#desk.clock.now()) this.#carryOut(next)
      else this.arm()
    })
  }

  stop(): void {
    this.#timer?.cancel()
  }

  #carryOut({ id, version, group: path, leverage_profile_id }: LeverageSwitchRecord): void {
    const { config, clock } = this.#desk
    const group = config.world.named('groups', path)
    const from = { actor: SYSTEM }
    const changed =
      group === undefined
        ? undefined
        : this.#config['config.update']({
            ...{ ...from, kind: 'groups', id: group.id, version: group.version },
            input: { leverage_profile_id },
          })
    if (changed?.ok === false && changed.code === 'unavailable') {
      this.#timer = clock.after(RETRY_MS, () => this.arm())
      return
    }
    if (changed?.ok !== true) {
      const why = changed?.message ?? `there is no group ${path}`
      const text = `The leverage switch of ${path} was not carried out: ${why}`
      this.#desk.change((journal) => {
        journal(SYSTEM, { kind: 'config', text })
        return { ok: true, value: null }
      })
    }
    const done_at = new Date(clock.now()).toISOString()
    const marked = this.#config['config.update']({
      ...{ ...from, kind: 'leverage_switches', id, version, input: { done_at } },
    })
    if (marked.ok) this.arm()
    else this.#timer = clock.after(RETRY_MS, () => this.arm())
  }
}
