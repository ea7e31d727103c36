/**
 * Parses a DDE news block, which follows the line `< News`: a header of 548 bytes (time[20]
 * "yyyy/mm/dd hh:mm:ss", topic[256], keywords[256], the length of the text as int32, 12 unused) and
 * the text. Each character is one byte.
 */
export const NEWS_HEADER_BYTES = 548
const TOPIC_AT = 20
const TOPIC_BYTES = 256
const LENGTH_AT = 532

export interface DdeNews {
  /** The time on the provider's clock, interpreted as UTC; undefined if it is invalid. */
  readonly at: number | undefined
  readonly headline: string
  readonly text: string
}

/** The announced length of the text. It comes from outside and may have any value. */
export function newsLength(header: string): number {
  let length = 0
  for (let i = 0; i < 4; i++) length |= header.charCodeAt(LENGTH_AT + i) << (8 * i)
  return length
}

/** Reads a news item. `decoded` converts bytes to text. */
export function newsFromBlock(
  header: string,
  body: string,
  decoded: (bytes: string) => string,
): DdeNews {
  return {
    at: timeIn(untilNul(header.slice(0, TOPIC_AT))),
    headline: decoded(untilNul(header.slice(TOPIC_AT, TOPIC_AT + TOPIC_BYTES))),
    text: decoded(untilNul(body)),
  }
}

function untilNul(text: string): string {
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}

function timeIn(text: string): number | undefined {
  const parts = /^\s*(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d)/.exec(text)
  if (parts === null) return undefined
  const [, year, month, day, hour, minute, second] = parts
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? undefined : at
}
