import type { Schemas } from '../../link/contract.js'

/** Whether the deal moved balance or credit, so that its opposite can be booked. */
export const isReversible = ({ entry, profit, credit }: Schemas['DealView']): boolean =>
  entry === 'balance' && /[1-9]/.test(`${profit} ${credit}`)
