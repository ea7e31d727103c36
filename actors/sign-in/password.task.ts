import { hashSync, parseOptions, verifySync } from '@node-rs/argon2'
import { reportingMemory } from '../thread/own-memory.js'
import { isSameSecret } from '../thread/same-secret.js'
import { isMadeHash } from './made-hash.js'

/**
 * The work of the password thread. It uses only synchronous calls, because asynchronous ones would
 * run on libuv's pool, which all threads of the process share.
 */
export interface PasswordCost {
  readonly memoryKib: number
  readonly passes: number
}

export type PasswordTask =
  | { readonly do: 'hash'; readonly password: string; readonly cost: PasswordCost }
  | {
      readonly do: 'check'
      readonly password: string
      /** The hashes to try in order. The first match ends the work. */
      readonly hashes: readonly string[]
      /** The hash that a generated password with this text would have; null without the key. */
      readonly made: string | null
      /** The number of verifications if none matches, whatever the number of hashes. */
      readonly tries: number
      readonly cost: PasswordCost
    }

export interface PasswordResult {
  /** The index of the matching hash, or -1. */
  readonly fits: number
  /** The requested hash, or a new one for a matching hash with an outdated cost. */
  readonly hash: string | null
}

export default reportingMemory('passwords', work)

function work(task: PasswordTask): PasswordResult {
  if (task.do === 'hash') return { fits: -1, hash: hashed(task.password, task.cost) }
  const nobody = hashOfNobody(task.cost)
  for (let i = 0; i < Math.max(task.tries, task.hashes.length); i++) {
    const hash = task.hashes[i]
    if (hash !== undefined && isMadeHash(hash)) {
      if (task.made !== null && isSameSecret(hash, task.made)) return { fits: i, hash: null }
      // Takes as long as any other failing verification.
      verifySync(nobody, task.password)
      continue
    }
    if (!verifySync(hash ?? nobody, task.password) || hash === undefined) continue
    return { fits: i, hash: isCurrent(hash, task.cost) ? null : hashed(task.password, task.cost) }
  }
  return { fits: -1, hash: null }
}

function hashed(password: string, cost: PasswordCost): string {
  // The library's default algorithm is argon2id, in its newest version.
  return hashSync(password, { memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 })
}

function isCurrent(hash: string, cost: PasswordCost): boolean {
  const found = parseOptions(hash)
  return (
    hash.startsWith('$argon2id$') &&
    found.memoryCost === cost.memoryKib &&
    found.timeCost === cost.passes &&
    found.parallelism === 1
  )
}

/**
 * A valid hash with the current cost, so that refusing an unknown login takes as long as a known
 * one.
 */
function hashOfNobody(cost: PasswordCost): string {
  return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
}
