import { GLOSSARY, unusedPhrases } from './glossary.js'
import { CLAUSE_FIRST, sentencesOf, type TextFault } from './sentences.js'

const PHRASES = unusedPhrases([...GLOSSARY.dialect, ...GLOSSARY.comments]).map(
  ({ word, write, found }) => ({
    what: `"${word}": ${write}`,
    pattern: new RegExp(found, 'giu'),
  }),
)

/** A block, or lines that follow each other. An address in a text has no space before its slashes. */
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*(?:\n\s*\/\/[^\n]*)*/g
const MARKS = /^\s*(?:\/\*+|\*+\/|\*|\/\/)|\*\/$/gm
/** The number of a rule, such as `E2.`, which is no part of its sentence. */
const RULE = /(?<=^|\s)[A-Z]+\d+\. /g

/** The old phrases in the comments of a source file, each at the first line of its comment. */
export function commentFaults(source: string): readonly TextFault[] {
  return [...source.matchAll(COMMENT)].flatMap((comment) => {
    const line = source.slice(0, comment.index).split('\n').length
    const text = comment[0].replace(MARKS, ' ').replace(RULE, '').replace(/\s+/g, ' ')
    return sentencesOf(text).flatMap((sentence) => {
      const clause = CLAUSE_FIRST.test(sentence) ? ['a clause as the subject'] : []
      const phrases = PHRASES.flatMap(({ what, pattern }) =>
        [...sentence.matchAll(pattern)].map(() => what),
      )
      return [...clause, ...phrases].map((what) => ({ line, what }))
    })
  })
}
