import { useState } from 'preact/hooks'
import { addAlert } from '../trader/watchlist/alerts.js'
import type { ChartParts } from './chart-parts.js'
import type { DrawingKind } from './drawings/shapes.js'
import type { Mark } from './handles/marks.js'
import { orderAt } from './order-at.js'
import { beginPlan, marksOfPlan } from './plan/plan.js'

/** What a press at a price would make. */
type Picked = 'alert' | 'order'

/** The tool in hand on a chart: to draw, to plan an order, or to pick a price. */
export interface ChartTools {
  readonly tool: DrawingKind | null
  setTool(tool: DrawingKind | null): void
  /** The marks of an order that is planned; null where none is. */
  readonly planned: ((symbol: string) => Mark[]) | null
  plan(): void
  readonly picking: Picked | null
  setPicking(what: Picked | null): void
  pick(price: string | null): void
}

export function useChartTools(symbol: string, parts: ChartParts | null): ChartTools {
  const [tool, setTool] = useState<DrawingKind | null>(null)
  const [planned, setPlanned] = useState<ChartTools['planned']>(null)
  const [picking, setPicking] = useState<Picked | null>(null)
  return {
    tool,
    setTool,
    planned,
    plan() {
      if (planned !== null) return setPlanned(null)
      if (parts === null) return
      beginPlan(parts)
      setPlanned(() => marksOfPlan)
    },
    picking,
    setPicking,
    pick(price) {
      setPicking(null)
      if (price === null) return
      if (picking === 'alert') addAlert(symbol, price)
      else orderAt(symbol, price)
    },
  }
}
