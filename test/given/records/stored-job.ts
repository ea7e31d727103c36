import type { StoredJob } from '../../../wire/stored/stored-job.js'

/** A job that is running, of the administrator. */
export function storedJob(over: Partial<StoredJob> = {}): StoredJob {
  return {
    id: 7,
    owner: 1,
    kind: 'accounts.import',
    state: 'running',
    done: 0,
    total: 9,
    error: '',
    created_at: 1,
    starts_at: null,
    started_at: 1,
    finished_at: null,
    request: {},
    rights: [],
    scope: [],
    place: '',
    bytes: 0,
    file: '',
    ...over,
  }
}
