import {
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type UTCTimestamp,
} from 'lightweight-charts'
import { type Indicator, indicatorName, KINDS } from './kinds.js'
import { type Bar, fill, type Study, type StudyPart, studyOf } from './studies.js'

/** An indicator as the legend shows it. */
export interface ShownIndicator {
  readonly name: string
  /** The number of the pane; 0 is the price pane. */
  readonly pane: number
  readonly values: readonly { readonly colour: string; readonly value: number | null }[]
}

interface Line {
  readonly drawn: StudyPart
  readonly series: ISeriesApi<'Line' | 'Histogram'>
}

interface Shown {
  readonly indicator: Indicator
  readonly study: Study
  readonly pane: number
  readonly lines: readonly Line[]
}

/** Draws indicators in a chart: recreated for new bars, then updated with every price. */
export class IndicatorLines {
  readonly #chart: IChartApi
  #shown: readonly Shown[] = []

  constructor(chart: IChartApi) {
    this.#chart = chart
  }

  /** Draws the indicators. Their levels have the colour `faint`. */
  show(indicators: readonly Indicator[], bars: readonly Bar[], faint: string): void {
    const chart = this.#chart
    for (const { lines } of this.#shown) for (const { series } of lines) chart.removeSeries(series)
    while (chart.panes().length > 1) chart.removePane(chart.panes().length - 1)
    let panes = 0
    this.#shown = indicators.map((indicator) => {
      const { isOwn, levels } = KINDS[indicator.kind]
      const pane = isOwn ? ++panes : 0
      const study = studyOf(indicator)
      fill(study, bars, 0)
      const lines = study.drawn.map((drawn) => {
        const series = this.#seriesOf(drawn, pane)
        series.setData(
          drawn.values.flatMap((value, i) => {
            const time = bars[i]?.time as UTCTimestamp | undefined
            return value === null || time === undefined ? [] : [{ time, value }]
          }),
        )
        return { drawn, series }
      })
      for (const price of levels) {
        lines[0]?.series.createPriceLine({
          price,
          color: faint,
          lineWidth: 1,
          lineStyle: 1,
          axisLabelVisible: false,
          title: '',
        })
      }
      return { indicator, study, pane, lines }
    })
  }

  follow(bars: readonly Bar[], from: number): void {
    for (const { study, lines } of this.#shown) {
      fill(study, bars, from)
      for (const { drawn, series } of lines) {
        for (let i = from; i < bars.length; i++) {
          const [value, time] = [drawn.values[i] ?? null, bars[i]?.time as UTCTimestamp]
          if (value !== null) series.update({ time, value }, i < bars.length - 1)
        }
      }
    }
  }

  valuesAt(i: number): readonly ShownIndicator[] {
    return this.#shown.map(({ indicator, pane, lines }) => ({
      name: indicatorName(indicator),
      pane,
      values: lines.map(({ drawn: { colour, values } }) => ({ colour, value: values[i] ?? null })),
    }))
  }

  #seriesOf({ kind, colour }: StudyPart, pane: number): ISeriesApi<'Line' | 'Histogram'> {
    const options = {
      color: colour,
      lineWidth: 1,
      priceLineVisible: false,
      lastValueVisible: false,
      crosshairMarkerVisible: false,
    } as const
    return kind === 'bars'
      ? this.#chart.addSeries(HistogramSeries, options, pane)
      : this.#chart.addSeries(LineSeries, options, pane)
  }
}
