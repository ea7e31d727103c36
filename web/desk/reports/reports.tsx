import { useEffect } from 'preact/hooks'
import { Segments } from '../../look/controls.js'
import { needMeta } from '../../staff/meta.js'
import { go, place } from '../../staff/place.js'
import { hearReportJobs } from '../../staff/report-jobs.js'
import { mayDo } from '../../staff/rights.js'
import { reportsWords } from '../../text/desk/reports-words.js'
import { JobList } from './job-list.js'
import { JobRecord } from './job-record.js'
import { ReportList } from './report-list.js'
import { Schedules } from './schedules.js'

export type ReportsTab = keyof typeof reportsWords.value.tabs

/**
 * Reports: what may be run, what came of it, and what runs by itself. The address is `/desk/reports/run/<report>`,
 * `/desk/reports/jobs/<number>`, `/desk/reports/schedules/<number>`.
 */
export function Reports() {
  useEffect(needMeta, [])
  useEffect(hearReportJobs, [])
  const [tab, record] = place.value.parts
  if (tab === 'jobs' && record !== undefined) return <JobRecord key={record} id={Number(record)} />
  if (tab === 'jobs') return <JobList />
  if (tab === 'schedules' && mayDo('manageReports')) return <Schedules open={record ?? null} />
  return <ReportList open={tab === 'run' ? (record ?? null) : null} />
}

/** The three parts of the page. */
export function ReportsTabs({ tab }: { tab: ReportsTab }) {
  const text = reportsWords.value
  const tabs = Object.entries(text.tabs) as [ReportsTab, string][]
  return (
    <Segments
      label={text.title}
      value={tab}
      options={tabs.filter(([name]) => name !== 'schedules' || mayDo('manageReports'))}
      onInput={(next) => go(['reports', ...(next === 'run' ? [] : [next])])}
    />
  )
}
