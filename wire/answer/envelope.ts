import { type Code, type Refusal, refusalData, type SuccessCode } from '../../engine/code.js'
import type { FieldError, InputRefusal } from './errors.js'
import type { JsonValue } from './json-parts.js'

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

/** Written by hand: the envelope costs no second pass over the data. `requestId` is a UUID. */
export function successText(data: unknown, requestId: string): string {
  const code = data instanceof JsonText ? data.code : 'ok'
  const head = `{"success":true,"code":"${code}","message":"","data":`
  return `${head}${dataText(data)},"request_id":"${requestId}"}`
}

export function refusalText(refusal: Refusal | InputRefusal, requestId: string): string {
  const message = JSON.stringify(refusal.message)
  const data =
    'fields' in refusal ? fieldsText(refusal.fields) : JSON.stringify(refusalData(refusal) ?? null)
  const head = `{"success":false,"code":"${refusal.code}","message":${message}`
  return `${head},"data":${data},"request_id":"${requestId}"}`
}

function dataText(data: unknown): string {
  if (data === null || data === undefined) return 'null'
  return data instanceof JsonText ? data.text : JSON.stringify(data)
}

function fieldsText(fields: readonly FieldError[]): string {
  return `{"fields":${JSON.stringify(fields)}}`
}
