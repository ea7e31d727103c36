import type { AccountAudit } from '../../actors/queries/audit-query.js'
import type { AccountKeeper } from '../../actors/server/account-keeper.js'
import type { Supervisor } from '../../actors/server/supervisor.js'
import { isRefusal, type Refusal } from '../../engine/code.js'
import { JOBS_OPEN_MAX } from '../../engine/limits/jobs.js'
import type { Login } from '../../engine/units.js'
import type { ActRow, ActSlice } from '../../wire/schema/accounts/account-acts.js'
import type { BatchAct } from '../../wire/schema/accounts/account-batch.js'
import type { StoredJob } from '../../wire/stored/stored-job.js'

/**
 * Bulk actions on accounts, run by jobs: a slice of accounts at a time, each changed as its own
 * route would do it. The slice marks accounts that the job's owner may not change, and those are
 * skipped.
 *
 * - The desk stores the results of a slice before the next one begins. If a slice is repeated
 *   because its results were not stored, no harm is done: changes, moves and checks give the same
 *   result, a notification is marked as sent in the same change, and a mail has a key made of the
 *   job and its position.
 * A2. When a service is unavailable, the slice is tried `TRIES` times, one second apart. After that
 *     the accounts concerned get a failed row, so that the job continues.
 */
export interface AccountActsOptions {
  readonly desk: Pick<Supervisor, 'ask'>
  readonly keeper: Pick<AccountKeeper, 'change'>
  audit(owner: Login, login: Login): Promise<AccountAudit | Refusal>
}

/**
 * Accounts per slice. Actions that the desk carries out one by one have small slices, so that the
 * desk can do other work between them.
 */
const SLICE: Readonly<Record<BatchAct, number>> = {
  patch: 100,
  move: 100,
  check: 10,
  notify: 250,
  mail: 250,
}
const AT_ONCE = 5
const TRIES = 10

export class AccountActs {
  readonly #options: AccountActsOptions
  /**
   * How many attempts the slice at this position has had, by job id. An entry of a cancelled job
   * stays.
   */
  readonly #tried = new Map<number, { readonly from: number; readonly times: number }>()

  constructor(options: AccountActsOptions) {
    this.#options = options
  }

  /** Runs one slice of a job. Returns `later` if the slice should be tried again after a while. */
  async slice({ id, request }: StoredJob): Promise<'goes_on' | 'over' | 'later'> {
    const { desk } = this.#options
    const { act } = request as { readonly act: BatchAct }
    const next = await desk.ask('batches.next', { id, most: SLICE[act] })
    if (!next.ok) return 'later'
    if (next.value === null) return 'over'
    const { from, logins } = next.value
    const told =
      act === 'notify'
        ? await desk.ask('batches.notify', { id, from, logins })
        : await this.#noted(id, next.value)
    if (told === null || !told.ok) return 'later'
    return told.value ? 'goes_on' : 'over'
  }

  async #noted(id: number, slice: ActSlice) {
    const rows = await this.#rows(id, slice)
    // The desk is unavailable for the moment. Nothing is stored, and the slice is repeated.
    if (rows.some(({ code }) => code === 'unavailable') && this.#triesAgain(id, slice)) return null
    this.#tried.delete(id)
    return this.#options.desk.ask('batches.note', { id, from: slice.from, rows })
  }

  /** Reads one row for each login of the slice, in the same order. */
  async #rows(id: number, slice: ActSlice): Promise<readonly ActRow[]> {
    const rows = new Map(slice.refused.map((row) => [row.login, row]))
    const open = { ...slice, logins: slice.logins.filter((login) => !rows.has(login)) }
    const made = slice.act === 'mail' ? await this.#mailed(id, open) : await this.#each(open)
    for (const row of made) rows.set(row.login, row)
    return slice.logins.map((login) => rows.get(login) as ActRow)
  }

  /** Counts an attempt and returns whether another one is allowed (A2). */
  #triesAgain(id: number, { from }: ActSlice): boolean {
    const before = this.#tried.get(id)
    const times = before?.from === from ? before.times + 1 : 1
    this.#tried.set(id, { from, times })
    const [oldest] = this.#tried.keys()
    if (this.#tried.size > JOBS_OPEN_MAX && oldest !== undefined) this.#tried.delete(oldest)
    return times < TRIES
  }

  async #each(slice: ActSlice): Promise<readonly ActRow[]> {
    const rows: ActRow[] = []
    const waiting = slice.logins.entries()
    const lane = async (): Promise<void> => {
      for (const [place, login] of waiting) {
        const refusal = await this.#one(slice, login)
        const { code, message } = refusal ?? { code: 'ok', message: '' }
        rows[place] = { login, code, message }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    return rows
  }

  /** Changes one account. Returns null on success. */
  async #one({ act, params, actor }: ActSlice, login: Login): Promise<Refusal | null> {
    const { desk, keeper, audit } = this.#options
    if (act === 'check') {
      const found = await audit(actor.login, login)
      if (isRefusal(found)) return found
      const fields = found.differences.map(({ field }) => field)
      if (fields.length === 0) return null
      return {
        ok: false,
        code: 'conflict',
        message: `Differs from its deals: ${fields.join(', ')}`,
      }
    }
    if (act === 'move') {
      const { group = '' } = params
      const moved = await keeper.change(login, (isFresh) =>
        desk.ask('accounts.move', { actor, login, group, isFresh }),
      )
      return moved.ok ? null : moved
    }
    const { enabled, trading_enabled, comment, color, agent, leverage } = params
    const change = { enabled, trading_enabled, comment, color, agent, leverage }
    const edited = await desk.ask('accounts.edit', { actor, login, change })
    return edited.ok ? null : edited
  }

  /** Mails the accounts whose group has mail enabled. The others get a row that says so. */
  async #mailed(
    id: number,
    { act, params, actor, from, logins }: ActSlice,
  ): Promise<readonly ActRow[]> {
    const { desk } = this.#options
    const looked = await desk.ask('batches.look', { actor, asked: { act, params }, logins })
    if (!looked.ok)
      return logins.map((login) => ({ login, code: looked.code, message: looked.message }))
    const to = looked.value.filter(({ code }) => code === 'ok').map(({ login }) => login)
    if (to.length === 0) return looked.value
    const sent = await desk.ask('mail.send', {
      actor,
      once: { key: `job-${id}-${from}`, digest: '' },
      subject: params.subject ?? '',
      body: params.body ?? '',
      uploads: [],
      replyTo: 0,
      draft: null,
      to,
      server: params.by_email === true ? 0 : null,
    })
    if (sent.ok) return looked.value
    const { code, message } = sent
    return looked.value.map((row) => (row.code === 'ok' ? { ...row, code, message } : row))
  }
}
