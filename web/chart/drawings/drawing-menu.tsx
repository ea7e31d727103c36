import { newId } from '../../link/random.js'
import { Menu } from '../../look/controls.js'
import { symbols } from '../../state/market.js'
import { grouped } from '../../text/numbers.js'
import { words } from '../../text/terminal/words.js'
import type { ChartParts } from '../chart-parts.js'
import {
  canUndo,
  deleteDrawing,
  deleteDrawings,
  drawingsOf,
  keepDrawing,
  undoDrawing,
} from './kept-drawings.js'
import { DRAWING_KINDS, type DrawingKind, spotsOf } from './shapes.js'

/**
 * The menu of drawing tools. A tool chosen with the keyboard places its drawing in the middle, to
 * be moved with keys.
 */
export function DrawingMenu(props: {
  symbol: string
  place: ChartParts
  tool: DrawingKind | null
  onTool: (tool: DrawingKind | null) => void
}) {
  const { symbol, place, tool, onTool } = props
  const { drawings: text } = words.value
  const list = drawingsOf(symbol)
  const digits = symbols.value.get(symbol)?.digits ?? 5
  const choose = (kind: DrawingKind, isByKey: boolean) => {
    if (isByKey) putInMiddle(symbol, place, kind)
    else onTool(tool === kind ? null : kind)
  }
  return (
    <Menu label={text.title} text={text.title} isOn={tool !== null}>
      {(close) => (
        <>
          {DRAWING_KINDS.map((kind) => (
            <button
              key={kind}
              type="button"
              aria-pressed={tool === kind}
              onClick={(event) => {
                close()
                choose(kind, event.detail === 0)
              }}
            >
              {text.kinds[kind]}
            </button>
          ))}
          {(list.length > 0 || canUndo(symbol)) && <hr />}
          {canUndo(symbol) && (
            <button type="button" onClick={() => undoDrawing(symbol)}>
              {text.undo}
            </button>
          )}
          {list.map(({ id, kind, spots }) => (
            <button key={id} type="button" onClick={() => deleteDrawing(symbol, id)}>
              {text.delete({
                what: `${text.kinds[kind]} ${grouped(spots[0]?.price.toFixed(digits) ?? '')}`,
              })}
            </button>
          ))}
          {list.length > 1 && (
            <button
              type="button"
              onClick={() => {
                close()
                deleteDrawings(symbol)
              }}
            >
              {text.deleteAll({ count: list.length })}
            </button>
          )}
        </>
      )}
    </Menu>
  )
}

function putInMiddle(symbol: string, place: ChartParts, kind: DrawingKind): void {
  const { width, height } = place.size()
  const spot = (x: number, y: number) => {
    const [at, price] = [place.momentAt(x * width), place.priceAt(y * height)]
    return at === null || price === null ? [] : [{ at, price }]
  }
  const spots = [...spot(0.35, 0.6), ...spot(0.65, 0.4)].slice(0, spotsOf(kind))
  if (spots.length === spotsOf(kind)) keepDrawing(symbol, { id: newId(), kind, spots })
}
