import { signal } from '@preact/signals'
import type { Schemas, StaffEvent } from '../../link/contract.js'
import { hear } from '../connection/link.js'
import { may } from '../rights.js'

/** Report jobs of the reader as the server tells of them, on whichever device they were asked for. */
export type ReportJob = Schemas['ReportJobView']
type JobProgress = Extract<StaffEvent, { readonly event: 'report_job' }>['data']

/** The newest of each job that was told of. */
export const jobProgress = signal<ReadonlyMap<number, JobProgress>>(new Map())
/** Counts each time a job has come into another state: lists and records are read again then. */
export const jobChanges = signal(0)

/** Until the function that it answers is called. */
export function hearReportJobs(): () => void {
  return hear('report_job', (told) => {
    const before = jobProgress.value.get(told.id)
    jobProgress.value = new Map(jobProgress.value).set(told.id, told)
    if (before?.state !== told.state) jobChanges.value++
  })
}

/** The rows that a job has so far, by what was told last. */
export function rowsSoFar({ id, rows }: Pick<ReportJob, 'id' | 'rows'>): number {
  return Math.max(rows, jobProgress.value.get(id)?.rows ?? 0)
}

export const isOpenJob = ({ state }: Pick<ReportJob, 'state'>): boolean =>
  state === 'queued' || state === 'running'

export type AvailableReport = Schemas['AvailableReportView']

/** Whether its file may be saved: by its configuration as the reader sees it, or as who manages them. */
export function mayExport(
  { config_id: id }: Pick<ReportJob, 'config_id'>,
  available: readonly AvailableReport[],
): boolean {
  if (!may({ all: ['reports.export'] })) return false
  if (may({ all: ['config.reports'] })) return true
  return available.some((one) => one.id === id && one.can_export)
}
