import { useEffect, useState } from 'preact/hooks'
import { after } from '../../link/clock.js'
import { refreshSoon } from '../../link/rest.js'
import { OnceButton, Segments } from '../../look/controls.js'
import { ReadPanel, useRead } from '../../look/read.js'
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
/** The tables are a moment behind what is told. */
const LATE_MS = 1_500

const KINDS = ['closed', 'deals', 'orders', 'daily', 'record'] as const

/** The history: closed positions, deals, finished orders, days, and the trader's record. */
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

/** Rises with the count, and once more when the tables have surely what it counted. */
function useTwice(count: number): number {
  const [late, setLate] = useState(0)
  useEffect(() => after(LATE_MS, () => setLate((n) => n + 1)), [count])
  return count + late
}

/** The rows of one kind since then; older ones a page at a time. */
function Past({ kind, span }: { kind: HistoryKind; span: HistorySpan }) {
  const { history: text } = words.value
  const [pages, setPages] = useState(1)
  const begin = beginOf(span)
  const from = kind === 'daily' ? dayOf(begin) : begin.toISOString()
  const query = { from, page: 1, limit: LIMIT * pages }
  const read = useRead(HISTORIES[kind], { query }, useTwice(dealCount.value))
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

/** The server's own page of the time that is shown, to be read and printed. */
async function saveStatement(from: Date): Promise<void> {
  await refreshSoon()
  const link = document.createElement('a')
  link.href = `/trader/v1/statement?from=${from.toISOString()}`
  link.download = ''
  link.click()
}

/** The table as it was read, with every field. */
function saveRows(name: string, rows: readonly object[]): void {
  const columns = Object.keys(rows[0] ?? {})
  const cells = rows.map((row) =>
    columns.map((column) => (row as Record<string, CsvValue>)[column]),
  )
  saveCsv(name, columns, cells)
}
