/**
 * Accepts an import in several forms: the file in `file` next to options, or only the file; each
 * either plain or inside the envelope of the export's answer.
 */
export function fileBody(sent: unknown): unknown {
  if (!isObject(sent)) return sent
  if ('file' in sent) return { ...sent, file: outOfAnswer(sent['file']) }
  const file = outOfAnswer(sent)
  return isFile(file) ? { file } : sent
}

type Fields = Readonly<Record<string, unknown>>

/** The file inside an answer's envelope; any other value unchanged. */
function outOfAnswer(value: unknown): unknown {
  if (!isObject(value) || isFile(value)) return value
  return isFile(value['data']) ? value['data'] : value
}

function isFile(value: unknown): boolean {
  return isObject(value) && 'format' in value && 'kinds' in value
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
