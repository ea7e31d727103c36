import type { Code } from '../../engine/code.js'
import type { CodeWords, WordsOf } from './code-words.js'
import { COMMON_CODES } from './common-codes.js'
import { SIGN_IN_CODES } from './sign-in-codes.js'
import { TRADE_CODES } from './trade-codes.js'
import { TRADE_RULE_CODES } from './trade-rule-codes.js'

/**
 * Every code that an answer may have, in words: when it comes, what its `data` holds, whether to repeat the request and
 * how. `docs/refusals.md` and the descriptions in `/openapi.json` and `/docs/api` are written from it.
 */
const ALL: WordsOf<Code> = {
  ...COMMON_CODES,
  ...SIGN_IN_CODES,
  ...TRADE_CODES,
  ...TRADE_RULE_CODES,
}
export const CODE_WORDS: Readonly<Record<Code, CodeWords>> = ALL
