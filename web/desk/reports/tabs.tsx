import { Segments } from '../../look/controls.js'
import { go } from '../../staff/place.js'
import { mayDo } from '../../staff/rights.js'
import { reportsWords } from '../../text/desk/reports-words.js'

type ReportsTab = keyof typeof reportsWords.value.tabs

/** The tabs of the page of reports. */
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
