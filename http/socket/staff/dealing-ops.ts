import type { DealingDesk } from '../../readers/dealing-desk.js'
import type { StaffFamily } from './staff-op.js'

/**
 * `dealing.take`, `.check`, `.confirm`, `.reject`, `.requote` and `.return`: dealers' answers to
 * requests.
 */
export function dealingOps(desk: DealingDesk): StaffFamily {
  return (sockets) => {
    desk.attach(sockets)
    return {
      ops: {
        'dealing.take': (asker, args) => desk.act('take', asker, args),
        'dealing.check': (asker, args) => desk.act('check', asker, args),
        'dealing.confirm': (asker, args) => desk.act('confirm', asker, args),
        'dealing.reject': (asker, args) => desk.act('reject', asker, args),
        'dealing.requote': (asker, args) => desk.act('requote', asker, args),
        'dealing.return': (asker, args) => desk.act('return', asker, args),
      },
      enter: (connection, session) => desk.enter(connection, session),
      leave: (connection) => desk.leave(connection),
    }
  }
}
