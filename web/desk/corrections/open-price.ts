import type { Schemas } from '../../link/contract.js'

type Row = Schemas['DealCorrectionRow']

/** The open price before and after the correction. A closed position has none. */
export const openPriceOf = ({
  price_open_before: before,
  price_open: then,
}: Partial<Pick<Row, 'price_open' | 'price_open_before'>>) =>
  before === null || before === undefined || then === null || then === undefined
    ? null
    : before === then
      ? before
      : `${before} → ${then}`
