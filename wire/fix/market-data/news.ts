import type { ProviderNews } from '../../../engine/names/news.js'
import type { FixMessage } from '../codec/message.js'
import { fixTime } from '../codec/time.js'
import { groupMembers } from '../dictionary/dictionary.js'
import { MD } from './tags.js'

const LINES = groupMembers('B', MD.linesOfText)

/** A News message as people read it; `now` is its time where it names none. */
export function newsIn(message: FixMessage, now: number): ProviderNews {
  const lines = message.entries(MD.linesOfText, LINES).map((fields) => fields.text(MD.text))
  return {
    headline: message.text(MD.headline),
    text: lines.join('\n'),
    at: fixTime(message.text(MD.origTime)) ?? now,
  }
}
