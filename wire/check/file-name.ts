import { FILE_NAME_MAX } from '../../engine/limits/files.js'
import type { KeyedText } from '../../engine/reasons/keyed-text.js'
import { say } from '../../engine/reasons/reasons.js'

/**
 * The name that a person gave a file. It is shown and offered for saving, and never names anything on the
 * server's disk.
 *   N1. What stands before the last separator, of either kind, is not part of it.
 *   N2. It is NFC, 128 characters at most, and holds nothing that is not seen where it is shown: no control
 *       character, line end or mark that turns the order of writing round. A code like %2f or %22, by which
 *       browsers write what a name may not hold, counts as what it stands for.
 *   N3. What comes after its last dot is on the list; a name needs something before it.
 */
export type FileNameCheck =
  | { readonly ok: true; readonly name: string; readonly extension: string }
  | { readonly ok: false; readonly says: KeyedText }

/** Joiners shape letters and emoji, the other format characters hide or turn text. */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u
const CODED = /%(?:[01][0-9a-f]|22|2f|5c|7f)/i
const REPLACED = '\ufffd'

export function checkFileName(given: string, extensions: readonly string[]): FileNameCheck {
  const name = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1)
  const says = faultOf(name)
  if (says !== null) return { ok: false, says }
  const composed = name.normalize('NFC')
  if ([...composed].length > FILE_NAME_MAX) {
    return { ok: false, says: say('field.file_name_long', { max: FILE_NAME_MAX }) }
  }
  const dot = composed.lastIndexOf('.')
  const extension = dot <= 0 ? '' : composed.slice(dot).toLowerCase()
  if (extensions.includes(extension)) return { ok: true, name: composed, extension }
  return { ok: false, says: say('field.file_name_end', { ends: extensions.join(' ') }) }
}

function faultOf(name: string): KeyedText | null {
  if (name === '' || /^\.+$/.test(name)) return say('field.file_no_name')
  if (name.length > 4 * FILE_NAME_MAX) return say('field.file_name_long', { max: FILE_NAME_MAX })
  if (HIDDEN.test(name) || name.includes(REPLACED)) {
    return say('field.file_name_control')
  }
  if (name.includes('"')) return say('field.file_name_quote')
  if (CODED.test(name)) return say('field.file_name_code')
  return name.trim() === name ? null : say('field.file_name_space')
}
