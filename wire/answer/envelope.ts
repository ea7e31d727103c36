import { type Code, type Refusal, refusalData, type SuccessCode } from '../../engine/code.js'
import { type JsonValue, jsonField, jsonFields, jsonObject, jsonOf } from './json-parts.js'

/** The shape of every answer: clients may rely on all five fields being there. */
export interface Envelope<Data> {
  readonly success: boolean
  readonly code: Code
  readonly message: string
  readonly data: Data | null
  readonly request_id: string
}

/**
 * Data that is JSON already, because another thread wrote it as text. It is put into the envelope
 * as it is.
 */
export class JsonText {
  readonly text: JsonValue
  readonly code: SuccessCode

  constructor(text: JsonValue, code: SuccessCode = 'ok') {
    this.text = text
    this.code = code
  }
}

const SUCCESS = jsonFields({ success: true })
const REFUSAL = jsonFields({ success: false })
const NO_MESSAGE = jsonFields({ message: '' })

/** Put together of parts: the envelope costs no second pass over the data. */
export function successText(data: unknown, requestId: string): JsonValue {
  const code = data instanceof JsonText ? data.code : 'ok'
  const value = data instanceof JsonText ? data.text : jsonOf(data)
  return jsonObject(
    SUCCESS,
    jsonField('code', jsonOf(code)),
    NO_MESSAGE,
    jsonField('data', value),
    jsonField('request_id', jsonOf(requestId)),
  )
}

export function refusalText(refusal: Refusal, requestId: string): JsonValue {
  const { code, message } = refusal
  const data = dataOf(refusal) ?? null
  return jsonObject(REFUSAL, jsonFields({ code, message, data, request_id: requestId }))
}

function dataOf({ told, ...refusal }: Refusal): object | undefined {
  if (told === undefined) return refusalData(refusal)
  const { fields, reason, params = {} } = refusal
  return { ...told, ...(fields && { fields }), ...(reason !== undefined && { reason, params }) }
}
