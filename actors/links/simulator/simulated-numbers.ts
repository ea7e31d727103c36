import type { FixStep } from '../../../storage/fix/session-store.js'
import type { FixNumberStore } from '../fix/fix-connection.js'

/**
 * The sequence numbers of a session of the built-in provider, only in memory. It repeats nothing.
 */
export class SimulatedNumbers implements FixNumberStore {
  readonly isTrusted = true
  readonly receivedMayBeOld = false
  numbers = { nextIn: 1, nextOut: 1 }

  sent(): undefined {
    return undefined
  }

  keep(steps: readonly FixStep[]): void {
    let { nextIn, nextOut } = this.numbers
    for (const step of steps) {
      if (step.what === 'sent') nextOut = step.seq + 1
      else if (step.what === 'received') nextIn = step.nextIn
      else [nextIn, nextOut] = [1, 1]
    }
    this.numbers = { nextIn, nextOut }
  }
}
