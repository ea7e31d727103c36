import type { Words } from '../words.js'

/** Values of server settings, mail servers and brands. */
export const serverValues: Readonly<Record<string, Words>> = {
  'by.email': {
    en: ['E-mail', 'Held against the e-mail address.'],
    de: ['E-Mail', 'Verglichen mit der E-Mail-Adresse.'],
  },
  'by.ip': {
    en: ['Network address', 'Held against the network address that somebody comes from.'],
    de: ['Netzadresse', 'Verglichen mit der Netzadresse, von der jemand kommt.'],
  },
  'by.phone': {
    en: ['Phone', 'Held against the figures of the phone number, with the code of the country.'],
    de: ['Telefon', 'Verglichen mit den Ziffern der Telefonnummer samt Landesvorwahl.'],
  },
  'daylight_saving.eu': {
    en: ['European', 'An hour is added from the last Sunday of March to the last of October.'],
    de: [
      'Europäisch',
      'Vom letzten Sonntag im März bis zum letzten im Oktober kommt eine Stunde dazu.',
    ],
  },
  'daylight_saving.none': {
    en: ['None', 'The server’s clock keeps its offset all year.'],
    de: ['Keine', 'Die Serveruhr behält ihren Abstand zu UTC das ganze Jahr.'],
  },
  'daylight_saving.us': {
    en: ['American', 'An hour is added from the second Sunday of March to the first of November.'],
    de: [
      'Amerikanisch',
      'Vom zweiten Sonntag im März bis zum ersten im November kommt eine Stunde dazu.',
    ],
  },
  'demo_group.': {
    en: ['None', 'No group takes the demo accounts that no offer places.'],
    de: ['Keine', 'Keine Gruppe nimmt Demokonten auf, die kein Angebot zuordnet.'],
  },
  'image.banner': {
    en: ['Banner', 'Wide picture of the brand.'],
    de: ['Banner', 'Breites Bild der Marke.'],
  },
  'image.icon': {
    en: ['Icon', 'Small picture of the brand, as in a browser’s tab.'],
    de: ['Icon', 'Kleines Bild der Marke, etwa im Reiter des Browsers.'],
  },
  'image.logo': {
    en: ['Logo', 'Sign of the brand in terminals and on pages.'],
    de: ['Logo', 'Zeichen der Marke in Terminals und auf Seiten.'],
  },
  'real_group.': {
    en: ['None', 'No group is proposed for applications that no offer places.'],
    de: ['Keine', 'Keine Gruppe ist für Anträge vorgesehen, die kein Angebot zuordnet.'],
  },
  'same.address': {
    en: ['Postal address', 'Street and city are the same.'],
    de: ['Anschrift', 'Straße und Ort sind gleich.'],
  },
  'same.email': {
    en: ['E-mail', 'The e-mail address is the same.'],
    de: ['E-Mail', 'Die E-Mail-Adresse ist gleich.'],
  },
  'same.ip': {
    en: ['Network address', 'Both came from the same network address.'],
    de: ['Netzadresse', 'Beide kamen von derselben Netzadresse.'],
  },
  'same.phone': {
    en: ['Phone', 'The figures of the phone number are the same.'],
    de: ['Telefon', 'Die Ziffern der Telefonnummer sind gleich.'],
  },
  'security.none': {
    en: ['None', 'E-mails go to the server unencrypted.'],
    de: ['Keine', 'E-Mails gehen unverschlüsselt an den Server.'],
  },
  'security.starttls': {
    en: [
      'STARTTLS',
      'The connection is encrypted before anything is said; a server that cannot do so is refused.',
    ],
    de: [
      'STARTTLS',
      'Die Verbindung wird verschlüsselt, bevor etwas gesagt wird; ein Server, der das nicht kann, wird abgelehnt.',
    ],
  },
  'security.tls': {
    en: ['TLS', 'The connection is encrypted from its first byte.'],
    de: ['TLS', 'Die Verbindung ist vom ersten Byte an verschlüsselt.'],
  },
}
