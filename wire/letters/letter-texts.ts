import type { LetterHead, LetterName, Letters, LetterText } from './letters.js'
import type { LetterMessages } from './reader-language.js'

/** The content of each e-mail, from the messages of a language and its values. */
export const LETTER_TEXTS: {
  readonly [Name in LetterName]: (
    text: LetterMessages,
    values: Letters[Name],
    head: LetterHead,
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
  marginCall(messages, { login, name, at, isStopOut, currency, ...figures }, head) {
    const { marginCall: text } = messages
    const { rows } = text
    return {
      subject: text.subject({ isStopOut, login }),
      paragraphs: [text.dear({ name: name || login }), text.what({ isStopOut })],
      rows: [
        [rows.at, at],
        [rows.equity, `${figures.equity} ${currency}`],
        [rows.margin, `${figures.margin} ${currency}`],
        [rows.callLevel, figures.callLevel],
        [rows.stopOutLevel, figures.stopOutLevel],
        ...terminalRow(messages, head),
      ],
      after: [text.after],
    }
  },
  codeGuesses(messages, { login, name, at, address, count }, head) {
    const { codeGuesses: text } = messages
    return {
      subject: text.subject({ login }),
      paragraphs: [text.dear({ name: name || login }), text.what({ login, count }), text.change],
      rows: [[text.rows.at, at], [text.rows.address, address], ...terminalRow(messages, head)],
      after: [text.after],
    }
  },
  webhook({ webhook: text }, { name, host, at, trouble }) {
    const isFailed = trouble === 'failed'
    return {
      subject: text.subject({ isFailed, name }),
      paragraphs: [text.hello, text.trouble[trouble]({ name })],
      rows: [
        [text.rows.name, name],
        [text.rows.host, host],
        [text.rows.at, at],
      ],
      after: [text.after({ isFailed })],
    }
  },
  statement(messages, { login, name, date, currency, ...amounts }, head) {
    const { statement: text } = messages
    const { rows } = text
    return {
      subject: text.subject({ login, date }),
      paragraphs: [text.dear({ name: name || login }), text.what({ login, date, currency })],
      rows: [
        [rows.balanceBefore, amounts.balanceBefore],
        [rows.profit, amounts.profit],
        [rows.costs, amounts.costs],
        [rows.deposits, amounts.deposits],
        [rows.withdrawals, amounts.withdrawals],
        [rows.balance, amounts.balance],
        [rows.credit, amounts.credit],
        [rows.equity, amounts.equity ?? '-'],
        [rows.margin, amounts.margin ?? '-'],
        ...terminalRow(messages, head),
      ],
      after: [text.after],
    }
  },
  periodStatement(messages, { login, name, from, to }, head) {
    const { periodStatement: text } = messages
    return {
      subject: text.subject({ login }),
      paragraphs: [text.dear({ name: name || login }), text.what],
      rows: [
        [text.rows.login, String(login)],
        [text.rows.from, from || text.firstDay],
        [text.rows.to, to || text.today],
        ...terminalRow(messages, head),
      ],
      after: [text.after],
    }
  },
  report({ report: text }, { name, id, date, rows, error, hasFile, totals }) {
    const isMade = error === ''
    return {
      subject: text.subject({ isMade, name, date }),
      paragraphs: [isMade ? text.made({ name, date, rows }) : text.notMade({ name, date, error })],
      rows: totals,
      after: [hasFile ? text.attached : text.inTerminal({ id })],
    }
  },
}

/** The row with the terminal's address; none if it is unknown. */
function terminalRow(
  { terminal: label }: LetterMessages,
  { terminal }: LetterHead,
): readonly (readonly [string, string])[] {
  return terminal === '' ? [] : [[label, terminal]]
}
