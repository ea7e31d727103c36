import { changePreferences, preferences } from '../../state/preferences.js'
import { DRAWING_KINDS, type Drawing, type Spot, spotsOf } from './shapes.js'

/** The drawings of each symbol, among what the account keeps. */
const KEY = 'drawings'
const MAX_PER_SYMBOL = 40

export function drawingsOf(symbol: string): readonly Drawing[] {
  const list = bySymbol(preferences.value[KEY])[symbol]
  return Array.isArray(list) ? list.filter(isDrawing).slice(0, MAX_PER_SYMBOL) : []
}

/** The oldest go where there are too many. */
export function keepDrawing(symbol: string, drawing: Drawing): void {
  change(symbol, (list) => {
    const isKnown = list.some(({ id }) => id === drawing.id)
    return isKnown
      ? list.map((one) => (one.id === drawing.id ? drawing : one))
      : [...list, drawing].slice(-MAX_PER_SYMBOL)
  })
}

export function deleteDrawing(symbol: string, id: string): void {
  change(symbol, (list) => list.filter((one) => one.id !== id))
}

export function deleteDrawings(symbol: string): void {
  change(symbol, () => [])
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

/** Other programs keep what they like there. */
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
