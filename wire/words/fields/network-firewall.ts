import type { FieldWords } from './field-words.js'

/** Fields of the look at a machine's firewall. */
export const networkFirewall: FieldWords = {
  action: {
    en: [
      'Action',
      'What the rule does with what fits, like accept, drop or jump; empty where that cannot be read from it.',
    ],
    de: [
      'Aktion',
      'Was die Regel mit Passendem tut, etwa accept, drop oder jump; leer, wenn es nicht aus ihr zu lesen ist.',
    ],
  },
  address: {
    en: ['Address', 'Address or network that the rule is for; empty is any.'],
    de: ['Adresse', 'Adresse oder Netz, für das die Regel gilt; leer ist jede.'],
  },
  available: {
    en: [
      'Readable',
      'False where the rules cannot be read, for instance since the server does not run as root; the reason says why.',
    ],
    de: [
      'Lesbar',
      'Falsch, wenn die Regeln nicht zu lesen sind, etwa weil der Server nicht als root läuft; der Grund steht dabei.',
    ],
  },
  backend: {
    en: [
      'Firewall',
      'Where the rules were read from: nftables or iptables; empty where they could not be.',
    ],
    de: [
      'Firewall',
      'Woher die Regeln gelesen wurden: nftables oder iptables; leer, wenn es nicht ging.',
    ],
  },
  chain: {
    en: ['Chain', 'Chain that the rule stands in.'],
    de: ['Kette', 'Kette, in der die Regel steht.'],
  },
  expression: {
    en: ['Rule', 'The whole rule as the firewall has it; empty for the policy of a chain.'],
    de: [
      'Regel',
      'Die ganze Regel, wie die Firewall sie hat; leer bei der Grundregel einer Kette.',
    ],
  },
  family: {
    en: ['Family', 'Addresses that the rule is for, like ip, ip6 or inet.'],
    de: ['Familie', 'Adressen, für die die Regel gilt, etwa ip, ip6 oder inet.'],
  },
  hook: {
    en: [
      'Hook',
      'Where the chain looks at packets: input, ingress, prerouting or forward; of a chain that is jumped to, that of the one it came from.',
    ],
    de: [
      'Hook',
      'Wo die Kette Pakete ansieht: input, ingress, prerouting oder forward; bei einer angesprungenen Kette der Hook der Herkunft.',
    ],
  },
  host: {
    en: ['Machine', 'Host name of the machine whose rules these are.'],
    de: ['Maschine', 'Hostname der Maschine, deren Regeln es sind.'],
  },
  interface: {
    en: [
      'Interface',
      'Network interface that packets come in by for the rule to fit; empty is any.',
    ],
    de: [
      'Schnittstelle',
      'Netzwerkschnittstelle, über die Pakete kommen müssen, damit die Regel passt; leer ist jede.',
    ],
  },
  name: {
    en: [
      'Name',
      'Comment of the rule, or policy for what a chain does with all that no rule of it takes; empty where there is none.',
    ],
    de: [
      'Name',
      'Kommentar der Regel oder policy für das, was eine Kette mit allem tut, was keine ihrer Regeln nimmt; leer, wenn es keinen gibt.',
    ],
  },
  port: {
    en: ['Port', 'Port or ports that the rule is for; empty is any.'],
    de: ['Port', 'Port oder Ports, für die die Regel gilt; leer ist jeder.'],
  },
  protocol: {
    en: ['Protocol', 'Protocol that the rule is for, like tcp; empty is any.'],
    de: ['Protokoll', 'Protokoll, für das die Regel gilt, etwa tcp; leer ist jedes.'],
  },
  read_only: {
    en: ['Read only', 'Always true: rules are shown and never changed from here.'],
    de: ['Nur lesbar', 'Immer wahr: Regeln werden gezeigt und von hier nie geändert.'],
  },
  reason: {
    en: [
      'Reason',
      'Why the firewall cannot be read, or why a figure of the network is null; empty where nothing is missing.',
    ],
    de: [
      'Grund',
      'Warum die Firewall nicht zu lesen oder eine Zahl des Netzwerks null ist; leer, wenn nichts fehlt.',
    ],
  },
  rows: {
    en: ['Rules', 'Policies and rules for what comes in or goes through, 1,000 at most.'],
    de: [
      'Regeln',
      'Grundregeln und Regeln für das, was hereinkommt oder durchgeht, höchstens 1.000.',
    ],
  },
  sampled_at: {
    en: ['Read at', 'When these figures, or these rules, were read.'],
    de: ['Gelesen um', 'Wann diese Zahlen oder Regeln gelesen wurden.'],
  },
  stale: {
    en: ['Out of date', 'Always false: the rules are read anew with each request.'],
    de: ['Veraltet', 'Immer falsch: Die Regeln werden bei jeder Anfrage neu gelesen.'],
  },
  table: {
    en: ['Table', 'Table of the firewall that the chain belongs to.'],
    de: ['Tabelle', 'Tabelle der Firewall, zu der die Kette gehört.'],
  },
  truncated: {
    en: ['Cut off', 'True where there are more than 1,000 rules and the rest is left out.'],
    de: ['Gekürzt', 'Wahr, wenn es mehr als 1.000 Regeln sind und der Rest fehlt.'],
  },
}
