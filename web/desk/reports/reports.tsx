import { useEffect } from 'preact/hooks'
import { lazy } from '../../look/lazy.js'
import { needMeta } from '../../staff/meta.js'
import { place } from '../../staff/place.js'
import { onReportJobs } from '../../staff/reports/report-jobs.js'
import { mayDo } from '../../staff/rights.js'
import { JobList } from './job-list.js'
import { JobRecord } from './job-record.js'
import { ReportList } from './report-list.js'

const Schedules = lazy(() => import('./schedules.js').then((part) => part.Schedules))

/**
 * The reports page with its tabs: reports to run, results, and schedules. Addresses:
 * `/desk/reports/run/<report>`, `/desk/reports/jobs/<number>`, `/desk/reports/schedules/<number>`.
 */
export function Reports() {
  useEffect(needMeta, [])
  useEffect(onReportJobs, [])
  const [tab, record] = place.value.parts
  if (tab === 'jobs' && record !== undefined) return <JobRecord key={record} id={Number(record)} />
  if (tab === 'jobs') return <JobList />
  if (tab === 'schedules' && mayDo('manageReports')) return <Schedules open={record ?? null} />
  return <ReportList open={tab === 'run' ? (record ?? null) : null} />
}
