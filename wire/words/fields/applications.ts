import type { FieldWords } from './field-words.js'

/** Fields of `applications`. */
export const applicationsFields: FieldWords = {
  allocation_id: {
    en: [
      'Offer',
      'Number of the allocation rule that the applicant chose; null when they chose none.',
    ],
    de: [
      'Angebot',
      'Nummer der Zuordnungsregel, die der Antragsteller gewählt hat; null, wenn er keine wählte.',
    ],
  },
  applications: {
    en: ['Like applications', 'Other applications with something in common, 20 at most.'],
    de: ['Ähnliche Anträge', 'Andere Anträge, die etwas gemeinsam haben, höchstens 20.'],
  },
  blocked: {
    en: [
      'Blocked now',
      'Masks of the server settings that would refuse this applicant now; empty is none.',
    ],
    de: [
      'Jetzt gesperrt',
      'Masken der Servereinstellungen, die diesen Antragsteller jetzt abweisen würden; leer heißt keine.',
    ],
  },
  by: {
    en: [
      'Held against',
      'What of an applicant the mask is held against: e-mail, network address or phone.',
    ],
    de: [
      'Verglichen mit',
      'Womit von einem Antragsteller die Maske verglichen wird: E-Mail, Netzadresse oder Telefon.',
    ],
  },
  created_at: {
    en: ['Received at', 'Time at which the application was filed.'],
    de: ['Eingegangen am', 'Zeitpunkt, zu dem der Antrag gestellt wurde.'],
  },
  decided_at: {
    en: [
      'Decided at',
      'Time of the approval or the rejection; null while it waits; decided applications are kept for a year.',
    ],
    de: [
      'Entschieden am',
      'Zeitpunkt der Annahme oder Ablehnung; null, solange er wartet; entschiedene Anträge bleiben ein Jahr.',
    ],
  },
  decided_by: {
    en: ['Decided by', 'Login of the staff user who approved or rejected it; null while it waits.'],
    de: [
      'Entschieden von',
      'Login des Mitarbeiters, der ihn annahm oder ablehnte; null, solange er wartet.',
    ],
  },
  duplicates: {
    en: ['Likenesses', 'Accounts and other applications that may be of the same person.'],
    de: ['Ähnlichkeiten', 'Konten und andere Anträge, die von derselben Person sein können.'],
  },
  group: {
    en: [
      'Group',
      'Group that the account is meant for, by the chosen offer or the server settings; staff see applications whose group is in their scope.',
    ],
    de: [
      'Gruppe',
      'Gruppe, für die das Konto gedacht ist, nach dem gewählten Angebot oder den Servereinstellungen; Mitarbeiter sehen Anträge, deren Gruppe in ihrem Bereich liegt.',
    ],
  },
  'body.group': {
    en: ['Group', 'Group in which the account is opened; left out it is that of the application.'],
    de: ['Gruppe', 'Gruppe, in der das Konto eröffnet wird; ohne Angabe die des Antrags.'],
  },
  investor: {
    en: [
      'Investor password',
      'Password for looking on without trading; left out it is made, and it stands in the welcome e-mail alone.',
    ],
    de: [
      'Investor-Passwort',
      'Passwort zum Zusehen ohne Handel; ohne Angabe wird es erzeugt, und es steht nur in der Begrüßungs-E-Mail.',
    ],
  },
  ip: {
    en: ['IP address', 'Network address from which the application was filed.'],
    de: ['IP-Adresse', 'Netzadresse, von der der Antrag gestellt wurde.'],
  },
  leverage: {
    en: ['Leverage', 'Leverage that was asked for, 100 meaning 1:100; 0 is the group’s own.'],
    de: ['Hebel', 'Gewünschter Hebel, 100 bedeutet 1:100; 0 heißt der der Gruppe.'],
  },
  'body.leverage': {
    en: [
      'Leverage',
      'Leverage of the new account, 100 meaning 1:100; 0 is the group’s own, left out it is the one asked for, or the group’s where the group is another one.',
    ],
    de: [
      'Hebel',
      'Hebel des neuen Kontos, 100 bedeutet 1:100; 0 heißt der der Gruppe, ohne Angabe der gewünschte oder bei einer anderen Gruppe deren eigener.',
    ],
  },
  login: {
    en: [
      'Login',
      'Number of the account that was opened; null unless the application is approved.',
    ],
    de: ['Login', 'Nummer des eröffneten Kontos; null, wenn der Antrag nicht angenommen ist.'],
  },
  logins: {
    en: [
      'Like accounts',
      'Accounts with something in common, 20 at most; null is hidden without the right `accounts.view`.',
    ],
    de: [
      'Ähnliche Konten',
      'Konten, die etwas gemeinsam haben, höchstens 20; null bleibt ohne das Recht `accounts.view` verborgen.',
    ],
  },
  mask: {
    en: [
      'Mask',
      'E-mail addresses or figures of phones with `*` for any run, or a network; null where a right hides it.',
    ],
    de: [
      'Maske',
      'E-Mail-Adressen oder Ziffern von Telefonen mit `*` für beliebig viele Zeichen oder ein Netz; null, wenn ein Recht sie verbirgt.',
    ],
  },
  master: {
    en: [
      'Master password',
      'Password for trading, which must be changed at the first sign-in; left out it is made, and it stands in the welcome e-mail alone.',
    ],
    de: [
      'Master-Passwort',
      'Passwort zum Handeln, das bei der ersten Anmeldung geändert werden muss; ohne Angabe wird es erzeugt, und es steht nur in der Begrüßungs-E-Mail.',
    ],
  },
  passwords: {
    en: [
      'Passwords',
      'First passwords of the new account; what is left out is made by the server.',
    ],
    de: ['Passwörter', 'Erste Passwörter des neuen Kontos; was fehlt, erzeugt der Server.'],
  },
  reason: {
    en: [
      'Reason',
      'Why the application was rejected, for staff and the journal: the applicant is not told; empty unless it was.',
    ],
    de: [
      'Grund',
      'Warum der Antrag abgelehnt wurde, für Mitarbeiter und Journal: Der Antragsteller erfährt ihn nicht; sonst leer.',
    ],
  },
  same: {
    en: ['In common', 'What both have alike: `email`, `phone`, `address` or `ip`.'],
    de: ['Gemeinsam', 'Was bei beiden gleich ist: `email`, `phone`, `address` oder `ip`.'],
  },
  state: {
    en: [
      'State',
      '`new` waits for a decision, `approved` has become an account, `rejected` was turned down.',
    ],
    de: [
      'Stand',
      '`new` wartet auf eine Entscheidung, `approved` ist ein Konto geworden, `rejected` wurde abgelehnt.',
    ],
  },
  'query.state': {
    en: ['State', 'Lists applications in this state alone; left out all of them.'],
    de: ['Stand', 'Führt nur Anträge mit diesem Stand auf; ohne Angabe alle.'],
  },
}
