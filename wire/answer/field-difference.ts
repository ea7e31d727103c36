/** A field of an account that is not what its history makes of it, in words; null: there is none. */
export interface FieldDifference {
  readonly field: string
  readonly stored: string | null
  readonly computed: string | null
}
