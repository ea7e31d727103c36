import { useState } from 'preact/hooks'
import { addAlert } from '../trader/watchlist/alerts.js'
import type { ChartParts } from './chart-parts.js'
import type { DrawingKind } from './drawings/shapes.js'
import type { Mark } from './handles/marks.js'
import { orderAt } from './order-at.js'
import { beginPlan, marksOfPlan } from './plan/plan.js'

/** The tool of the chart, which the next click uses at its price. */
type Picked = 'alert' | 'order'

/** The active tool of a chart: draw, plan an order, or pick a price. */
export interface ChartTools {
  readonly tool: DrawingKind | null
  setTool(tool: DrawingKind | null): void
  /** Creates the marks of a planned order; null if there is none. */
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
