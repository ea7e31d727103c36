/**
 * A field of an account that differs from the sum of its history, as text. Null means that the
 * value is missing.
 */
export interface FieldDifference {
  readonly field: string
  readonly stored: string | null
  readonly computed: string | null
}
