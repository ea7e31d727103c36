import type { SignUpStanding } from '../../wire/thread/sign-up-messages.js'
import { type HealthNote, healthNote } from './health-note.js'

const WHY = {
  none: '',
  all: 'as many as the settings allow were opened',
  hour: 'as many as the settings allow were opened within an hour',
  licence: 'the rest of the accounts of the licence is kept for staff',
} as const

/** Statistics of demo accounts from public sign-up, as last reported by the desk. */
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

  /** Notes for the operator. */
  get notes(): readonly HealthNote[] {
    if (!this.isAtBound) return []
    const text = `Nobody can sign up for a demo account: ${WHY[this.#standing.bound]}.`
    return [healthNote('sign_up.demo_closed', text, { kind: 'settings' })]
  }
}
