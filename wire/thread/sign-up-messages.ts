/** The bound that keeps strangers from opening one more demo account. */
export type SignUpBound = 'none' | 'all' | 'hour' | 'licence'

/** The demo accounts that strangers opened and that are there, and the bound that they stand at. */
export interface SignUpStanding {
  readonly open: number
  readonly bound: SignUpBound
}
