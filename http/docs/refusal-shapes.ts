import { CODES, type Code, isSuccess } from '../../engine/code.js'
import { REFUSAL_NUMBERS } from '../../wire/schema/shared/refusals.js'
import { codesIn } from '../../wire/words/codes.js'
import { type ApiSchema, apiSchema } from './api-schema.js'
import { envelope } from './envelope.js'
import { shapeName } from './shapes.js'

const TEXT: ApiSchema = { type: 'string' }
const WHOLE: ApiSchema = { type: 'integer' }

/** The envelope of a refusal and the schemas of its data, by name. */
export function refusalShapes(): ReadonlyMap<string, ApiSchema> {
  const codes = CODES.filter((code) => !isSuccess(code))
  const ways = new Map([...Object.entries(plainShapes()), ...refusedNumbers()])
  const references = [...ways.keys()].map((name) => ({ $ref: `#/components/schemas/${name}` }))
  const refusal = {
    description: 'The envelope of every refusal; `data` is what the code brings.',
    ...envelope(
      { const: false },
      { type: 'string', enum: codes, description: codesInWords(codes) },
      { anyOf: [{ type: 'null' }, ...references] },
    ),
  }
  return new Map([
    ['Refusal', refusal],
    ['WrongField', WRONG_FIELD],
    ['RefusedDeletionUser', RECORD_USER],
    ...ways,
  ])
}

const WRONG_FIELD: ApiSchema = {
  type: 'object',
  description: 'A field that is wrong.',
  required: ['path', 'message', 'reason', 'params'],
  properties: {
    path: { ...TEXT, description: 'Where it stands in the request, like `items[2].amount`.' },
    message: { ...TEXT, description: 'What is wrong with it, for people.' },
    reason: { ...TEXT, description: 'What is wrong with it, as a key like `field.missing`.' },
    params: { type: 'object', description: 'Values for the text of the reason, by name.' },
  },
}

const RECORD_USER: ApiSchema = {
  type: 'object',
  description: 'A record of settings that names another one.',
  required: ['kind', 'id', 'key'],
  properties: {
    kind: { ...TEXT, description: 'Its kind, like `groups`.' },
    id: { ...WHOLE, description: 'Its number.' },
    key: { ...TEXT, description: 'Its path or name.' },
  },
}

/** Schemas of refusal data, apart from those with numbers. */
function plainShapes(): Readonly<Record<string, ApiSchema>> {
  return {
    WrongFields: {
      type: 'object',
      description: 'Which fields are wrong; with invalid_input only.',
      properties: saidOf('invalid_input', {
        fields: { type: 'array', items: { $ref: '#/components/schemas/WrongField' } },
      }),
    },
    RequoteOffer: {
      type: 'object',
      description: 'With trade.requote: prices that hold under the id until a time, for one deal.',
      required: ['bid', 'ask', 'quote_id', 'until'],
      properties: saidOf('trade.requote', { bid: TEXT, ask: TEXT, quote_id: TEXT, until: TEXT }),
    },
    RefusedTradeIds: {
      type: 'object',
      description: 'Of a trade request that was refused after it had waited: 0 is none.',
      required: ['order_id', 'deal_id', 'position_id'],
      properties: {
        order_id: { type: 'integer', description: 'Order of the request.' },
        deal_id: { type: 'integer', description: 'Deal of the request.' },
        position_id: { type: 'integer', description: 'Position that the request was about.' },
      },
    },
    RefusedStaleRecord: {
      type: 'object',
      description: 'With conflict, of settings that were changed meanwhile.',
      required: ['version', 'updated_at', 'updated_by', 'record'],
      properties: saidOf('conflict', {
        version: WHOLE,
        updated_at: TEXT,
        updated_by: { anyOf: [WHOLE, { type: 'null' }] },
        record: { type: 'object' },
      }),
    },
    RefusedDeletion: {
      type: 'object',
      description: 'With conflict, of settings that are not deleted.',
      required: ['used_by'],
      properties: saidOf('conflict', {
        used_by: { type: 'array', items: { $ref: '#/components/schemas/RefusedDeletionUser' } },
      }),
    },
  }
}

/** A Markdown list of codes: when each is returned, and what the client should do. */
function codesInWords(codes: readonly Code[]): string {
  const words = codesIn('en')
  const lines = codes.map((code) => {
    const { when, repeat } = words[code]
    return `- \`${code}\`: ${when} Repeat: ${repeat}`
  })
  return lines.join('\n')
}

/** Schemas with the limits and values of refused trade requests, with the codes that return each. */
function refusedNumbers(): [name: string, shape: ApiSchema][] {
  const byShape = new Map<object, Code[]>()
  for (const [code, schema] of Object.entries(REFUSAL_NUMBERS)) {
    byShape.set(schema, [...(byShape.get(schema) ?? []), code as Code])
  }
  return [...byShape].map(([schema, codes]) => {
    const shape = apiSchema(schema as never)
    const [first] = codes
    const said = first === undefined ? {} : saidOf(first, shape.properties ?? {})
    const description = `With ${codes.join(', ')}; after a wait the ids too.`
    return [shapeName(schema) ?? '', { ...shape, properties: said, description }]
  })
}

/** Adds the descriptions that a code has for its fields. */
function saidOf(
  code: Code,
  properties: Readonly<Record<string, ApiSchema>>,
): Record<string, ApiSchema> {
  const says: Readonly<Record<string, string>> = codesIn('en')[code].data
  const entries = Object.entries(properties).map(([name, one]) => {
    const description = says[name]
    return [name, description === undefined ? one : { ...one, description }]
  })
  return Object.fromEntries(entries)
}
