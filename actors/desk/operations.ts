import type { Handlers, OperationsOf, Outcome } from '../thread/ask.js'
import type { Actor } from './actor.js'
import type { Desk } from './desk.js'
import { onceDesk } from './once.js'
import { deskParts, type PartOperations } from './parts.js'
import type { Once } from './remembered-answers.js'
import { withRoom } from './room.js'

export type DeskOperations = PartOperations & OperationsOf<ReturnType<typeof onceDesk>>

export function deskHandlers(desk: Desk): Handlers<DeskOperations> {
  return { ...madeOnce(desk, withRoom(desk, deskParts(desk))), ...onceDesk(desk) }
}

/** Makes each operation with a key run only once (actors/desk/remembered-answers.ts). */
function madeOnce<Parts extends object>(desk: Desk, handlers: Parts): Parts {
  const made = Object.entries(handlers as Record<string, Handler>).map(([name, handle]) => {
    const once: Handler = (request) => {
      if (request?.once === undefined || request.actor === undefined) return handle(request)
      return desk.answers.once(request.actor, request.once, () => handle(request))
    }
    return [name, once]
  })
  return Object.fromEntries(made) as Parts
}

type Handler = (
  request: { readonly actor?: Actor; readonly once?: Once } | null,
) => Outcome<unknown>
