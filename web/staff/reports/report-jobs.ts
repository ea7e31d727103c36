import { signal } from '@preact/signals'
import type { Schemas, StaffEvent } from '../../link/contract.js'
import { subscribe } from '../connection/link.js'
import { may } from '../rights.js'

/** The reader's report jobs, including those started on other devices. */
export type ReportJob = Schemas['ReportJobView']
type JobProgress = Extract<StaffEvent, { readonly event: 'report_job' }>['data']

/** The latest progress event of each job, by job id. */
export const jobProgress = signal<ReadonlyMap<number, JobProgress>>(new Map())
/** Increases by one when a job changes its state, so that lists and records are read again. */
export const jobChanges = signal(0)

/** Subscribes to progress events. Returns a function that unsubscribes. */
export function onReportJobs(): () => void {
  return subscribe('report_job', (told) => {
    const before = jobProgress.value.get(told.id)
    jobProgress.value = new Map(jobProgress.value).set(told.id, told)
    if (before?.state !== told.state) jobChanges.value++
  })
}

/** The number of rows that the job has written so far. */
export function rowsSoFar({ id, rows }: Pick<ReportJob, 'id' | 'rows'>): number {
  return Math.max(rows, jobProgress.value.get(id)?.rows ?? 0)
}

export const isOpenJob = ({ state }: Pick<ReportJob, 'state'>): boolean =>
  state === 'queued' || state === 'running'

export type AvailableReport = Schemas['AvailableReportView']

/**
 * Whether the reader may download the report's file: with the right to manage reports, or if the
 * report's configuration allows export.
 */
export function mayExport(
  { config_id: id }: Pick<ReportJob, 'config_id'>,
  available: readonly AvailableReport[],
): boolean {
  if (!may({ all: ['reports.export'] })) return false
  if (may({ all: ['config.reports'] })) return true
  return available.some((one) => one.id === id && one.can_export)
}
