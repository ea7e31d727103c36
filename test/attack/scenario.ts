import type { ServerRest, StaffSession, TraderSession } from '../crash/server-rest.js'

/**
 * One way to harm others from outside. A scenario is run while a bystander trades; whoever runs it looks
 * at the bystander, at the memory and at the threads. It answers what it found wrong by itself, null when
 * everything held.
 */
export interface Scenario {
  readonly name: string
  /** The attack and its attacker, in words. */
  readonly tries: string
  /** Needs the process: its output, its files, its memory. Left out against a server elsewhere. */
  readonly needsOwnServer?: boolean
  /** A bystander's order is never later; else it is the run's bounds that count. */
  readonly latestMs?: number
  /** MiB that the process may hold beyond those when idle, where it is attacked in full. */
  readonly memoryMaxMib?: number
  /** Makes beforehand, on a server without rates, what has to be there. */
  prepare?(field: Field): Promise<void>
  attack(field: Field): Promise<string | null>
}

/** The server under attack and who is on it. */
export interface Field {
  readonly server: ServerRest
  readonly staff: StaffSession
  /** Small sizes, for the tests. */
  readonly isSmall: boolean
  /** `full` of it, or `small`. */
  size(full: number, small: number): number
  /** The values that `prepare` leaves for `attack`, by the scenario's name. */
  readonly kept: Map<string, unknown>
  /** An account of `demo\standard` with this much money, signed in. */
  trader(deposit: string, group?: string): Promise<TraderSession>
  /** A staff user with these rights and this scope, signed in. */
  clerk(
    rights: readonly string[],
    ...groupScope: readonly string[]
  ): Promise<StaffSession & { readonly login: number }>
  /** An address of the outside world, to be sent as `X-Forwarded-For`: another at each call. */
  address(): string
}

/** Joins what several looks found. */
export function found(...looks: readonly (string | false | null | undefined)[]): string | null {
  const all = looks.filter((look): look is string => typeof look === 'string' && look !== '')
  return all.length === 0 ? null : all.join('; ')
}
