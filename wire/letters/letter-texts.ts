import type { LetterMessages } from '../words/reader-language.js'
import type { TextFormat } from '../words/text-format.js'
import type { LetterHead, LetterName, Letters, LetterText } from './letters.js'

/** The content of each e-mail, from the messages of a language and its values. */
export const LETTER_TEXTS: {
  readonly [Name in LetterName]: (
    text: LetterMessages,
    values: Letters[Name],
    head: LetterHead,
    written: TextFormat,
  ) => LetterText
} = {
  code: ({ code: text }, { code, minutes }) => ({
    subject: text.subject,
    paragraphs: text.paragraphs,
    rows: [[text.rows.code, code]],
    after: [text.after({ minutes })],
  }),
  welcome(messages, { name, login, leverage, ...values }, head) {
    const { welcome: text } = messages
    const { rows } = text
    return {
      subject: text.subject({ login }),
      paragraphs: [text.dear({ name }), text.open],
      rows: [
        ...terminalRow(messages, head),
        [rows.login, String(login)],
        [rows.password, values.password],
        [rows.investorPassword, values.investorPassword],
        [rows.accountType, values.accountType],
        [rows.currency, values.currency],
        [rows.leverage, `1:${leverage}`],
      ],
      after: text.after,
    }
  },
  marginCall(messages, { login, name, at, isStopOut, currency, ...figures }, head, written) {
    const { marginCall: text } = messages
    const { rows } = text
    return {
      subject: text.subject({ isStopOut, login }),
      paragraphs: [text.dear({ name: name || login }), text.what({ isStopOut })],
      rows: [
        [rows.at, written.time(at)],
        [rows.equity, `${written.number(figures.equity)} ${currency}`],
        [rows.margin, `${written.number(figures.margin)} ${currency}`],
        [rows.callLevel, `${written.number(figures.callLevel)} ${figures.levelUnit}`],
        [rows.stopOutLevel, `${written.number(figures.stopOutLevel)} ${figures.levelUnit}`],
        ...terminalRow(messages, head),
      ],
      after: [text.after],
    }
  },
  codeGuesses(messages, { login, name, at, address, count }, head, written) {
    const { codeGuesses: text } = messages
    return {
      subject: text.subject({ login }),
      paragraphs: [text.dear({ name: name || login }), text.what({ login, count }), text.change],
      rows: [
        [text.rows.at, written.time(at)],
        [text.rows.address, address],
        ...terminalRow(messages, head),
      ],
      after: [text.after],
    }
  },
  webhook({ webhook: text }, { name, host, at, trouble }, _head, written) {
    const isFailed = trouble === 'failed'
    return {
      subject: text.subject({ isFailed, name }),
      paragraphs: [text.hello, text.trouble[trouble]({ name })],
      rows: [
        [text.rows.name, name],
        [text.rows.host, host],
        [text.rows.at, written.time(at)],
      ],
      after: [text.after({ isFailed })],
    }
  },
  statement(messages, { login, name, date: day, currency, ...amounts }, head, written) {
    const { statement: text } = messages
    const { rows } = text
    const date = written.date(day)
    const amount = (value: string | null): string => (value === null ? '–' : written.number(value))
    return {
      subject: text.subject({ login, date }),
      paragraphs: [text.dear({ name: name || login }), text.what({ login, date, currency })],
      rows: [
        [rows.balanceBefore, amount(amounts.balanceBefore)],
        [rows.profit, amount(amounts.profit)],
        [rows.costs, amount(amounts.costs)],
        [rows.deposits, amount(amounts.deposits)],
        [rows.withdrawals, amount(amounts.withdrawals)],
        [rows.balance, amount(amounts.balance)],
        [rows.credit, amount(amounts.credit)],
        [rows.equity, amount(amounts.equity)],
        [rows.margin, amount(amounts.margin)],
        ...terminalRow(messages, head),
      ],
      after: [text.after],
    }
  },
  periodStatement(messages, { login, name, from, to }, head, written) {
    const { periodStatement: text } = messages
    return {
      subject: text.subject({ login }),
      paragraphs: [text.dear({ name: name || login }), text.what],
      rows: [
        [text.rows.login, String(login)],
        [text.rows.from, from === '' ? text.firstDay : written.time(from)],
        [text.rows.to, to === '' ? text.today : written.time(to)],
        ...terminalRow(messages, head),
      ],
      after: [text.after],
    }
  },
  report({ report: text }, { name, id, at, rows, error, hasFile, totals }, _head, written) {
    const isMade = error === ''
    const date = written.time(at)
    return {
      subject: text.subject({ isMade, name, date }),
      paragraphs: [isMade ? text.made({ name, date, rows }) : text.notMade({ name, date, error })],
      rows: totals.map(([label, value]) => [label, figure(value, written)]),
      after: [hasFile ? text.attached : text.inTerminal({ id })],
    }
  },
}

/**
 * Formats a value with decimals as an amount or lots. All others, such as ids, stay as they are.
 */
function figure(value: string, written: TextFormat): string {
  return /^-?\d+\.\d+$/.test(value) ? written.number(value) : value
}

/** The row with the terminal's address; empty if the address is unknown. */
function terminalRow(
  { terminal: label }: LetterMessages,
  { terminal }: LetterHead,
): readonly (readonly [string, string])[] {
  return terminal === '' ? [] : [[label, terminal]]
}
