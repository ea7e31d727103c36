import { type AccountEvent, symbolOf as symbolIdOf } from '../../../engine/account/event.js'
import type { Book } from '../../../engine/book/compiled.js'
import { FrameTemplate } from '../../../wire/frame/frame-template.js'
import type { FrameWriter } from '../../../wire/frame/frame-writer.js'
import { DATA, frameWriter, type SocketCodec } from '../../../wire/frame/socket-frame.js'
import type { RowHolder, RowSymbol } from '../../../wire/row/row-facts.js'
import { DEAL_ROW, ORDER_ROW, POSITION_ROW } from '../../../wire/row/rows.js'
import {
  writeDay,
  writeNight,
  writeRestatement,
  writeStanding,
} from '../../../wire/trade/standing-views.js'
import { symbolOf } from '../row-facts.js'

/** Encodes an account's events as frames, for its own sockets and for staff who watch it. */

/** The receiver: the holder of the account, or staff. */
export type EventAudience = 'holder' | 'staff'

/**
 * Events that staff watchers do not receive: they receive the changed money, and after a repair
 * also the rows.
 */
export type HiddenEvent = 'night' | 'day' | 'restatement'

/**
 * The indexes of the templates by kind of frame. Symbols may share a place, which only costs time.
 */
export const MONEY = 0
export const TRADE_REPLY = 1
const FIRST_EVENT = 2
const SYMBOL_PLACES = 64
const SHAPES = 32
const PLACES = FIRST_EVENT + SYMBOL_PLACES * SHAPES

/**
 * Keeps the newest frame of each kind; the next frame of that kind overwrites only what differs.
 */
export class EventTemplates {
  readonly #templates: Readonly<Record<SocketCodec, (FrameTemplate | undefined)[]>> = {
    json: new Array(PLACES),
    msgpack: new Array(PLACES),
  }

  at(codec: SocketCodec, place: number): FrameTemplate {
    const templates = this.#templates[codec]
    let template = templates[place]
    if (template === undefined) {
      template = new FrameTemplate(frameWriter(codec))
      templates[place] = template
    }
    return template
  }
}

export function templateFor(event: AccountEvent): number {
  const symbol = symbolIdOf(event) % SYMBOL_PLACES
  return FIRST_EVENT + symbol * SHAPES + shapeOf(event)
}

/**
 * Frames of different shapes have different fields, or different fields for the two sides, so a
 * template does not fit both.
 */
function shapeOf(event: AccountEvent): number {
  switch (event.type) {
    case 'order':
      return (event.kind === 'market' ? 0 : 4) + stopsShape(event) + sideShape(event.side)
    case 'deal':
    case 'restored_deal':
      return (event.entry === 'in' ? 8 : 10) + sideShape(event.side)
    case 'position':
      return (event.closedAt === 0 ? 12 : 16) + stopsShape(event) + sideShape(event.side)
    case 'correction':
    case 'restored_position':
      return 20
    case 'standing':
      return 21
    case 'day':
      return 22
    case 'night':
      return 23
    case 'restatement':
      return 24
  }
}

function stopsShape({ stopLoss, takeProfit }: { stopLoss: number; takeProfit: number }): number {
  return stopLoss === 0 && takeProfit === 0 ? 0 : 2
}

function sideShape(side: number): number {
  return side === 1 ? 0 : 1
}

/**
 * The event's name on the wire. Watchers receive a row that staff corrected or repaired as its
 * current state.
 */
export function nameOf(event: AccountEvent, hearer: EventAudience): string {
  switch (event.type) {
    case 'standing':
      return event.standing
    case 'day':
      return 'daily'
    case 'correction':
    case 'restored_position':
      return hearer === 'staff' ? 'position' : 'correction'
    case 'restored_deal':
      return hearer === 'staff' ? 'deal' : event.type
    default:
      return event.type
  }
}

/** Writes the event's `data`. */
export function writeEventData(
  w: FrameWriter,
  book: Book,
  event: AccountEvent,
  holder: RowHolder,
  seq: number,
  hearer: EventAudience,
): void {
  const { login, moneyDigits } = holder
  switch (event.type) {
    case 'order':
      ORDER_ROW.event(w, event, holder, symbolOf(book, event.symbolId), undefined, DATA)
      break
    case 'deal':
      DEAL_ROW.event(w, event, holder, dealtSymbol(book, event.symbolId), seq, DATA)
      break
    case 'restored_deal':
      DEAL_ROW.event(w, event, holder, dealtSymbol(book, event.symbolId), event.seq, DATA)
      break
    case 'position':
    case 'correction':
    case 'restored_position':
      POSITION_ROW.event(w, event, holder, symbolOf(book, event.symbolId), undefined, DATA)
      break
    case 'standing':
      writeStanding(w, event, moneyDigits, DATA, hearer === 'staff' ? login : undefined)
      break
    case 'day':
      writeDay(w, login, event, moneyDigits, DATA)
      break
    case 'night':
      writeNight(w, login, event, DATA)
      break
    case 'restatement':
      writeRestatement(w, login, event, moneyDigits, DATA)
  }
}

/** The symbol of a deal. Balance operations have none. */
function dealtSymbol(book: Book, id: number): RowSymbol | undefined {
  return id === 0 ? undefined : symbolOf(book, id)
}
