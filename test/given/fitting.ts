import type { Prng } from '../../engine/numbers/prng.js'
import { type ApiSchema, sampleOf } from '../../http/docs/api-schema.js'
import { one } from './mutants.js'

/** Values at random that fit a schema: what passes the shapes, and meets the rules behind them. */

const TEXTS = [
  'EURUSD',
  'USD',
  'JPY',
  '*',
  '!XAU*',
  'Forex\\Majors\\GBPUSD',
  'real\\standard',
  'demo\\*',
  '0',
  '1',
  '0.01',
  '1.5',
  '100',
  '1000000',
  '999999999999',
  '-1',
  '-0.5',
  '00:00',
  '23:59',
  '2026-01-31',
  '2026-01-31T09:30:00Z',
  '2099-12-31T23:59:59Z',
  'https://example.com/a',
  '0b5a4c0e-6a51-4b3f-9d0a-3f1c2d4e5f60',
  'Abcd12!x',
  'ada@example.com',
  '+41 44 555 01 01',
  '127.0.0.1',
  '10.0.0.0/8',
  'quotes.example.com:2222',
  'a text',
  '',
]
const LIST_MAX = 3

export function fitting(prng: Prng, schema: ApiSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return one(prng, schema.enum)
  if (schema.anyOf !== undefined) return fitting(prng, one(prng, schema.anyOf))
  switch (schema.type) {
    case 'object':
      return objectOf(prng, schema)
    case 'array': {
      const { minItems = 0, maxItems = LIST_MAX, items = {} } = schema
      const length = Math.min(maxItems, minItems + prng.below(LIST_MAX))
      return Array.from({ length }, () => fitting(prng, items))
    }
    case 'string':
      return one(prng, [sampleOf(schema), ...TEXTS.filter((text) => isFit(text, schema))])
    case 'integer':
    case 'number':
      return integerOf(prng, schema)
    case 'boolean':
      return prng.below(2) === 0
    default:
      return sampleOf(schema)
  }
}

function objectOf(prng: Prng, { properties = {}, required = [] }: ApiSchema): unknown {
  const isSent = (name: string): boolean => required.includes(name) || prng.below(4) === 0
  const sent = Object.entries(properties).filter(([name]) => isSent(name))
  return Object.fromEntries(sent.map(([name, schema]) => [name, fitting(prng, schema)]))
}

function integerOf(prng: Prng, { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: ApiSchema) {
  const near = [minimum, minimum + 1, minimum + prng.below(10), prng.below(1_000), maximum, 0]
  return one(
    prng,
    near.filter((value) => value >= minimum && value <= maximum),
  )
}

function isFit(text: string, { minLength = 0, maxLength = 1e9, pattern = '' }: ApiSchema): boolean {
  return text.length >= minLength && text.length <= maxLength && new RegExp(pattern).test(text)
}
