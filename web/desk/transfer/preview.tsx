import { useEffect, useState } from 'preact/hooks'
import { Segments } from '../../look/controls.js'
import { type GridChoice, isChosen } from '../../look/grid/choice.js'
import { Grid } from '../../look/grid/grid.js'
import { type Column, unfiltered } from '../../look/table/column.js'
import { fieldLabel, needMeta } from '../../staff/meta.js'
import { ask, open, place } from '../../staff/place.js'
import { type FileRow, run, wasImported } from '../../staff/settings/transfer.js'
import { transferWords } from '../../text/desk/transfer-words.js'
import { countText } from '../../text/numbers.js'
import { kindLabel } from './export.js'
import { ImportDialog } from './import-dialog.js'
import { RowCard } from './row-card.js'

type Action = FileRow['action']

/** The actions that an import executes; other records cannot be selected. */
const DOES: ReadonlySet<Action> = new Set(['create', 'update'])

/**
 * The records of the file with the effect of importing them. Records that would change are
 * preselected.
 */
export function Preview({ rows, isOff }: { rows: readonly FileRow[]; isOff: boolean }) {
  const text = transferWords.value
  const { query, parts } = place.value
  const shown = query.get('show') ?? ''
  const [isImporting, setImporting] = useState(false)
  // Manual selections survive a new preview of the same file.
  const [hand, setHand] = useState<ReadonlyMap<string, boolean>>(new Map())
  useEffect(needMeta, [])
  useEffect(() => {
    setHand(new Map())
  }, [run.value?.key])
  const counts = countsOf(rows)
  const listed = rows.filter(({ action }) => shown === '' || action === shown)
  const chosen = rows.filter(
    (row) => DOES.has(row.action) && (hand.get(row.id) ?? !wasImported(row)),
  )
  const choice: GridChoice = { isAll: false, ids: new Set(chosen.map(({ id }) => id)) }
  const take = (next: GridChoice) =>
    setHand(
      new Map(
        rows
          .filter(({ action }) => DOES.has(action))
          .map(({ id }) => [id, isChosen(next, id)] as const),
      ),
    )
  const openId = parts[1] ?? null
  const row = rows.find(({ id }) => id === openId)
  const n = (figure: number) => countText(figure)
  return (
    <>
      <div class="row wrap">
        <Segments
          label={text.show}
          value={shown}
          options={[
            ['', text.allRows({ n: n(rows.length) })],
            ...Object.entries(text.actions)
              .filter(([action]) => (counts.get(action) ?? 0) > 0)
              .map(
                ([action, label]) => [action, `${label} ${n(counts.get(action) ?? 0)}`] as const,
              ),
          ]}
          onInput={(show) => ask({ show })}
        />
      </div>
      <div class={`desk-split ${row === undefined ? '' : 'open'}`}>
        <div class="desk-list transfer-rows">
          <Grid<FileRow>
            key={shown}
            label={text.rows}
            total={listed.length}
            columns={unfiltered(columns(), 'action')}
            row={(i) => listed[i]}
            idOf={({ id }) => id}
            choice={choice}
            onChoice={take}
            open={openId}
            onOpen={({ id }) => open(['import', id], openId !== null)}
            onClose={() => open([])}
            empty={text.emptyRows}
          />
        </div>
        {row !== undefined && <RowCard key={row.id} row={row} onClose={() => open([])} />}
      </div>
      <div class="row wrap">
        <span class="grow" role="status">
          {text.chosen({
            n: n(chosen.length),
            fresh: n(counts.get('create') ?? 0),
            changed: n(counts.get('update') ?? 0),
          })}
        </span>
        <button
          type="button"
          class="primary"
          disabled={isOff || chosen.length === 0}
          onClick={() => setImporting(true)}
        >
          {text.importN({ n: n(chosen.length) })}…
        </button>
      </div>
      {isImporting && <ImportDialog rows={chosen} onClose={() => setImporting(false)} />}
    </>
  )
}

function countsOf(rows: readonly FileRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { action } of rows) counts.set(action, (counts.get(action) ?? 0) + 1)
  return counts
}

function columns(): readonly Column<FileRow>[] {
  const text = transferWords.value
  return [
    {
      id: 'action',
      label: text.what,
      px: 100,
      cell: ({ action }) => (
        <span class={action === 'error' ? 'loss' : action === 'unchanged' ? 'faint' : ''}>
          {text.actions[action]}
        </span>
      ),
    },
    { id: 'kind', label: text.kind, px: 130, cell: ({ kind }) => kindLabel(kind) },
    { id: 'key', label: text.key, px: 240, cell: ({ key }) => key },
    {
      id: 'why',
      label: text.more,
      px: 420,
      cell: ({ kind, error, changes, warnings }) =>
        error === null ? (
          [changes.map((name) => fieldLabel(kind, name)).join(', '), ...warnings]
            .filter(Boolean)
            .join(' · ')
        ) : (
          <span class="loss">{error}</span>
        ),
    },
  ]
}
