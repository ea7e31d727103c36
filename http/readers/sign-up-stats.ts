import { say } from '../../engine/reasons/reasons.js'
import type { SignUpStanding } from '../../wire/thread/sign-up-messages.js'
import { type HealthNote, healthNote } from './health-note.js'

/** The number of demo accounts that people opened, as the desk last reported it. */
export class SignUpStats {
  #standing: SignUpStanding = { open: 0, bound: 'none' }

  take(standing: SignUpStanding): void {
    this.#standing = standing
  }

  get open(): number {
    return this.#standing.open
  }

  get isAtBound(): boolean {
    return this.#standing.bound !== 'none'
  }

  get notes(): readonly HealthNote[] {
    if (!this.isAtBound) return []
    const said = say('note.demo_closed', { bound: this.#standing.bound })
    return [healthNote('sign_up.demo_closed', said, { kind: 'settings' })]
  }
}
