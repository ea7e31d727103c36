import type { StoredJob } from '../../wire/stored/stored-job.js'
import { type Actor, SYSTEM } from './actor.js'

/** The owner of a job, and the API key by which they asked for it: the job may do what this key still may. */
export function jobActor({ owner, via }: Pick<StoredJob, 'owner' | 'via'>) {
  return { ...SYSTEM, login: owner, ...(via ? { via } : {}) } satisfies Actor
}
