import type { Login, UnixMs } from '../../engine/units.js'
import { CSV_MEDIA } from '../format/csv.js'
import { timeOrNull, timeText } from '../format/time-text.js'
import { type ReportRequest, reportFile, type StoredReport } from './stored-report.js'

/** A long task that runs in slices. */
export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof JOB_STATES)[number]

export const JOB_KINDS = [
  'accounts.batch',
  'accounts.export',
  'accounts.import',
  'log.archive',
  'report',
  'trades.export',
] as const
export type JobKind = (typeof JOB_KINDS)[number]

interface JobKindFacts {
  /** The file name and type of the result; null if the request defines them. */
  readonly result: { readonly name: string; readonly ending: string; readonly media: string } | null
  /**
   * Whether the result consists of rows about what was done, which are kept even if the job is
   * stopped halfway.
   */
  readonly keepsRows?: true
}

/** Properties of each kind of job. actors/jobs/job-kinds.ts defines how it runs. */
const KINDS: Readonly<Record<JobKind, JobKindFacts>> = {
  'accounts.batch': {
    result: { name: 'accounts-done', ending: 'csv', media: CSV_MEDIA },
    keepsRows: true,
  },
  'accounts.export': { result: { name: 'accounts', ending: 'csv', media: CSV_MEDIA } },
  'accounts.import': {
    result: { name: 'import', ending: 'csv', media: CSV_MEDIA },
    keepsRows: true,
  },
  'log.archive': { result: { name: 'log-archive', ending: 'csv', media: CSV_MEDIA } },
  report: { result: null },
  'trades.export': { result: { name: 'trades', ending: 'csv', media: CSV_MEDIA } },
}

/** The fields that everybody who may see the job can read. */
export interface JobFacts {
  readonly id: number
  readonly owner: Login
  readonly kind: JobKind
  readonly state: JobState
  readonly done: number
  /** The number of items; null until they have been counted. */
  readonly total: number | null
  readonly error: string
  readonly created_at: UnixMs
  /** The earliest start time; null to start as soon as possible. */
  readonly starts_at: UnixMs | null
  readonly started_at: UnixMs | null
  readonly finished_at: UnixMs | null
}

export interface StoredJob extends JobFacts {
  /** The request as it was sent. Its form depends on the kind. */
  readonly request: unknown
  /**
   * The rights that the job uses. The owner needs them while it runs, and readers need them to see
   * its result.
   */
  readonly rights: readonly string[]
  /** The group masks that the job uses. The owner and readers need them like the rights. */
  readonly scope: readonly string[]
  /** The name of the owner's API key that started the job; null or missing if a person did. */
  readonly via?: string | null
  /** The place at which the job continues; empty at the start. */
  readonly place: string
  /** The size of the valid part of the result. */
  readonly bytes: number
  /** The id of the result's file (wire/stored/stored-file.ts); empty if there is none. */
  readonly file: string
}

/** The name and media type of a result for download. */
export function resultFile({ id, kind, request }: Pick<StoredJob, 'id' | 'kind' | 'request'>) {
  const { result } = KINDS[kind]
  if (result === null) return reportFile(id, request as ReportRequest)
  const { name, ending, media } = result
  return { name: `${name}-${id}.${ending}`, media }
}

/** The owner of jobs that the server starts itself; not a login. */
export const SERVER_OWNER = 0

export function isOpenJob({ state }: Pick<JobFacts, 'state'>): boolean {
  return state === 'waiting' || state === 'running'
}

export function keepsRows({ kind }: Pick<JobFacts, 'kind'>): boolean {
  return KINDS[kind].keepsRows === true
}

/** Kinds of jobs with separate routes, which the general routes leave out. */
export const JOB_KINDS_APART: readonly JobKind[] = ['report']

export function isApart({ kind }: Pick<JobFacts, 'kind'>): boolean {
  return JOB_KINDS_APART.includes(kind)
}

export function jobFacts(job: JobFacts): JobFacts {
  const { id, owner, kind, state, done, total, error } = job
  const { created_at, starts_at, started_at, finished_at } = job
  const times = { created_at, starts_at, started_at, finished_at }
  return { id, owner, kind, state, done, total, error, ...times }
}

export function queuedReport(job: StoredJob): Omit<StoredReport, 'sections'> {
  const { id, owner, rights, scope, created_at } = job
  const request = job.request as ReportRequest
  return {
    id,
    owner,
    state: 'queued',
    request,
    rights,
    scope,
    attempts: 0,
    rows: 0,
    error: '',
    created_at,
    finished_at: null,
  }
}

/** The progress of a report job as its owner's sockets receive it. */
export function reportProgress(job: JobFacts) {
  const { id, state, done, total, error, started_at, finished_at } = job
  return {
    id,
    state: state === 'waiting' ? 'queued' : state,
    rows: done,
    total,
    // As in the report's row, 0 while the job waits.
    attempts: started_at === null ? 0 : 1,
    error,
    finished_at: timeOrNull(finished_at),
  }
}

/** A job in the form of the API. */
export function jobView(job: JobFacts) {
  const { created_at, starts_at, started_at, finished_at, ...facts } = jobFacts(job)
  return {
    ...facts,
    created_at: timeText(created_at),
    starts_at: timeOrNull(starts_at),
    started_at: timeOrNull(started_at),
    finished_at: timeOrNull(finished_at),
  }
}
