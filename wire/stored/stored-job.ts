import type { Login, UnixMs } from '../../engine/units.js'
import { CSV_MEDIA } from '../answer/csv.js'

/** Long work that somebody asked for, carried out a slice at a time. */
export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof JOB_STATES)[number]

export const JOB_KINDS = ['accounts.export', 'log.archive'] as const
export type JobKind = (typeof JOB_KINDS)[number]

/** What everybody who may see the job reads. */
export interface JobFacts {
  readonly id: number
  readonly owner: Login
  readonly kind: JobKind
  readonly state: JobState
  /** Items. */
  readonly done: number
  /** Null before they are counted. */
  readonly total: number | null
  readonly error: string
  readonly created_at: UnixMs
  readonly started_at: UnixMs | null
  readonly finished_at: UnixMs | null
}

export interface StoredJob extends JobFacts {
  /** As it was asked for; its kind knows its shape. */
  readonly request: unknown
  /** What it is made with: the owner holds them as long as it runs, and whoever reads its result. */
  readonly rights: readonly string[]
  /** Masks of groups, likewise. */
  readonly scope: readonly string[]
  /** Where it goes on; empty at its beginning. */
  readonly place: string
  /** Of its result, as far as they count. */
  readonly bytes: number
  /** The id of the file that its result is (wire/stored/stored-file.ts); empty where it has none. */
  readonly file: string
}

/** How a result is kept by who downloads it. */
const RESULTS: Readonly<Record<JobKind, { readonly name: string; readonly media: string }>> = {
  'accounts.export': { name: 'accounts', media: CSV_MEDIA },
  'log.archive': { name: 'log-archive', media: CSV_MEDIA },
}

export function resultFile({ id, kind }: Pick<JobFacts, 'id' | 'kind'>) {
  const { name, media } = RESULTS[kind]
  return { name: `${name}-${id}.csv`, media }
}

/** Owns the jobs that the server starts by itself: no login. */
export const SERVER_OWNER = 0

export function isOpenJob({ state }: Pick<JobFacts, 'state'>): boolean {
  return state === 'waiting' || state === 'running'
}

export function jobFacts(job: JobFacts): JobFacts {
  const { id, owner, kind, state, done, total, error } = job
  const { created_at, started_at, finished_at } = job
  return { id, owner, kind, state, done, total, error, created_at, started_at, finished_at }
}

const timeText = (at: UnixMs | null): string | null =>
  at === null ? null : new Date(at).toISOString()

/** As people read it. */
export function jobView(job: JobFacts) {
  const { created_at, started_at, finished_at, ...facts } = jobFacts(job)
  return {
    ...facts,
    created_at: new Date(created_at).toISOString(),
    started_at: timeText(started_at),
    finished_at: timeText(finished_at),
  }
}
