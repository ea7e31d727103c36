import { refuseInput } from '../../../wire/answer/errors.js'
import { findErrors } from '../../../wire/check/validate.js'
import type { TSchema } from '../../../wire/schema/scalars.js'
import {
  type DealingArgs,
  DealingPriceArgs,
  DealingTakeArgs,
  DealingTextArgs,
} from '../../../wire/schema/trading/dealing.js'
import type { DealingAct } from '../../../wire/thread/dealing.js'
import type { DealingDesk } from '../../readers/dealing-desk.js'
import type { StaffFamily, StaffOp } from './staff-op.js'

/** `dealing.take`, `.confirm`, `.reject`, `.requote` and `.return`: a dealer's answers to requests. */
export function dealingOps(desk: DealingDesk): StaffFamily {
  const op = (act: DealingAct['act'], schema: TSchema): StaffOp => ({
    rights: ['dealing'],
    run(request) {
      const errors = findErrors(schema, request.args, request.sizeBytes)
      if (errors !== null) return refuseInput(errors)
      return desk.act(act, request, request.args as unknown as DealingArgs)
    },
  })
  return (sockets) => {
    desk.attach(sockets)
    return {
      ops: {
        'dealing.take': op('take', DealingTakeArgs),
        'dealing.confirm': op('confirm', DealingPriceArgs),
        'dealing.reject': op('reject', DealingTextArgs),
        'dealing.requote': op('requote', DealingPriceArgs),
        'dealing.return': op('return', DealingTakeArgs),
      },
      enter: (connection, session) => desk.enter(connection, session),
      leave: (connection) => desk.leave(connection),
    }
  }
}
