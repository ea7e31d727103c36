import { scopeExcess } from '../../engine/access/grants.js'
import { refuseWithout } from '../../engine/access/rights.js'
import { isRefusal, type Refusal } from '../../engine/code.js'
import {
  JOB_RESULT_BYTES_MAX,
  JOBS_KEPT_MS,
  JOBS_KEPT_PER_OWNER,
  JOBS_LATER_MAX,
  JOBS_LATER_PER_OWNER_MAX,
  JOBS_OPEN_MAX,
  JOBS_OPEN_PER_OWNER_MAX,
} from '../../engine/limits/jobs.js'
import { because } from '../../engine/reasons/reasons.js'
import type { UnixMs } from '../../engine/units.js'
import type { JobChange, NewJob, OpenJobs } from '../../storage/repos/records/jobs.js'
import { refuseStart } from '../../wire/stored/job-start.js'
import { stateChanged } from '../../wire/stored/line-facts.js'
import type { StoredFile } from '../../wire/stored/stored-file.js'
import {
  isApart,
  isOpenJob,
  type JobKind,
  jobFacts,
  keepsRows,
  resultFile,
  SERVER_OWNER,
  type StoredJob,
} from '../../wire/stored/stored-job.js'
import { accept, type OperationsOf, type Outcome } from '../thread/ask.js'
import { fileId } from '../thread/random.js'
import { type Actor, SYSTEM } from './actor.js'
import type { Desk, JournalWriter } from './desk.js'
import { FileShelf } from './files.js'
import { type Caller, StaffReach } from './identity/staff-reach.js'
import { jobActor } from './job-actor.js'
import type { Once } from './remembered-answers.js'

/**
 * The stored state of jobs; actors/jobs carries them out.
 *
 *   - A job goes from `waiting` to `running` to one of `done`, `failed` and `cancelled`, which is
 *     final.
 *   - The work of a slice counts with its report, which is one change. A slice without a report is
 *     repeated from the same place. A report about a finished job changes nothing.
 *   J3. A job has the rights and scope of its owner at its creation. It fails when the owner loses
 *       them.
 *   - Everything is limited: open jobs, stored jobs, sizes of results.
 *   - A result is a growing file (actors/desk/files.ts). It begins with its job, counts up to the
 *     job's progress, is complete when the job is done, and is deleted when the job fails, is
 *     cancelled or is deleted. A job that stores rows has none.
 */

export interface CreateJob {
  readonly actor: Actor
  readonly once?: Once
  readonly kind: JobKind
  readonly request: unknown
  /** The rights of the job; its owner must keep them and the scope until it is over (J3). */
  readonly rights: readonly string[]
  readonly scope: readonly string[]
  /** The earliest start; undefined to start as soon as there is room. */
  readonly startsAt?: UnixMs | undefined
}

export interface TakenJobs {
  readonly jobs: readonly StoredJob[]
  /** When to check again for a job with a start time; null if there is none. */
  readonly nextStart: UnixMs | null
  readonly figures: JobFigures
}

export interface JobFigures {
  readonly open: number
  readonly resultBytes: number
}

export interface JobReport {
  readonly id: number
  readonly done: number
  readonly total: number
  readonly place: string
  readonly bytes: number
  readonly isOver: boolean
  /** The digest of the whole result; set once the job is over. */
  readonly sha256: string
  /** The reason why the job cannot be done; empty if there is no error. */
  readonly error: string
}

const BOUNDS = {
  ready: {
    ofOwner: JOBS_OPEN_PER_OWNER_MAX,
    ofAll: JOBS_OPEN_MAX,
    own: 'too_many_requests.jobs',
    all: 'unavailable.jobs',
  },
  later: {
    ofOwner: JOBS_LATER_PER_OWNER_MAX,
    ofAll: JOBS_LATER_MAX,
    own: 'too_many_requests.later_jobs',
    all: 'unavailable.later_jobs',
  },
} as const satisfies Readonly<Record<keyof OpenJobs, unknown>>

