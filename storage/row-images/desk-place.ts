/** The newest entry of the desk's log that the tables contain. */
export interface DeskPlace {
  /** The number of the entry; 0 before the first. */
  readonly n: number
  readonly digest: Uint8Array
}

export const BEFORE_FIRST: DeskPlace = { n: 0, digest: new Uint8Array(0) }
