import type { AccountAudit } from '../../actors/queries/audit-query.js'
import type { AccountKeeper } from '../../actors/server/account-keeper.js'
import type { Supervisor } from '../../actors/server/supervisor.js'
import { isRefusal, type Refusal } from '../../engine/code.js'
import { JOBS_OPEN_MAX } from '../../engine/limits/jobs.js'
import type { Login } from '../../engine/units.js'
import type { BatchAct } from '../../wire/schema/accounts/account-batch.js'
import type { StoredJob } from '../../wire/stored/stored-job.js'
import type { ActRow, ActSlice } from '../../wire/thread/account-acts.js'

/**
 * Acts on many accounts as jobs carry them out: some accounts at a time, each as its own route would. Accounts that the
 * job's owner may not act on come with the slice, and no act sees them.
 *
 *   A1. What came of a slice is noted at the desk before the next one begins. A slice that was not noted is done again:
 *       a change, a move and a check come to the same, a notification is noted in the change that sends it, and a mail goes
 *       under a key of the job and the place.
 *   A2. What is not to be had for now is tried again `TRIES` times, a second apart, and then is the row of its account: one that is set
 *       aside holds up nobody.
 */
export interface AccountActsOptions {
  readonly desk: Pick<Supervisor, 'ask'>
  readonly keeper: Pick<AccountKeeper, 'change'>
  audit(owner: Login, login: Login): Promise<AccountAudit | Refusal>
}

/** Logins of a slice: what is asked of the desk one by one lets it do other things meanwhile, messages go at once. */
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
  /** How often the slice at a place of a job was not to be had; a job that is cancelled meanwhile leaves its own. */
  readonly #tried = new Map<number, { readonly from: number; readonly times: number }>()

  constructor(options: AccountActsOptions) {
    this.#options = options
  }

  /** Carries out one slice of a job; `later` when it is to be tried again after a while. */
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
    // The desk is away for a moment: nothing is noted, and the slice is done again.
    if (rows.some(({ code }) => code === 'unavailable') && this.#triesAgain(id, slice)) return null
    this.#tried.delete(id)
    return this.#options.desk.ask('batches.note', { id, from: slice.from, rows })
  }

  /** A row for each login of the slice, in its order. */
  async #rows(id: number, slice: ActSlice): Promise<readonly ActRow[]> {
    const rows = new Map(slice.refused.map((row) => [row.login, row]))
    const open = { ...slice, logins: slice.logins.filter((login) => !rows.has(login)) }
    const made = slice.act === 'mail' ? await this.#mailed(id, open) : await this.#each(open)
    for (const row of made) rows.set(row.login, row)
    return slice.logins.map((login) => rows.get(login) as ActRow)
  }

  /** A2. */
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

  /** Null when it was done. */
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

  /** To those whose group has mail; the others have a row that says so. */
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
