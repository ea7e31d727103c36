import type { LicencePayload } from '../../../engine/licence/payload.js'
import { partsOfKey } from '../../check/key-parts.js'
import { findErrors } from '../../check/validate.js'
import { LicencePayloadForm } from './licence.js'

const TOLD_MAX = 3

export type ReadPayload =
  | { readonly payload: LicencePayload; readonly refused: null }
  | { readonly payload: null; readonly refused: string }

/**
 * Reads and validates the payload of a key without checking its signature. Returns the reason if it
 * is invalid.
 */
export function readPayload(key: string): ReadPayload {
  const parts = partsOfKey(key)
  if (parts === undefined) {
    return refused('This is no licence key: it is two parts of base64url with a dot between.')
  }
  return formedPayload(Buffer.from(parts.text, 'base64url'))
}

export function formedPayload(bytes: Uint8Array): ReadPayload {
  let payload: unknown
  try {
    payload = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return refused('The payload is no JSON.')
  }
  if (typeof payload !== 'object' || payload === null) return refused('The payload is no object.')
  const wrong = findErrors(LicencePayloadForm, payload, bytes.length)
  if (wrong === null) return { payload: payload as LicencePayload, refused: null }
  const told = wrong.slice(0, TOLD_MAX).map(({ path, message }) => `${path} ${message}`)
  return refused(`The payload is not in its form: ${told.join('; ')}.`)
}

function refused(why: string): ReadPayload {
  return { payload: null, refused: why }
}
