import type { reportWords } from '../generated/report-words.js'
import type { RowPlaces } from './row-places.js'

/** The tables of a report: sections of columns and rows, with their totals. */
export type ColumnType = 'integer' | 'decimal' | 'text' | 'time' | 'date'

/** Each column has a label in each language; rows, files and stored results have its name. */
export type ColumnName = keyof (typeof reportWords)['columns']

/** A chart is identified by its English title, which stored results have too. */
type ChartTitle = keyof (typeof reportWords)['charts']

export interface ReportColumn {
  readonly name: ColumnName
  readonly type: ColumnType
  /** The totals have its sum. */
  readonly isSummed?: true
}

/** Decimals are texts, so that nothing is rounded; times are UTC and dates days, as REST writes them. */
export type ReportCell = string | number | null
export type ReportRow = readonly ReportCell[]

export const CHART_KINDS = ['bars', 'line', 'sides'] as const

/**
 * Points computed from the rows: the value of `of`, or the number of rows, by the value of `by`.
 */
export interface ChartSpec {
  readonly title: ChartTitle
  /**
   * `sides` are bars to either side: `of` on one side, `against` on the other, and the difference
   * of both.
   */
  readonly kind: (typeof CHART_KINDS)[number]
  /** Names of columns. A time counts by its day on the server's clock. */
  readonly by: ColumnName
  readonly of: ColumnName | null
  readonly against?: ColumnName
  /** A chart for each value of this column, a currency, which is its unit; null is one of all. */
  readonly split: ColumnName | null
  /** The unit of its values; '' is money. */
  readonly unit: keyof (typeof reportWords)['units'] | ''
}

export interface ChartPoint {
  readonly label: string
  readonly value: number
  /** The value of the other side, or of a second line. */
  readonly second?: number
}

/** A chart with its points, ready to be drawn. */
export interface ChartData {
  readonly title: string
  /** A currency, or another unit. */
  readonly unit: string
  readonly kind: ChartSpec['kind']
  /** Days rise from left to right; other bars stand by their size. */
  readonly isByDay: boolean
  /** The name of the value, and of a second one if there are two. */
  readonly names: readonly string[]
  readonly points: readonly ChartPoint[]
}

export interface SectionHead {
  readonly title: string
  readonly columns: readonly ReportColumn[]
  /** Columns that the totals have a line for each value of; none is one line of all. */
  readonly totalsBy: readonly ColumnName[]
  readonly charts: readonly ChartSpec[]
}

/** A line of totals: the columns that it is about, the number of its rows, and the sums by their columns. */
export type TotalLine = Readonly<Record<string, string | number | null>>

/** A section as it is stored with its job: without most of its rows. */
export interface KeptSection {
  readonly title: string
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[]
  /** The first ones. */
  readonly rows: readonly ReportRow[]
  readonly row_count: number
  readonly totals: readonly TotalLine[]
  /** Formats without charts leave this field out. */
  readonly charts?: readonly ChartData[]
  /** Left out by formats whose rows are not read by their number. */
  readonly places?: RowPlaces
}

export function column(name: ColumnName, type: ColumnType): ReportColumn {
  return { name, type }
}

export function summed(name: ColumnName): ReportColumn {
  return { name, type: 'decimal', isSummed: true }
}
