import { type Language, terminalRow } from './language.js'

export const GERMAN: Language = {
  support: (email) => `Fragen? Schreiben Sie an ${email}.`,
  letters: {
    code: ({ code, minutes }) => ({
      subject: 'Ihr Bestätigungscode',
      paragraphs: [
        'Guten Tag,',
        'geben Sie diesen Code ein, wo Sie sich registrieren. Er zeigt, dass diese E-Mail-Adresse Ihnen gehört.',
      ],
      rows: [['Code', code]],
      after: [
        `Er gilt ${minutes} Minuten. Wenn Sie sich nicht registrieren, müssen Sie nichts tun: Ohne den Code kann niemand in Ihrem Namen fortfahren.`,
      ],
    }),
    welcome: ({ name, login, accountType, ...more }, head) => ({
      subject: `Ihr Handelskonto ${login} ist eröffnet`,
      paragraphs: [`Guten Tag ${name},`, 'Ihr Handelskonto ist eröffnet. Ihre Zugangsdaten:'],
      rows: [
        ...terminalRow(head),
        ['Login', String(login)],
        ['Passwort', more.password],
        ['Passwort nur zum Ansehen', more.investorPassword],
        ['Kontoart', accountType],
        ['Währung', more.currency],
        ['Hebel', `1:${more.leverage}`],
      ],
      after: [
        'Bei der ersten Anmeldung wählen Sie ein eigenes Passwort. Wer das Passwort zum Ansehen hat, sieht Ihr Konto und kann nicht handeln.',
        'Wir fragen Sie nie nach einem Passwort.',
      ],
    }),
    marginCall: ({ login, name, at, isStopOut, currency, ...figures }, head) => ({
      subject: isStopOut
        ? `Konto ${login}: Stop-Out, Positionen werden geschlossen`
        : `Konto ${login}: Margin Call`,
      paragraphs: [
        `Guten Tag ${name || login},`,
        isStopOut
          ? 'Ihre Margin war aufgebraucht, deshalb schließt der Server Positionen und Orders.'
          : 'Ihre Margin wird knapp. Zahlen Sie ein oder schließen Sie Positionen, bevor es der Server tun muss.',
      ],
      rows: [
        ['Zeit (UTC)', at],
        ['Eigenkapital', `${figures.equity} ${currency}`],
        ['Margin', `${figures.margin} ${currency}`],
        ['Margin Call bei', figures.callLevel],
        ['Stop-Out bei', figures.stopOutLevel],
        ...terminalRow(head),
      ],
      after: ['Das waren die Zahlen jenes Augenblicks; die jetzigen zeigt Ihr Terminal.'],
    }),
    codeGuesses: ({ login, name, at, address, count }, head) => ({
      subject: `Konto ${login}: Jemand kennt Ihr Passwort`,
      paragraphs: [
        `Guten Tag ${name || login},`,
        `jemand hat sich mit Ihrem Passwort am Konto ${login} angemeldet und innerhalb von 24 Stunden ${count} falsche Einmalcodes gesendet.`,
        'Ändern Sie jetzt Ihr Passwort. 24 Stunden lang können Sie sich nur von Adressen anmelden, die Sie schon benutzt haben.',
      ],
      rows: [['Zeit (UTC)', at], ['Letzte Adresse', address], ...terminalRow(head)],
      after: [
        'Waren Sie es selbst? Melden Sie sich mit einem richtigen Code von einer Adresse an, die Sie schon benutzt haben, oder lassen Sie Ihre Einmalcodes von uns zurücksetzen.',
      ],
    }),
    statement: ({ login, name, date, currency, ...amounts }, head) => ({
      subject: `Konto ${login}: Auszug vom ${date}`,
      paragraphs: [
        `Guten Tag ${name || login},`,
        `so stand Ihr Konto ${login} am Ende des ${date}, in ${currency}.`,
      ],
      rows: [
        ['Saldo am Vortag', amounts.balanceBefore],
        ['Gewinn aus Geschlossenem', amounts.profit],
        ['Kommission, Swap und Gebühren', amounts.costs],
        ['Einzahlungen', amounts.deposits],
        ['Auszahlungen', amounts.withdrawals],
        ['Saldo', amounts.balance],
        ['Kredit', amounts.credit],
        ['Eigenkapital', amounts.equity ?? '-'],
        ['Margin', amounts.margin ?? '-'],
        ...terminalRow(head),
      ],
      after: [
        'Alle Geschäfte des Tages zeigt Ihr Terminal. Sagen Sie uns gleich, wenn etwas nicht stimmt.',
      ],
    }),
    periodStatement: ({ login, name, from, to }, head) => ({
      subject: `Konto ${login}: Kontoauszug`,
      paragraphs: [
        `Guten Tag ${name || login},`,
        'im Anhang finden Sie den Auszug Ihres Kontos. Öffnen Sie die Datei im Browser, um sie zu lesen, zu drucken oder als PDF zu speichern.',
      ],
      rows: [
        ['Konto', String(login)],
        ['Von', from || 'dem ersten Tag'],
        ['Bis', to || 'heute'],
        ...terminalRow(head),
      ],
      after: ['Sagen Sie uns gleich, wenn etwas nicht stimmt.'],
    }),
    report: ({ name, id, date, rows, error, hasFile, totals }) => ({
      subject: error === '' ? `Bericht ${name} vom ${date}` : `Bericht ${name} ist ausgefallen`,
      paragraphs: [
        error === ''
          ? `Der Bericht ${name} vom ${date} UTC hat ${rows} Zeilen.`
          : `Der Bericht ${name} vom ${date} UTC wurde nicht erstellt: ${error}`,
      ],
      rows: totals,
      after: [
        hasFile
          ? 'Der ganze Bericht liegt bei.'
          : `Es ist der Berichtsauftrag ${id} in Ihrem Terminal.`,
      ],
    }),
  },
}
