/** The limit that prevents further public sign-ups. */
export type SignUpBound = 'none' | 'all' | 'hour' | 'licence'

/** The number of demo accounts from public sign-up, and the limit that has been reached. */
export interface SignUpStanding {
  readonly open: number
  readonly bound: SignUpBound
}
