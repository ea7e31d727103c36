import { type Code, type Refusal, refusalData, type SuccessCode } from '../../engine/code.js'
import { type JsonValue, jsonField, jsonFields, jsonObject, jsonOf } from '../format/json-parts.js'

/** The envelope of every answer. Clients may rely on all five fields being present. */
export interface Envelope<Data> {
  readonly success: boolean
  readonly code: Code
  readonly message: string
  readonly data: Data | null
  readonly request_id: string
}

/** Data that another thread has already written as JSON. It is put into the envelope unchanged. */
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

/** Builds the answer by concatenating its parts, so that the data is not serialized again. */
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
