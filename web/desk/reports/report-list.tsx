import type { Schemas } from '../../link/contract.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import { ask, go, place } from '../../staff/place.js'
import type { AvailableReport } from '../../staff/reports/report-jobs.js'
import { may, mayDo } from '../../staff/rights.js'
import { reportsWords } from '../../text/desk/reports-words.js'
import { rowsFound } from '../../text/typed-search.js'
import { type RecordColumn, RecordGrid } from '../lists/record-grid.js'
import { TypedField } from '../lists/typed-field.js'
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
  const typed = place.value.query.get('q') ?? ''
  const rows = runnables(reports.data ?? [], modules.data ?? [])
  const shown = rowsFound(rows, typed, textsOf)
  const one = rows.find(({ key }) => key === open)
  return (
    <div class={`desk-split ${one === undefined ? '' : 'open'}`}>
      <section class="desk-list" aria-label={text.list}>
        <div class="desk-tools">
          <div class="row wrap desk-filter">
            <ReportsTabs tab="run" />
            <TypedField
              label={text.filter}
              value={typed}
              isFirst={true}
              onValue={(q) => ask({ q })}
            />
          </div>
        </div>
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

const textsOf = (row: Runnable): readonly string[] => [
  runnableName(row),
  moduleLabel(row.module),
  row.module,
]

function columns(): readonly RecordColumn<Runnable>[] {
  const text = reportsWords.value
  return [
    {
      name: 'name',
      label: text.name,
      px: 220,
      cell: (row) => (
        <>
          {runnableName(row)}
          {row.config?.enabled === false && <span class="badge"> {text.off}</span>}
        </>
      ),
      by: runnableName,
    },
    {
      name: 'module',
      label: text.module,
      px: 190,
      cell: ({ config, module }) => (config === null ? text.ofModule : moduleLabel(module)),
      by: ({ config, module }) => (config === null ? text.ofModule : moduleLabel(module)),
    },
    {
      name: 'period',
      label: text.period,
      px: 130,
      cell: ({ config }) => reportPeriod(config?.params ?? {}) ?? '',
      by: ({ config }) => reportPeriod(config?.params ?? {}),
    },
    {
      name: 'text',
      label: text.form,
      px: 420,
      cell: ({ module }) => moduleText(module),
    },
  ]
}
