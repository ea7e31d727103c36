import { render } from 'preact'
import type { Answer } from '../../link/answer.js'
import { say } from '../../state/notes.js'
import { tabText } from '../../text/csv.js'
import { listWords } from '../../text/lists/list-words.js'
import { countText } from '../../text/numbers.js'
import { answerWords } from '../../text/refusals.js'
import { copy } from '../copy.js'
import type { ListColumn } from '../table/column.js'
import { type GridChoice, isChosen, NOTHING } from './choice.js'

/** Reads rows of a list that are not on the page. */
export interface RowReader<Row> {
  /** The first rows in the displayed order. A row may be there twice. */
  first(max: number): Promise<readonly Row[] | Answer<unknown>>
  withIds(ids: readonly string[]): Promise<readonly Row[] | Answer<unknown>>
}

interface Copied<Row> {
  readonly columns: readonly ListColumn<Row>[]
  readonly total: number
  row(i: number): Row | undefined
  idOf(row: Row): string
  readonly choice?: GridChoice
  /** Omitted if all rows are loaded. */
  readonly reader?: RowReader<Row> | undefined
}

/** The most rows to copy. A longer list is exported as a file. */
const ROWS_MAX = 1_000

/** Whether the key copies rows: Ctrl+C, unless the user has selected text. */
export function isCopyKey({ key, ctrlKey, metaKey, altKey, shiftKey, repeat }: KeyboardEvent) {
  if (repeat || altKey || shiftKey || !(ctrlKey || metaKey)) return false
  return key.toLowerCase() === 'c' && getSelection()?.isCollapsed !== false
}

/** Copies the selected rows or, if none is selected, the current one, with the visible columns. */
export async function copyRows<Row>(list: Copied<Row>, at: number): Promise<void> {
  const { columns, choice = NOTHING } = list
  const current = list.row(at)
  const isNone = !choice.isAll && choice.ids.size === 0
  const read = isNone ? (current === undefined ? [] : [current]) : await chosen(list, choice)
  if (!Array.isArray(read)) {
    say('bad', listWords.value.copyRows, answerWords(read as Answer<unknown>))
    return
  }
  const rows = (read as readonly Row[]).slice(0, ROWS_MAX)
  if (rows.length === 0) return
  const n = countText(rows.length)
  const { copiedRows, copiedFirst } = listWords.value
  await copy(
    tabText(
      columns.map(({ label }) => label),
      rows.map((row) => printed(columns, row)),
    ),
    read.length > ROWS_MAX ? copiedFirst({ n }) : copiedRows({ n }),
  )
}

/** The selected rows in the displayed order; those that are not loaded come last. */
async function chosen<Row>(
  { total, row, idOf, reader }: Copied<Row>,
  choice: GridChoice,
): Promise<readonly Row[] | Answer<unknown>> {
  const { isAll, ids } = choice
  const isFitting = (one: Row) => isChosen(choice, idOf(one))
  if (isAll && reader !== undefined) {
    const read = await reader.first(ROWS_MAX + ids.size + 1)
    if (!Array.isArray(read)) return read
    const byId = new Map((read as readonly Row[]).map((one) => [idOf(one), one]))
    return [...byId.values()].filter(isFitting)
  }
  const rows: Row[] = []
  for (let i = 0; i < total && (isAll || rows.length < ids.size); i++) {
    const one = row(i)
    if (one !== undefined && isFitting(one)) rows.push(one)
  }
  const loaded = new Set(rows.map(idOf))
  const missing = isAll ? [] : [...ids].filter((id) => !loaded.has(id))
  const room = ROWS_MAX + 1 - rows.length
  if (reader === undefined || missing.length === 0 || room <= 0) return rows
  const read = await reader.withIds(missing.slice(0, room))
  return Array.isArray(read) ? [...rows, ...(read as readonly Row[])] : read
}

/** The texts of a row as the page prints them. */
function printed<Row>(columns: readonly ListColumn<Row>[], row: Row): readonly string[] {
  const box = document.createElement('div')
  render(
    columns.map((column) => <p key={column.id}>{column.cell(row)}</p>),
    box,
  )
  const texts = [...box.children].map(({ textContent }) => textContent ?? '')
  render(null, box)
  return texts
}
