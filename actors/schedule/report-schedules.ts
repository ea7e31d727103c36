import { MINUTE_MS } from '../../engine/calendar/durations.js'
import type { UnixMs } from '../../engine/units.js'
import type { ReportSchedulesOperations, ReportStep } from '../desk/reports/report-schedules.js'
import type { Outcome } from '../thread/ask.js'
import type { ScheduledJob } from './scheduled-job.js'

export interface ReportSchedulesDeskClient {
  ask<Name extends keyof ReportSchedulesOperations & string>(
    name: Name,
    request: ReportSchedulesOperations[Name]['request'],
  ): Promise<Outcome<ReportSchedulesOperations[Name]['answer']>>
}

/**
 * Runs reports at their times, and e-mails those that are over. The desk keeps what is due; here is only when to ask it
 * again, which is told after each step, and asked when schedules have changed or a report is over.
 */
export class ReportSchedules {
  readonly #desk: ReportSchedulesDeskClient
  #next: UnixMs | null = null
  #failing = 0

  constructor(desk: ReportSchedulesDeskClient) {
    this.#desk = desk
  }

  /** Asks the desk what is due. Call it also when schedules change, a report is over, or the desk is there again. */
  async look(): Promise<void> {
    const found = await this.#desk.ask('report_schedules.next', null)
    if (found.ok) this.#heard(found.value)
  }

  /** Schedules whose newest run was refused or failed, as the desk said last. */
  get failing(): number {
    return this.#failing
  }

  get job(): ScheduledJob {
    return {
      name: 'reports',
      times: { kind: 'kept', next: () => this.#next ?? undefined },
      retryMs: { first: MINUTE_MS, max: MINUTE_MS },
      settleMs: 0,
      run: () => this.#run(),
    }
  }

  #heard({ next, failing }: ReportStep): void {
    this.#next = next
    this.#failing = failing
  }

  async #run(): Promise<{ readonly reports: number }> {
    for (let reports = 0; ; ) {
      const step = await this.#desk.ask('report_schedules.step', null)
      if (!step.ok) throw new Error(step.message)
      this.#heard(step.value)
      if (step.value.did === 0) return { reports }
      reports += step.value.did
    }
  }
}
