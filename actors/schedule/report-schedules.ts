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
 * Runs reports at their times, and sends finished ones by e-mail. The desk stores the due times;
 * this object only knows when to ask next. It learns that after each step, and asks again when
 * schedules change or a report is finished.
 */
export class ReportSchedules {
  readonly #desk: ReportSchedulesDeskClient
  #next: UnixMs | null = null
  #failing = 0

  constructor(desk: ReportSchedulesDeskClient) {
    this.#desk = desk
  }

  /**
   * Asks the desk what is due. Call it also when schedules change, a report is finished, or the
   * desk is back.
   */
  async look(): Promise<void> {
    const found = await this.#desk.ask('report_schedules.next', null)
    if (found.ok) this.#heard(found.value)
  }

  /** The number of schedules whose newest run was refused or failed, by the desk's last answer. */
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
