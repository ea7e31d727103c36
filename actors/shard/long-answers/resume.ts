import type { Account } from '../../../engine/account/state.js'
import { refuse as refusalOf } from '../../../engine/code.js'
import { key } from '../../../wire/frame/frame-writer.js'
import { beginReply, DATA } from '../../../wire/frame/socket-frame.js'
import type { ShardCore } from '../core.js'
import type { Slice } from '../live/slice.js'
import type { ShardSocket, ShardSockets } from '../live/sockets.js'
import { tellEvents, walkBack } from './events.js'
import type { BulkEnd, LongAnswerAsk } from './long-answers.js'

const GONE = refusalOf('resume_gone', 'These events are too old to be sent again. Take a snapshot.')

/** Answers `resume`: first the range of events, then the events after `from`. */
export function answerResume(
  core: ShardCore,
  sockets: ShardSockets,
  socket: ShardSocket,
  account: Account,
  { id, from }: { readonly id: number | string; readonly from: number },
  refuse: LongAnswerAsk['refuse'],
): LongAnswerAsk {
  return {
    refuse,
    what: 'resume',
    login: socket.login,
    socket,
    rows: 0,
    *work(slice: Slice): Generator<void, BulkEnd> {
      const begunAt = account.seq
      const walked = yield* walkBack(core, account, from, slice)
      if (walked === undefined) {
        refuse(GONE)
        slice.isAnswered = true
        return yield* tellEvents(core, sockets, socket, account, begunAt, slice)
      }
      const w = sockets.writers[socket.codec]
      beginReply(w, id, 'ok', '')
      w.map(2, DATA)
      w.intText(key('from'), from)
      w.intText(key('to'), begunAt)
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
