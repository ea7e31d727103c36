const HEADER_BYTES = 548
const TOPIC_AT = 20
const LENGTH_AT = 532

/** A news block of DDE with its line, one character a byte. */
export function ddeNews(topic: string, text: string, time = '2026/03/02 09:30:00'): string {
  const body = Buffer.from(text, 'utf8')
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(time, 0, 'latin1')
  header.write(topic, TOPIC_AT, 'utf8')
  header.writeInt32LE(body.length, LENGTH_AT)
  return `< News\r\n${header.toString('latin1')}${body.toString('latin1')}`
}
