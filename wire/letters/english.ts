import { type Language, terminalRow } from './language.js'

export const ENGLISH: Language = {
  support: (email) => `Questions? Write to ${email}.`,
  letters: {
    code: ({ code, minutes }) => ({
      subject: 'Your confirmation code',
      paragraphs: [
        'Hello,',
        'enter this code where you are signing up. It shows that this e-mail address is yours.',
      ],
      rows: [['Code', code]],
      after: [
        `It is good for ${minutes} minutes. If you are not signing up, you need not do anything: without the code nobody can go on in your name.`,
      ],
    }),
    welcome: ({ name, login, accountType, ...more }, head) => ({
      subject: `Your trading account ${login} is open`,
      paragraphs: [`Dear ${name},`, 'your trading account is open. Sign in with:'],
      rows: [
        ...terminalRow(head),
        ['Login', String(login)],
        ['Password', more.password],
        ['Password to look only', more.investorPassword],
        ['Account type', accountType],
        ['Currency', more.currency],
        ['Leverage', `1:${more.leverage}`],
      ],
      after: [
        'You will be asked to choose a password of your own when you first sign in. Whoever has the password to look only sees your account and cannot trade.',
        'We will never ask you for a password.',
      ],
    }),
    marginCall: ({ login, name, at, isStopOut, currency, ...figures }, head) => ({
      subject: isStopOut
        ? `Account ${login}: stop out, positions are closed`
        : `Account ${login}: margin call`,
      paragraphs: [
        `Dear ${name || login},`,
        isStopOut
          ? 'your margin was used up, so the server began to close positions and orders.'
          : 'your margin is running low. Add money or close positions, before the server has to.',
      ],
      rows: [
        ['Time (UTC)', at],
        ['Equity', `${figures.equity} ${currency}`],
        ['Margin', `${figures.margin} ${currency}`],
        ['Margin call at', figures.callLevel],
        ['Stop out at', figures.stopOutLevel],
        ...terminalRow(head),
      ],
      after: ['These were the figures of that moment; your terminal has those of now.'],
    }),
    codeGuesses: ({ login, name, at, address, count }, head) => ({
      subject: `Account ${login}: someone knows your password`,
      paragraphs: [
        `Dear ${name || login},`,
        `someone signed in to account ${login} with your password and sent ${count} wrong one-time codes within 24 hours.`,
        'Change your password now. For 24 hours you can sign in only from addresses that you have used before.',
      ],
      rows: [['Time (UTC)', at], ['Last address', address], ...terminalRow(head)],
      after: [
        'Was it you? Sign in with a right code from an address that you have used before, or ask us to reset your one-time codes.',
      ],
    }),
    statement: ({ login, name, date, currency, ...amounts }, head) => ({
      subject: `Account ${login}: statement of ${date}`,
      paragraphs: [
        `Dear ${name || login},`,
        `this is how your account ${login} stood at the end of ${date}, in ${currency}.`,
      ],
      rows: [
        ['Balance the day before', amounts.balanceBefore],
        ['Closed profit', amounts.profit],
        ['Commission, swap and fees', amounts.costs],
        ['Deposits', amounts.deposits],
        ['Withdrawals', amounts.withdrawals],
        ['Balance', amounts.balance],
        ['Credit', amounts.credit],
        ['Equity', amounts.equity ?? '-'],
        ['Margin', amounts.margin ?? '-'],
        ...terminalRow(head),
      ],
      after: [
        'Your terminal has all deals of the day. Tell us at once if something is not as you expect.',
      ],
    }),
    periodStatement: ({ login, name, from, to }, head) => ({
      subject: `Account ${login}: statement`,
      paragraphs: [
        `Dear ${name || login},`,
        'the statement of your account is attached. Open the file in a browser to read, print or save it as PDF.',
      ],
      rows: [
        ['Account', String(login)],
        ['From', from || 'the first day'],
        ['To', to || 'today'],
        ...terminalRow(head),
      ],
      after: ['Tell us at once if something is not as you expect.'],
    }),
    report: ({ name, id, date, rows, error, hasFile, totals }) => ({
      subject: error === '' ? `Report ${name} of ${date}` : `Report ${name} was not made`,
      paragraphs: [
        error === ''
          ? `The report ${name} of ${date} UTC has ${rows} rows.`
          : `The report ${name} of ${date} UTC was not made: ${error}`,
      ],
      rows: totals,
      after: [
        hasFile ? 'The whole report is attached.' : `It is report job ${id} in your terminal.`,
      ],
    }),
  },
}