/** The maximum number of jobs that one sweep removes. */
const SWEEP_MAX = 1000
const MIB = 1024 * 1024

export type JobsOperations = OperationsOf<ReturnType<typeof jobsDesk>>

export function jobsDesk(desk: Desk) {
  const jobs = new JobsDesk(desk)
  return {
    'jobs.create': (request: CreateJob) => jobs.create(request),
    /** Returns the server's own job for a run: an open one of that kind, or else a new one. */
    'jobs.of_server': ({ kind, begunAt }: { readonly kind: JobKind; readonly begunAt: UnixMs }) =>
      jobs.ofServer(kind, begunAt),
    'jobs.cancel': ({ actor, id }: { readonly actor: Actor; readonly id: number }) =>
      jobs.cancel(actor, id),
    /** Returns the jobs to work on: the oldest of each owner. */
    'jobs.take': (): Outcome<TakenJobs> => accept(jobs.take()),
    /** Stores the progress of a job. Returns false when the job is done. */
    'jobs.report': (report: JobReport) => jobs.report(report),
    /** Removes old jobs and returns their number. */
    'jobs.sweep': () => jobs.sweep(),
  }
}

/** The progress of one slice of a job, without the changes that it made elsewhere. */
export type JobProgress = Pick<StoredJob, 'done' | 'place' | 'bytes'> & { readonly isOver: boolean }

export class JobsDesk {
  readonly #desk: Desk
  readonly #reach: StaffReach
  readonly #files: FileShelf

  constructor(desk: Desk) {
    this.#desk = desk
    this.#files = new FileShelf(desk)
    this.#reach = new StaffReach(desk)
  }

