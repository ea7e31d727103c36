import type { FieldWords } from './field-words.js'

/** Fields of holders of accounts, of their groups, and of their sessions. */
export const commonPeopleFields: FieldWords = {
  address: {
    en: [
      'Address',
      'Postal address, street and number; empty is not given, and null is hidden from staff without the right `accounts.address`.',
    ],
    de: [
      'Anschrift',
      'Postanschrift, Straße und Hausnummer; leer ist nicht angegeben, null bleibt Mitarbeitern ohne das Recht `accounts.address` verborgen.',
    ],
  },
  city: {
    en: [
      'City',
      'Town of the holder’s address; empty is not given, and null is hidden from staff without the right `accounts.address`.',
    ],
    de: [
      'Ort',
      'Ort in der Anschrift des Inhabers; leer ist nicht angegeben, null bleibt Mitarbeitern ohne das Recht `accounts.address` verborgen.',
    ],
  },
  company: {
    en: [
      'Company',
      'Company that the group belongs to, one of the licence; in terminals and letters it is the holder’s broker.',
    ],
    de: [
      'Firma',
      'Firma der Lizenz, zu der die Gruppe gehört; in Terminals und Briefen ist sie der Broker des Inhabers.',
    ],
  },
  'query.company': {
    en: [
      'Company',
      'Shows only accounts whose group belongs to this company; left out: of every company.',
    ],
    de: [
      'Firma',
      'Zeigt nur Konten, deren Gruppe zu dieser Firma gehört; ohne Angabe die aller Firmen.',
    ],
  },
  country: {
    en: [
      'Country',
      'Country of the holder’s address, an ISO code at best; at sign-up the offers go by it; empty is not given, and null is hidden from staff without the right `accounts.address`.',
    ],
    de: [
      'Land',
      'Land in der Anschrift des Inhabers, am besten als ISO-Code; bei der Anmeldung richten sich die Angebote danach; leer ist nicht angegeben, null bleibt Mitarbeitern ohne das Recht `accounts.address` verborgen.',
    ],
  },
  email: {
    en: [
      'E-mail',
      'Address to which the holder’s letters go; empty is none, and null is hidden from staff without the right `accounts.email`.',
    ],
    de: [
      'E-Mail',
      'Adresse, an die Briefe an den Inhaber gehen; leer ist keine, null bleibt Mitarbeitern ohne das Recht `accounts.email` verborgen.',
    ],
  },
  'query.email': {
    en: [
      'E-mail',
      'Shows only accounts whose e-mail address has this in it, in any case; needs the right `accounts.email`.',
    ],
    de: [
      'E-Mail',
      'Zeigt nur Konten, deren E-Mail-Adresse dies enthält, Groß- und Kleinschreibung egal; braucht das Recht `accounts.email`.',
    ],
  },
  group: {
    en: [
      'Group',
      'Path of the account’s group, like `real\\standard`, which gives it its currency, leverage, symbols and costs; of a daily row the group of that day.',
    ],
    de: [
      'Gruppe',
      'Pfad der Gruppe des Kontos, etwa `real\\standard`, von der es Währung, Hebel, Symbole und Kosten hat; bei einer Tageszeile die Gruppe jenes Tages.',
    ],
  },
  'query.group': {
    en: [
      'Group',
      'Mask of the paths of groups, in which `*` is any run of characters; left out: every group within the group scope.',
    ],
    de: [
      'Gruppe',
      'Maske der Gruppenpfade, in der `*` für beliebige Zeichen steht; ohne Angabe jede Gruppe des eigenen Gruppenbereichs.',
    ],
  },
  ip: {
    en: ['IP address', 'Network address that it came from; empty where there was none.'],
    de: ['IP-Adresse', 'Netzwerkadresse, von der es kam; leer, wo es keine gab.'],
  },
  language: {
    en: [
      'Language',
      'Language of letters and pages as a tag like `en` or `pt-BR`; they are written in English and German, any other tag and an empty one read English.',
    ],
    de: [
      'Sprache',
      'Sprache von Briefen und Seiten als Kürzel wie `en` oder `pt-BR`; es gibt sie auf Englisch und Deutsch, jedes andere und ein leeres Kürzel bedeutet Englisch.',
    ],
  },
  last_access: {
    en: [
      'Last access',
      'Time at which the login last signed in, or its session was last renewed; null is never.',
    ],
    de: [
      'Letzter Zugang',
      'Zeitpunkt, zu dem sich das Login zuletzt angemeldet hat oder seine Sitzung zuletzt erneuert wurde; null ist nie.',
    ],
  },
  last_name: {
    en: [
      'Last name',
      'Family name of the holder; empty is not given, and null is hidden from staff without the right `accounts.name`.',
    ],
    de: [
      'Nachname',
      'Familienname des Inhabers; leer ist nicht angegeben, null bleibt Mitarbeitern ohne das Recht `accounts.name` verborgen.',
    ],
  },
  login: {
    en: [
      'Login',
      'Number of the account, with which its holder or a staff user signs in; null where no account is concerned.',
    ],
    de: [
      'Login',
      'Nummer des Kontos, mit der sich sein Inhaber oder ein Mitarbeiter anmeldet; null, wo es um kein Konto geht.',
    ],
  },
  'query.login': {
    en: [
      'Login',
      'Shows only what belongs to this account; left out: of every account within the group scope.',
    ],
    de: [
      'Login',
      'Zeigt nur, was zu diesem Konto gehört; ohne Angabe zu allen Konten des eigenen Gruppenbereichs.',
    ],
  },
  logins: {
    en: ['Logins', 'Numbers of the accounts that it is for.'],
    de: ['Logins', 'Nummern der Konten, für die es gilt.'],
  },
  must_change_password: {
    en: [
      'Must change password',
      'While on, a session with the master password can do nothing before the password is changed.',
    ],
    de: [
      'Passwortwechsel nötig',
      'Solange eingeschaltet, kann eine Sitzung mit dem Master-Passwort nichts tun, bevor das Passwort geändert ist.',
    ],
  },
  name: {
    en: [
      'Name',
      'Of an account its holder’s first name, null for staff without the right `accounts.name`; of a record the name that staff gave it and find it by.',
    ],
    de: [
      'Name',
      'Bei einem Konto der Vorname des Inhabers, null für Mitarbeiter ohne das Recht `accounts.name`; bei einem Datensatz der Name, den Mitarbeiter ihm gegeben haben und unter dem sie ihn finden.',
    ],
  },
  'query.name': {
    en: ['Name', 'Shows only those whose name has this in it, in any case.'],
    de: ['Name', 'Zeigt nur die, deren Name dies enthält, Groß- und Kleinschreibung egal.'],
  },
  terminal: {
    en: [
      'Terminal',
      'Kind of terminal of the session, such as `web`; `api_key` is a program with an API key.',
    ],
    de: [
      'Terminal',
      'Art des Terminals der Sitzung, etwa `web`; `api_key` ist ein Programm mit API-Schlüssel.',
    ],
  },
  via: {
    en: ['Via', 'Name of the API key by which a program did it for the actor; null without a key.'],
    de: [
      'Über Schlüssel',
      'Name des API-Schlüssels, mit dem ein Programm es für den Handelnden tat; null ohne Schlüssel.',
    ],
  },
  os: {
    en: [
      'Operating system',
      'Operating system that the terminal or the machine says it runs on; empty is unknown.',
    ],
    de: [
      'Betriebssystem',
      'Betriebssystem nach Angabe des Terminals oder der Maschine; leer ist unbekannt.',
    ],
  },
  otp_enabled: {
    en: [
      'One-time codes',
      'Whether signing in with the master password asks for a code of an authenticator app.',
    ],
    de: [
      'Einmalcodes',
      'Ob die Anmeldung mit dem Master-Passwort einen Code einer Authenticator-App verlangt.',
    ],
  },
  password: {
    en: [
      'Password',
      'Password of the account: a new one has 8 to 16 characters, among them a lower and an upper case letter, a digit and a sign.',
    ],
    de: [
      'Passwort',
      'Passwort des Kontos: Ein neues hat 8 bis 16 Zeichen, darunter ein Klein- und ein Großbuchstabe, eine Ziffer und ein Sonderzeichen.',
    ],
  },
  phone: {
    en: [
      'Phone',
      'Telephone number as it was typed; empty is not given, and null is hidden from staff without the right `accounts.phone`.',
    ],
    de: [
      'Telefon',
      'Telefonnummer, wie sie eingegeben wurde; leer ist nicht angegeben, null bleibt Mitarbeitern ohne das Recht `accounts.phone` verborgen.',
    ],
  },
  read_only: {
    en: [
      'Read only',
      'Whether the session was opened with the investor password: it sees everything and cannot trade.',
    ],
    de: [
      'Nur lesen',
      'Ob die Sitzung mit dem Investor-Passwort geöffnet wurde: Sie sieht alles und kann nicht handeln.',
    ],
  },
  session: {
    en: [
      'Session',
      'Id of the session; of an order the terminal and the session that placed it, like `desktop:ID`, and null for the server’s own.',
    ],
    de: [
      'Sitzung',
      'Id der Sitzung; bei einer Order das Terminal und die Sitzung, die sie aufgegeben hat, etwa `desktop:ID`, und null bei denen des Servers.',
    ],
  },
  since: {
    en: ['Since', 'Time at which it began: of a session its signing in.'],
    de: ['Seit', 'Zeitpunkt, zu dem es begann: bei einer Sitzung ihre Anmeldung.'],
  },
  sockets: {
    en: ['Sockets', 'Number of live sockets that are open at this moment.'],
    de: ['Sockets', 'Anzahl der in diesem Moment offenen Live-Sockets.'],
  },
  staff: {
    en: [
      'Staff',
      'Whether the session is that of a staff user; of a decision the login of the staff user who took it.',
    ],
    de: [
      'Mitarbeiter',
      'Ob es die Sitzung eines Mitarbeiters ist; bei einer Entscheidung das Login des Mitarbeiters, der sie getroffen hat.',
    ],
  },
  status: {
    en: [
      'Status',
      'Of an account its holder’s residency: `RE` resident, `NR` non-resident, empty not stated; of a result `done` or `rejected`.',
    ],
    de: [
      'Status',
      'Bei einem Konto die Ansässigkeit des Inhabers: `RE` gebietsansässig, `NR` gebietsfremd, leer ohne Angabe; bei einem Ergebnis `done` oder `rejected`.',
    ],
  },
}
