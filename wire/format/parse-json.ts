import { type Refusal, refuse } from '../../engine/code.js'
import { because } from '../../engine/reasons/reasons.js'
import { markedText } from './utf8.js'

/** The deepest nesting of any input, so that values can be processed recursively. */
export const JSON_DEPTH_MAX = 32
/**
 * The most fields, lists and objects in a body, counted together, unless the route allows more.
 * Each takes time to parse.
 */
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
 * Parses untrusted bytes: valid UTF-8 and JSON of bounded depth and size. With `marksBadBytes` the
 * first invalid UTF-8 in a text becomes a lone surrogate, so that the reader can report its
 * position.
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

/** Parses large input like `parseJson`, but yields after each step, so that other work can run. */
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
 * Whether the JSON nests deeper than `JSON_DEPTH_MAX` or has more than `partsMax` fields, lists and
 * objects. Checked before parsing, so that hostile input costs a single pass and allocates no
 * objects.
 */
export function isBeyondBounds(bytes: Uint8Array, partsMax = Number.POSITIVE_INFINITY): boolean {
  return new JsonBounds(partsMax).isBeyond(bytes)
}

/** The same check for bytes that arrive in parts. */
class JsonBounds {
  readonly #partsMax: number
  #depth = 0
  #parts = 0
  #inText = false
  #isTooDeep = false
  /** Whether the last part ended with a backslash inside a string. */
  #skipsOne = false

  constructor(partsMax: number) {
    this.#partsMax = partsMax
  }

  /** The reason why the bytes exceed the limits, as a refusal. */
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
