/**
 * The numbered rules of comments, such as `S1.`, and their citations. A citation names the file of the rule unless it
 * is in the same file, as in `(actors/shard/options.ts, S1 to S7)` or `S2 of actors/shard/options.ts`.
 */
const RULE_LINE = /^(\s*(?:\*|\/\/) {1,8})([A-Z]{1,2}\d{1,2})\. (?=\s*\S)/gm
const RULE_HEADING = /^\*\*([A-Z]{1,2}\d{1,2})\. /gm
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*(?:\n\s*\/\/[^\n]*)*/g
const MARKS = /^\s*(?:\/\*+|\*+\/|\*|\/\/)|\*\/$/gm
const KEYS = String.raw`\b[A-Z]{1,2}\d{1,2}(?:(?:, | and | to )[A-Z]{1,2}\d{1,2})*\b`
const NAME = '`?([\\w./-]+\\.(?:tsx?|md))`?'
const NAMED = [
  new RegExp(`${NAME},? \\(?(?:lists the )?(?:rules? )?(${KEYS})`, 'g'),
  new RegExp(`()(${KEYS}) (?:of|are in) ${NAME}`, 'g'),
]
/** An engine, a library and a size of paper. */
const OTHER: ReadonlySet<string> = new Set(['V8', 'RE2', 'A4'])

export interface RuleFaults {
  /** Rules that nothing cites. */
  readonly uncited: readonly string[]
  /** Citations in `isProduct` files of a rule that their file, or the file beside them, does not have. */
  readonly unknown: readonly string[]
}

export function ruleFaults(
  texts: ReadonlyMap<string, string>,
  isProduct: (path: string) => boolean,
): RuleFaults {
  const rules = new Map([...texts].map(([path, text]) => [path, rulesOf(path, text)]))
  const has = (path: string, rule: string) => rules.get(path)?.has(rule) === true
  const cited = new Set<string>()
  const unknown: string[] = []
  for (const [path, text] of texts) {
    const named = new Set<string>()
    const loose: string[] = []
    for (const comment of commentsOf(path, text)) {
      let rest = comment
      for (const pattern of NAMED) {
        rest = rest.replace(pattern, (_, before: string, keys: string, after: string) => {
          const name = before === '' ? after : before
          for (const rule of expanded(keys)) {
            const target = nearest(
              [...rules.keys()].filter((one) => `/${one}`.endsWith(`/${name}`) && has(one, rule)),
              path,
            )
            named.add(rule)
            if (target !== undefined) cited.add(`${target} ${rule}`)
            else if (isProduct(path)) unknown.push(`${path}: ${rule} of ${name}`)
          }
          return ''
        })
      }
      loose.push(...(rest.match(new RegExp(KEYS, 'g')) ?? []).flatMap(expanded))
    }
    for (const rule of loose) {
      if (has(path, rule)) cited.add(`${path} ${rule}`)
      else if (isProduct(path) && !named.has(rule) && !OTHER.has(rule)) {
        unknown.push(`${path}: ${rule}`)
      }
    }
  }
  const all = [...rules].flatMap(([path, ones]) => [...ones].map((rule) => `${path} ${rule}`))
  const uncited = all.filter((one) => isProduct(one) && !cited.has(one))
  return { uncited, unknown }
}

function rulesOf(path: string, text: string): ReadonlySet<string> {
  if (path.endsWith('.md'))
    return new Set([...text.matchAll(RULE_HEADING)].map(([, rule]) => rule ?? ''))
  return new Set([...text.matchAll(RULE_LINE)].map(([, , rule]) => rule ?? ''))
}

/** The comments of a source, each as one line without the numbers of its rules; of a document, its text. */
function commentsOf(path: string, text: string): readonly string[] {
  const comments = path.endsWith('.md')
    ? [text.replace(RULE_HEADING, '')]
    : [...text.matchAll(COMMENT)].map(([comment]) => comment.replace(RULE_LINE, '$1'))
  return comments.map((comment) => comment.replace(MARKS, ' ').replace(/\s+/g, ' '))
}

/** The rules of `S1 to S3, S7`. */
function expanded(keys: string): string[] {
  return keys.split(/, | and /).flatMap((part) => {
    const [first = '', last = first] = part.split(' to ')
    const letters = first.replace(/\d+/, '')
    const [from, to] = [first, last].map((one) => Number(one.slice(letters.length))) as [
      number,
      number,
    ]
    return Array.from({ length: to - from + 1 }, (_, i) => `${letters}${from + i}`)
  })
}

/** The file that shares most folders with the citing one. */
function nearest(paths: readonly string[], to: string): string | undefined {
  const folders = to.split('/')
  const shared = (path: string) => {
    const differs = path.split('/').findIndex((folder, i) => folder !== folders[i])
    return differs === -1 ? folders.length : differs
  }
  return [...paths].sort((a, b) => shared(b) - shared(a))[0]
}
