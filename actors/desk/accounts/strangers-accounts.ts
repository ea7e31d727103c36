import { type Refusal, refuseFor } from '../../../engine/code.js'
import { SIGN_UP_WINDOW_MS } from '../../../engine/limits/sign-up.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import { signUpAccountsRepo } from '../../../storage/repos/people/sign-up-accounts.js'
import type { SignUpBound, SignUpStanding } from '../../../wire/thread/sign-up-messages.js'
import type { Desk } from '../desk.js'
import { hasRoomForStranger } from './account-counts.js'

/** The number of strangers' accounts, cached per database and counted again after a change. */
const COUNTED = new WeakMap<Desk['db'], number>()

/**
 * Demo accounts that strangers open themselves. They have separate limits, in total and per hour,
 * and use only a share of the licence, so that staff can always open accounts.
 */
export class StrangersAccounts {
  readonly #desk: Desk
  #told = ''

  constructor(desk: Desk) {
    this.#desk = desk
  }

  /** The refusal of one more account; also informs the operator. */
  refuse(): Refusal | undefined {
    const { bound, until } = this.#bound()
    if (bound === 'none') return undefined
    this.tell()
    if (bound !== 'hour') return FULL
    const wait = until - this.#desk.clock.now()
    return refuseFor(wait, 'unavailable', say('unavailable.sign_ups'))
  }

  /** Counts an account that a stranger opened. Called inside the change that opens it. */
  add(login: Login): void {
    this.#desk.tables.signUpAccounts.add(login, this.#desk.clock.now())
    COUNTED.delete(this.#desk.db)
  }

  /** Sends the remaining room to the front after a change, if it differs from the last one sent. */
  tell(): void {
    const standing = this.standing()
    const text = JSON.stringify(standing)
    if (text === this.#told) return
    this.#told = text
    this.#desk.publish({ type: 'sign_up', standing })
  }

  standing(): SignUpStanding {
    return { open: this.#open(), bound: this.#bound().bound }
  }

  #bound(): { readonly bound: SignUpBound; readonly until: number } {
    const [settings] = this.#desk.config.records.settings
    const { demo_sign_ups_max: max = 0, demo_sign_ups_hour_max: hourMax = 0 } = settings ?? {}
    if (max > 0 && this.#open() >= max) return { bound: 'all', until: 0 }
    if (!hasRoomForStranger(this.#desk)) return { bound: 'licence', until: 0 }
    const now = this.#desk.clock.now()
    const { count, first } = this.#desk.tables.signUpAccounts.after(now - SIGN_UP_WINDOW_MS)
    if (hourMax === 0 || count < hourMax) return { bound: 'none', until: 0 }
    return { bound: 'hour', until: (first ?? now) + SIGN_UP_WINDOW_MS }
  }

  #open(): number {
    const { db } = this.#desk
    const counted = COUNTED.get(db) ?? this.#desk.tables.signUpAccounts.count()
    COUNTED.set(db, counted)
    return counted
  }
}

/** Stops counting an account that is archived or became real; called inside that change. */
export function removeStranger({ db }: Pick<Desk, 'db'>, login: Login): void {
  if (signUpAccountsRepo(db).remove(login)) COUNTED.delete(db)
}

const FULL = because('unavailable.demo_full')
