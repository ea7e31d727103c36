/** One wrong place of a record, told under `fields` of a 400. */
export interface Fault {
  readonly path: string
  readonly message: string
}
