/**
 * A day, or a part of a day, on which symbols are closed. Minutes count on the server's wall clock.
 */
export interface HolidayRecord {
  readonly id: number
  /** 0 for every year. */
  readonly year: number
  readonly month: number
  readonly day: number
  readonly description: string
  readonly enabled: boolean
  readonly from_min: number
  readonly to_min: number
  readonly position: number
  readonly symbols: readonly string[]
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}
