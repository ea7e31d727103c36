import { type Refusal, refuse } from '../../engine/code.js'
import { because } from '../../engine/reasons/reasons.js'
import { markedText } from './utf8.js'

/** The deepest nesting that any input may have, so a value can be walked by recursion. */
export const JSON_DEPTH_MAX = 32
/** Fields, lists and objects together that a body may have whose route needs no more: each costs time to parse. */
export const JSON_PARTS_MAX = 4096

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

export type ParsedJson = { readonly ok: true; readonly value: unknown } | Refusal

/**
 * Bytes from outside to a value: UTF-8 only, JSON only, of bounded depth and parts. With `marksBadBytes` the first bytes in a
 * text that are no UTF-8 arrive as half a character, so that whoever reads the text can say where they are.
 */
export function parseJson(
  bytes: Uint8Array,
  marksBadBytes = false,
  partsMax = JSON_PARTS_MAX,
): ParsedJson {
  const bounds = new JsonBounds(partsMax)
  if (bounds.isBeyond(bytes)) return bounds.refusal
  try {
    return { ok: true, value: JSON.parse(textOf(bytes, marksBadBytes)) as unknown }
  } catch (error) {
    return refuseJson(error)
  }
}

/** The same of many bytes, with a pause after each step; none takes much longer than the thread has for one. */
export function* parseJsonInSteps(
  bytes: Uint8Array,
  marksBadBytes = false,
  partsMax = JSON_PARTS_MAX,
): Generator<void, ParsedJson> {
  const bounds = new JsonBounds(partsMax)
  for (let from = 0; from < bytes.length; from += BOUNDS_STEP_BYTES) {
    if (bounds.isBeyond(bytes.subarray(from, from + BOUNDS_STEP_BYTES))) return bounds.refusal
    yield
  }
  try {
    const text = textOf(bytes, marksBadBytes)
    yield
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch (error) {
    return refuseJson(error)
  }
}

const BOUNDS_STEP_BYTES = 1024 * 1024

function refuseJson(error: unknown): Refusal {
  const why = error instanceof SyntaxError ? 'JSON' : 'UTF-8'
  return because('invalid_input.json', { why })
}

function textOf(bytes: Uint8Array, marksBadBytes: boolean): string {
  return marksBadBytes ? markedText(bytes) : decoder.decode(bytes)
}

/**
 * Nests deeper than `JSON_DEPTH_MAX`, or has more than `partsMax` fields, lists and objects together.
 * Looks before parsing, so that hostile bytes cost one pass over them and no objects.
 */
export function isBeyondBounds(bytes: Uint8Array, partsMax = Number.POSITIVE_INFINITY): boolean {
  return new JsonBounds(partsMax).isBeyond(bytes)
}

/** The same of bytes that are looked at part by part. */
class JsonBounds {
  readonly #partsMax: number
  #depth = 0
  #parts = 0
  #inText = false
  #isTooDeep = false
  /** The last part ended with a backslash in a text. */
  #skipsOne = false

  constructor(partsMax: number) {
    this.#partsMax = partsMax
  }

  /** Why bytes that are beyond the bounds are refused. */
  get refusal(): Refusal {
    const why = this.#isTooDeep
      ? `nests deeper than ${JSON_DEPTH_MAX} levels`
      : `has more than ${this.#partsMax} fields, lists and objects together`
    return refuse('invalid_input', `The body ${why}.`)
  }

  isBeyond(bytes: Uint8Array): boolean {
    const partsMax = this.#partsMax
    let depth = this.#depth
    let parts = this.#parts
    let inText = this.#inText
    let at = this.#skipsOne ? 1 : 0
    for (; at < bytes.length; at++) {
      const byte = bytes[at]
      if (inText) {
        if (byte === BACKSLASH) at++
        else if (byte === QUOTE) inText = false
        continue
      }
      if (byte === QUOTE) inText = true
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (++depth > JSON_DEPTH_MAX) {
          this.#isTooDeep = true
          return true
        }
        if (++parts > partsMax) return true
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--
      else if (byte === COLON && ++parts > partsMax) return true
    }
    this.#skipsOne = at > bytes.length
    this.#depth = depth
    this.#parts = parts
    this.#inText = inText
    return false
  }
}
