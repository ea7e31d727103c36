import { signal } from '@preact/signals'
import { monotonic } from '../../link/clock.js'
import { changePreferences, preferences } from '../../state/preferences.js'
import { DRAWING_KINDS, type Drawing, type Spot, spotsOf } from './shapes.js'

/** The drawings of each symbol, stored in the account's preferences. */
const KEY = 'drawings'
const MAX_PER_SYMBOL = 40
/** The most changes on this page that can be undone. */
const UNDONE_MAX = 50

/** A symbol's drawings before a change, by id; null for one that did not exist. */
interface Before {
  readonly symbol: string
  /** The time of the change, on the page's clock. */
  readonly at: number
  readonly drawings: readonly (readonly [string, Drawing | null])[]
}

const changed = signal<readonly Before[]>([])

export function drawingsOf(symbol: string): readonly Drawing[] {
  const list = bySymbol(preferences.value[KEY])[symbol]
  return Array.isArray(list) ? list.filter(isDrawing).slice(0, MAX_PER_SYMBOL) : []
}

/** Saves a drawing. If there are too many, the oldest are removed. */
export function keepDrawing(symbol: string, drawing: Drawing): void {
  remember(symbol, [drawing.id])
  change(symbol, (list) => {
    const isKnown = list.some(({ id }) => id === drawing.id)
    return isKnown
      ? list.map((one) => (one.id === drawing.id ? drawing : one))
      : [...list, drawing].slice(-MAX_PER_SYMBOL)
  })
}

export function deleteDrawing(symbol: string, id: string): void {
  remember(symbol, [id])
  change(symbol, (list) => list.filter((one) => one.id !== id))
}

export function deleteDrawings(symbol: string): void {
  remember(
    symbol,
    drawingsOf(symbol).map(({ id }) => id),
  )
  change(symbol, () => [])
}

function remember(symbol: string, ids: readonly string[]): void {
  const list = drawingsOf(symbol)
  const drawings = ids.map((id) => [id, list.find((one) => one.id === id) ?? null] as const)
  changed.value = [...changed.value, { symbol, at: monotonic(), drawings }].slice(-UNDONE_MAX)
}

export function canUndo(symbol: string): boolean {
  return changed.value.some((one) => one.symbol === symbol)
}

/**
 * The time when the symbol's drawings were last changed in a way that can be undone; 0 if there is
 * nothing to undo.
 */
export function drawnAt(symbol: string): number {
  return changed.value.findLast((one) => one.symbol === symbol)?.at ?? 0
}

/** Undoes the last change of the symbol's drawings. Other drawings stay. */
export function undoDrawing(symbol: string): void {
  const last = changed.value.findLast((one) => one.symbol === symbol)
  if (last === undefined) return
  changed.value = changed.value.filter((one) => one !== last)
  const ids = last.drawings.map(([id]) => id)
  const back = last.drawings.flatMap(([, drawing]) => drawing ?? [])
  change(symbol, (list) => [...list.filter(({ id }) => !ids.includes(id)), ...back])
}

function change(symbol: string, made: (list: readonly Drawing[]) => readonly Drawing[]): void {
  changePreferences((content) => {
    const all = bySymbol(content[KEY])
    const list = all[symbol]
    const next = made(Array.isArray(list) ? list.filter(isDrawing) : [])
    const { [symbol]: _, ...others } = all
    return { ...content, [KEY]: next.length === 0 ? others : { ...others, [symbol]: next } }
  })
}

/** Other programs may have stored anything under this key. */
function bySymbol(value: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Record<string, unknown>) : {}
}

function isDrawing(value: unknown): value is Drawing {
  const { id, kind, spots } = bySymbol(value)
  const known = DRAWING_KINDS.find((one) => one === kind)
  return (
    typeof id === 'string' &&
    known !== undefined &&
    Array.isArray(spots) &&
    spots.length === spotsOf(known) &&
    spots.every(isSpot)
  )
}

function isSpot(value: unknown): value is Spot {
  const { at, price } = bySymbol(value)
  return Number.isFinite(at) && Number.isFinite(price)
}
