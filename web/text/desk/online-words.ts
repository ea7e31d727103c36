import { byLanguage } from '../by-language.js'

/** Words of the sessions in use. */
const en = {
  title: 'Online',
  filter: 'Filter',
  hint: 'Login, name, group, address or system',
  since: 'Since',
  login: 'Login',
  name: 'Name',
  group: 'Group',
  ip: 'Address',
  os: 'System',
  sockets: 'Sockets',
  kind: 'Who',
  kinds: { staff: 'Staff', investor: 'Only looks', trader: 'Trader' },
  session: 'Session',
  one: (login: number) => `Session of ${login}`,
  gone: 'This session has ended.',
  count: (n: string, accounts: string) => `Sessions: ${n}, accounts: ${accounts}`,
  of: (n: string) => `of ${n}`,
  empty: 'Nobody is online.',
  emptyFilter: 'No session fits.',
  kick: 'End this session',
  kickAll: (n: number) => (n === 1 ? 'End the only session' : `End all ${n} sessions`),
  kickTitle: (login: number) => `End a session of ${login}`,
  kickText: 'Whoever works in it is signed out at once and can sign in again.',
  kickAllTitle: (login: number) => `End all sessions of ${login}`,
  kickAllText: (n: number) =>
    `All ${n} that are open now end, and others that open meanwhile, too. Signing in again is possible.`,
  kicked: (login: number) => `The session of ${login} has ended.`,
  kickedAll: (login: number) => `All sessions of ${login} have ended.`,
  unknown: 'No answer came. Look whether the session is still there, or send it again.',
}

const de: typeof en = {
  title: 'Online',
  filter: 'Filter',
  hint: 'Login, Name, Gruppe, Adresse oder System',
  since: 'Seit',
  login: 'Login',
  name: 'Name',
  group: 'Gruppe',
  ip: 'Adresse',
  os: 'System',
  sockets: 'Sockets',
  kind: 'Wer',
  kinds: { staff: 'Mitarbeiter', investor: 'Schaut nur zu', trader: 'Trader' },
  session: 'Sitzung',
  one: (login) => `Sitzung von ${login}`,
  gone: 'Diese Sitzung ist beendet.',
  count: (n, accounts) => `Sitzungen: ${n}, Konten: ${accounts}`,
  of: (n) => `von ${n}`,
  empty: 'Niemand ist online.',
  emptyFilter: 'Keine Sitzung passt.',
  kick: 'Diese Sitzung beenden',
  kickAll: (n) => (n === 1 ? 'Die einzige Sitzung beenden' : `Alle ${n} Sitzungen beenden`),
  kickTitle: (login) => `Eine Sitzung von ${login} beenden`,
  kickText: 'Wer darin arbeitet, ist sofort abgemeldet und kann sich wieder anmelden.',
  kickAllTitle: (login) => `Alle Sitzungen von ${login} beenden`,
  kickAllText: (n) =>
    `Alle ${n}, die jetzt offen sind, enden, auch solche, die inzwischen aufgehen. Anmelden ist wieder möglich.`,
  kicked: (login) => `Die Sitzung von ${login} ist beendet.`,
  kickedAll: (login) => `Alle Sitzungen von ${login} sind beendet.`,
  unknown:
    'Es kam keine Antwort. Sehen Sie nach, ob die Sitzung noch da ist, oder senden Sie es noch einmal.',
}

export const onlineWords = byLanguage(en, de)
