import type { StoredJob } from '../../wire/stored/stored-job.js'
import { type Actor, SYSTEM } from './actor.js'

/**
 * The owner of a job, and the API key that started it: the job has the current rights of this key.
 */
export function jobActor({ owner, via }: Pick<StoredJob, 'owner' | 'via'>) {
  return { ...SYSTEM, login: owner, ...(via ? { via } : {}) } satisfies Actor
}
