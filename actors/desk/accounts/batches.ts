import { isRefusal, type Refusal } from '../../../engine/code.js'
import { JOB_RESULTS_BYTES_MAX } from '../../../engine/limits/jobs.js'
import { groupPath } from '../../../engine/names/group-path.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import { csvLine } from '../../../wire/format/csv.js'
import type {
  ActRow,
  ActSlice,
  RequestedAction,
} from '../../../wire/schema/accounts/account-acts.js'
import { packLogins, unpackLogins } from '../../../wire/stored/login-set.js'
import { isOpenJob, type StoredJob } from '../../../wire/stored/stored-job.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { refuseMove } from '../identity/group-move.js'
import { type Caller, StaffReach } from '../identity/staff-reach.js'
import { jobActor } from '../job-actor.js'
import { type CreateJob, JobsDesk } from '../jobs.js'
import { Notifications, type SentNotifications } from '../people/notifications.js'
import { refuseArchived } from './changed-accounts.js'

/**
 * Bulk actions on accounts. The logins are those that the staff user saw; they are stored with the
 * job in their order. The front carries out the action on some of them at a time
 * (http/bulk/account-acts.ts).
 *
 *   - Each login has a row with its result. The rows and the job's progress are one change. Only
 *     actions that may safely run twice are repeated after a crash.
 *   B2. Messages may not: they are sent in the change that stores their rows.
 */
/** The request as a job stores it. */
interface BatchRequest extends RequestedAction {
  readonly logins: string
}

interface StartBatch extends Omit<CreateJob, 'kind' | 'request'> {
  readonly asked: RequestedAction
  readonly logins: readonly Login[]
}

const COLUMNS = ['login', 'code', 'message']

export function accountBatchesDesk(desk: Desk) {
  const batches = new AccountBatches(desk)
  return {
    /** Returns a row for each login: `ok` if the action would be done. Writes nothing. */
    'batches.look': ({
      actor,
      asked,
      logins,
    }: {
      readonly actor: Actor
      readonly asked: RequestedAction
      readonly logins: readonly Login[]
    }) => batches.look(actor, asked, logins),
    'batches.start': (request: StartBatch) => batches.start(request),
    /** Returns the next part of a job; null when the job is done. */
    'batches.next': ({ id, most }: { readonly id: number; readonly most: number }) =>
      batches.next(id, most),
    /** Stores results. Returns false when the job is done. */
    'batches.note': ({
      id,
      from,
      rows,
    }: {
      readonly id: number
      readonly from: number
      readonly rows: readonly ActRow[]
    }) => batches.note(id, from, rows),
    /** Sends the job's message to the next logins, and stores the results (B2). */
    'batches.notify': ({
      id,
      from,
      logins,
    }: {
      readonly id: number
      readonly from: number
      readonly logins: readonly Login[]
    }) => batches.notify(id, from, logins),
  }
}

class AccountBatches {
  readonly #desk: Desk
  readonly #jobs: JobsDesk
  readonly #reach: StaffReach
  readonly #notifications: Notifications

  constructor(desk: Desk) {
    this.#desk = desk
    this.#jobs = new JobsDesk(desk)
    this.#reach = new StaffReach(desk)
    this.#notifications = new Notifications(desk)
  }

  look(actor: Actor, asked: RequestedAction, logins: readonly Login[]): Outcome<readonly ActRow[]> {
    const caller = this.#reach.caller(actor)
    if (isRefusal(caller)) return caller
    return accept(
      logins.map((login) => {
        const refusal = this.#refuse(caller, asked, login)
        return refusal === null ? done(login) : rowOf(login, refusal)
      }),
    )
  }

