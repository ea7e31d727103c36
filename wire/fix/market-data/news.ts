import type { ProviderNews } from '../../../engine/names/news.js'
import type { FixMessage } from '../codec/message.js'
import { TAG } from '../codec/tags.js'
import { groupMembers } from '../dictionary/dictionary.js'
import { fixTime } from '../dictionary/time.js'
import { MD } from './tags.js'

const LINES = groupMembers('B', MD.linesOfText)

/**
 * Parses a News message. `now` is its time if it names none. A resent message keeps the time of its
 * first sending, so that it is recognised as known.
 */
export function newsIn(message: FixMessage, now: number): ProviderNews {
  const lines = message.entries(MD.linesOfText, LINES).map((fields) => fields.text(MD.text))
  const times = [MD.origTime, TAG.origSendingTime, TAG.sendingTime]
  const [at = now] = times.flatMap((tag) => fixTime(message.text(tag)) ?? [])
  const id = message.text(MD.newsId)
  const news = { headline: message.text(MD.headline), text: lines.join('\n'), at }
  return id === '' ? news : { ...news, id }
}
