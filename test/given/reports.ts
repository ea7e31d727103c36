import { randomUUID } from 'node:crypto'
import { deskHandlers } from '../../actors/desk/operations.js'
import type { KeptSection } from '../../engine/reports/section.js'
import type { AccountFront } from './fronts/account-front.js'
import type { ConfigFront } from './fronts/config-front.js'

/** Reports that are run over REST. */
export type Section = KeptSection

const JOBS = '/admin/v1/reports/jobs'

export async function operation(
  front: AccountFront,
  login: number,
  action: string,
  amount: string,
): Promise<void> {
  const body = { action, amount, request_id: randomUUID() }
  const done = await front.ask(`POST /admin/v1/accounts/${login}/balance`, 'admin', body)
  if (done.status !== 200) throw new Error(done.message)
}

/** Answers the number of the job, once it is done. */
export async function run(front: AccountFront, body: object, as = 'admin'): Promise<number> {
  const asked = await front.ask(`POST ${JOBS}`, as, { format: 'json', ...body })
  if (asked.status !== 200) throw new Error(`${asked.code}: ${asked.message}`)
  const { id } = asked.data as { id: number }
  const job = await front.over(id)
  if (job.state !== 'done') throw new Error(`${job.state}: ${job.error}`)
  return id
}

/** The one section of a job that is done. */
export async function tables(front: AccountFront, id: number): Promise<Section> {
  const { data } = await front.ask(`GET ${JOBS}/${id}`, 'admin')
  const [section] = data['sections'] as readonly Section[]
  if (section === undefined) throw new Error('there is no section')
  return section
}

/** What the server does with reports at set times. */
export function reportHandlersFor({ desk }: ConfigFront) {
  const handlers = deskHandlers(desk)
  return {
    sweep(): void {
      for (const swept of [handlers['jobs.sweep'](null), handlers['reports.sweep'](null)]) {
        if (!swept.ok) throw new Error(swept.message)
      }
    },
    step() {
      const step = handlers['report_schedules.step'](null)
      if (!step.ok) throw new Error(step.message)
      return step.value
    },
  }
}