  start({ asked, logins, ...request }: StartBatch): Outcome<StoredJob> {
    const { jobs } = this.#desk.tables
    if (jobs.bytesOfRows() > JOB_RESULTS_BYTES_MAX) {
      return because('unavailable.job_results')
    }
    const kept: BatchRequest = { ...asked, logins: packLogins(logins) }
    return this.#jobs.create({ ...request, kind: 'accounts.batch', request: kept }, (job) =>
      jobs.update(job, { total: logins.length }),
    )
  }

  next(id: number, most: number): Outcome<ActSlice | null> {
    const job = this.#open(id)
    if (job === undefined) return accept(null)
    const { logins, act, params } = job.request as BatchRequest
    const from = Number(job.place)
    const next = unpackLogins(logins).slice(from, from + most)
    const actor = actorOf(job)
    const looked = this.look(actor, { act, params }, next)
    const rows = looked.ok ? looked.value : next.map((login) => rowOf(login, looked))
    const refused = rows.filter(({ code }) => code !== 'ok')
    return accept({ act, params, actor, from, logins: next, refused })
  }

  note(id: number, from: number, rows: readonly ActRow[]): Outcome<boolean> {
    const job = this.#open(id)
    if (job === undefined) return this.#late(id, from, rows)
    // Another caller has done this part: the caller reads its place again and continues there.
    if (Number(job.place) !== from) return accept(true)
    const noted = this.#jobs.advance(job, () => this.#noted(job, from, rows))
    return noted.ok && !noted.value ? this.#late(id, from, rows) : noted
  }

  /**
   * Results of actions that finished after the job was cancelled or failed are stored too; `done`
   * is the progress at that moment.
   */
  #late(id: number, from: number, rows: readonly ActRow[]): Outcome<boolean> {
    const { jobs } = this.#desk.tables
    const job = jobs.get(id)
    const isEnded = job?.state === 'cancelled' || job?.state === 'failed'
    if (job === undefined || !isEnded || job.done !== from) return accept(false)
    return this.#desk.change(() => {
      const { done, bytes } = this.#noted(job, from, rows)
      jobs.update(job, { done, bytes })
      return accept(false)
    })
  }

  notify(id: number, from: number, logins: readonly Login[]): Outcome<boolean> {
    const job = this.#open(id)
    if (job === undefined) return accept(false)
    if (Number(job.place) !== from) return accept(true)
    const actor = actorOf(job)
    const caller = this.#reach.holder(actor, 'notifications')
    if (isRefusal(caller)) return this.#jobs.fail(job, caller.message)
    const { params } = job.request as BatchRequest
    let sent: SentNotifications | undefined
    const goesOn = this.#jobs.advance(job, (journal) => {
      sent = this.#notifications.send(caller, actor, logins, params.message ?? '', journal)
      const rows = sent.rows.map(({ login, code, message }) => ({ login, code, message }))
      return this.#noted(job, from, rows)
    })
    if (goesOn.ok && sent !== undefined) this.#notifications.announce(sent)
    return goesOn
  }

  #open(id: number): StoredJob | undefined {
    const job = this.#desk.tables.jobs.get(id)
    return job !== undefined && isOpenJob(job) ? job : undefined
  }

  /** Adds the rows to the job's, inside a change. Returns its progress. */
  #noted(job: StoredJob, from: number, rows: readonly ActRow[]) {
    const head = from === 0 ? csvLine(COLUMNS) : ''
    const lines = rows.map(({ login, code, message }) => csvLine([login, code, message]))
    const plain = head + lines.join('')
    this.#desk.tables.accountImports.addRows(job.id, { first: from, plain, sealed: null }, [])
    const done = from + rows.length
    const bytes = job.bytes + Buffer.byteLength(plain)
    return { done, place: String(done), bytes, isOver: done >= (job.total ?? 0) }
  }

  #refuse(caller: Caller, { act, params }: RequestedAction, login: Login): Refusal | null {
    const account = this.#reach.account(caller, login)
    if (isRefusal(account)) return account
    const { accountStates, staff } = this.#desk.tables
    const { world } = this.#desk.config
    if (act === 'mail') {
      if (account.archived_at !== null) return refuseArchived(login)
      if (world.named('groups', account.group)?.mail_enabled === true) return null
      return because('conflict.group_mail_off', { group: account.group })
    }
    if (act !== 'patch' && act !== 'move') return null
    if (account.archived_at !== null) return refuseArchived(login)
    if (act === 'patch') {
      if (params.enabled === false && login === caller.login) return YOURS
      const { agent } = params
      if (agent === undefined || agent === null || agent === account.agent) return null
      if (agent === login) return because('invalid_input.own_agent')
      return isRefusal(this.#reach.account(caller, agent)) ? NO_AGENT : null
    }
    const target = groupPath(params.group ?? '')
    if (target.toLowerCase() === account.group.toLowerCase()) return null
    if (staff.get(login) !== undefined) {
      return because('conflict.account_of_staff', { login })
    }
    const isFresh = accountStates.get(login) === undefined
    return refuseMove(world, account, target, isFresh)
  }
}

const YOURS = because('conflict.own_account')
const NO_AGENT = because('invalid_input.agent')

const done = (login: Login): ActRow => ({ login, code: 'ok', message: '' })

const rowOf = (login: Login, { code, message }: Refusal): ActRow => ({ login, code, message })

function actorOf(job: StoredJob): ActSlice['actor'] {
  return { ...jobActor(job), requestId: `job-${job.id}` }
}
