import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../engine/calendar/durations.js'
import { networkServer } from '../../engine/config/network-servers.js'
import type { Login, UnixMs } from '../../engine/units.js'
import type { OverAccounts } from '../desk/accounts/demo-expiry.js'
import type { Supervisor } from '../server/supervisor.js'
import type { Outcome } from '../thread/ask.js'
import type { Clock } from '../thread/clock.js'
import { CronTimes } from '../thread/cron-times.js'
import type { ScheduledJob } from './scheduled-job.js'

/** How long after its set time the run begins, so that work at the full hour is done before. */
const BEHIND_MS = 10 * MINUTE_MS
const WEEK_MS = 7 * DAY_MS
const SETTLES_MS = MINUTE_MS

export interface MaintenanceOptions {
  readonly supervisor: Pick<Supervisor, 'ask' | 'book'> & {
    readonly accounts: Pick<Supervisor['accounts'], 'change'>
  }
  readonly clock: Pick<Clock, 'now'>
}

/**
 * The weekly maintenance of the `trade` server: on Sunday ten minutes after its
 * `optimization_time`, by the server's clock. A start makes up only for this week's run, and for
 * none from before the time was set.
 */
export function maintenanceJob({ supervisor, clock }: MaintenanceOptions): ScheduledJob {
  let doneSlot = 0
  const slot = (): UnixMs | undefined => {
    const server = networkServer(supervisor.book, 'trade')
    if (server === undefined || (server.optimization_time ?? '') === '') return undefined
    const [hour, minute] = (server.optimization_time ?? '').split(':').map(Number)
    const cron = CronTimes.of(`${minute} ${hour} * * 0`)
    const now = clock.now()
    const at = (from: UnixMs): UnixMs | undefined => {
      const next = cron.next(supervisor.book.clock, from)
      return next === undefined ? undefined : next + BEHIND_MS
    }
    const latest = at(now - BEHIND_MS - WEEK_MS)
    const isOpen = latest !== undefined && latest <= now && latest > doneSlot
    if (isOpen && latest >= Date.parse(server.updated_at)) return latest
    return at(now - BEHIND_MS)
  }
  return {
    name: 'maintenance',
    times: { kind: 'kept', next: slot },
    retryMs: { first: MINUTE_MS, max: HOUR_MS },
    settleMs: SETTLES_MS,
    async run() {
      const due = slot()
      if (due === undefined || due > clock.now()) return undefined
      const begun = await supervisor.ask('maintenance.begin', { slot: due })
      if (!begun.ok) throw new Error(begun.message)
      if (begun.value.status === 'running') await expireAll(supervisor)
      doneSlot = due
      const ended = await supervisor.ask('maintenance.last', null)
      if (!ended.ok || ended.value === null) return undefined
      return { expired: ended.value.expired, skipped_busy: ended.value.busy }
    },
  }
}

async function expireAll(supervisor: MaintenanceOptions['supervisor']): Promise<void> {
  let after: Login | null = null
  do {
    const found: Outcome<OverAccounts> = await supervisor.ask('maintenance.next', after)
    if (!found.ok) throw new Error(found.message)
    for (const login of found.value.over) await expire(supervisor, login)
    after = found.value.last
  } while (after !== null)
  const ended = await supervisor.ask('maintenance.end', { error: '' })
  if (!ended.ok) throw new Error(ended.message)
}

/**
 * Archives an account if its shard reports that it is flat, which stays true until the desk has
 * answered.
 */
async function expire(supervisor: MaintenanceOptions['supervisor'], login: Login): Promise<void> {
  const settled = await supervisor.accounts.change(
    login,
    (isFlat) => supervisor.ask('maintenance.settle', { login, isFlat }),
    'flat',
  )
  if (!settled.ok) throw new Error(settled.message)
}
