import type { Refusal } from '../code.js'
import type { UnixMs } from '../units.js'
import type { Terminal } from './session.js'

/**
 * Access rules of the server for all accounts: which terminals may be used, and how often an
 * address may try. They apply in addition to those of accounts, staff profiles and the sign-in
 * guard, and can only restrict access.
 */
export interface ServerAccess {
  isOpen(terminal: Terminal): boolean
  /** Counts an attempt from this address; null if the attempt is allowed. */
  refuseTry(address: string, now: UnixMs): Refusal | null
  /** Counts a wrong password or code from this address. */
  failed(address: string, now: UnixMs): void
}

/** Admits every terminal, and leaves the limit of attempts to the sign-in guard. */
export const OPEN_ACCESS: ServerAccess = {
  isOpen: () => true,
  refuseTry: () => null,
  failed: () => undefined,
}

/** The same without some terminals. Other threads receive the names and build it themselves. */
export function accessWithout(closed: readonly Terminal[]): ServerAccess {
  return { ...OPEN_ACCESS, isOpen: (terminal) => !closed.includes(terminal) }
}
