import { linkInLanguage } from '../../engine/names/link-language.js'
import { htmlText } from '../format/html-text.js'
import type { EmailContent } from '../thread/mail-messages.js'
import { lettersIn, readerLanguage } from '../words/reader-language.js'
import { writtenIn } from '../words/text-format.js'
import { LETTER_TEXTS } from './letter-texts.js'
import type { LetterHead, LetterName, Letters, LetterText } from './letters.js'
import { textOn } from './text-colour.js'

const DEFAULT_COLOUR = '#1f4e79'

export const PLAIN_HEAD: LetterHead = {
  company: '',
  website: '',
  terminal: '',
  supportEmail: '',
  address: '',
  phone: '',
  colour: DEFAULT_COLOUR,
}

/**
 * Builds an e-mail in the account's language, such as `de` or `de-AT`; English if there are no
 * texts in it.
 */
export function letter<Name extends LetterName>(
  name: Name,
  values: Letters[Name],
  language: string,
  from: LetterHead,
): EmailContent {
  const code = readerLanguage(language)
  const { emails } = lettersIn(code)
  const head = inLanguage(from, code)
  const said = LETTER_TEXTS[name](emails, values, head, writtenIn(code))
  const foot = [
    ...(head.supportEmail === '' ? [] : [emails.support({ email: head.supportEmail })]),
    ...[head.company, head.address, head.phone, head.website].filter((line) => line !== ''),
  ]
  return { subject: said.subject, text: plainText(said, foot), html: html(said, foot, head) }
}

/** Replaces `{lang}` in the links of the letter by the language. */
function inLanguage(head: LetterHead, code: string): LetterHead {
  const [website, terminal] = [
    linkInLanguage(head.website, code),
    linkInLanguage(head.terminal, code),
  ]
  return { ...head, website, terminal }
}

function plainText({ paragraphs, rows, after }: LetterText, foot: readonly string[]): string {
  const table = rows.map(([label, value]) => `${label}: ${value}`).join('\n')
  const signature = foot.length === 0 ? '' : ['-- ', ...foot].join('\n')
  const parts = [...paragraphs, table, ...after, signature]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function html(
  { subject, paragraphs, rows, after }: LetterText,
  foot: readonly string[],
  { colour, company }: LetterHead,
): string {
  const block = (text: string): string => `<p style="margin:0 0 16px">${htmlText(text)}</p>`
  const row = ([label, value]: readonly [string, string]): string =>
    `<tr><td style="padding:6px 16px 6px 0;color:#5f6b76">${htmlText(label)}</td>` +
    `<td style="padding:6px 0;font-family:monospace;font-size:16px">${htmlText(value)}</td></tr>`
  const table =
    rows.length === 0 ? '' : `<table style="margin:0 0 16px">${rows.map(row).join('')}</table>`
  const signature =
    foot.length === 0
      ? ''
      : '<div style="padding:16px 32px;font-size:12px;color:#5f6b76;border-top:1px solid #e4e8eb">' +
        `${foot.map(htmlText).join('<br>')}</div>`
  return (
    '<!doctype html><html><head><meta charset="utf-8">' +
    `<title>${htmlText(subject)}</title></head>` +
    '<body style="margin:0;background:#f2f4f6;font-family:Helvetica,Arial,sans-serif;color:#1b2733">' +
    '<div style="max-width:560px;margin:24px auto;background:#ffffff;border-radius:8px;overflow:hidden">' +
    `<div style="background:${htmlText(colour)};color:${textOn(colour)};padding:20px 32px;font-size:18px">` +
    `${htmlText(company === '' ? subject : company)}</div>` +
    `<div style="padding:28px 32px;font-size:15px;line-height:1.5">${paragraphs.map(block).join('')}` +
    `${table}${after.map(block).join('')}</div>${signature}</div></body></html>`
  )
}
