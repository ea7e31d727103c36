import {
  DealingAfterView,
  DealingCheckArgs,
  DealingDoneView,
  DealingPriceArgs,
  DealingRequestView,
  DealingRequoteArgs,
  DealingTakeArgs,
  DealingTextArgs,
} from '../../../wire/schema/trading/dealing.js'
import type { DealingDesk } from '../../readers/dealing-desk.js'
import { type StaffFamily, served, staffOp } from './staff-op.js'

const RIGHTS = ['dealing']

const take = staffOp({
  name: 'dealing.take',
  says: 'Takes a request out of the queue, so that no other dealer can decide it.',
  rights: RIGHTS,
  args: DealingTakeArgs,
  example: { id: 7 },
  data: DealingRequestView,
  handle: (desk: DealingDesk, asker, args) => desk.act('take', asker, args),
})

const check = staffOp({
  name: 'dealing.check',
  says: 'Calculates the account after a confirmation at the given price, or at the market price. Changes nothing.',
  rights: RIGHTS,
  args: DealingCheckArgs,
  example: { id: 7, price: '1.17012' },
  data: DealingAfterView,
  handle: (desk: DealingDesk, asker, args) => desk.act('check', asker, args),
})

const confirm = staffOp({
  name: 'dealing.confirm',
  says:
    'Fills the request at the given price, or at the market price. A price further from the ' +
    'market than `dealing_deviation_pct` needs a reason.',
  rights: RIGHTS,
  args: DealingPriceArgs,
  example: { id: 7, price: '1.17012' },
  data: DealingDoneView,
  handle: (desk: DealingDesk, asker, args) => desk.act('confirm', asker, args),
})

const reject = staffOp({
  name: 'dealing.reject',
  says: 'Rejects the request. The trader sees `text`.',
  rights: RIGHTS,
  args: DealingTextArgs,
  example: { id: 7, text: 'No liquidity' },
  data: DealingDoneView,
  handle: (desk: DealingDesk, asker, args) => desk.act('reject', asker, args),
})

const requote = staffOp({
  name: 'dealing.requote',
  says:
    'Offers the trader another price. A price further from the market than ' +
    '`dealing_deviation_pct` needs a reason.',
  rights: RIGHTS,
  args: DealingRequoteArgs,
  example: { id: 7, price: '1.17020', valid_sec: 10 },
  data: DealingDoneView,
  handle: (desk: DealingDesk, asker, args) => desk.act('requote', asker, args),
})

const giveBack = staffOp({
  name: 'dealing.return',
  says: 'Returns the request to the queue for other dealers.',
  rights: RIGHTS,
  args: DealingTakeArgs,
  example: { id: 7 },
  data: DealingRequestView,
  handle: (desk: DealingDesk, asker, args) => desk.act('return', asker, args),
})

export const DEALING_OPS = [take, check, confirm, reject, requote, giveBack]

/**
 * `dealing.take`, `.check`, `.confirm`, `.reject`, `.requote` and `.return`: dealers' answers to
 * requests.
 */
export function dealingOps(desk: DealingDesk): StaffFamily {
  return (sockets) => {
    desk.attach(sockets)
    return served(DEALING_OPS, desk)
  }
}
