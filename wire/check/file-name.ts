import { FILE_NAME_MAX } from '../../engine/limits/files.js'
import type { KeyedText } from '../../engine/reasons/keyed-text.js'
import { say } from '../../engine/reasons/reasons.js'

/**
 * Checks the name of an uploaded file. It is only displayed and suggested for downloads, never used
 * as a path on the server.
 * - Everything up to the last slash or backslash is removed.
 * - The name is normalized to NFC, has at most 128 characters, and contains no invisible
 *   characters: control characters, line ends, or marks that change the writing direction. Percent
 *   codes such as %2f or %22, which browsers send for forbidden characters, count as those
 *   characters.
 * - The extension has to be on the list, and there must be something before it.
 */
export type FileNameCheck =
  | { readonly ok: true; readonly name: string; readonly extension: string }
  | { readonly ok: false; readonly says: KeyedText }

/** Joiners shape letters and emoji. Other format characters hide or reorder text. */
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
