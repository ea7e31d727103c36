import t from 'tap'
import { say } from '../../../engine/reasons/reasons.js'
import { type ApiSchema, apiSchema, sampleOf } from '../../../http/docs/api-schema.js'
import * as S from '../../../wire/types/scalars.js'

t.test('a schema is told in the words of JSON Schema alone', (t) => {
  const body = S.Body({
    bytes: S.Bytes,
    limit: S.Optional(S.Limit(50)),
    flag: S.FlagText,
    line: S.Text(9),
    at: S.Time,
    pattern: S.Nullable(S.Flag),
    'x-text': S.Int(2, 3),
    spoken: S.Choice(['a']),
  })
  t.strictSame(apiSchema(body), {
    type: 'object',
    required: ['bytes', 'flag', 'line', 'at', 'pattern', 'x-text', 'spoken'],
    properties: {
      bytes: { type: 'string', format: 'binary' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 50,
        description: 'A whole number from 1 to 50.',
      },
      flag: { type: 'boolean' },
      line: { type: 'string', minLength: 0, maxLength: 9 },
      at: {
        description: 'A UTC time like "2026-01-31T09:30:00Z".',
        type: 'string',
        format: 'date-time',
        pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|\\+00:00)$',
        examples: ['2026-01-31T09:30:00Z'],
      },
      pattern: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
      'x-text': { type: 'integer', minimum: 2, maximum: 3 },
      spoken: { description: 'One of: a.', type: 'string', enum: ['a'] },
    },
    additionalProperties: false,
  })
  t.end()
})

t.test('a description of its own is told, and what a refusal says is not', (t) => {
  const says = (fields: object) => apiSchema({ type: 'string', ...fields } as S.TSchema)
  t.strictSame(says({ description: 'Own.', 'x-says': say('field.text') }), {
    type: 'string',
    description: 'Own.',
  })
  t.strictSame(
    says({ description: 'Own.', 'x-says': say('field.text'), 'x-integer': { minimum: 1 } }),
    {
      type: 'integer',
      minimum: 1,
      description: 'Own.',
    },
  )
  t.strictSame(says({ const: null }), { type: 'string', const: null })
  t.strictSame(says({ 'x-says': say('field.host_name') }), {
    description: 'A host name without a port, like "trade.example.com".',
    type: 'string',
  })
  t.strictSame(says({ 'x-says': say('field.missing') }), {
    description: 'Is missing.',
    type: 'string',
  })
  for (const name of ['x-bytes', 'x-flag', 'x-time']) {
    t.strictSame(says({ [name]: false }), { type: 'string' }, name)
  }
  t.end()
})

t.test('a made-up value fits its schema: its example, else what is first or least', (t) => {
  const samples: readonly (readonly [schema: ApiSchema, sample: unknown])[] = [
    [{ type: 'string', examples: ['one', 'two'], enum: ['three'] }, 'one'],
    [{ type: 'string', examples: [] }, 'text'],
    [{ const: false, type: 'boolean' }, false],
    [{ enum: ['a', 'b'], type: 'string' }, 'a'],
    [{ anyOf: [{ type: 'integer', minimum: 4 }, { type: 'null' }] }, 4],
    [{ anyOf: [] }, null],
    [{ type: 'object' }, {}],
    [
      { type: 'object', properties: { at: { type: 'number' }, is: { type: 'boolean' } } },
      { at: 1, is: true },
    ],
    [{ type: 'array', items: { type: 'integer', minimum: 0 } }, [0]],
    [{ type: 'array', items: { type: 'null' }, minItems: 0 }, [null]],
    [{ type: 'array', items: { const: 'x' }, minItems: 3 }, ['x', 'x', 'x']],
    [{ type: 'array' }, [null]],
    [{ type: 'string', minLength: 6, maxLength: 8 }, 'texttt'],
    [{ type: 'string', maxLength: 3 }, 'tex'],
    [{ type: 'string', maxLength: 0 }, ''],
    [{}, null],
  ]
  for (const [schema, sample] of samples) {
    t.strictSame(sampleOf(schema), sample, JSON.stringify(schema))
  }
  t.end()
})
