/** The parts of a reason's text, by name. */
export type RefusalParams = Readonly<Record<string, string | number>>

/** An English text with the reason and the parameters that it has in every language. */
export interface KeyedText {
  readonly message: string
  /** A key of `REASONS`. */
  readonly reason: string
  readonly params: RefusalParams
}

/** One wrong place of a request: `path` is like `items[0].amount`, or the parameter's name. */
export interface Fault extends KeyedText {
  readonly path: string
}
