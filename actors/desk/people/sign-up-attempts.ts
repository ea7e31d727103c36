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

/** A stranger, identified by the request's address and by an e-mail address in lower case. */
export interface Stranger {
  readonly ip: string
  readonly email: string
}

/**
 * Attempts of strangers within the last hour, on disk.
 *
 *   - The limits apply to every address, including this machine, whatever RATE_LIMITS says, and
 *     survive a restart.
 *   - Each attempt counts for the e-mail address, the IP address, its network, its region and its
 *     family, if that has a limit. So one who controls a network, or many addresses of a provider,
 *     uses only a part of the total.
 */
export class SignUpAttempts {
  readonly #desk: Desk

  constructor(desk: Desk) {
    this.#desk = desk
  }

  /** Refuses one more attempt until the oldest counted one is an hour old. */
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

/** The keys under which an attempt is counted, by name; only those with a limit. */
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
