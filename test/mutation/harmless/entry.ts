/**
 * A mistake that changes nothing which anybody would see, by what it changes and not by its line: it is not planted. Those
 * of each part of the product are in a file of its name here, each with its reason.
 */
export interface Harmless {
  readonly file: string
  /** The change as the table of a run shows it. */
  readonly change: string
  readonly why: string
}
