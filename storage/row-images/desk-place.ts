/** The newest entry of the desk's log whose rows tables have. */
export interface DeskPlace {
  /** 0 before the first. */
  readonly n: number
  readonly digest: Uint8Array
}

export const BEFORE_FIRST: DeskPlace = { n: 0, digest: new Uint8Array(0) }
