import type { reportWords } from '../generated/report-words.js'
import type { RowPlaces } from './row-places.js'

/** The tables of a report. Each section has columns, rows and totals. */
export type ColumnType = 'integer' | 'decimal' | 'text' | 'time' | 'date'

/** The key of a column in rows, files and stored results. Each language has a label for it. */
export type ColumnName = keyof (typeof reportWords)['columns']

/** A chart is identified by its English title, also in stored results. */
export type ChartTitle = keyof (typeof reportWords)['charts']

export interface ReportColumn {
  readonly name: ColumnName
  readonly type: ColumnType
  /** True if the totals contain the sum of this column. */
  readonly isSummed?: true
}

/**
 * Decimals are texts, so that nothing is rounded. Times are in UTC and dates are days, as in REST.
 */
export type ReportCell = string | number | null
export type ReportRow = readonly ReportCell[]

export const CHART_KINDS = ['bars', 'line', 'sides'] as const

/**
 * A chart whose points are computed from the rows: by each value of `by`, the sum of `of`, or the
 * number of rows.
 */
export interface ChartSpec {
  readonly title: ChartTitle
  /** `sides` draws `of` and `against` as bars in opposite directions, and their difference. */
  readonly kind: (typeof CHART_KINDS)[number]
  /** Names of columns. Times are grouped by day on the server's clock. */
  readonly by: ColumnName
  readonly of: ColumnName | null
  readonly against?: ColumnName
  /**
   * One chart for each value of this column, which contains currencies and names the unit; null for
   * a single chart.
   */
  readonly split: ColumnName | null
  /** The unit of the chart's values; '' for money. */
  readonly unit: keyof (typeof reportWords)['units'] | ''
}

export interface ChartPoint {
  readonly label: string
  readonly value: number
  /** The value on the other side, or of a second line. */
  readonly second?: number
}

/** A chart with its points, ready for drawing. */
export interface ChartData {
  readonly title: string
  /** The code of a currency, or another unit. */
  readonly unit: string
  readonly kind: ChartSpec['kind']
  /** The column whose values are the labels; undefined if they are of none. */
  readonly by?: string
  /** True if the points are days from left to right. Other charts sort bars by size. */
  readonly isByDay: boolean
  /** The name of the value, and the name of the second value if there is one. */
  readonly names: readonly string[]
  readonly points: readonly ChartPoint[]
}

export interface SectionHead {
  readonly title: string
  readonly columns: readonly ReportColumn[]
  /**
   * The totals have one line per combination of these columns' values. An empty list gives one line
   * in total.
   */
  readonly totalsBy: readonly ColumnName[]
  readonly charts: readonly ChartSpec[]
}

/**
 * A line of totals: the columns it is grouped by, the number of its rows, and the sums by column.
 */
export type TotalLine = Readonly<Record<string, string | number | null>>

/** A section as it is stored with its job: with only its first rows. */
export interface KeptSection {
  readonly title: string
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[]
  readonly rows: readonly ReportRow[]
  readonly row_count: number
  readonly totals: readonly TotalLine[]
  /** The charts of the section; undefined for formats without charts. */
  readonly charts?: readonly ChartData[]
  /** The places of rows in the file; undefined for formats whose rows cannot be read by number. */
  readonly places?: RowPlaces
}

export function column(name: ColumnName, type: ColumnType): ReportColumn {
  return { name, type }
}

export function summed(name: ColumnName): ReportColumn {
  return { name, type: 'decimal', isSummed: true }
}
