import type { Schemas } from '../../link/contract.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import type { ListColumn } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { foundRows } from '../../look/table/fitting.js'
import { lives } from '../../staff/connection/link.js'
import { go } from '../../staff/place.js'
import type { AvailableReport } from '../../staff/reports/report-jobs.js'
import { may, mayDo } from '../../staff/rights.js'
import { reportsWords } from '../../text/desk/reports-words.js'
import { RecordGrid } from '../lists/record-grid.js'
import { RowsFilter, rowsFilter } from '../lists/rows-filter.js'
import { moduleLabel, reportPeriod } from './report-text.js'
import { RunCard } from './run-card.js'
import { moduleText, type Runnable, runnableName } from './runnable.js'
import { ReportsTabs } from './tabs.js'

type Module = Schemas['ModulesView'][number]

/** Rights that a module needs besides the right to run reports. */
const ALSO_NEEDS: Readonly<Record<string, string>> = { journal: 'journal' }

/** The reports that the reader may run, and beside them the card of the open one. */
export function ReportList({ open }: { open: string | null }) {
  const text = reportsWords.value
  const reports = usePanelData('GET /admin/v1/reports', {}, lives.value)
  const modules = usePanelData('GET /admin/v1/reports/modules', {}, 0)
  const typed = rowsFilter()
  const rows = runnables(reports.data ?? [], modules.data ?? [])
  const shown = foundRows(columns(), rows, typed, ({ module }) => [module])
  const one = rows.find(({ key }) => key === open)
  return (
    <div class={`desk-split ${one === undefined ? '' : 'open'}`}>
      <section class="desk-list" aria-label={text.list}>
        <div class="desk-tools">
          <ReportsTabs tab="run" />
        </div>
        <RowsFilter columns={columns()} rows={rows} />
        <ReadPanel read={reports}>
          {() => (
            <ReadPanel read={modules}>
              {() => (
                <RecordGrid<Runnable>
                  name="reports"
                  label={text.list}
                  columns={columns()}
                  rows={shown}
                  idOf={({ key }) => key}
                  lookOf={({ config }) => (config?.enabled === false ? 'off' : '')}
                  open={open}
                  onOpen={({ key }) =>
                    go(['reports', 'run', key], typed === '' ? {} : { q: typed })
                  }
                  onClose={() => go(['reports'])}
                  empty={text.emptyList}
                />
              )}
            </ReadPanel>
          )}
        </ReadPanel>
      </section>
      {one !== undefined && <RunCard key={one.key} report={one} />}
    </div>
  )
}

function runnables(
  reports: readonly AvailableReport[],
  modules: readonly Module[],
): readonly Runnable[] {
  const isOpen = (module: string) => {
    const right = ALSO_NEEDS[module]
    return right === undefined || may({ all: [right] })
  }
  const configured = reports
    .filter(({ module }) => isOpen(module))
    .map((config) => {
      const { id, module, inputs } = config
      return { key: String(id), config, module, inputs }
    })
  if (!mayDo('manageReports')) return configured
  const plain = modules
    .filter(({ module }) => isOpen(module))
    .map(({ module, inputs }) => ({ key: module, config: null, module, inputs }))
  return [...configured, ...plain]
}

function columns(): readonly ListColumn<Runnable>[] {
  const text = reportsWords.value
  const kinds = columnKinds<Runnable>()
  const moduleOf = ({ config, module }: Runnable) =>
    config === null ? text.ofModule : moduleLabel(module)
  return [
    kinds.text('name', text.name, runnableName, {
      px: 220,
      cell: (row) => (
        <>
          {runnableName(row)}
          {row.config?.enabled === false && <span class="badge"> {text.off}</span>}
        </>
      ),
    }),
    kinds.text('module', text.module, moduleOf, { px: 190 }),
    kinds.text('period', text.period, ({ config }) => reportPeriod(config?.params ?? {}), {
      px: 130,
    }),
    kinds.text('text', text.description, ({ module }) => moduleText(module), { px: 420 }),
  ]
}
