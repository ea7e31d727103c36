import { useEffect, useState } from 'preact/hooks'
import { after } from '../../link/clock.js'
import { refreshSoon } from '../../link/rest.js'
import { OnceButton, Segments } from '../../look/controls.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { saveCsv } from '../../look/save-file.js'
import type { CsvValue } from '../../text/csv.js'
import { tableWords } from '../../text/tables/table-words.js'
import { words } from '../../text/terminal/words.js'
import { deals as dealCount } from '../../trader/account/account.js'
import { HISTORIES, type HistoryKind } from './history-rows.js'
import { beginOf, dayOf, type HistorySpan, SPANS } from './history-spans.js'
import { HistoryTable } from './history-tables.js'
import { Record } from './record.js'

const LIMIT = 100
const PAGES_MAX = 10
/** How long the server's database may lag behind events. */
const LATE_MS = 1_500

const KINDS = ['closed', 'deals', 'orders', 'daily', 'record'] as const

/** The history panel: closed positions, deals, finished orders, days, and the trading record. */
export function History() {
  const [kind, setKind] = useState<HistoryKind | 'record'>('closed')
  const [span, setSpan] = useState<HistorySpan>('month')
  const { history: text } = words.value
  return (
    <>
      <div class="row wrap history-bar">
        <Segments
          label={text.title}
          value={kind}
          options={KINDS.map((one) => [one, text[one]] as const)}
          onInput={setKind}
        />
        <Segments
          label={text.time}
          value={span}
          options={(Object.keys(SPANS) as HistorySpan[]).map((one) => [one, text[one]] as const)}
          onInput={setSpan}
        />
        <span class="grow" />
        <OnceButton class="small" onPress={() => saveStatement(beginOf(span))}>
          {text.statement}
        </OnceButton>
      </div>
      {kind === 'record' ? (
        <Record key={span} from={beginOf(span)} />
      ) : (
        <Past key={`${kind} ${span}`} kind={kind} span={span} />
      )}
    </>
  )
}

/** Increases with the count, and again when the database certainly contains the counted rows. */
function useTwice(count: number): number {
  const [late, setLate] = useState(0)
  useEffect(() => after(LATE_MS, () => setLate((n) => n + 1)), [count])
  return count + late
}

/** The rows of one history in the period; older ones load page by page. */
function Past({ kind, span }: { kind: HistoryKind; span: HistorySpan }) {
  const { history: text } = words.value
  const [pages, setPages] = useState(1)
  const begin = beginOf(span)
  const from = kind === 'daily' ? dayOf(begin) : begin.toISOString()
  const query = { from, page: 1, limit: LIMIT * pages }
  const read = usePanelData(HISTORIES[kind], { query }, useTwice(dealCount.value))
  return (
    <ReadPanel read={read}>
      {({ items, ...page }) =>
        items.length === 0 ? (
          <p class="empty">{text.empty}</p>
        ) : (
          <HistoryTable
            kind={kind}
            page={{ items, ...page }}
            after={
              <p class="row history-bar">
                {page.total > items.length && (
                  <span class="faint">
                    {tableWords.value.newestOnly({ shown: items.length, total: page.total })}
                  </span>
                )}
                {page.total > items.length && pages < PAGES_MAX && (
                  <OnceButton onPress={async () => setPages(pages + 1)}>{text.more}</OnceButton>
                )}
                <span class="grow" />
                <button type="button" class="small" onClick={() => saveRows(kind, items)}>
                  {text.csv}
                </button>
              </p>
            }
          />
        )
      }
    </ReadPanel>
  )
}

/** Opens the statement of the period, a page of the server for reading and printing. */
async function saveStatement(from: Date): Promise<void> {
  await refreshSoon()
  const link = document.createElement('a')
  link.href = `/trader/v1/statement?from=${from.toISOString()}`
  link.download = ''
  link.click()
}

/** Downloads the loaded table with all fields. */
function saveRows(name: string, rows: readonly object[]): void {
  const columns = Object.keys(rows[0] ?? {})
  const cells = rows.map((row) =>
    columns.map((column) => (row as Record<string, CsvValue>)[column]),
  )
  saveCsv(name, columns, cells)
}
