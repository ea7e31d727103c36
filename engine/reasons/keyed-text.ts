/** The parts of a reason's text, by name. */
export type RefusalParams = Readonly<Record<string, string | number>>

/**
 * An English text, with its reason and parameters, from which pages build the text in any language.
 */
export interface KeyedText {
  readonly message: string
  /** A key of `REASONS`. */
  readonly reason: string
  readonly params: RefusalParams
}

/** A wrong part of a request. `path` is like `items[0].amount`, or the name of a parameter. */
export interface Fault extends KeyedText {
  readonly path: string
}
