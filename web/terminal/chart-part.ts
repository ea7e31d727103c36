import { lazy } from '../look/lazy.js'

const load = () => import('../chart/charts.js')

/** The charts: the largest part of the terminal, and one that everybody comes to. */
export const Charts = lazy(() => load().then(({ Charts: Part }) => Part))

/** Fetches them while somebody signs in, or the account is read; where that fails they are asked for when they are shown. */
export function fetchCharts(): void {
  load().catch(() => undefined)
}
