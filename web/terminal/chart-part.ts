import { lazy } from '../look/lazy.js'

const load = () => import('../chart/charts.js')

/** The charts, the largest component of the terminal, loaded separately. */
export const Charts = lazy(() => load().then(({ Charts: Part }) => Part))

/** Preloads the charts during sign-in. If that fails, they load when they are first shown. */
export function fetchCharts(): void {
  load().catch(() => undefined)
}
