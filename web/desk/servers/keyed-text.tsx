import type { HealthText } from '../../link/health.js'
import { reasonText } from '../../text/reason-texts.js'
import { serverText } from '../../text/server-text.js'

/** A text of `/health` in the reader's language, or in English if that language does not have it. */
export function KeyedText({ text, reason, params }: HealthText) {
  const said = reasonText(reason, params)
  return said === undefined ? <span lang="en">{text}</span> : <span>{serverText(said)}</span>
}
