import { isRefusal, type Refusal, refuse } from '../../../engine/code.js'
import { IMPORTS_RECEIVED_BYTES_MAX, JOB_RESULTS_BYTES_MAX } from '../../../engine/limits/jobs.js'
import { type GroupScope, groupPath, groupReach } from '../../../engine/names/group-path.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import { SealError } from '../../../storage/secrets/seal.js'
import { csvLine } from '../../../wire/format/csv.js'
import { isOpenJob, type StoredJob } from '../../../wire/stored/stored-job.js'
import type {
  ImportItem,
  ImportPart,
  ImportRequest,
  ImportRow,
} from '../../../wire/thread/account-import.js'
import { madeHash } from '../../sign-in/made-hash.js'
import { accept, type OperationsOf, type Outcome } from '../../thread/ask.js'
import { madePassword } from '../../thread/random.js'
import type { Actor } from '../actor.js'
import type { Desk, JournalWriter } from '../desk.js'
import { StaffReach } from '../identity/staff-reach.js'
import { jobActor } from '../job-actor.js'
import { aboutJob, type CreateJob, JobsDesk } from '../jobs.js'
import { LOGIN_MAX, NewAccounts } from './accounts.js'

/**
 * Imports of accounts from a table. Records are checked and their passwords hashed in actors/jobs;
 * here they become accounts, each with a result row.
 *
 *   - Each slice is one change: the accounts, their journal lines, their result rows and the job's
 *     progress. So no record is carried out twice, and each has its row.
 *   - Scope, rights and used logins are checked here against the stored state.
 *   - Data with passwords is encrypted on disk: waiting records, and result rows until they are
 *     read.
 *   - A dry run changes no account and takes no number.
 *   - A long table arrives in parts. Each part is a separate change, so that other requests can run
 *     in between. Parts wait under a receipt until the job is created with the last one; unused
 *     parts are deleted at once, or at the desk's next start.
 */

interface LookAtImport {
  readonly actor: Actor
  readonly items: readonly ImportItem[]
}

interface StartImport extends Omit<CreateJob, 'kind'> {
  readonly request: ImportRequest
  readonly total: number
  /** The last parts of the table, or all parts if the request has no receipt. */
  readonly parts: readonly ImportPart[]
  /** The number of records that arrived earlier under the receipt. */
  readonly received: number
}

export type AccountImportsOperations = OperationsOf<ReturnType<typeof accountImportsDesk>>

export function accountImportsDesk(desk: Desk) {
  const imports = new AccountImportsDesk(desk)
  return {
    /** Returns which of these logins exist. */
    'imports.known': (logins: readonly Login[]): Outcome<readonly Login[]> =>
      accept(imports.known(logins)),
    /** Answers the report of a short dry run. */
    'imports.look': (request: LookAtImport) => imports.look(request),
    /**
     * Stores parts of a table whose job begins with the last part. Returns the receipt for the next
     * request.
     */
    'imports.receive': ({
      receipt,
      parts,
    }: {
      /** The receipt of the earlier parts; 0 for a new table. */
      readonly receipt: number
      readonly parts: readonly ImportPart[]
    }) => imports.receive(receipt, parts),
    /** Drops a table for which no job will be created. */
    'imports.abandon': ({ receipt }: { readonly receipt: number }) => imports.abandon(receipt),
    'imports.start': (request: StartImport) => imports.start(request),
    /**
     * Returns where the job continues: the part, and its next record; null when the job is done.
     */
    'imports.part': ({ id }: { readonly id: number }) => imports.part(id),
    /** Processes some records and stores the progress. Returns false when the job is done. */
    'imports.advance': ({
      id,
      from,
      items,
    }: {
      readonly id: number
      /** The index of the first of these records. */
      readonly from: number
      readonly items: readonly ImportItem[]
    }) => imports.advance(id, from, items),
    /** Returns the result rows so far as CSV. */
    'imports.result': ({ id }: { readonly id: number }): Outcome<string> =>
      accept(imports.result(id)),
    /** Records that the result was read, so that its passwords are deleted. */
    'imports.shown': ({ actor, id }: { readonly actor: Actor; readonly id: number }) =>
      imports.shown(actor, id),
  }
}

/** Everything that the processing of one record needs. */
interface Run {
  readonly actor: Actor
  readonly reach: GroupScope
  /** The journal to write to; null in a dry run. */
  readonly journal: JournalWriter | null
  /** True if an earlier record of the file uses this login. Only a dry run needs it. */
  readonly isClaimed: (login: Login) => boolean
}

const COLUMNS = ['line', 'action', 'login', 'error', 'master_password', 'investor_password']

class AccountImportsDesk {
  readonly #desk: Desk
  readonly #jobs: JobsDesk
  readonly #newAccounts: NewAccounts
  readonly #reach: StaffReach
  #lastReceipt: number

