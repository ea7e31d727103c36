import { type JsonFields, jsonField, jsonObject, jsonOf } from '../../wire/format/json-parts.js'
import type { LiveEvent, LiveEvents, LiveOp, LiveOps } from '../../wire/schema/live/live-op.js'
import { STAFF_EVENTS } from '../../wire/schema/live/staff-events.js'
import { TRADER_EVENTS, TRADER_OPS } from '../../wire/schema/live/trader-socket.js'
import { Seq, type TSchema } from '../../wire/types/scalars.js'
import { frameIn } from '../../wire/words/fields.js'
import { type ApiSchema, apiSchema } from './api-schema.js'
import type { JsonObject } from './json-object.js'
import { rightsNeeded } from './rights-needed.js'
import { Shapes } from './shapes.js'

/**
 * The AsyncAPI 3.0 document of the WebSocket API as JSON, generated from the schemas of its frames.
 */

interface Side {
  readonly name: 'trader' | 'staff'
  readonly address: string
  readonly ops: LiveOps
  readonly events: LiveEvents
}

const FRAMES =
  'Subprotocol openfloor.json (text frames, also without one) or openfloor.msgpack (binary MessagePack of the same ' +
  'shape). Every request has one reply with its id; events come by themselves. Sign in with the session cookie, with ' +
  'Authorization: Bearer, or with the operation auth as the first frame, within 5 seconds.'
const CLOSES =
  'Closed with 1012 on a restart, 4001 when the session is over, 4003 after ten unreadable frames, 4008 when the reader ' +
  'is too slow, 4029 after a flood, 1009 beyond 64 KiB.'

export function* asyncApiDocument(staffOps: LiveOps, version: string): Generator<void, string> {
  const sides: readonly Side[] = [
    { name: 'trader', address: '/trader/v1/socket', ops: TRADER_OPS, events: TRADER_EVENTS },
    { name: 'staff', address: '/admin/v1/socket', ops: staffOps, events: STAFF_EVENTS },
  ]
  const channels: JsonFields[] = []
  const operations: JsonFields[] = []
  const messages: JsonFields[] = []
  // AsyncAPI does not allow a description next to a reference.
  const shapes = new Shapes({ takesWords: false, discriminates: false })
  shapes.tell('Request', requestShape())
  shapes.tell('Reply', replyShape())
  for (const side of sides) {
    for (const [name, op] of Object.entries<LiveOp>(side.ops)) {
      messages.push(jsonField(`${side.name}.${name}`, jsonOf(requestMessage(name, op, shapes))))
      messages.push(jsonField(`${side.name}.${name}.reply`, jsonOf(replyMessage(name, op, shapes))))
      operations.push(jsonField(`${side.name}.${name}`, jsonOf(operation(side, name))))
      yield
    }
    for (const [name, event] of Object.entries<LiveEvent>(side.events)) {
      const message = eventMessage(side, name, event, shapes)
      messages.push(jsonField(`${side.name}.event.${name}`, jsonOf(message)))
      yield
    }
    operations.push(jsonField(`${side.name}.events`, jsonOf(eventsOperation(side))))
    channels.push(jsonField(side.name, jsonOf(channel(side))))
  }
  const head = jsonField('info', jsonOf(info(version)))
  return jsonObject(
    jsonField('asyncapi', jsonOf('3.0.0')),
    head,
    jsonField('channels', jsonObject(...channels)),
    jsonField('operations', jsonObject(...operations)),
    jsonField(
      'components',
      jsonObject(
        jsonField('messages', jsonObject(...messages)),
        jsonField('schemas', jsonObject(...(yield* shapes.written()))),
      ),
    ),
  )
}

function info(version: string): JsonObject {
  return {
    title: 'Openfloor live sockets',
    version,
    description: `${FRAMES} ${CLOSES}`,
    license: { name: 'Apache-2.0' },
  }
}

function channel(side: Side): JsonObject {
  const names = [
    ...Object.keys(side.ops).flatMap((name) => [name, `${name}.reply`]),
    ...Object.keys(side.events).map((name) => `event.${name}`),
  ]
  const messages = names.map((name) => [name, { $ref: componentOf(side, name) }] as const)
  return {
    address: side.address,
    description: `The live socket of ${side.name === 'trader' ? 'traders' : 'staff'}.`,
    messages: Object.fromEntries(messages),
  }
}

