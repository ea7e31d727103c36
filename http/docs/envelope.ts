import { SUCCESS_CODES } from '../../engine/code.js'
import { envelopeIn } from '../../wire/words/fields.js'
import type { ApiSchema } from './api-schema.js'

type EnvelopeField = keyof ReturnType<typeof envelopeIn>

/** The envelope of an answer. The route or the refusal defines the content of `data`. */
export function envelope(success: ApiSchema, code: ApiSchema, data: ApiSchema): ApiSchema {
  return {
    type: 'object',
    required: ['success', 'code', 'message', 'data', 'request_id'],
    properties: {
      success: enveloped('success', success),
      code: enveloped('code', code),
      message: enveloped('message', { type: 'string' }),
      data: enveloped('data', data),
      request_id: enveloped('request_id', { type: 'string', format: 'uuid' }),
    },
  }
}

/** An envelope field with its standard description, unless the schema has its own. */
function enveloped(name: EnvelopeField, shape: ApiSchema): ApiSchema {
  return { ...shape, description: shape.description ?? envelopeIn('en')[name].text }
}

export function answerShape(): ApiSchema {
  return {
    description:
      'The envelope of every answer that did what was asked: the route says what is in `data`.',
    ...envelope({ const: true }, { type: 'string', enum: SUCCESS_CODES }, {}),
  }
}
