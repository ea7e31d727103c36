import {
  addressBlock,
  addressFamily,
  addressNetwork,
  addressRegion,
} from '../../../engine/access/address.js'
import { type Refusal, refuseFor } from '../../../engine/code.js'
import {
  SIGN_UP_ATTEMPTS_MAX,
  SIGN_UP_CODE_MS,
  SIGN_UP_CONFIRMED_MS,
  SIGN_UP_SWEPT_AT_ONCE,
  SIGN_UP_WINDOW_MS,
  SIGN_UPS_REGION_PART,
  type SignUpAttempt,
  type SignUpCounted,
} from '../../../engine/limits/sign-up.js'
import { say } from '../../../engine/reasons/reasons.js'
import type { Desk } from '../desk.js'

/** A stranger, by the address that the request came from, and by an e-mail address in lower case. */
export interface Stranger {
  readonly ip: string
  readonly email: string
}

/**
 * Attempts of strangers within the last hour, on disk.
 *
 *   A1. They hold from everywhere, this machine too, whatever RATE_LIMITS says, and over a restart.
 *   A2. Each counts for the e-mail address, the address, its network, its region and its family, where that has a bound:
 *       one who holds a network, or a provider's region of many, uses up a part of what there is for all.
 */
export class SignUpAttempts {
  readonly #desk: Desk

  constructor(desk: Desk) {
    this.#desk = desk
  }

  /** The refusal of one more, until the first of them is an hour old. */
  refuse(what: SignUpAttempt, who: Stranger): Refusal | undefined {
    const now = this.#desk.clock.now()
    for (const [counted, key] of countedFor(what, who)) {
      const kind = kindOf(what, counted)
      const { count, first } = this.#desk.tables.signUp.attempts(kind, key, now - SIGN_UP_WINDOW_MS)
      if (count < this.#max(what, counted)) continue
      const until = (first ?? now) + SIGN_UP_WINDOW_MS - now
      if (counted === 'family') return refuseFor(until, 'unavailable', CROWD)
      return refuseFor(until, 'auth.too_many_attempts', say('auth.too_many_attempts.attempts'))
    }
    return undefined
  }

  /** Counts an attempt, inside a change. */
  add(what: SignUpAttempt, who: Stranger): void {
    const now = this.#desk.clock.now()
    for (const [counted, key] of countedFor(what, who)) {
      this.#desk.tables.signUp.add(kindOf(what, counted), key, now)
    }
    this.#desk.tables.signUp.sweep(
      now - SIGN_UP_WINDOW_MS,
      now - SIGN_UP_CODE_MS,
      now - SIGN_UP_CONFIRMED_MS,
      SIGN_UP_SWEPT_AT_ONCE,
    )
  }

  #max(what: SignUpAttempt, counted: SignUpCounted): number {
    const max = SIGN_UP_ATTEMPTS_MAX[what][counted] ?? 0
    const hourMax = this.#desk.config.records.settings[0]?.demo_sign_ups_hour_max ?? 0
    if (what !== 'sign_ups' || counted !== 'region' || hourMax === 0) return max
    return Math.min(max, Math.ceil(hourMax / SIGN_UPS_REGION_PART))
  }
}

const CROWD = 'Many people sign up at the moment. Try again in an hour.'

function kindOf(what: SignUpAttempt, counted: SignUpCounted): string {
  return `${what}_of_${counted}`
}

/** The keys that an attempt is counted under, by name; only those that have a bound. */
function countedFor(
  what: SignUpAttempt,
  { ip, email }: Stranger,
): readonly (readonly [SignUpCounted, string])[] {
  const keys: Readonly<Record<SignUpCounted, string | null>> = {
    email,
    address: addressBlock(ip),
    network: addressNetwork(ip),
    region: addressRegion(ip),
    family: addressFamily(ip),
  }
  return (Object.keys(SIGN_UP_ATTEMPTS_MAX[what]) as SignUpCounted[]).flatMap((counted) => {
    const key = keys[counted]
    return key === null ? [] : [[counted, key] as const]
  })
}