  constructor(desk: Desk) {
    this.#desk = desk
    this.#jobs = new JobsDesk(desk)
    this.#newAccounts = new NewAccounts(desk)
    this.#reach = new StaffReach(desk)
    this.#desk.tables.accountImports.removeReceipts()
    // Receipts of earlier starts are never reused, because their parts are lost.
    this.#lastReceipt = desk.clock.now() * 1000
  }

  known(logins: readonly Login[]): Login[] {
    return logins.filter((login) => this.#desk.tables.accounts.profile(login) !== undefined)
  }

  look({ actor, items }: LookAtImport): Outcome<readonly ImportRow[]> {
    const caller = this.#reach.holder(actor, 'accounts.edit')
    if (isRefusal(caller)) return caller
    const { reach } = caller
    const claimed = new Set<Login>()
    const run: Run = { actor, reach, journal: null, isClaimed: (login) => claimed.has(login) }
    return accept(items.map((item) => this.#claiming(item, run, claimed)))
  }

  receive(named: number, parts: readonly ImportPart[]): Outcome<number> {
    if (this.#desk.tables.accountImports.receivedBytes() > IMPORTS_RECEIVED_BYTES_MAX) {
      this.#desk.tables.accountImports.removeReceipt(named)
      return because('unavailable.imports_arrive')
    }
    const receipt = named === 0 ? ++this.#lastReceipt : named
    return this.#desk.change(() => {
      for (const part of parts)
        this.#desk.tables.accountImports.receive(receipt, this.#sealed(part, receiptPlace(receipt)))
      return accept(receipt)
    })
  }

  abandon(receipt: number): Outcome<null> {
    this.#desk.tables.accountImports.removeReceipt(receipt)
    return accept(null)
  }

  start({ parts, total, received, ...request }: StartImport): Outcome<StoredJob> {
    if (this.#desk.tables.jobs.bytesOfRows() > JOB_RESULTS_BYTES_MAX) {
      return because('unavailable.job_results')
    }
    const { receipt = 0 } = request.request
    if (received !== this.#desk.tables.accountImports.partsReceived(receipt)) {
      // The desk was restarted meanwhile, so parts of the table are missing.
      return because('unavailable.table_part')
    }
    return this.#jobs.create({ ...request, kind: 'accounts.import' }, (job) => {
      this.#desk.tables.accountImports.adopt(receipt, job.id)
      for (const part of parts)
        this.#desk.tables.accountImports.addPart(job.id, this.#sealed(part, partsPlace(job)))
      return this.#desk.tables.jobs.update(job, { total })
    })
  }

  #sealed(part: ImportPart, place: string): { readonly first: number; readonly sealed: string } {
    const { first } = part
    return { first, sealed: this.#desk.seal.seal(JSON.stringify(part), `${place}/${first}`) }
  }

  part(id: number): Outcome<{ readonly part: ImportPart; readonly next: number } | null> {
    const job = this.#desk.tables.jobs.get(id)
    if (job === undefined || !isOpenJob(job)) return accept(null)
    const next = Number(job.place)
    const found = this.#desk.tables.accountImports.partOf(id, next)
    const part = found && this.#opened(found.sealed, `${partsPlace(job)}/${found.first}`)
    if (part !== undefined && part !== null) {
      return accept({ part: JSON.parse(part) as ImportPart, next })
    }
    const why = 'Its records cannot be read any more: import those that have no row yet again.'
    const failed = this.#jobs.fail(job, why)
    return failed.ok ? accept(null) : failed
  }

  advance(id: number, from: number, items: readonly ImportItem[]): Outcome<boolean> {
    const job = this.#desk.tables.jobs.get(id)
    if (job === undefined || !isOpenJob(job)) return accept(false)
    // Another caller has done this part: the caller reads its place again and continues there.
    if (Number(job.place) !== from) return accept(true)
    const reach = groupReach(job.scope, new Set(job.rights))
    const actor = jobActor(job)
    const { dry_run } = job.request as ImportRequest
    return this.#jobs.advance(job, (journal) => {
      const claimed = new Set<Login>()
      const logins = items.map(({ login }) => login).filter((login) => login !== 0)
      const before = new Set(
        dry_run ? this.#desk.tables.accountImports.claimedAmong(id, logins) : [],
      )
      const isClaimed = (login: Login): boolean => claimed.has(login) || before.has(login)
      const rows = dry_run
        ? items.map((item) =>
            this.#claiming(item, { actor, reach, journal: null, isClaimed }, claimed),
          )
        : items.map((item) => this.#row(item, { actor, reach, journal, isClaimed: () => false }))
      const bytes = job.bytes + this.#keep(id, from, rows, [...claimed])
      const done = from + items.length
      this.#desk.tables.accountImports.removePartsBefore(id, done)
      return { done, place: String(done), bytes, isOver: done >= (job.total ?? 0) }
    })
  }

  result(id: number): string {
    const parts = this.#desk.tables.accountImports.rows(id).map(({ first, plain, sealed }) => {
      return sealed === null ? plain : (this.#opened(sealed, rowsPlace(id, first)) ?? plain)
    })
    return parts.join('')
  }

  shown(actor: Actor, id: number): Outcome<null> {
    const job = this.#desk.tables.jobs.get(id)
    if (
      job === undefined ||
      !this.#desk.tables.accountImports.rows(id).some(({ sealed }) => sealed !== null)
    ) {
      return accept(null)
    }
    return this.#desk.change((journal) => {
      this.#desk.tables.jobs.update(job, { bytes: this.#desk.tables.accountImports.hide(id) })
      const text = `The passwords that job ${id} made were shown`
      journal(actor, { kind: 'job', about: aboutJob(id), text })
      return accept(null)
    })
  }

  /** Stores result rows, inside a change. Returns their size in bytes. */
  #keep(id: number, first: number, rows: readonly ImportRow[], claimed: readonly Login[]): number {
    const head = first === 0 ? csvLine(COLUMNS) : ''
    const hidden = { master_password: null, investor_password: null }
    const plain = head + rows.map((row) => rowLine({ ...row, ...hidden })).join('')
    const whole = head + rows.map(rowLine).join('')
    const sealed = whole === plain ? null : this.#desk.seal.seal(whole, rowsPlace(id, first))
    this.#desk.tables.accountImports.addRows(id, { first, plain, sealed }, claimed)
    return Buffer.byteLength(whole)
  }

  #claiming(item: ImportItem, run: Run, claimed: Set<Login>): ImportRow {
    const row = this.#row(item, run)
    if (row.action === 'create' && item.login !== 0) claimed.add(item.login)
    return row
  }

  #row(item: ImportItem, { actor, reach, journal, isClaimed }: Run): ImportRow {
    const { line, login, error, account } = item
    const none = { master_password: null, investor_password: null }
    const rowOf = (action: ImportRow['action'], why = ''): ImportRow => {
      return { line, action, login: login === 0 ? null : login, error: why, ...none }
    }
    if (account === null) return rowOf('error', error)
    if (login > LOGIN_MAX) return rowOf('error', `login: must be ${LOGIN_MAX} or less.`)
    const refusal = this.#refuseGroup(account.group, reach)
    if (refusal !== null) return rowOf('error', refusal.message)
    if (
      login !== 0 &&
      (isClaimed(login) || this.#desk.tables.accounts.profile(login) !== undefined)
    ) {
      return rowOf('exists')
    }
    if (journal === null) return rowOf('create')
    const made = {
      master: account.hashes.master === undefined ? madePassword() : null,
      investor: account.hashes.investor === undefined ? madePassword() : null,
    }
    const hashOf = (password: string | null) =>
      password === null ? undefined : madeHash(this.#desk.seal.mark, password)
    const { master = hashOf(made.master), investor = hashOf(made.investor) } = account.hashes
    const { hashes, ...fields } = account
    const created = this.#newAccounts.open(
      {
        actor,
        login,
        ...fields,
        ...(made.master === null ? {} : { must_change_password: true }),
        hashes: {
          ...hashes,
          ...(master === undefined ? {} : { master }),
          ...(investor === undefined ? {} : { investor }),
        },
      },
      journal,
    )
    if (!created.ok) return rowOf('error', created.message)
    return {
      line,
      action: 'created',
      login: created.value,
      error: '',
      master_password: made.master,
      investor_password: made.investor,
    }
  }

  /**
   * Refuses a group that is missing, disabled or out of reach now: it may have changed since the
   * record was checked.
   */
  #refuseGroup(path: string, reach: GroupScope): Refusal | null {
    const group = this.#desk.config.world.named('groups', groupPath(path))
    if (group === undefined) return refuse('not_found', `group: there is no group ${path}.`)
    if (!group.enabled)
      return refuseField('group', say('field.path_disabled', { path: group.path }))
    if (reach.covers(group.path)) return null
    return refuse('forbidden', `group: ${group.path} is outside your scope.`)
  }

  /** Decrypts a text; null if it was encrypted with another key. */
  #opened(sealed: string, place: string): string | null {
    try {
      return this.#desk.seal.open(sealed, place)
    } catch (error) {
      if (error instanceof SealError) return null
      throw error
    }
  }
}

function rowLine(row: ImportRow): string {
  const { line, action, login, error, master_password, investor_password } = row
  return csvLine([line, action, login, error, master_password, investor_password])
}

/** The name under which the parts of a job were encrypted. */
function partsPlace({ id, request }: StoredJob): string {
  const { receipt } = request as ImportRequest
  return receipt === undefined ? `import_parts/${id}` : receiptPlace(receipt)
}

const receiptPlace = (receipt: number): string => `import_receipts/${receipt}`
const rowsPlace = (job: number, first: number): string => `import_rows/${job}/${first}`