function componentOf(side: Side, name: string): string {
  return `#/components/messages/${side.name}.${name}`
}

function messageOf(side: Side, name: string): JsonObject {
  return { $ref: `#/channels/${side.name}/messages/${name}` }
}

function channelOf(side: Side): JsonObject {
  return { $ref: `#/channels/${side.name}` }
}

/** The document describes the server's view: it receives what clients send. */
function operation(side: Side, name: string): JsonObject {
  return {
    action: 'receive',
    channel: channelOf(side),
    messages: [messageOf(side, name)],
    reply: { channel: channelOf(side), messages: [messageOf(side, `${name}.reply`)] },
  }
}

function eventsOperation(side: Side): JsonObject {
  const names = Object.keys(side.events)
  return {
    action: 'send',
    channel: channelOf(side),
    messages: names.map((name) => messageOf(side, `event.${name}`)),
  }
}

type FrameField = keyof ReturnType<typeof frameIn>

function framed(name: FrameField, shape: ApiSchema): ApiSchema {
  return { ...shape, description: frameIn('en')[name].text }
}

const FRAME_ID = { type: ['integer', 'string'] } as unknown as ApiSchema

function requestShape(): ApiSchema {
  return {
    description: 'A frame that asks for an operation.',
    type: 'object',
    required: ['id', 'op'],
    properties: {
      id: framed('id', FRAME_ID),
      op: framed('op', { type: 'string' }),
      args: framed('args', { type: 'object' }),
    },
  }
}

function replyShape(): ApiSchema {
  return {
    description: 'A frame that answers an operation.',
    type: 'object',
    required: ['id', 'code', 'message', 'data'],
    properties: {
      id: framed('id', FRAME_ID),
      code: framed('code', { type: 'string' }),
      message: framed('message', { type: 'string' }),
      data: framed('data', {}),
    },
  }
}

/** A frame schema based on `Request` or `Reply`, with additional properties. */
function frameOf(name: 'Request' | 'Reply', properties: JsonObject): JsonObject {
  return { allOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'object', properties }] }
}

function shapeAt(part: 'body' | 'data', schema: TSchema, shapes: Shapes): ApiSchema {
  return apiSchema(schema, { tag: 'live', part }, shapes)
}

function requestMessage(name: string, op: LiveOp, shapes: Shapes): JsonObject {
  const { rights = [], anyOf = [], example = {} } = op
  const needs = rightsNeeded(op)
  return {
    name,
    summary: op.says,
    description: needs.length === 0 ? 'Needs no right.' : needs.join(' '),
    'x-rights': { all: rights, one: anyOf },
    payload: frameOf('Request', { op: { const: name }, args: shapeAt('body', op.args, shapes) }),
    examples: [{ payload: { id: 1, op: name, args: example } }],
  }
}

function replyMessage(name: string, op: LiveOp, shapes: Shapes): JsonObject {
  return {
    name: `${name} reply`,
    summary: 'A code that is no success has the refusal’s own data, or null.',
    correlationId: { location: '$message.payload#/id' },
    payload: frameOf('Reply', { data: shapeAt('data', op.data, shapes) }),
  }
}

function eventMessage(side: Side, name: string, event: LiveEvent, shapes: Shapes): JsonObject {
  const number = apiSchema(Seq)
  const counted = { seq: framed('seq', number) }
  const watched = { projection_seq: framed('projection_seq', number) }
  const isWatched = event.isCounted === true && side.name === 'staff'
  return {
    name,
    summary: event.says,
    payload: {
      type: 'object',
      required: ['event', 'data', ...(event.isCounted ? ['seq'] : [])],
      properties: {
        event: framed('event', { const: name }),
        data: around('data', shapeAt('data', event.data, shapes)),
        ...(event.isCounted ? counted : {}),
        ...(isWatched ? watched : {}),
      },
    },
  }
}

/** Adds the description of the frame field to a schema. */
function around(name: FrameField, shape: ApiSchema): ApiSchema {
  return framed(name, { allOf: [shape] })
}
