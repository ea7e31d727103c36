import { generateSync } from 'otplib'
import { CODE_STEP_SEC } from '../../engine/access/one-time-code.js'

/** The code that an authenticator app shows `steps` after the present one, at `now`. */
export function codeOf(secret: unknown, steps = 0, now = Date.now()): string {
  const epoch = Math.floor(now / 1000) + steps * CODE_STEP_SEC
  return generateSync({ secret: String(secret), epoch })
}

/** A code that is none of those that count around `now`. */
export function noCodeOf(secret: unknown, now = Date.now()): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps, now)))
  for (let code = 100_000; ; code++) if (!right.has(String(code))) return String(code)
}
