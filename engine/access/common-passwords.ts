/** The passwords that are tried first, whoever is guessed at. */
export interface CommonPasswords {
  has(password: string): boolean
}

/** The commonest entries are refused however they are dressed up, the others as they are. */
const DRESSED_UP_MAX = 10_000

/** Signs that people write for a letter. */
const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '6': 'g',
  '9': 'g',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '|': 'l',
}
const LETTERS_OF: readonly Readonly<Record<string, string>>[] = [
  { ...LETTERS, '1': 'i', '!': 'i' },
  { ...LETTERS, '1': 'l', '!': 'l' },
]

/** Digits that were typed with the shift key held: ways over the keyboard have a sign where lists have the digit. */
const DIGITS: Readonly<Record<string, string>> = {
  '!': '1',
  '@': '2',
  '#': '3',
  $: '4',
  '%': '5',
  '^': '6',
  '&': '7',
  '*': '8',
  '(': '9',
  ')': '0',
}

const DISGUISES = [...LETTERS_OF, DIGITS]

/**
 * Commonest first, in lower case. A password that satisfies the rule is seldom on a list of what people take who are
 * asked for none; they write such an entry with a capital letter, with signs for letters, and with a simple
 * number or signs before or after it, and so do those who guess.
 */
export function commonPasswords(ranked: readonly string[]): CommonPasswords {
  const all = new Set(ranked)
  const dressedUp = new Set(ranked.slice(0, DRESSED_UP_MAX))
  return {
    has(password) {
      const typed = password.toLowerCase()
      return formsOf(typed).some((form) => all.has(form)) || isDressedUp(typed, dressedUp)
    },
  }
}

function isDressedUp(typed: string, entries: ReadonlySet<string>): boolean {
  const before = typed.search(/\p{L}/u)
  if (before < 0) return false
  const after = typed.length - (/[^\p{L}]*$/u.exec(typed)?.[0].length ?? 0)
  for (let start = 0; start <= before; start++) {
    if (!isSimple(typed.slice(0, start))) continue
    for (let end = after; end <= typed.length; end++) {
      if (!isSimple(typed.slice(end))) continue
      if (formsOf(typed.slice(start, end)).some((form) => entries.has(form))) return true
    }
  }
  return false
}

/** The text as it is typed, and without its disguises. */
function formsOf(text: string): readonly string[] {
  return [text, ...DISGUISES.map((plain) => text.replace(/\P{L}/gu, (sign) => plain[sign] ?? sign))]
}

const DIGITS_AND_SIGNS = /^(\d*)(\D*)$|^(\D*)(\d*)$/
const RUNS = ['01234567890', '09876543210', '!@#$%^&*()', '.,;:-_']

/** True for the characters that people put before or after a word when a digit and a symbol are asked for. */
function isSimple(padding: string): boolean {
  const [found, ...parts] = DIGITS_AND_SIGNS.exec(padding) ?? []
  return found !== undefined && parts.every((part) => part === undefined || isSimpleRun(part))
}

function isSimpleRun(part: string): boolean {
  if (/^[!-~]{0,2}$|^(19|20)\d\d$/.test(part)) return true
  return /^([!-~])\1*$/.test(part) || RUNS.some((run) => run.includes(part))
}