  /** Creates a job; `fill` adds its further data in the same change. */
  create(
    { actor, kind, request, rights, scope, startsAt }: CreateJob,
    fill: (job: StoredJob) => StoredJob = (job) => job,
  ): Outcome<StoredJob> {
    const caller = this.#reach.caller(actor)
    if (isRefusal(caller)) return caller
    const owner = caller.login
    const refusal =
      lacking({ rights, scope }, caller) ??
      refuseStart(startsAt, this.#desk.clock.now()) ??
      this.#refuseOneMore(owner, startsAt === undefined ? 'ready' : 'later')
    if (refusal !== null) return refusal
    const starts_at = startsAt ?? null
    const via = actor.via ?? null
    return this.#make(actor, { owner, kind, request, rights, scope, starts_at, via }, fill)
  }

  /** Creates a job of the server itself, without an owner whose rights would be checked. */
  ofServer(kind: JobKind, begunAt: UnixMs): Outcome<StoredJob> {
    const newest = this.#desk.tables.jobs.newestOf(SERVER_OWNER, kind)
    const request = { begunAt }
    const isIts = (newest?.request as { begunAt?: UnixMs } | undefined)?.begunAt === begunAt
    if (newest !== undefined && (isIts || isOpenJob(newest))) return accept(newest)
    const refusal = this.#refuseOneMore(SERVER_OWNER)
    if (refusal !== null) return refusal
    const rights = ['config.servers']
    const asked = { owner: SERVER_OWNER, kind, request, rights, scope: [] }
    return this.#make(SYSTEM, asked, (job) => job)
  }

  #make(
    actor: Actor,
    asked: Omit<NewJob, 'file'>,
    fill: (job: StoredJob) => StoredJob,
  ): Outcome<StoredJob> {
    const { owner, kind } = asked
    const made = this.#desk.change((journal) => {
      const file = keepsRows(asked) ? '' : fileId()
      const stored = fill(this.#desk.tables.jobs.insert({ ...asked, file }, this.#desk.clock.now()))
      this.#desk.tables.jobs.removeBeyond(owner, JOBS_KEPT_PER_OWNER)
      const begun = this.#beginFile(stored)
      if (begun !== null && !begun.ok) return begun
      const text = `Job ${stored.id} was asked for: ${kind}${startText(stored)}`
      journal(actor, { kind: 'job', about: aboutJob(stored.id), text })
      return accept(stored)
    })
    return this.#told(made)
  }

  /** Begins the result file of a job, inside a change; null if the result is not a file. */
  #beginFile(job: StoredJob): Outcome<StoredFile> | null {
    const { owner, file: id } = job
    if (id === '') return null
    return this.#files.begin({ id, owner, kind: 'job_result', ...resultFile(job) })
  }

  cancel(actor: Actor, id: number): Outcome<StoredJob> {
    const caller = this.#reach.caller(actor)
    if (isRefusal(caller)) return caller
    const job = this.#desk.tables.jobs.get(id)
    const isSeen = job?.owner === caller.login || caller.rights.has('config.servers')
    if (job === undefined || isApart(job) || !isSeen) {
      return because('not_found.job', { id })
    }
    return this.cancelJob(actor, job)
  }

  /** Cancels a job. The caller has checked that it is allowed. */
  cancelJob(actor: Actor, job: StoredJob): Outcome<StoredJob> {
    const { id } = job
    if (job.state === 'cancelled') return accept(job)
    if (!isOpenJob(job)) {
      return because(job.state === 'done' ? 'conflict.job_done' : 'conflict.job_failed', { id })
    }
    const cancelled = this.#desk.change((journal) => {
      const text = `Job ${id} was cancelled: ${job.kind}`
      const changes = [stateChanged(job.state, 'cancelled')]
      journal(actor, { kind: 'job', about: aboutJob(id), text, changes })
      return accept(this.#end(job, 'cancelled', ''))
    })
    return this.#told(cancelled)
  }

  take(): TakenJobs {
    const now = this.#desk.clock.now()
    const taken = this.#desk.tables.jobs.firstOpen(now).filter((job) => {
      const refusal = this.#refuseGoingOn(job)
      if (refusal !== null) this.fail(job, refusal.message)
      return refusal === null
    })
    const resultBytes = this.#files.bytesOf('job_result') + this.#desk.tables.jobs.bytesOfRows()
    const figures = { open: this.#desk.tables.jobs.countOpen(now).ready, resultBytes }
    return { jobs: taken, nextStart: this.#desk.tables.jobs.nextStart(now), figures }
  }

  report(report: JobReport): Outcome<boolean> {
    const { id, done, total, place, bytes, isOver, sha256, error } = report
    const job = this.#desk.tables.jobs.get(id)
    if (job === undefined || !isOpenJob(job)) return accept(false)
    if (error !== '') return this.fail(job, error)
    const refusal = this.#files.refuseGrowth(job.file, bytes)
    if (refusal !== null) return this.fail(job, wordsOf(refusal))
    const goesOn = this.#desk.change((journal) => {
      this.#files.grow(job.file, bytes)
      if (isOver) this.#files.finish(job.file, sha256)
      return accept(this.#goneOn(job, { done, total, place, bytes }, isOver, journal))
    })
    const told = this.#told(goesOn)
    return told.ok ? accept(isOpenJob(told.value)) : told
  }

  /** Carries out a slice on the desk itself; its work and the job's progress are one change. */
  advance(job: StoredJob, work: (journal: JournalWriter) => JobProgress): Outcome<boolean> {
    const refusal = this.#refuseGoingOn(job)
    if (refusal !== null) return this.fail(job, refusal.message)
    const goesOn = this.#desk.change((journal) => {
      const { isOver, ...progress } = work(journal)
      return accept(this.#goneOn(job, progress, isOver, journal))
    })
    const told = this.#told(goesOn)
    return told.ok ? accept(isOpenJob(told.value)) : told
  }

  sweep(): Outcome<number> {
    const until = this.#desk.clock.now() - JOBS_KEPT_MS
    return this.#desk.change(() => accept(this.#desk.tables.jobs.removeUntil(until, SWEEP_MAX)))
  }

  fail(job: StoredJob, error: string): Outcome<boolean> {
    const failed = this.#desk.change((journal) => {
      const text = `Job ${job.id} failed: ${job.kind}: ${error}`
      const changes = [stateChanged(job.state, 'failed')]
      journal(SYSTEM, { kind: 'job', about: aboutJob(job.id), text, changes })
      return accept(this.#end(job, 'failed', error))
    })
    const told = this.#told(failed)
    return told.ok ? accept(false) : told
  }

  /** Stores the progress of a job, inside a change. */
  #goneOn(job: StoredJob, progress: JobChange, isOver: boolean, journal: JournalWriter): StoredJob {
    const at = this.#desk.clock.now()
    if (isOver) {
      const text = `Job ${job.id} is done: ${job.kind}`
      const changes = [stateChanged(job.state, 'done')]
      journal(SYSTEM, { kind: 'job', about: aboutJob(job.id), text, changes })
    }
    const state = isOver ? 'done' : 'running'
    const started_at = job.started_at ?? at
    const finished_at = isOver ? at : null
    return this.#desk.tables.jobs.update(job, { ...progress, state, started_at, finished_at })
  }

  /**
   * Ends an unfinished job, inside a change. An incomplete result is dropped, unless it lists
   * actions that were done.
   */
  #end(job: StoredJob, state: 'failed' | 'cancelled', error: string): StoredJob {
    const finished_at = this.#desk.clock.now()
    const bytes = keepsRows(job) ? job.bytes : 0
    this.#files.drop(job.file)
    return this.#desk.tables.jobs.update(job, { state, error, finished_at, place: '', bytes })
  }

  #told(outcome: Outcome<StoredJob>): Outcome<StoredJob> {
    if (outcome.ok) this.#desk.publish({ type: 'job', job: jobFacts(outcome.value) })
    return outcome
  }

  #refuseOneMore(owner: number, which: keyof OpenJobs = 'ready'): Refusal | null {
    const now = this.#desk.clock.now()
    const { ofOwner, ofAll, own, all } = BOUNDS[which]
    if (this.#desk.tables.jobs.countOpen(now, owner)[which] >= ofOwner) {
      return because(own, { count: ofOwner })
    }
    const count = this.#desk.tables.jobs.countOpen(now)[which]
    return count >= ofAll ? because(all) : null
  }

  /** Refuses to continue when the owner has lost a right or scope of the job (J3). */
  #refuseGoingOn(job: StoredJob): Refusal | null {
    if (job.owner === SERVER_OWNER) return null
    const caller = this.#reach.caller(jobActor(job))
    if (isRefusal(caller)) return because('forbidden.owner_left')
    return lacking(job, caller)
  }
}

/** The message for the owner when a result may not grow. */
function wordsOf({ code, message }: Refusal): string {
  if (code === 'too_large') {
    return `The result is larger than ${JOB_RESULT_BYTES_MAX / MIB} MiB: ask for less.`
  }
  if (code === 'conflict') {
    return 'The space for your results is full. Try again when older ones have been deleted.'
  }
  if (code !== 'unavailable') return message
  return because('unavailable.job_results').message
}

function lacking(
  { rights, scope }: Pick<StoredJob, 'rights' | 'scope'>,
  caller: Caller,
): Refusal | null {
  const without = refuseWithout(caller.rights, rights)
  if (without !== null) return without
  if (scopeExcess(scope, caller.profile.group_scope) === null) return null
  return because('forbidden.scope_smaller')
}

const startText = ({ starts_at }: StoredJob): string =>
  starts_at === null ? '' : `, from ${new Date(starts_at).toISOString()} on`

/** The reference of a job in journal lines. */
export function aboutJob(id: number) {
  return { kind: 'jobs', id }
}
