/**
 * The body of an import in the forms in which people have the file: beside options in `file`, or alone, each as it was
 * written or in the envelope of the export's answer, as it was sent.
 */
export function fileBody(sent: unknown): unknown {
  if (!isObject(sent)) return sent
  if ('file' in sent) return { ...sent, file: outOfAnswer(sent['file']) }
  const file = outOfAnswer(sent)
  return isFile(file) ? { file } : sent
}

type Fields = Readonly<Record<string, unknown>>

/** The data of an answer that is one with a file in it; anything else as it is. */
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
