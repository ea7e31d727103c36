import type { Login, UnixMs } from '../../engine/units.js'
import { CSV_MEDIA } from '../answer/csv.js'
import { type ReportRequest, reportFile, type StoredReport } from './stored-report.js'

/** Long work that somebody asked for, carried out a slice at a time. */
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
  /** The result for whoever downloads it; null where the request says it. */
  readonly result: { readonly name: string; readonly ending: string; readonly media: string } | null
  /** Its result are rows of what it did, kept by the desk: they stay, also of a job that is stopped halfway. */
  readonly keepsRows?: true
}

/** Facts of each kind of job; how it is carried out is in actors/jobs/job-kinds.ts. */
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

/** The facts that everybody reads who may see the job. */
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
  /** The time before which it does not begin; null where it begins as soon as there is room. */
  readonly starts_at: UnixMs | null
  readonly started_at: UnixMs | null
  readonly finished_at: UnixMs | null
}

export interface StoredJob extends JobFacts {
  /** The request as it was sent; the job's kind knows its shape. */
  readonly request: unknown
  /**
   * The rights that it is made with: the owner holds them as long as it runs, and so does whoever reads its
   * result.
   */
  readonly rights: readonly string[]
  /** Masks of groups, likewise. */
  readonly scope: readonly string[]
  /** The name of the owner's API key that started the job; null or missing if a person did. */
  readonly via?: string | null
  /** The place where it goes on; empty at its beginning. */
  readonly place: string
  /** Bytes of its result, as far as they count. */
  readonly bytes: number
  /** The id of the file that its result is (wire/stored/stored-file.ts); empty where it has none. */
  readonly file: string
}

/** The name and media type of a result for whoever downloads it. */
export function resultFile({ id, kind, request }: Pick<StoredJob, 'id' | 'kind' | 'request'>) {
  const { result } = KINDS[kind]
  if (result === null) return reportFile(id, request as ReportRequest)
  const { name, ending, media } = result
  return { name: `${name}-${id}.${ending}`, media }
}

/** Owns the jobs that the server starts by itself: no login. */
export const SERVER_OWNER = 0

export function isOpenJob({ state }: Pick<JobFacts, 'state'>): boolean {
  return state === 'waiting' || state === 'running'
}

export function keepsRows({ kind }: Pick<JobFacts, 'kind'>): boolean {
  return KINDS[kind].keepsRows === true
}

/** Jobs with routes of their own: those of all jobs do not show them. */
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

/** A report job that was just asked for. */
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

/** How far a report job is, as its owner's sockets hear it. */
export function reportProgress(job: JobFacts) {
  const { id, state, done, total, error, started_at, finished_at } = job
  return {
    id,
    state: state === 'waiting' ? 'queued' : state,
    rows: done,
    total,
    // As its row counts them: none as long as it waits.
    attempts: started_at === null ? 0 : 1,
    error,
    finished_at: timeText(finished_at),
  }
}

const timeText = (at: UnixMs | null): string | null =>
  at === null ? null : new Date(at).toISOString()

/** A job as people see it. */
export function jobView(job: JobFacts) {
  const { created_at, starts_at, started_at, finished_at, ...facts } = jobFacts(job)
  return {
    ...facts,
    created_at: new Date(created_at).toISOString(),
    starts_at: timeText(starts_at),
    started_at: timeText(started_at),
    finished_at: timeText(finished_at),
  }
}
