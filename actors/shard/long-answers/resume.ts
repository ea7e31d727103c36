import type { Account } from '../../../engine/account/state.js'
import { refuse } from '../../../engine/code.js'
import { beginReply, DATA } from '../../../wire/frame/socket-frame.js'
import { key } from '../../../wire/trade/views.js'
import type { ShardCore } from '../core.js'
import type { ShardSocket, ShardSockets } from '../live/sockets.js'
import { tellEvents, walkBack } from './events.js'
import type { BulkAsked, BulkEnd, Slice } from './long-answers.js'

const GONE = refuse('resume_gone', 'These events are too old to be sent again. Take a snapshot.')

/** `resume`: an answer that says from where to where, then the events after `from`. */
export function resumeAsked(
  core: ShardCore,
  sockets: ShardSockets,
  socket: ShardSocket,
  account: Account,
  { id, from }: { readonly id: number | string; readonly from: number },
): Omit<BulkAsked, 'refuse'> {
  return {
    ...{ what: 'resume', login: socket.login, socket },
    rows: 0,
    *work(slice: Slice): Generator<void, BulkEnd> {
      const to = account.seq
      const walked = yield* walkBack(core, account, from, slice)
      if (walked === undefined) return GONE
      const w = sockets.writers[socket.codec]
      beginReply(w, id, 'ok', '')
      w.map(2, DATA)
      w.intText(key('from'), from)
      w.intText(key('to'), to)
      w.endMap()
      w.endMap()
      sockets.reply(socket)
      slice.isAnswered = true
      slice.hasTold = true
      slice.left -= w.length
      return yield* tellEvents(core, sockets, socket, account, from, slice, walked)
    },
  }
}
