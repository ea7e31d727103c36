import type { Language } from './language.js'

export const GERMAN: Language = {
  support: (email) => `Fragen? Schreiben Sie an ${email}.`,
  letters: {
    code: ({ code, minutes }) => ({
      subject: `${code} ist Ihr Bestätigungscode`,
      paragraphs: [
        'Guten Tag,',
        'geben Sie diesen Code ein, wo Sie sich anmelden. Er zeigt, dass diese E-Mail-Adresse Ihnen gehört.',
      ],
      rows: [['Code', code]],
      after: [
        `Er gilt ${minutes} Minuten. Wenn Sie sich nicht anmelden, müssen Sie nichts tun: Ohne den Code kann niemand in Ihrem Namen fortfahren.`,
      ],
    }),
    welcome: ({ name, login, group, currency, leverage, password, investorPassword }) => ({
      subject: `Ihr Handelskonto ${login} ist eröffnet`,
      paragraphs: [
        `Guten Tag ${name},`,
        'Ihr Antrag wurde angenommen. Melden Sie sich hiermit an:',
      ],
      rows: [
        ['Login', String(login)],
        ['Passwort', password],
        ['Passwort nur zum Ansehen', investorPassword],
        ['Kontoart', group],
        ['Währung', currency],
        ['Hebel', `1:${leverage}`],
      ],
      after: [
        'Bei der ersten Anmeldung wählen Sie ein eigenes Passwort. Wer das Passwort zum Ansehen hat, sieht Ihr Konto und kann nicht handeln.',
        'Wir fragen Sie nie nach einem Passwort.',
      ],
    }),
  },
}
